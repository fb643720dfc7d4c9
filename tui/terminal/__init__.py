"""The terminal: character cells and the bytes that draw them, palettes, input, and a guard against
harmful output.

This package knows no battles, charts or screens of the game.
"""
