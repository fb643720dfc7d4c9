"""The reference: terms of the rules, cards, forecasts and the log, explained in our own words."""

from __future__ import annotations

from engine.base.text import capitalized, pluralized
from engine.game.chart import Tableau
from engine.game.parts.words import Term
from engine.kit.program_words import program_terms
from engine.kit.sea_words import sea_terms
from engine.systems.iron_oak.cards import must_beat
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import ActionCard, BattleRecord, Fort, ShipCard
from engine.systems.iron_oak.orders.sheet import LABELS, MEANINGS
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.state.steps import Phase
from engine.systems.iron_oak.victory import NAMES, in_words

# Terms of the rules on cards, in forecasts and in the log.


RULES: dict[str, tuple[str, str]] = {
    "rolls": (
        "Rolls",
        "Only the highest die of a roll counts: `8 (d10d8: 7 4, +1)` is 7 plus a modifier of 1. "
        "The first figure belongs to the ship that acts or fires. The figure after `against` is "
        "what she must beat: the enemy's armor, or the difficulty of a maneuver. She succeeds if "
        "her figure is greater; equal is not enough. `d10 v d8` on a card is such a pair; the "
        "dice of the card's player come first.",
    ),
    "modifier": (
        "Modifier",
        "The figure in brackets, as in `Fire at Alabama (roll -1)`, is added to the dice for "
        "range, crew, smoke, damage and anchors. The forecast names each part of it.",
    ),
    "grades": (
        "Crew quality",
        "A crew is elite, crack, average or green. It changes the ship's fire by +2 (elite), +1 "
        "(crack) or -1 (green), and her maneuvers by the same (~). On repairs and on putting out "
        "fires elite is +1 and green -1. Light casualties take 1 from her fire; heavy ones take "
        "2, and she must retire.",
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
        "What a shot may do to its target. Crippled: it brings her to heavy damage. Must retire: "
        "it brings her to heavy casualties, so that she can only leave. Lost: it sinks her, or "
        "silences the section of a fort.",
    ),
    "victory_points": (
        "VP",
        "Victory Points (VP) say what a ship is worth; they stand on her card, and many battles "
        "are won by them. Advice counts in them, too.",
    ),
    "advice": (
        "Advice",
        "Beside the best answer is its lead over the next one; beside each other answer, how much "
        "worse it is, in Victory Points. The lines below compare it with the next best answer, or "
        "with the best: 'for it' and 'against it' are its own reasons; 'for the best', 'against "
        "the next best' are those of the other answer. They add up to the figure beside it.",
    ),
    "locations": (
        "Locations",
        "A die decides where a shot strikes: B bow, A midships, S stern, D deck, WL waterline, TF "
        "TS TR front, side and rear of a turret. Each location has its own armor, and a shield "
        "that hits wear down.",
    ),
    "repair_party": (
        "Repair Party",
        "Men who repair instead of serving the guns. In each Status Phase their ship may remove a "
        "critical hit that can be repaired, and her fires are put out more easily (+2). Her shots "
        "have -2 until the party is removed.",
    ),
}
"""{id of a term: (its name, its text)}, for the rules."""


# The meaning of pictures and figures that are not in the rules, as entries of the reference.


