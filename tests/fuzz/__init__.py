"""Attacks on the program with random input; `make fuzz` runs them as long as one likes.

A module here has one function, `attack(seed)`. It runs one example, which depends only on the seed,
and raises an error if it finds a fault. `make test` runs short examples with a few fixed seeds.
"""
