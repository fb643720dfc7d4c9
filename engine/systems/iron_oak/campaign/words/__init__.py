"""The campaign in words: its events, its chapters, its war book."""
