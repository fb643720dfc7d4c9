"""Gunnery Segments: targets, modifiers, shots (Iron & Oak 6.1, 6.2)."""
