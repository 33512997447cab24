"""The menu, and the screens that it opens: new game, list of games, settings, keys, statistics."""
