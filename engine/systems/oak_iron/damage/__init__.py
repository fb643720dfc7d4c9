"""Damage and Fatigue: how a ship takes them, and what full tracks mean."""
