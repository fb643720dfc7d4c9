"""Movement Segments: carrying out every order (5)."""
