"""The contract between a game system and the rest: questions, scenes, panels, advice.

It imports only `engine.base`. A name belongs here when two rooms that know no system need it.
"""
