"""Battles over a wire: by letters, and line by line for other programs.

It works for any game system: it imports `engine.base`, `engine.game` and `engine.kernel`.
"""
