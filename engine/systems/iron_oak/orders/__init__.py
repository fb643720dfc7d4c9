"""The orders that a ship may be given, and the reasons against the other orders (Iron & Oak 4)."""
