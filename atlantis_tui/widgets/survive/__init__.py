"""The widgets of the table of Survive!."""
