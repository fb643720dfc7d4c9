"""The phases of a turn (3)."""
