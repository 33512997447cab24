"""A first game that explains itself: a real table with a coach."""
