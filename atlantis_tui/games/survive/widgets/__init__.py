"""The widgets of the table of Survive!, one a file."""
