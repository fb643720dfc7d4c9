"""Getting clear of fouls, grappling, casting off.

Wooden Ships & Iron Men, Collisions and Fouling, Grappling and boarding parties.
"""
