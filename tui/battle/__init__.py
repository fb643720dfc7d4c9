"""A battle being played: the player's session, its keys, and the screen that draws it.

The review of a battle after its end is in `tui.review`.
"""
