"""Figures about a position: expected harm, danger, reach, boarding odds. A flat list of modules.

A computer player uses them for ships, places or cards, in any decision. Nothing here depends on
options or advice.
"""
