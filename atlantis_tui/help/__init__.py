"""Help over any screen, the rules of a game, and the command palette."""
