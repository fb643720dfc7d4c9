"""Surrender under fire, its conditions, and rescue (mechanics 4.1 and 4.8)."""
