"""Initiative cards and event cards being played: the questions they ask, the facts that follow.

Effects that only change a number or a permission are in `effects`.
"""
