"""The tools that every game system needs, without any rules.

They are the agenda (steps still to be done), the ledger, events, moments and data sets. All of them
work with any class of state. It imports `engine.base` and `engine.game`.
"""
