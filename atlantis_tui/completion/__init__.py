"""Completing command lines: what can follow (words.py), and the few lines that a shell needs to ask for it."""
