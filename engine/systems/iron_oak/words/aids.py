"""What the pictures and figures beside the rules mean: entries of the reference, in our words."""

from __future__ import annotations

from engine.systems.iron_oak.state.steps import Phase

AIDS: dict[str, tuple[str, str]] = {
    "reach": (
        "Overlay: reach",
        "The chance in percent that she lies in a box after this turn, the roll and the hazards "
        "on the way multiplied out; `26 in 2` after two turns, by the best two maneuvers. Exact, "
        "if no card is played, nothing is shot away and others lie as they do.",
    ),
    "targets": ("Overlay: targets", "Whom she may fire at now: each line is free and in range."),
    "danger": (
        "Overlay: danger",
        "Hits that she may expect in each box if every enemy fires once at her: it goes where that "
        "is worst for her, by the chance to come there, and fires from where it lies if it does "
        "not arrive; guns as they are now, forts by plunging fire where that is more. Exact for "
        "the Hits of the shots; a critical hit may add to them. More shade is more Hits; lines "
        "show who may fire at her where she lies.",
    ),
    "depths": (
        "Overlay: depths",
        "By how much she is too deep for a box: `+1` now, `+1 hurt` once she is heavily damaged "
        "and lies a step deeper. `bar 45` is the chance in percent to run onto the sandbar.",
    ),
    "foes": (
        "Overlay: foes",
        "The chance in percent that the likeliest enemy comes to a box in this turn. T: a box that "
        "she may come to or lies in, where two enemies or more may be, so that both ends are open.",
    ),
    "brink": (
        "Overlay: brink",
        "How many ships and sections of a box are one step from worse, once they are hurt; on S: "
        "a Hit from the next line of the chart, a casualty from the next step, a shield from its "
        "limit, a fire that may become the fiercest or explode, and who lies beside it.",
    ),
    "the_way": (
        "What becomes of an order",
        "Arrives, stays where she is, aground, fouled or mined: exact, every modifier by name. "
        "Where two hazards lie in one box the enemy says which is met first: from least to most. "
        "With one more Hit: the chance on the next line of her chart.",
    ),
    "what_a_t_brings": (
        "What a T brings",
        "Hits of one shot on average, before and after: mine into her end, hers at me; whether a "
        "gun of hers bears at all; her chance to get clear by a maneuver in the box.",
    ),
    "ram_forecast": (
        "Ram forecast",
        "If she strikes: below each number of Hits its chance in tenths, on her and on me (`.` "
        "less than half a tenth, `#` all but certain), torpedo before ram; how likely her beak "
        "breaks and the two are fouled; one shot of each after it. Exact over the dice.",
    ),
    "shot_by_location": (
        "Shot by location",
        "A line a location: share of shots, guard, shield, then miss, possible, effective, "
        "critical in percent. Above: Hits on average, points, the chances that the target is "
        "crippled, must retire, is gone. Its critical hit is counted, a fire or an explosion "
        "near by is not. Below: all targets, the best first by what the battle asks for.",
    ),
    "cards_compared": (
        "Cards before they are played",
        "Hits of the shot without and with a card, and its price: the chance that the guns are "
        "damaged, smoke. The other cards that could be played stand below. Hits that a critical "
        "hit adds are not counted.",
    ),
    "cards_counted": (
        "Cards the enemy may hold",
        "On S: of each kind how many lie nowhere in sight, and the chance that he holds one at "
        "least. Played cards and those that you have set aside are left out. Exact for a hand "
        "drawn blindly; who replaces his worst cards holds better ones.",
    ),
    "standing_answers": (
        "When you are asked for cards",
        "`Ask on cards` on the order sheet, or W at any time, while others choose too: about every "
        "enemy, some, none; not about maneuvers, not about shots. Nobody else learns of it, nor "
        "whether you were asked.",
    ),
    "ledger": (
        "What is still needed",
        "On S: every victory line, whom it serves, how it stands, what is missing: boxes to the "
        "edge, turns that are left, Hits, and what holds a ship. The least, by a way without land.",
    ),
    "repairs_compared": (
        "Repairs compared",
        "On S: the chance of each repair, then her best shot in Hits and her likeliest next box "
        "as she is and when it is done; what brings most stands first.",
    ),
    "plans": (
        "Plans of allied seats",
        "With `plans`, and several seats on a side: on the order sheet each ship that may maneuver "
        "has a line for where she means to go, which may stay empty. Once sealed, friends see it "
        "as dots from her to `>` and her name, `+1` for one more, and on her card; the enemy and "
        "watchers never. It binds nobody, and is gone when she has acted or her orders are opened.",
    ),
    "ship_plan": (
        "Ship from the side",
        "On her card beside the armor, where there is room, and on her own page (i): each "
        "location under its letters. The heavier the shade, the better the defence dice. Each "
        "step of a shield blanks one cell in four, `S-2`. `^3^` or a number between triangles is "
        "a fire of that level, whose place the rules do not name; smoke hangs by the funnel, "
        "which is missing when it is shot away. "
        "Casemate, monitor, side-wheeler, sloop, ram, barge and small steamer look their type.",
    ),
    "river_and_bay": (
        "River and bay",
        "Ships are drawn by their type. Ripples point down the current and are the longer the "
        "faster it is. In a calm smoke hangs over a box where it was made. Two ships that are "
        "fouled are joined by `x`, side by side where there is room. A T is drawn as a T: who "
        "crosses stands above, who is crossed is seen end on below her, with the end by name.",
    ),
    "scenes": (
        "Scenes",
        "With animation on: orders revealed, rams, torpedoes, explosions with what each ship "
        "beside suffers, colours struck, a ship that has the last gun in action of a fort astern "
        "for the first time. Any key goes on.",
    ),
    "design_measured": (
        "A design measured",
        "`b` in the builder: a hundred battles of two lieutenants, how often each side won and how "
        "often nobody did, with the 95 % interval of each share. It measures the design with such "
        "players; people may find it another one.",
    ),
    "hindsight": (
        "Orders in hindsight",
        "`h` in the look back: what each choice was worth less than the best by what its seat saw. "
        "`58% -> 41%`: the chance of winning with the better one, then with the chosen one, draws "
        "by half, of sixty battles played on in mind after each. `t` puts the question again.",
    ),
    "by_night": (
        "By night",
        "On S: what the other side knows of each ship: hidden or told, gunfire seen, how far off "
        "she may be fired at, and who may do so now.",
    ),
}
"""By id: name and text."""
NOW: dict[Phase, tuple[str, ...]] = {
    "order": ("the_way", "what_a_t_brings", "ram_forecast", "standing_answers", "ledger"),
    "action": ("shot_by_location", "cards_compared", "cards_counted", "the_way", "ledger"),
    "status": ("repairs_compared", "brink"),
}
"""Those that matter in a phase."""
