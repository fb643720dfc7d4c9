"""The chart of a board of boxes: a river or a bay, its ships from the side, forts and obstacles.

Marks come in by `engine.game.chart`, cells go out as a Grid.
"""
