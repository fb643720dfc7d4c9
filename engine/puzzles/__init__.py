"""Puzzles: positions out of battles between computer players where one answer is clearly best."""
