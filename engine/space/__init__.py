"""Geometry for all games, without rules of any game.

It imports numpy, shapely and msgspec, but no other folder of the project.
"""
