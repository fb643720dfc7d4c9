"""The reference: ships, forts, battles, cards and critical hits, figures of our own with a `~`."""

from __future__ import annotations

from engine.base.counting import counted
from engine.game.parts.words import Term
from engine.systems.iron_oak.data.battles import BattleRecord
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import ActionCard, Fort, SectionCard, ShipCard
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.victory.wording import NAMES, in_words
from engine.systems.iron_oak.words.aids import AIDS, NOW

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


def terms() -> tuple[Term, ...]:
    """Return every ship, fort, battle, kind of card, critical hit and marker."""
    data = book()
    return (
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
        *(Term(id, name, "critical hit", tuple(lines)) for id, (name, *lines) in _split(CRITICALS)),
        *(Term(id, name, "marker", tuple(lines)) for id, (name, *lines) in _split(MARKERS)),
        *(Term(id, name, "aid", (text,)) for id, (name, text) in AIDS.items()),
    )


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
    """Return a battle: when and where, its own rules, what wins it, whether it is even."""
    lines = [f"{record.date}, {record.place}; {counted(record.turns, 'turn')}."]
    lines += [" ".join(record.stakes)] if record.stakes else []
    lines += [f"{each}." for each in record.special]
    lines += [f"{NAMES[line.side]} wins: {in_words(line)}." for line in record.victory]
    if record.favours:
        lines.append(f"Uneven: history favours the {NAMES[record.favours]}.")
    lines += [f"In history: {record.history}"] if record.history else []
    return Term(record.id, record.title, "battle", tuple(lines), record.confidence)


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the terms that matter now: the battle with its own rules, and a unit's."""
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
    """Return a line with what the cards of a kind bear, if anything."""
    texts = [
        f"{card.value:+d}" if card.value else f"{card.challenge} v {card.response}"
        for card in cards
        if card.value or card.challenge
    ]
    return (f"On the cards: ~{', '.join(texts)}.",) if texts else ()


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the terms of a unit: her critical hits and markers first, then her card."""
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
