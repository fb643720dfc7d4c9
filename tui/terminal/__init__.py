"""Cells and the bytes that draw them: themes, escape sequences, styled lines, output guard.

Nothing here knows battles, charts or screens of the game.
"""
