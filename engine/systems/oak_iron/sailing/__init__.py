"""Moving a ship: speed, course, turns, contact, shoals, seamanship (Oak & Iron ch. 4 and 5)."""
