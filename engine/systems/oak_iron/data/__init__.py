"""The data set: ships, cards, dice and measures as typed records, read from data/oak_iron.

Facts only. Nothing here imports another room of the system; a rule that reads a card is elsewhere.
"""
