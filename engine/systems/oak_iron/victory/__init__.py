"""Winning a battle: strike points, captured ships, objectives, and words for how a battle ended.

The rooms for crews and played cards import this room, never the other way round.
"""
