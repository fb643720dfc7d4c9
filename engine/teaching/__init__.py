"""Lessons about a game. Each lesson has a position, steps with a text and a question, and replies
to the learner's answers.
"""
