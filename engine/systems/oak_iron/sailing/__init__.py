"""Moving a ship: wind, speed, course, turns, contact, shoals, seamanship (Oak & Iron ch. 4 and 5).

It imports no gunnery, crew or played cards: later chapters import it.
"""
