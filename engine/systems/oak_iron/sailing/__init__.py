"""Moving a ship: wind, speed, course, turns, contact, shoals, seamanship (Oak & Iron ch. 4 and 5).

This room imports no gunnery, crew or played cards: those rooms import it.
"""
