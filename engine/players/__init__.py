"""Computer players: they see what their seat sees, no more."""
