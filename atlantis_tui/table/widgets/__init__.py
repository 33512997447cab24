"""Widgets that the tables of all games have, one in each file."""
