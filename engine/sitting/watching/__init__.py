"""Watching a recorded battle entry by entry, by search, or in comparison with another branch."""
