"""Bots against bots: who plays whom, the processes that play, the file that keeps the results, and what they mean."""
