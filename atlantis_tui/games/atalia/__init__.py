"""The face of Atalia. games/__init__.py says what each file is for."""
