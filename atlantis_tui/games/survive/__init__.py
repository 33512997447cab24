"""The face of Survive!. games/__init__.py says what each file is for."""
