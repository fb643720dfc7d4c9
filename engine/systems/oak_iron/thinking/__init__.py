"""The evaluation that computer players decide by: heuristics and expected values, no rules.

A rule of the game belongs in the room of its chapter; nothing here may decide a battle. A module
here reads a view and returns figures; it changes no state and rolls no dice.
"""
