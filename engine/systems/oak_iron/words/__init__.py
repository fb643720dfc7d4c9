"""Text: the battle log, commands in words, the reference, the terms that matter now.

Functions that turn events, commands, records or tokens into words. No geometry, so that a report
needs none.
"""
