"""The phases of a turn (Iron & Oak 3)."""
