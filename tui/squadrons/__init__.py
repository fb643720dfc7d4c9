"""The squadron list and the squadron builder."""