AIDS: dict[str, tuple[str, str]] = {
    "reach": (
        "Overlay: reach",
        "The chance in percent that she is in a box after this turn; the roll and the hazards on "
        "the way are counted. `26 in 2` is the chance after two turns, by the best two maneuvers. "
        "The chances are exact if no card is played, nothing is shot away and other ships do not "
        "move.",
    ),
    "targets": (
        "Overlay: targets",
        "The targets that she can fire at now: they are in range, and nothing blocks the line of "
        "fire.",
    ),
    "danger": (
        "Overlay: danger",
        "The Hits that she may expect in each box if every enemy fires once at her. Each enemy is "
        "counted in the worst place for her, with its chance to get there, or else where it is. "
        "Guns count as they are now; forts use plunging fire where that hits more. The Hits of "
        "the shots are exact; a critical hit may add to them. A darker shade is more Hits; lines "
        "show which enemies may fire at her where she lies.",
    ),
    "depths": (
        "Overlay: depths",
        "By how many steps the water of a box is too shallow for her: `+1` now, `+1 hurt` if "
        "heavy damage makes her lie a step deeper. `bar 45` is the chance in percent that she "
        "runs onto the sandbar.",
    ),
    "foes": (
        "Overlay: foes",
        "The chance in percent that an enemy comes to a box this turn; of several enemies the "
        "highest chance counts. T marks a box where she is or may go and which two or more "
        "enemies may reach, so that both her ends can be crossed.",
    ),
    "brink": (
        "Overlay: brink",
        "How many damaged ships and sections in a box are one step from a worse state. The list "
        "of all ships names them: a ship one Hit from the next line of her chart, a ship one "
        "casualty from the next step, a shield near its limit, a fire that may reach its worst "
        "level or explode, and the ships beside such a fire.",
    ),
    "the_way": (
        "How an order may end",
        "The chances that she arrives, stays where she is, runs aground, is fouled or hits a "
        "mine. They are exact, and every modifier is named. If a box has two hazards the enemy "
        "chooses which she meets first, so a range is given. `One more Hit` is the chance on the "
        "next line of her chart.",
    ),
    "what_a_t_brings": (
        "What a T brings",
        "The average Hits of one shot before and after the crossing: of my shot into her end, and "
        "of her shot at me. It also says whether any gun of hers still bears, and her chance to "
        "get clear by a maneuver in the box.",
    ),
    "ram_forecast": (
        "Ram forecast",
        "What happens if the attack strikes. Below each number of Hits is its chance in tenths, "
        "for Hits on her and on me (`.`: less than half a tenth, `#`: almost certain); a torpedo "
        "comes before the ram. Then come the chances that the beak breaks and that the two ships "
        "are fouled, and one shot of each ship afterwards. The chances are exact over all dice.",
    ),
    "shot_by_location": (
        "Shot by location",
        "One line for each location says what share of the shots hits it, its armor and shield, "
        "and the chances in percent of a miss, a possible, an effective and a critical hit. Above "
        "are the average Hits and points, and the chances that the target is crippled, must "
        "retire, or is lost. A critical hit on the target is counted, a fire or an explosion "
        "nearby is not. Below are all targets; the one that counts most for victory is first.",
    ),
    "cards_compared": (
        "Cards before they are played",
        "The Hits of the shot without and with a card, and the price of the card: smoke, and the "
        "chance that it damages the guns. Below are the other cards that could be played. Hits "
        "that a critical hit adds are not counted.",
    ),
    "cards_counted": (
        "Cards the enemy may hold",
        "The list of all ships shows how many cards of each kind are unseen, and the chance that "
        "the enemy holds at least one. Played cards, and cards that you set aside, are not "
        "counted. The chance is exact for a hand drawn at random; a player who replaces his worst "
        "cards holds better ones.",
    ),
    "standing_answers": (
        "When you are asked for cards",
        "In the line `Ask about cards` of the order sheet, or in your standing choices at any "
        "time, "
        "even while others choose, you decide whether you are asked about every enemy, some or "
        "none, "
        "and whether about maneuvers and about shots. Your opponent sees neither your choice nor "
        "whether you were asked.",
    ),
    "ledger": (
        "What is still needed",
        "The list of all ships shows every victory line with its side, its present state and "
        "what is missing: "
        "boxes to the edge, turns left, Hits, and what holds a ship back. The distance "
        "is the shortest way around land.",
    ),
    "repairs_compared": (
        "Repairs compared",
        "The list of all ships shows the chance of each repair, and the ship's best shot (in "
        "Hits) and "
        "likeliest next box, now and after the repair; the most useful repair comes first.",
    ),
    "plans": (
        "Plans of allied seats",
        "With the option `plans`, and several seats on a side, the order sheet has a line for "
        "each ship that "
        "may maneuver: where she means to go. It may stay empty. Once the sheet is sealed, "
        "friends see the plan as dots from her to `>` and her name (`+1` for one more ship), and "
        "on her card; the enemy and watchers never see it. It is not binding, and is removed when "
        "she has acted or her orders are opened.",
    ),
    "ship_plan": (
        "Ship from the side",
        "On her card beside the armor, where there is room, and on her own page (i): "
        "each location under its letters. A darker shade means better defence dice. Each step of a "
        "shield blanks one cell in four, `S-2`. `^3^`, or a number between triangles, is a fire "
        "of that level; the rules do not say where it burns. Smoke rises from the funnel, which "
        "is missing once it is shot away. Casemate, monitor, side-wheeler, sloop, ram, barge and "
        "small steamer each have a shape of their own.",
    ),
    "river_and_bay": (
        "River and bay",
        "Ships are drawn by their type. Ripples point down the current; the faster it is, the "
        "longer they are. In a calm, smoke hangs over the box where it was made. Two fouled ships "
        "are joined by `x`, side by side where there is room. A T is drawn as a T: the crossing "
        "ship above, and below her the crossed ship, seen from the end that is crossed, with the "
        "name of that end.",
    ),
    "scenes": (
        "Scenes",
        "With animation on, pictures show orders revealed, rams, torpedoes, explosions and their "
        "effect on each ship beside them, colours struck, and a ship that has just passed a fort "
        "whose guns still fire. Any key closes a picture.",
    ),
    "design_measured": (
        "A design measured",
        "`b` in the builder plays a hundred battles between two lieutenants and counts "
        "how often "
        "each side won and how often nobody did, with the 95 % interval of each share. It "
        "measures the design for these computer players; for people the balance may differ.",
    ),
    "hindsight": (
        "Orders in hindsight",
        "`h` in the look back shows how much less each choice was worth than the best "
        "one, by "
        "what its seat could see. `58% -> 41%`: the chance of winning with the better choice, "
        "then with yours, from sixty playouts after each; a draw counts half. `t` asks "
        "the question again.",
    ),
    "by_night": (
        "By night",
        "The list of all ships shows what the other side knows of each ship: whether she is "
        "hidden or "
        "revealed, whether her gunfire was seen, the range at which she can be fired at, and the "
        "ships that can fire at her now.",
    ),
}
"""{id of a figure or an overlay of the screen: (its name, its text)}."""
NOW: dict[Phase, tuple[str, ...]] = {
    "order": (
        *(f"order_{order}" for order in MEANINGS),
        "the_way",
        "what_a_t_brings",
        "ram_forecast",
        "standing_answers",
        "ledger",
        *("rolls", "grades", "victory_points"),
    ),
    "action": (
        *("rolls", "modifier", "effective", "fates", "locations", "grades"),
        "shot_by_location",
        "cards_compared",
        "cards_counted",
        "the_way",
        "ledger",
    ),
    "status": ("repair_party", "rolls", "repairs_compared", "brink"),
}
"""{phase: ids of the terms that help in it}."""
ASKED: dict[str, tuple[str, ...]] = {
    "gunnery": ("modifier", "rolls", "effective", "locations", "shot_by_location"),
    "way": ("the_way", "rolls", "modifier"),
    "collateral": ("collateral", "locations"),
}
"""{kind of question: ids of the terms that help with it}."""


