"""The widgets of the table of Atalia."""
