"""Puzzles: positions from battles between computer players in which one answer is clearly best."""
