"""The reference: ships, forts, battles, cards, critical hits, pictures; historical results."""

from __future__ import annotations

from engine.base.text import counted
from engine.game.chart import Tableau
from engine.game.parts.words import Term
from engine.kit.sea_words import sea_terms
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import ActionCard, BattleRecord, Fort, SectionCard, ShipCard
from engine.systems.iron_oak.orders.sheet import LABELS, MEANINGS
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.state.steps import Phase
from engine.systems.iron_oak.victory import NAMES, in_words
from engine.systems.iron_oak.words.rules import RULES

# The meaning of pictures and figures that are not in the rules, as entries of the reference.


AIDS: dict[str, tuple[str, str]] = {
    "reach": (
        "Overlay: reach",
        "The chance in percent that she is in a box after this turn, with the roll and the "
        "hazards on the way; `26 in 2`: after two turns, by the best two maneuvers. Exact if no "
        "card is played, nothing is shot away and other ships do not move.",
    ),
    "targets": (
        "Overlay: targets",
        "The targets that she can fire at now: in range, with a free line of fire.",
    ),
    "danger": (
        "Overlay: danger",
        "The Hits to expect in each box if every enemy fires once at her. Each enemy moves to "
        "the worst place for her, with its chance to arrive, and else fires from where it is; "
        "guns as they are now, forts by plunging fire where that is more. Exact for "
        "the Hits of the shots; a critical hit may add to them. More shade is more Hits; lines "
        "show who may fire at her where she lies.",
    ),
    "depths": (
        "Overlay: depths",
        "By how much she is too deep for a box: `+1` now, `+1 hurt` when heavy damage makes her "
        ""
        "a step deeper. `bar 45` is the chance in percent to run onto the sandbar.",
    ),
    "foes": (
        "Overlay: foes",
        "The chance in percent that the likeliest enemy comes to a box in this turn. T: a box "
        "where she is or may go, and where two or more enemies may be, so that she can be "
        "crossed at both ends.",
    ),
    "brink": (
        "Overlay: brink",
        "How many damaged ships and sections of a box are one step from a worse state. S lists "
        "them: a Hit from the next line of the chart, a casualty from the next step, a shield "
        "from its limit, a fire that may reach its worst level or explode, and the ships beside "
        "it.",
    ),
    "the_way": (
        "How an order may end",
        "Arrives, stays where she is, aground, fouled or mined: exact, every modifier by name. "
        "Where two hazards are in one box the enemy chooses which is met first, so a range is "
        "given. "
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
        "On S: how many cards of each kind are unseen, and the chance that the enemy holds at "
        "least one. Played cards, and cards that you set aside, are left out. Exact for a hand "
        "drawn at random; a player who replaces his worst cards holds better ones.",
    ),
    "standing_answers": (
        "When you are asked for cards",
        "`Ask on cards` on the order sheet, or W at any time, while others choose too: about every "
        "enemy, some, none; not about maneuvers, not about shots. Your opponent sees neither "
        "your choice nor whether you were asked.",
    ),
    "ledger": (
        "What is still needed",
        "On S: every victory line, the side that it is for, its present state and what is "
        "missing: boxes to the "
        "edge, turns that are left, Hits, and what holds a ship. The distance is the shortest "
        "way around land.",
    ),
    "repairs_compared": (
        "Repairs compared",
        "On S: the chance of each repair, then her best shot in Hits and her likeliest next box "
        "as she is and when it is done; the most useful repair comes first.",
    ),
    "plans": (
        "Plans of allied seats",
        "With `plans`, and several seats on a side: on the order sheet each ship that may maneuver "
        "has a line for where she means to go, which may stay empty. Once sealed, friends see it "
        "as dots from her to `>` and her name, `+1` for one more, and on her card; the enemy and "
        "watchers never. It is not binding, and is removed when she has acted or her orders are "
        ""
        "opened.",
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
        "faster it is. In a calm smoke hangs over a box where it was made. Two fouled ships are "
        ""
        "joined by `x`, side by side where there is room. A T is drawn as a T: the crossing "
        "ship above, the crossed ship end on below her, with the name of that end.",
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
        "often nobody did, with the 95 % interval of each share. It measures the design for "
        "these computer players; for people the balance may differ.",
    ),
    "hindsight": (
        "Orders in hindsight",
        "`h` in the look back: how much less each choice was worth than the best, by what its "
        "seat could see. "
        "`58% -> 41%`: the chance of winning with the better choice, then with yours, from "
        "sixty playouts after each; a draw counts half. `t` asks the question again.",
    ),
    "by_night": (
        "By night",
        "On S: what the other side knows of each ship: hidden or revealed, gunfire seen, the "
        "range at which she can be fired at, and the ships that can do so now.",
    ),
}
"""Names and texts of the figures and overlays, by id."""
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
"""The terms that apply in each phase."""


# The introduction to a battle of the book, and its historical result.


MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"]


def opening(view: State) -> Tableau | None:
    """Return the picture with date, place and stakes; None for a battle without them."""
    record = book().scenarios.get(view.scenario)
    if record is None or not record.stakes:
        return None
    return Tableau("eve", when_and_where(record), " ".join(record.stakes), rig="steam")


def when_and_where(record: BattleRecord) -> str:
    """Return date and place, `8 Mar 1862, Newport News Point`, short enough for a title; the day
    may be missing.
    """
    year, month, *day = record.date.split("-")
    date = " ".join((*(str(int(each)) for each in day), MONTHS[int(month) - 1], year))
    place = record.place.partition(" (")[0].partition(",")[0]
    return f"{date}, {place}"


def history(state: State) -> str:
    """Return the historical result of a battle; '' if it has none."""
    record = book().scenarios.get(state.scenario)
    return record.history if record else ""


