"""Files on disk: their folders, atomic writing, and the lists of battles and squadrons.

Every screen and every command may use it.
"""
