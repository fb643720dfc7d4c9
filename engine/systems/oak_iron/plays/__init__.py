"""Playing initiative cards and event cards: their questions and events.

Effects that only change a number or a permission are in `effects`.
"""
