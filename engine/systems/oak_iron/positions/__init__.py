"""Position files: any situation of a battle, written by hand, checked and resumed.

The form of the file (`position`), whether it can be (`plausible`), what comes next (`resume`).
"""
