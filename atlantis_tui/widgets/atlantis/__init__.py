"""The table of Atlantis: path, hand, scores, prompt and history."""
