"""Moving a ship: wind, speed, course, turns, contact, shoals, seamanship (Oak & Iron ch. 4 and 5).

Also what every later chapter builds on: Skill Tests (`skill`), damage and Fatigue (`harm`),
ships that lie Entangled (`grapple`). It imports no gunnery, crew or cards in play.
"""
