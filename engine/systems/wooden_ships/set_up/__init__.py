"""Scenarios set up as battles, with their switches (mechanics 6)."""
