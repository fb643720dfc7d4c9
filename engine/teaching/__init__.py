"""Lessons: each has a position, steps, and replies to the learner's answers."""
