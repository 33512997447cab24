"""The widgets of the table of Atalia, one a file."""
