"""The games as lines of text, at one keyboard and over the network."""
