"""Parties, transfers, melee, prizes and prisoners.

Wooden Ships & Iron Men, Grappling and boarding parties, Melee Procedure.
"""
