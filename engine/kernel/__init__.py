"""A battle as events: submit, journal, timeline, undo, verify.

It knows game systems only by their contract in `engine.game`. It imports `engine.base` and
`engine.game`, and no game system.
"""
