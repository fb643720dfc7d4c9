"""The data set: ships, cards, dice and measures as typed records, read from data/oak_iron.

Facts only: nothing here imports another room of the system. The rules that use a card are
elsewhere.
"""
