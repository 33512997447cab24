"""A table: one game on screen. Everything here serves all games; what belongs to one game is in games/<game>/."""
