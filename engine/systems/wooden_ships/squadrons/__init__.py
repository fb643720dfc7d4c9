"""Squadrons of one's own: ships of the standard classes within a limit of points."""
