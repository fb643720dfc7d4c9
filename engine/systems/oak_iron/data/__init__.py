"""The data set: ships, cards, dice and measures as typed records, read from data/oak_iron.

Only facts. Nothing here imports another room of the system; rules that use a card are elsewhere.
"""
