"""Geometry that knows no game.

It imports numpy, shapely and msgspec, and nothing of the project outside this folder.
"""
