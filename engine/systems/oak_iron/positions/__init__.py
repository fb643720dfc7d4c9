"""Position files: a situation of a battle written by hand, from which a battle can be played on.

`positions` reads the file; `plausible` checks whether the situation is possible.
"""
