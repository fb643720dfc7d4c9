"""How a battle is won: strike points, prizes, objectives, and how the end is told.

Crews and cards in play import this room, not the other way.
"""
