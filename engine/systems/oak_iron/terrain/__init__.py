"""Pieces of land, shoals, rocks and fog: shapes, zones, where they may lie."""
