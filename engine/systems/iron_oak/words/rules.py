"""The terms of the rules on cards, in forecasts and in the log, as entries of the reference."""

RULES: dict[str, tuple[str, str]] = {
    "rolls": (
        "Rolls",
        "Of the dice of a roll only the highest counts: `8 (d10d8: 7 4, +1)` is 7 and a "
        "modifier of +1. The first figure belongs to the ship that acts or fires, the figure "
        "after `against` to what she must overcome: the enemy's armor, or the difficulty of a "
        "maneuver. She succeeds if hers is greater; equal is not enough. `d10 v d8` on a card "
        "is such a pair, the player of the card first.",
    ),
    "modifier": (
        "Modifier",
        "A figure in brackets, as in `Fire at Alabama (roll -1)`: what is added to the dice for"
        " range, crew, smoke, damage and anchors. The forecast names each part.",
    ),
    "grades": (
        "Crew quality",
        "A crew is elite, crack, average or green. To fire, elite adds 2, crack 1, green takes "
        "1; maneuvers alike (~); repairs and fires elite +1, green -1. Light casualties take 1 "
        "from her fire, heavy ones 2, and she must retire.",
    ),
    "effective": (
        "Possible, effective, critical",
        "The result of a shot: possible if the gunnery roll is greater than the defence roll, "
        "effective if at least twice, critical if at least three times as great. A possible hit"
        " costs 1 Hit, an effective one 2, where the shield is worn enough, else only the "
        "shield; a critical one 2, 3 at the waterline, and a critical hit by a die.",
    ),
    "fates": (
        "Crippled, must retire, lost",
        "Crippled: one shot may bring her to heavy damage. Must retire: to heavy casualties, so"
        " that she can only leave. Lost: she sinks, or the section of a fort is silenced.",
    ),
    "victory_points": (
        "VP",
        "Victory Points: what a ship is worth on her card, counted by many battles. Advice "
        "counts in points of 40 VP: 1.0 is as much as a ship of 40 Victory Points, 0.5 half of "
        "it.",
    ),
    "advice": (
        "Advice",
        "The best answer has its lead over the next one, others how much worse they are, in "
        "points of 40 VP. Below an answer are its reasons: + speaks for it, - against it. They "
        "add up to its whole worth, which is why a worse answer may have a large +.",
    ),
    "locations": (
        "Locations",
        "Where a shot strikes, by a die: B bow, A stern (aft), S side, D deck, WL waterline, TF"
        " TS TR front, side and rear of a turret. Each has its own armor, and a shield that "
        "hits wear down.",
    ),
    "repair_party": (
        "Repair Party",
        "Men who repair instead of serving the guns: in each Status Phase she may remove a "
        "critical hit that can be repaired, and fires are put out more easily (+2). Until it is"
        " removed her fire has -2.",
    ),
}
"""Names and texts of terms, by id."""
