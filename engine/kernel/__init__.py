"""A battle as events: submit, journal, timeline, undo, verify. It knows the contract alone.

`engine.base` and `engine.game` come in; no game system does.
"""
