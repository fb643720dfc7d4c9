"""Battles played by letters, and the JSON Lines protocol for other programs.

The package works for any game system. It imports `engine.base`, `engine.game` and `engine.kernel`.
"""