# The introduction to a battle of the rulebook, and its historical result.


MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"]


def opening(view: State) -> Tableau | None:
    """Return the picture before a battle, with its date, its place and the sides' aims; None for a
    battle without a text.
    """
    record = book().scenarios.get(view.scenario)
    if record is None or not record.stakes:
        return None
    return Tableau("eve", when_and_where(record), " ".join(record.stakes), rig="steam")


def when_and_where(record: BattleRecord) -> str:
    """Return date and place of a battle, short enough for a title: `8 Mar 1862, Newport News
    Point`. The day may be missing.
    """
    year, month, *day = record.date.split("-")
    date = " ".join((*(str(int(each)) for each in day), MONTHS[int(month) - 1], year))
    place = record.place.partition(" (")[0].partition(",")[0]
    return f"{date}, {place}"


def history(state: State) -> str:
    """Return how a battle ended in history; '' if it is not a historical one."""
    record = book().scenarios.get(state.scenario)
    return record.history if record else ""


# The reference: ships, forts, battles, cards and critical hits; our own figures bear a `~`.


CRITICALS: dict[str, tuple[str, ...]] = {
    "armament": (
        "Armament",
        "-2 on her fire after the first hit, -4 after the second (limited guns -1 and -2). "
        "Can be repaired.",
    ),
    "boiler": (
        "Boiler",
        "It explodes: casualties, a fire, and no power for the rest of the battle.",
    ),
    "captain": ("Captain", "He is hit: -1 on her fire and on each maneuver roll."),
    "collateral": ("Collateral", "The shield of a neighbouring location gets one worse."),
    "crew": ("Crew", "A die gives the casualties, at most half of the crew that is left."),
    "engine_damaged": (
        "Engine damaged",
        "-2 on each maneuver roll. A second hit stops the engine. Can be repaired.",
    ),
    "engine_stopped": ("Engine stopped", "She has no power. Can be repaired."),
    "explosion": (
        "Explosion",
        "She takes many Hits, casualties and a fire of level 3; ships near by are shot at, too.",
    ),
    "fire": ("Fire", "A fire of level 2 to 4: it is checked in each Status Phase."),
    "jam": ("Turret jammed", "-2 on her fire. Can be repaired."),
    "magazine": ("Magazine", "It blows up: the worst explosion. A fort section is destroyed."),
    "ram": ("Ram", "Her ram is damaged: -5 on her ram dice."),
    "rudder": (
        "Rudder",
        "-4 on each maneuver roll; she cannot cross a T, ram or use a spar. Can be repaired.",
    ),
    "spar": ("Spar torpedo", "The torpedo is lost."),
    "speed": ("Speed", "-1 on each maneuver roll after the first hit, -2 after the second."),
    "smokestack": ("Smokestack", "It is shot through: -2 on each maneuver roll."),
    "steering": (
        "Steering",
        "She moves only along her row or column, and cannot cross a T, ram or use a spar. "
        "Can be repaired.",
    ),
}
MARKERS: dict[str, tuple[str, ...]] = {
    "anchored": ("Anchored", "She cannot move, fires at -1 and is easier to hit."),
    "grounded": (
        "Aground",
        "She cannot move until she is refloated; her fire is worse, and she is easier to hit.",
    ),
    "slipped": ("Slipped", "She may never anchor again."),
    "fouled": ("Fouled", "She is tied to a ship, an obstruction or a hulk until she gets clear."),
    "towing": ("In tow", "One ship is towed by another; both move by the dice of the towing ship."),
    "smoke": (
        "Smoke",
        "Light smoke takes 1, heavy smoke 2, from her own fire and from fire at her.",
    ),
}


