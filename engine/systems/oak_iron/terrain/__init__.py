"""Pieces of land, shoals, rocks and fog: their outlines, where they may lie, zones of the table.

Geometry of the table that several chapters share; who lays a piece, and when, is decided
in `set_up`, `plays` and `sailing`.
"""
