"""The review of a finished game: worked out in another process, kept on the disk, and shown on a screen."""