# The reference: ships, forts, battles, cards and critical hits; our own figures bear a `~`.


CRITICALS: dict[str, tuple[str, ...]] = {
    "armament": ("Armament", "Gunnery -2, then -4; limited guns -1, then -2. May be repaired."),
    "boiler": ("Boiler", "An explosion, casualties, a fire; no power for the rest of the battle."),
    "captain": ("Captain", "-1 on gunnery and on every maneuver roll."),
    "collateral": ("Collateral", "The shield of a neighbouring location is one worse."),
    "crew": ("Crew", "Casualties by a die, at most half of those left."),
    "engine_damaged": ("Engine damaged", "Maneuver -2. A second one stops it. May be repaired."),
    "engine_stopped": ("Engine stopped", "No power. May be repaired."),
    "explosion": ("Explosion", "Many Hits, shots at ships near by, casualties, a level 3 fire."),
    "fire": ("Fire", "A fire of level 2 to 4: it is checked in each Status Phase."),
    "jam": ("Turret jammed", "Gunnery -2. May be repaired."),
    "magazine": ("Magazine", "The worst explosion; a fort section is destroyed."),
    "ram": ("Ram", "Ram dice -5."),
    "rudder": ("Rudder", "Maneuver -4; no T, ram or spar attack. May be repaired."),
    "spar": ("Spar torpedo", "The torpedo is lost."),
    "speed": ("Speed", "Maneuver -1, then -2."),
    "smokestack": ("Smokestack", "Maneuver -2."),
    "steering": ("Steering", "Only along her row or column; no T, ram or spar. May be repaired."),
}
MARKERS: dict[str, tuple[str, ...]] = {
    "anchored": ("Anchored", "She cannot move, fires at -1 and is easier to hit."),
    "grounded": ("Aground", "She cannot move until she is refloated; worse fire, easier to hit."),
    "slipped": ("Slipped", "She may never anchor again."),
    "fouled": ("Fouled", "Tied to a ship, an obstruction or a hulk until she gets clear."),
    "towing": ("In tow", "One ship goes with another; both need the towing ship's dice."),
    "smoke": ("Smoke", "-1 light, -2 heavy, on her own fire and on fire at her."),
}


SEA_WORDS = (
    *("bow", "stern", "ahead", "astern", "hull", "mast", "casemate", "turret", "tow", "draft"),
    *("anchor", "ram", "colours", "beam", "abreast", "squadron", "shoal", "sloop", "prize"),
)
"""The words of the sea in the texts of this game."""


def terms() -> tuple[Term, ...]:
    """Return every ship, fort, battle, order, kind of card, critical hit, marker and rule."""
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
                    f"{kind.effect[:1].upper()}{kind.effect[1:]}.",
                    f"Played by {kind.played_by} in the {kind.segment} segment.",
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
    return (*found, *sea_terms(SEA_WORDS, found))


def _split(table: dict[str, tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
    return list(table.items())


def _ship(card: ShipCard) -> Term:
    lines = [
        f"{card.type.replace('_', ' ').capitalize()}, {card.year}, "
        f"{card.sign('victory_points')}{counted(card.victory_points, 'point')}.",
        f"Hits {card.sign('hits')}{card.hits}, draft {card.sign('draft')}{card.draft}, "
        f"crew {card.sign('crew.full')}{card.crew.full} "
        f"({card.sign('crew.light')}{card.crew.light}/{card.crew.heavy}).",
    ]
    if card.maneuver:
        chart = ", ".join(f"{line.dice} to {line.max_hits}" for line in card.maneuver)
        lines.append(f"Maneuver {card.sign('maneuver[0].dice')}{chart} Hits.")
    guns = card.gunnery
    lines.append(
        f"Guns {card.sign('gunnery.dice')}{guns.dice or 'none'}, over the bow {guns.bow_on}, "
        f"over the stern {guns.stern_on}."
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
    lines = tuple(_section(fort, section) for section in fort.sections.values())
    return Term(fort.id, fort.name, "fort", lines, fort.confidence, group=NAMES[fort.side])


def _battle(record: BattleRecord) -> Term:
    """Return the term of a battle: date and place, special rules, victory lines, whether it is
    even.
    """
    lines = [f"{record.date}, {record.place}; {counted(record.turns, 'turn')}."]
    lines += [" ".join(record.stakes)] if record.stakes else []
    lines += [f"{each}." for each in record.special]
    lines += [f"{NAMES[line.side]} wins: {in_words(line)}." for line in record.victory]
    if record.favours:
        lines.append(f"Uneven: history favours the {NAMES[record.favours]}.")
    lines += [f"In history: {record.history}"] if record.history else []
    return Term(record.id, record.title, "battle", tuple(lines), record.confidence)


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms that apply now: the battle, its special rules, and a unit's
    terms.
    """
    battle = (view.scenario,) if view.scenario in book().scenarios else ()
    plans = ("plans",) if view.rules.plans and view.phase == "order" else ()
    return (*terms_of(view, key), *battle, *plans, *NOW.get(view.phase, ()))


def _section(fort: Fort, section: SectionCard) -> str:
    sign = fort.sign("sections")
    return (
        f"{section.name}: Hits {sign}{section.hits}, guns {sign}{section.gunnery.dice}, "
        f"{section.defence.kind} {sign}{section.defence.dice}, crew {sign}{section.crew.full}."
    )


def _dice(cards: list[ActionCard]) -> tuple[str, ...]:
    """Return a line with the dice on the cards of a kind; '' if they have none."""
    texts = [
        f"{card.value:+d}" if card.value else f"{card.challenge} v {card.response}"
        for card in cards
        if card.value or card.challenge
    ]
    return (f"On the cards: ~{', '.join(texts)}.",) if texts else ()


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of a unit's terms: critical hits and markers first, then its card."""
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
