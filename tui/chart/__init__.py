"""Turns a scene into a chart of cells: window, frame, thumbnail, layout; one room for each board.

It knows scenes and the cells of a terminal, but no panel, keys or screen.
"""
