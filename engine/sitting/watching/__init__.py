"""Watching a recorded battle: entry by entry, by search, or beside another branch."""
