"""Night: searches, and dice that a hidden counter pretends to (8.6)."""
