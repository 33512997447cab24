"""How much one command may ask for."""

MOST_GAMES = 1_000_000  # in each match
MOST_BOTS = 16  # the game itself says how many bots it takes
