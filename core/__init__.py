"""The games: rules, hidden things, the table, the log and the bots.

Uses the standard library and msgpack only, and is equal everywhere: no clock, no locale, no `random`,
no floats.
"""
