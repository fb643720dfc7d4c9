"""Turns a scene, a list of marks to draw, into a chart of character cells.

Each kind of board has a module or folder. The package knows scenes and the cells of a terminal, but
no panel, keys or screen.
"""
