"""Winning a battle: strike points, prizes, objectives, and the words for the end.

Crews and played cards import this room, not the reverse.
"""
