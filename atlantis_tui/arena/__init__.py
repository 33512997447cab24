"""Bots against bots: who plays whom, the processes that play, the file of results, and what the results mean."""