SEA_WORDS = (
    *("bow", "stern", "ahead", "astern", "hull", "mast", "casemate", "turret", "tow", "draft"),
    *("anchor", "ram", "colours", "beam", "abreast", "squadron", "shoal", "sloop", "prize"),
    "helm",
)
"""The sailor's words that the texts of this game use; the reference explains them."""


def terms() -> tuple[Term, ...]:
    """Return every term that a player can look up: ships, forts, battles, orders, cards, critical
    hits, markers, rules.
    """
    data = book()
    found = (
        *(_ship(card) for card in data.ships.values()),
        *(_fort(fort) for fort in data.forts.values()),
        *(_battle(record) for record in data.scenarios.values()),
        *(
            Term(
                kind.id,
                kind.name,
                "action card",
                (
                    f"{capitalized(kind.effect)}.",
                    f"In the {kind.segment} segment, played by the {kind.played_by}.",
                    *_dice([card for card in data.cards.values() if card.kind == kind.id]),
                ),
                kind.confidence,
            )
            for kind in data.kinds.values()
        ),
        *(
            Term(f"order_{order}", label, "order", (MEANINGS[order],))
            for order, label in LABELS.items()
        ),
        *(Term(id, name, "critical hit", tuple(lines)) for id, (name, *lines) in _split(CRITICALS)),
        *(Term(id, name, "marker", tuple(lines)) for id, (name, *lines) in _split(MARKERS)),
        *(Term(id, name, "rule", (text,)) for id, (name, text) in RULES.items()),
        *(Term(id, name, "aid", (text,)) for id, (name, text) in AIDS.items()),
    )
    return (*found, *sea_terms(SEA_WORDS, found), *program_terms())


