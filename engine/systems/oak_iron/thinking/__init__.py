"""The evaluation used by computer players: heuristics and expected values, no rules.

A rule of the game belongs in the room of its chapter. A module here reads a view and returns
figures; it never changes a state or rolls dice.
"""
