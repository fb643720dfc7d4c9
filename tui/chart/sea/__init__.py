"""The sea as a board: marks in inches become character cells.

Knows the marks of `engine.game.chart` and a grid of cells; no game system, no Textual.
"""
