"""The facts of the game, read from TOML: ships, forts, action cards, battles and tables. No
rules.
"""
