"""Position files: any situation of a battle, written by hand, checked and continued.

`positions` reads the file; `plausible` checks whether the situation is possible.
"""
