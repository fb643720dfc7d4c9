"""Battles of any game system in a chain: so many of one scenario, or of a list, and a score."""
