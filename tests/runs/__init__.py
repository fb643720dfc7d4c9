"""Golden runs: battles, dialogues and screens as a person sees them, frame by frame.

A frame is everything that is shown at one moment. The golden files have a check sum of each frame,
so that nearly any change of what is shown is noticed, and a few frames in full, for readers.
"""
