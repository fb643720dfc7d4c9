"""Attacks (Oak & Iron ch. 4 and 5).

`shot`: which ships may fire at which, the number of dice, and the symbols that are hits. `attack`
and `critical`: the attacks that a ship may make, and their steps. `odds`: the exact chances of
every result.
"""
