"""The terms of the rules on cards, in forecasts and in the log, as entries of the reference."""

RULES: dict[str, tuple[str, str]] = {
    "rolls": (
        "Rolls",
        "Only the highest die of a roll counts: `8 (d10d8: 7 4, +1)` is 7 and a modifier of +1. "
        "The first figure belongs to the ship that acts or fires, the figure after `against` to "
        "what she must beat: the enemy's armor, or the difficulty of a maneuver. She succeeds if "
        "her figure is greater; equal is not enough. `d10 v d8` on a card is such a pair; the "
        "dice of the card's player come first.",
    ),
    "modifier": (
        "Modifier",
        "A figure in brackets, as in `Fire at Alabama (roll -1)`: what is added to the dice for"
        " range, crew, smoke, damage and anchors. The forecast names each part.",
    ),
    "grades": (
        "Crew quality",
        "A crew is elite, crack, average or green. On her fire: elite +2, crack +1, green -1; on "
        "maneuvers the same (~); on repairs and on putting out fires: elite +1, green -1. Light "
        "casualties take 1 from her fire; heavy ones take 2, and she must retire.",
    ),
    "effective": (
        "Possible, effective, critical",
        "The result of a shot: possible if the gunnery roll is greater than the defence roll, "
        "effective if at least twice as great, critical if at least three times. A possible hit "
        "costs 1 Hit and an effective one 2, if the shield there is worn down far enough; else "
        "they only wear down the shield. A critical one costs 2 Hits, 3 at the waterline, and a "
        "roll decides its critical damage.",
    ),
    "fates": (
        "Crippled, must retire, lost",
        "What a shot may do. Crippled: it brings her to heavy damage. Must retire: it brings her "
        "to heavy casualties, so that she can only leave. Lost: she sinks, or the section of a "
        "fort is silenced.",
    ),
    "victory_points": (
        "VP",
        "Victory Points: what a ship is worth, as on her card; many battles are won by them. "
        "Advice counts in them, too.",
    ),
    "advice": (
        "Advice",
        "Beside the best answer is its lead over the next one; beside each other answer, how much "
        "worse it is, in Victory Points. Below each are its differences, the best answer's from "
        "the next one, any other's from the best: what it gains or avoids speaks for it, what it "
        "gives up speaks against it. They add up to the figure beside it.",
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
