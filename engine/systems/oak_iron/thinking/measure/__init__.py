"""Figures about a position: expected harm, danger, reach, boarding odds. A flat list of modules.

What goes in: a figure that a computer player may need about ships, places or cards, whatever the
decision. It does not know of options or advice.
"""
