"""What the program keeps on the disk: games, settings, and who sat where."""
