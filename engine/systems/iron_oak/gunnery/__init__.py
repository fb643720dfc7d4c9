"""Gunnery Segments: targets, modifiers, shots (6.1, 6.2)."""
