"""Position files: any situation of a battle, written by hand, checked and continued.

Reading the file (`positions`), and whether the situation is possible (`plausible`).
"""
