"""The face of Atlantis. games/__init__.py says what each file is for."""
