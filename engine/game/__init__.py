"""The contract between a game system and the rest: questions, scenes, panels, advice.

It imports only `engine.base`. A class or function belongs in this package when two packages that
know no game system need it.
"""
