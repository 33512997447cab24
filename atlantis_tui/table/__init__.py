"""A table: one game on screen. Everything here holds for all games; a game adds its own from games/<game>/."""
