"""Sentences that belong to no single game, and the door to gettext. Those of a game are in games/<game>/text/."""
