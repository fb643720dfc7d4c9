"""Lessons: a position, steps, and what is said to the answers that are given."""
