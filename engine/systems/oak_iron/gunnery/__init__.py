"""Attacks (Oak & Iron ch. 4 and 5).

`shot`: who may fire at whom, with how many dice, and what is a hit. `declare`: which attacks
are open, and how one begins. `resolve` and `critical`: its steps. `odds`: its exact chances.
"""
