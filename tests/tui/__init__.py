"""The terminal, room by room."""
