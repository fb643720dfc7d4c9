"""Movement Segments: every order carried out (5)."""
