"""Files on disk: where they lie, how they are written whole, which battles and squadrons exist.

Every screen and every command may use it.
"""
