"""Moving a ship: wind, speed, course, turns, contact, shoals, seamanship (Oak & Iron ch. 4 and 5).

The rooms for gunnery, crews and played cards import this room, never the other way round.
"""
