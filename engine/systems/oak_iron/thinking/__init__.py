"""How computer players judge a position: heuristics and expected values, no rules of the game.

A rule of the game belongs in the room of its chapter. A module here reads a view and returns
figures; it never changes a state or rolls dice.
"""
