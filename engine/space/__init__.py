"""Geometry that knows no game: the flat plane of inches and degrees.

Nothing of the project is imported here.
"""
