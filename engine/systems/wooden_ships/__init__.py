"""Wooden Ships & Iron Men, the Basic Game: secret orders for whole fleets, carried out at once."""
