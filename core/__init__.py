"""The games: rules, hidden things, the table, the log and the bots. README.md is the map.

This package uses only the standard library and msgpack. It gives the same results on every machine, so it uses no
clock, no locale, no `random` and no floats.
"""
