"""The chart of a board of boxes: a river or a bay, with its ships in profile, forts and obstacles.

It draws the marks of `engine.game.chart` into a Grid of cells.
"""
