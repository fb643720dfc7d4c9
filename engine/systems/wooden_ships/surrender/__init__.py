"""Surrender under fire, its conditions, and rescue.

Wooden Ships & Iron Men, Surrender, Damage Effects.
"""
