"""Who wins (Iron & Oak 3.5)."""
