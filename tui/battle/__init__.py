"""A battle being played: the player's session, its keys, and the screen that draws it.

This room covers giving orders; the review of a battle is in `tui.review`.
"""
