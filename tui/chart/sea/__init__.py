"""The sea as a board: marks in inches become character cells.

It knows the marks of `engine.game.chart` and a grid of cells, but no game system and no Textual.
"""
