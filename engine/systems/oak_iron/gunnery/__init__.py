"""Firing: arcs, dice pools, attacks, critical hits, odds (Oak & Iron ch. 5)."""
