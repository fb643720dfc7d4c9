"""The chart of an open sea of hexes: their centres are dots, ships lie from centre to centre.

Marks come in by `engine.game.chart`, cells go out as a Grid; ships are drawn by `tui.chart.sea`.
"""
