"""Geometry of a flat sea: poses, hulls, sweeps, sight. It knows no game."""
