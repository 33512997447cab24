"""What the table of Atlantis is made of, beside its widgets: the plan of a move, and what is said about it."""
