"""Widgets, one a file; those of one game in its folder."""
