"""Lessons: a position, steps, and replies to answers."""
