"""Who wins (3.5)."""
