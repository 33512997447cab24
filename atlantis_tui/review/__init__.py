"""The review of a finished game: computed in another process, kept on the disk, and shown on a screen."""