def _split(table: dict[str, tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
    return list(table.items())


def _ship(card: ShipCard) -> Term:
    lines = [
        f"{card.type.replace('_', ' ').capitalize()}, {card.year}, "
        f"{card.sign('victory_points')}{pluralized(card.victory_points, 'point')}.",
        f"Hits {card.sign('hits')}{card.hits}, draft {card.sign('draft')}{card.draft}, "
        f"crew {card.sign('crew.full')}{card.crew.full} "
        f"(light losses {card.sign('crew.light')}{card.crew.light}, heavy {card.crew.heavy}).",
    ]
    if card.maneuver:
        chart = ", ".join(f"{line.dice} to {line.max_hits}" for line in card.maneuver)
        lines.append(f"Maneuver dice {card.sign('maneuver[0].dice')}{chart} Hits taken.")
    guns = card.gunnery
    lines.append(
        f"Gunnery dice {card.sign('gunnery.dice')}{guns.dice or 'none'}, "
        f"over the bow {guns.bow_on}, over the stern {guns.stern_on}."
    )
    lines.append(
        "Protection "
        + ", ".join(
            f"{place} {card.sign(f'locations.{place}.dice')}{each.dice} {each.kind}"
            for place, each in card.locations.items()
        )
        + "."
    )
    beak = [f"ram {card.sign('ram')}{card.ram}"] if card.ram else []
    beak += ["spar torpedo"] if card.spar else []
    if beak:
        lines.append(f"{' and '.join(beak).capitalize()}.")
    whose = NAMES.get(card.side, "either side")
    return Term(card.id, card.name, "ship", tuple(lines), card.confidence, group=whose)


def _fort(fort: Fort) -> Term:
    texts: list[str] = []
    for section in fort.sections.values():
        sign = fort.sign("sections")
        texts.append(
            f"{section.name}: Hits {sign}{section.hits}, guns {sign}{section.gunnery.dice}, "
            f"{section.defence.kind} {sign}{section.defence.dice}, crew {sign}{section.crew.full}."
        )
    lines = tuple(texts)
    return Term(fort.id, fort.name, "fort", lines, fort.confidence, group=NAMES[fort.side])


def _battle(record: BattleRecord) -> Term:
    """Return the entry about a battle: date and place, special rules, conditions of victory,
    whether it is even.
    """
    lines = [f"{record.date}, {record.place}; {pluralized(record.turns, 'turn')}."]
    lines += [" ".join(record.stakes)] if record.stakes else []
    lines += [f"{each}." for each in record.special]
    lines += [f"{NAMES[line.side]} wins: {in_words(line)}." for line in record.victory]
    if record.favours:
        lines.append(f"Uneven: history favours the {NAMES[record.favours]}.")
    lines += [f"In history: {record.history}"] if record.history else []
    return Term(record.id, record.title, "battle", tuple(lines), record.confidence)


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms that help now: those of the unit `key`, the battle and the
    phase.
    """
    battle = (view.scenario,) if view.scenario in book().scenarios else ()
    plans = ("plans",) if view.rules.plans and view.phase == "order" else ()
    return (*terms_of(view, key), *battle, *plans, *NOW.get(view.phase, ()))


def terms_asked(view: State, kind: str) -> tuple[str, ...]:
    """Return the ids of the terms that help with a kind of question."""
    return ASKED.get(kind, ())


def _dice(cards: list[ActionCard]) -> tuple[str, ...]:
    """Return a line with the dice, or the values, on all cards of a kind; () if they have none."""
    texts = [
        f"{card.value:+d}" if card.value else must_beat(card.challenge, card.response)
        for card in cards
        if card.value or card.challenge
    ]
    return (f"On the cards: ~{', '.join(texts)}.",) if texts else ()


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms about a unit: its critical hits and markers, and its card."""
    if key not in view.ships and key not in view.sections:
        return ()
    unit = view.unit(key)
    found = [each.rstrip("_12") if each[-1] in "12" else each for each in unit.criticals]
    found = [each.removesuffix("_row").removesuffix("_column") for each in found]
    if isinstance(unit, Ship):
        found += [name for name in ("anchored", "grounded", "slipped") if getattr(unit, name)]
        found += ["fouled"] if unit.fouled else []
        found += ["towing"] if unit.towing else []
        found.append(unit.id)
    else:
        found.append(unit.fort)
    found += ["smoke"] if unit.smoke != "none" else []
    found += ["fire"] if unit.fires else []
    return tuple(dict.fromkeys(found))
