"""Battles over a wire: by letters, and by JSON Lines for other programs.

It works for any game system: it imports `engine.base`, `engine.game` and `engine.kernel`.
"""
