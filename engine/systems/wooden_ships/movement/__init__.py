"""All plots at once: impulses, contested hexes, collisions, fouling, drift.

Wooden Ships & Iron Men, Movement Rules.
"""
