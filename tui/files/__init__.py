"""Files on disk: where they lie, how they are written whole, which battles and squadrons exist.

Imports the engine alone, so that every screen and every command may use it.
"""
