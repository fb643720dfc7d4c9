"""Cells and the bytes that draw them: themes, escape sequences, styled lines, output guard.

Nothing here knows a battle, a chart or a screen of the game.
"""
