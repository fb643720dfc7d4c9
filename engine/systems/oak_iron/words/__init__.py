"""Text: the battle log, commands in words, the reference, the terms that apply now.

Functions that turn events, commands, records or tokens into words. Nothing here imports geometry,
because a report needs none.
"""
