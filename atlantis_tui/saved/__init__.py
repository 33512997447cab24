"""What the program keeps on the disk: where files are, games, settings, and who sat where."""
