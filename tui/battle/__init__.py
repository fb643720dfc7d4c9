"""A battle being played: the session that a player holds, its keys, and the screen that draws it.

What happens while orders are given stands here; looking back on a battle is `tui.review`.
"""
