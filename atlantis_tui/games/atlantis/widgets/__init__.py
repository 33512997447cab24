"""The widgets of the table of Atlantis, one a file."""
