"""A battle being played: the player's session, its keys, and the screen that draws it.

This room covers giving orders, from the keys that give them to the ways to leave. The review of a
battle is in `tui.review`.
"""
