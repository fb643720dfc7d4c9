"""The contract between a game system and the rest: questions, scenes, panels, advice.

Only `engine.base` comes in. A name belongs here when two rooms that know no system need it.
"""
