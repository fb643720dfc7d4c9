"""Signals between the seats of a side: one a flagship and turn, seen by all."""
