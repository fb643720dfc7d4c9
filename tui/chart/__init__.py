"""Turns a scene into a chart of cells: window, frame, thumbnail, layout, animation.

Each board has a room. It knows scenes and the cells of a terminal, but no panel, keys or screen.
"""
