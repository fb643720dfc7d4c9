"""Figures about a position: expected harm, danger, reach, boarding odds. A flat list of modules.

Figures that a computer player may need about ships, places or cards, for any decision. Nothing here
knows options or advice.
"""
