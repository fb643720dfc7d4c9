"""A scene becomes a chart of cells: window, frame, thumbnail, layout; a folder for each board.

Knows the scene of a battle and the cells of a terminal; no panel, no keys, no screen.
"""
