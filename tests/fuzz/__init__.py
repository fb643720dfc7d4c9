"""Attacks with fresh chance: what `make fuzz` runs for as long as one likes.

A module here has one function, `attack(seed)`: one example that its seed decides wholly, and
that raises whatever tells of a fault. `make test` runs short ones of the same few seeds.
"""
