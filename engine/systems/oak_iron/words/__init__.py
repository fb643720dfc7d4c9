"""Texts: the battle log, commands in words, the reference and its terms.

Functions that turn events, commands, records or tokens into words. Nothing here imports geometry,
because a report needs none.
"""
