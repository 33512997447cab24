"""The first game that explains itself: a real table, and a coach who speaks."""
