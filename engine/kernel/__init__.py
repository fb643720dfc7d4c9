"""One battle as a list of events: decided, written to a file, replayed, undone, verified.

The package knows game systems only by their contract in `engine.game`. It imports `engine.base` and
`engine.game`, and no game system.
"""
