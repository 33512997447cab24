"""Widgets that the tables of all games have, one a file."""
