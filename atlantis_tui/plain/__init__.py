"""The games as lines of text, alone and over the network."""
