"""The ship card: what the printed card shows, and the ship's present state."""

from __future__ import annotations

from engine.base.text import and_between
from engine.game.panel import Row, ShipPlan, Span, Title, Track, Words, words
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import ShipType
from engine.systems.oak_iron.effects.dice import skill
from engine.systems.oak_iron.machine.moment import keywords, name_of
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.state import SAILS, PointOfSail, Ship, State
from engine.systems.oak_iron.table.sight import points
from engine.systems.oak_iron.words.describing import statuses, tokens

UNSURE = ("inferred", "unknown")
"""Confidences of figures that are reconstructed."""
MARK = "~"
"""Sign behind such a figure."""
LEGEND = "~ reconstructed figure"


def card(view: State, key: str) -> tuple[Row, ...]:
    """Return a ship's card as rows of the panel; none for an unknown ship."""
    ship = view.ships.get(key)
    if ship is None:
        return ()
    facts = book().ships[ship.type]
    shown = ("fortitude", "broadside", "crew", "windward", "large", "special_rules")
    faction = view.squadrons[ship.squadron].faction
    kind = facts.name if ship.name else facts.ship_class
    kind += f", {faction.title()}" if faction else ""
    name = ship.name or facts.name
    guns = figure(facts, "broadside") + (f"{more:+d}" if (more := _more_guns(ship)) else "")
    first = (("fortitude", figure(facts, "fortitude")), ("broadside", guns))
    second = (("skill", str(skill(view, ship))), ("windward", figure(facts, "windward")))
    spans = [Span("sail   ")]
    for setting in reversed(SAILS):
        chosen = setting == ship.sail
        spans.append(Span(" "))
        spans.append(Span(f"[{setting.upper()}]", "head") if chosen else Span(setting, "dim"))
    doubtful = _mark(facts, "special_rules")
    names = [name_of(rule) + doubtful for rule in facts.special_rules]
    names += [name_of(option) for option in (*ship.options, *ship.upgrades)]
    rows: list[Row] = [words(", ".join(names), "dim")] if names else []
    if ship.commander:
        rows.append(words(_captain(ship.commander)))
    if view.is_flagship(ship.id) and view.squadrons[ship.squadron].admiral:
        rows.append(words(_admiral(view, ship)))
    return (
        Title(ship.id, ship.holder, name, kind, tokens(view, ship, wake=True)),
        *_plan(ship, facts),
        words(_columns((*first, ("crew", figure(facts, "crew"))))),
        words(_columns((*second, ("large", figure(facts, "large"))))),
        Track("damage", ship.damage, ship.damage_boxes, note=_of(ship.damage, ship.damage_boxes)),
        Track(
            "fatigue", ship.fatigue, ship.fatigue_boxes, note=_of(ship.fatigue, ship.fatigue_boxes)
        ),
        Words(tuple(spans)),
        *_speeds(view, ship),
        *rows,
        *_states(view, ship),
        *([words(LEGEND, "dim")] if any(_mark(facts, field) for field in shown) else []),
    )


def figure(facts: ShipType, field: str) -> str:
    """Return a printed value as text, marked if it is reconstructed."""
    return f"{getattr(facts, field)}{_mark(facts, field)}"


def _mark(facts: ShipType, field: str) -> str:
    return MARK if facts.sure(field) in UNSURE else ""


def _of(filled: int, total: int) -> str:
    return f"{filled} of {total}"


def _plan(ship: Ship, facts: ShipType) -> list[Row]:
    if not ship.afloat or ship.out_of_action:
        return []
    guns = facts.broadside + _more_guns(ship)
    return [ShipPlan(ship.holder, guns, "port" not in ship.reload, "starboard" not in ship.reload)]


def _more_guns(ship: Ship) -> int:
    return ("additional_guns" in ship.options) - ("poorly_armed" in ship.upgrades)


def _columns(pairs: tuple[tuple[str, str], ...]) -> str:
    widths = (14, 15, 0)
    shown = (
        f"{name} {value}".ljust(width) for (name, value), width in zip(pairs, widths, strict=True)
    )
    return "".join(shown)


def _speeds(view: State, ship: Ship) -> list[Row]:
    if not ship.afloat:
        return []
    now = view.activation
    if now is not None and now.ship == ship.id and now.phase == "movement":
        at: tuple[PointOfSail, ...] = (now.point,) if now.point else points(view, ship.id)
        adjust, cut_free = now.adjust, now.cut_free
    else:
        at, adjust, cut_free = points(view, ship.id), 0, ship.cut_free
    speeds = [rating(view, ship.id, point, adjust, cut_free) for point in at]
    lines = [f"speed   {speed.value} = {', '.join(speed.reasons)}" for speed in speeds]
    return [words(line) for line in dict.fromkeys(lines)]


def _captain(commander: str) -> str:
    record = book().commanders[commander]
    return f"{record.name}: {_listed(record.keywords)}"


def _listed(keywords: tuple[str, ...]) -> str:
    return ", ".join(map(name_of, keywords))


def _admiral(view: State, ship: Ship) -> str:
    squadron = view.squadrons[ship.squadron]
    record = book().admirals.get(squadron.admiral)
    name = record.name if record is not None else wording.plain(squadron.admiral).title()
    words_of = f": {_listed(keywords(squadron))}" if keywords(squadron) else ""
    return f"admiral {name}, value {squadron.admiral_value}{words_of}"


def _states(view: State, ship: Ship) -> list[Row]:
    rows: list[Row] = []
    if ship.reload:
        rows.append(words(f"{and_between(list(ship.reload))} to reload", "warning"))
    for status in statuses(view, ship):
        if status != "flagship":
            rows.append(words(status, "dim" if status.startswith("has ") else "warning"))
    return rows
