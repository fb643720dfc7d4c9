"""Parties, transfers, melee, prizes and prisoners (mechanics 4.6 and 4.9)."""
