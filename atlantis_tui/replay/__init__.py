"""The replay of a game move by move, and films of it (export/)."""
