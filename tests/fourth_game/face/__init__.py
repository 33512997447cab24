"""The face of Pearls."""
