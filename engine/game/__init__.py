"""The contract between a game system and the rest: questions, charts, panels, advice.

It imports only `engine.base`. A class or function belongs here when two packages that know no game
system need it.
"""
