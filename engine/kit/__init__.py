"""The tools that every game system needs, without any rules: agenda, ledger, events, moments, data
sets.

All of it is generic in the system's State. It imports `engine.base` and `engine.game`.
"""
