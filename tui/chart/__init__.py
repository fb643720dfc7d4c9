"""Turns a scene into a chart of cells: window, frame, thumbnail, layout, animation.

Each kind of board has a module or folder. The package knows scenes and the cells of a terminal, but
no panel, keys or screen.
"""
