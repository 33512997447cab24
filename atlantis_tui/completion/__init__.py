"""Completion of command lines: what can follow (completion/words.py), and the scripts with which shells ask for it."""
