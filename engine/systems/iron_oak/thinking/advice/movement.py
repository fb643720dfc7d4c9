"""Why an order is given, and a way to carry it out is chosen: chances multiplied out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.game.advice import Reason
from engine.systems.iron_oak.fleet.hulls import name
from engine.systems.iron_oak.fleet.ties import in_position
from engine.systems.iron_oak.gunnery.odds import percent
from engine.systems.iron_oak.movement.hazards import hazards_of
from engine.systems.iron_oak.movement.rolls import contact_roll, cross_roll, table_roll
from engine.systems.iron_oak.orders.attack_pairs import CROSSED, CROSSES
from engine.systems.iron_oak.orders.goals import far_goals, goals
from engine.systems.iron_oak.orders.goals import ways as middles
from engine.systems.iron_oak.state.commands import Way
from engine.systems.iron_oak.state.state import Attack, Order, Ship, State
from engine.systems.iron_oak.thinking.advice.places import outside_reasons, place_reasons
from engine.systems.iron_oak.thinking.aims import way_out, weight
from engine.systems.iron_oak.thinking.fire_worth import price
from engine.systems.iron_oak.thinking.order_worth import (
    FOULING,
    FREE,
    IDLE,
    RAKE,
    attack_hits,
    crossings,
    delay,
    rake_worth,
    rams,
)
from engine.systems.iron_oak.thinking.place_worth import AGROUND, risk
from engine.systems.iron_oak.waters.terrain import off

Reasons = tuple[Reason, ...]
FREED = {
    "weigh_anchor": "free to move once the anchor is up",
    "refloat": "free to move once she floats",
    "unfoul": "free to move once she is clear",
}


def order_reasons(view: State, ship_id: str, order: Order) -> Reasons:
    """Return what speaks for and against an order: the best way to carry it out."""
    ship = view.ships[ship_id]
    ways = [way_reasons(view, ship, way) for way in _ways(view, ship, order)]
    return max(ways, key=total, default=())


def total(reasons: Iterable[Reason]) -> float:
    """Return what reasons add up to."""
    return sum(reason.worth for reason in reasons)


def _ways(view: State, ship: Ship, order: Order) -> Iterator[Way]:
    if order == "maneuver_1":
        yield from (Way("maneuver_1", goal=goal) for goal in goals(view, ship))
    elif order == "maneuver_2":
        for goal in far_goals(view, ship):
            yield from (Way("maneuver_2", goal=goal, via=via) for via in middles(view, ship, goal))
    elif order == "cross_t":
        yield from (Way(CROSSES[end], each.id) for each, end in crossings(view, ship))
    elif order == "ram_spar":
        yield from (Way(kind, each.id) for each, kind in rams(view, ship))
    else:
        yield Way("hold" if order == "maneuver_0" else order)
        if order == "maneuver_0" and ship.on_map and in_position(view, ship):
            yield Way("escape")


def way_reasons(view: State, ship: Ship, way: Way) -> Reasons:
    """Return what speaks for and against a way: where it leads, what may go wrong."""
    inside = ship.on_map
    here = place_reasons(view, ship.id, ship.box) if inside else outside_reasons(view, ship)
    if way.goal:
        return _going(view, ship, way, here)
    if not inside:
        return here
    found = [*here, *_special(view, ship, way)]
    if way.way not in {"stay", "anchor"} and way.way not in FREED:
        found += _hazards(view, ship, ship.box, 1.0)
    return tuple(found)


def _going(view: State, ship: Ship, way: Way, here: Reasons) -> Reasons:
    """Return the reasons of going somewhere: there if it succeeds, else here."""
    likely = table_roll(view, ship, way.goal, way.via).chance
    there = place_reasons(view, ship.id, way.goal)
    edge = off(way.goal)
    place = f"off by the {edge} edge" if edge else way.goal
    found = {
        each.term: Reason(each.term, f"{place} ({percent(likely)}): {each.words}", each.worth)
        for each in there
    }
    worths = {each.term: likely * each.worth for each in there}
    for each in here:
        found.setdefault(each.term, Reason(each.term, f"if she fails: {each.words}", 0.0))
        worths[each.term] = worths.get(each.term, 0.0) + (1 - likely) * each.worth
    reasons = [Reason(each.term, each.words, worths[each.term]) for each in found.values()]
    for box in filter(None, (way.via, way.goal)):
        reasons += _hazards(view, ship, box, likely)
    return tuple(reasons)


def _hazards(view: State, ship: Ship, box: str, likely: float) -> Iterator[Reason]:
    stopped = risk(view, ship.id, box)
    if stopped:
        kinds = ", ".join(each.replace("_", " ") for each in hazards_of(view, ship, box))
        words = f"{kinds} in {box}: {percent(stopped)} to be caught"
        yield Reason(f"hazard_{box}", words, -likely * stopped * AGROUND)


def _special(view: State, ship: Ship, way: Way) -> Iterator[Reason]:
    """Yield what a way that stays in the box does there."""
    if way.way in FREED:
        needed = way.way != "weigh_anchor" or bool(way_out(view, ship.id))
        yield Reason("free", FREED[way.way], FREE if needed else FREE / 3)
    elif way.way in {"anchor", "drift"}:
        yield Reason("idle", "gives up the next move", IDLE)
    elif way.way == "escape":
        likely = table_roll(view, ship).chance
        words = f"may get clear of the ship across her, {percent(likely)}"
        yield Reason("escape", words, 0.0 if ship.across_bow_of else likely * RAKE / 2)
    elif way.way == "screen":
        friend = name(view.ships[way.target]) if way.target in view.ships else "a friend"
        yield Reason("screen", f"a card spent to cover {friend}", -1.0)
    elif end := CROSSED.get(way.way):
        target = view.ships[way.target]
        likely = cross_roll(view, ship, target).chance
        words = f"crosses the {end} of {name(target)}, {percent(likely)}: fewer guns bear on her"
        yield Reason("cross", words, likely * rake_worth(target, end))
    elif way.way in ("ram", "spar", "ram_and_spar"):
        yield from _attack(view, ship, view.ships[way.target], way.way)


def _attack(view: State, ship: Ship, target: Ship, kind: Attack) -> Iterator[Reason]:
    likely = contact_roll(view, ship, target).chance
    dealt, taken = attack_hits(ship, target, kind)
    gain = dealt * price(target) * weight(view, ship.control, target)
    words = f"strikes {name(target)}, {percent(likely)}: {dealt:.1f} Hits on average"
    yield Reason("strikes", words, likely * gain)
    words = f"{taken:.1f} Hits of her own if she strikes, and she may be fouled"
    yield Reason("struck_back", words, -likely * (taken * price(ship) + FOULING))
    if lost := delay(view, ship):
        yield Reason("delay", "a turn lost on her way out", -lost)
