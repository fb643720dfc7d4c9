"""The reference: ships, cards, admirals, measures, dice and terms, each in a few lines."""

from __future__ import annotations

from textwrap import wrap

from engine.game import Term
from engine.oak_iron.records import (
    Admiral,
    Counting,
    GlossaryTerm,
    InitiativeCard,
    OtherCard,
    Record,
    ShipType,
    SpecialRule,
    book,
)

WIDTH = 76
UNSURE = "~"
"""Marks a figure that is not printed anywhere we know of."""

_OTHER = ("upgrade", "commander", "event", "objective", "condition", "faction")
_LEGEND = f"{UNSURE} reconstructed, not printed"


def terms() -> tuple[Term, ...]:
    """Return every entry: what a player may look up by name or by a word in it."""
    known = book()
    return (
        *(_ship(ship) for ship in known.ships.values()),
        *(_card(card) for card in known.cards.values()),
        *(_admiral(admiral) for admiral in known.admirals.values()),
        *(_rule(rule) for rule in known.rules.values()),
        *_measures(),
        *_dice(),
        *(_glossary(term) for term in known.glossary.values()),
        *(_other(card, kind) for kind in _OTHER for card in getattr(known, f"{kind}s").values()),
    )


def _figure(record: Record, field: str) -> str:
    """Return a value with a mark where it is not printed but worked out."""
    sign = UNSURE if record.sure(field) in ("inferred", "unknown") else ""
    value = getattr(record, field)
    return f"{value:g}{sign}" if isinstance(value, float) else f"{value}{sign}"


def _term(record: Record, name: str, kind: str, *lines: str) -> Term:
    """Return an entry with its lines wrapped."""
    wrapped = tuple(
        part for line in lines if line for part in wrap(line, WIDTH, break_on_hyphens=False)
    )
    return Term(record.id, name, kind, wrapped, record.confidence)


def _ship(ship: ShipType) -> Term:
    known = book().rules
    rules = ", ".join(known[rule].name for rule in ship.special_rules) or "none"
    options = ", ".join(f"{known[key].name} {cost}" for key, cost in ship.options.items())
    values = ", ".join(
        f"{field} {_figure(ship, field)}"
        for field in ("fortitude", "broadside", "crew", "windward", "large")
    )
    head = f"{ship.ship_class}, {_figure(ship, 'points')} points, {_figure(ship, 'base')} base"
    line = ", ship of the line" if ship.ship_of_the_line else ""
    unsure = UNSURE if ship.sure("special_rules") in ("inferred", "unknown") else ""
    return _term(
        ship,
        ship.name,
        "ship",
        values,
        f"{head}, {ship.length:g} by {ship.width:g} inches{line}",
        f"rules{unsure}: {rules}",
        f"options: {options}" if options else "",
        f"sails for: {', '.join(ship.factions)}",
        _LEGEND if "inferred" in ship.doubts.values() else "",
    )


def _card(card: InitiativeCard) -> Term:
    owner = "any squadron" if card.faction == "any" else card.faction.replace(":", " ")
    after = "discarded after play" if card.discard else "returns to the hand"
    head = f"value {_figure(card, 'value')}, {owner}, {card.timing}, {after}"
    return _term(card, card.name, "initiative card", head, card.effect)


def _admiral(admiral: Admiral) -> Term:
    words = ", ".join(word.replace("_", " ") for word in admiral.keywords)
    nation = "any nation" if admiral.faction == "any" else admiral.faction
    head = f"value {_figure(admiral, 'value')}, {_figure(admiral, 'cost')} points, {nation}"
    return _term(admiral, admiral.name, "admiral", head, f"keywords: {words}" if words else "")


def _rule(rule: SpecialRule) -> Term:
    kind = {"ship": "special rule", "upgrade": "ship option"}.get(rule.kind, "rule or option")
    return _term(rule, rule.name, kind, rule.effect)


def _measures() -> list[Term]:
    measures = book().measures
    ranges = [
        _term(
            band,
            band.name,
            "range",
            f"Up to {_figure(band, 'distance')} inches between the nearest points of two bases.",
        )
        for band in measures.ranges.values()
    ]
    tools = [
        Term(
            f"tool_{speed}",
            f"Speed {speed} tool",
            "movement tool",
            (
                f"{_figure(tool, 'length')} inches ahead, a turn of up to "
                f"{_figure(tool, 'turn')} degrees.",
            ),
            tool.confidence,
        )
        for speed, tool in measures.tools.items()
    ]
    return ranges + tools


def _dice() -> list[Term]:
    die = book().dice.die
    count = {face: die.faces.count(face) for face in dict.fromkeys(die.faces)}
    faces = ", ".join(f"{times} {face}" for face, times in count.items())
    return [
        _term(die, "Die", "dice", f"Eight faces: {faces}."),
        *(_counting(place) for place in book().dice.places.values()),
    ]


def _counting(place: Counting) -> Term:
    name = place.id.replace("_", " ").capitalize()
    term = _term(place, f"{name} dice", "dice", f"{place.place}: {', '.join(place.symbols)}.")
    return Term(f"dice_{place.id}", term.name, term.kind, term.lines, term.confidence)


def _other(card: OtherCard, kind: str) -> Term:
    """Return a card known by name; its effect is not played yet."""
    cost = "" if card.cost is None else f"{_figure(card, 'cost')} points. "
    term = _term(card, card.name, kind, f"{cost}Known by name only.")
    return Term(f"{kind}_{card.id}", term.name, kind, term.lines, term.confidence)


def _glossary(term: GlossaryTerm) -> Term:
    return _term(term, term.name, term.kind, term.text, f"Rulebook ch. {term.chapter}")
