"""Figures about a position: expected harm, danger, reach, boarding odds. A flat list of modules.

Computer players use them in any decision, to judge ships, places or cards. Nothing here depends on
the options of a question or on advice.
"""
