"""A battle as events: submit, journal, timeline, undo, verify. It knows only the contract.

It imports `engine.base` and `engine.game`, and no game system.
"""
