"""What becomes of an order: in rows, `arrives 52%, stays 33%, aground 15%`, and in few signs."""

from __future__ import annotations

from engine.game.panel import Bar, Row
from engine.kit.cached_per_state import cached_per_state
from engine.systems.iron_oak.foresight.route import Passage, Stop, attack_here, hold_here, way_to
from engine.systems.iron_oak.gunnery.odds import percent
from engine.systems.iron_oak.movement.getting_free import refloating
from engine.systems.iron_oak.movement.rolls import contact_roll, cross_roll
from engine.systems.iron_oak.orders.goals import far_goals, goals, ways
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.thinking.order_worth import crossings, rams


@cached_per_state
def noted(view: State, ship_id: str, order: str) -> str:
    """Return `58% aground 26%`: the chance of the likeliest way, the worst stop of any."""
    ship = view.ships.get(ship_id)
    if ship is None:
        return ""
    if order == "refloat":
        return percent(refloating(view, ship).chance)
    found = _ways(view, ship, order)
    if not found:
        return ""
    best = [] if order == "maneuver_0" else [percent(max(way.arrives for way in found))]
    stops = [stop for way in found for stop in way.stops]
    worst = max(stops, key=lambda stop: stop.most, default=None)
    if worst is not None and worst.most > BARELY:
        best.append(f"{worst.comes} {percent(worst.most)}")
    return " ".join(best)


def _ways(view: State, ship: Ship, order: str) -> list[Passage]:
    """Return what may become of an order, for each goal or target that is open to her."""
    if order == "maneuver_1":
        return [way_to(view, ship, goal) for goal in goals(view, ship)]
    if order == "maneuver_2":
        return [
            way_to(view, ship, goal, via)
            for goal in far_goals(view, ship)
            for via in ways(view, ship, goal)
        ]
    if order == "cross_t":
        rolls = [cross_roll(view, ship, target).chance for target, _ in crossings(view, ship)]
    elif order == "ram_spar":
        rolls = [contact_roll(view, ship, target).chance for target, _ in rams(view, ship)]
    else:
        return [hold_here(view, ship)] if order == "maneuver_0" else []
    return [attack_here(view, ship, chance) for chance in rolls]


BARELY = 0.005
"""A chance that would be told as 0%."""


def missed(way: Passage) -> str:
    """Return what may end a way, in short: `aground 15%`; she stays in what is left of all."""
    texts = (f"{_called(stop, way)} {_share(stop)}" for stop in way.stops if stop.most > BARELY)
    return ", ".join(texts)


def way_rows(way: Passage) -> tuple[Row, ...]:
    """Return bars for what may become of a maneuver to another box."""
    stays = (Bar("stays", way.stays),) if way.stays > BARELY else ()
    return (Bar("arrives", way.arrives), *stays, *stop_rows(way))


def stop_rows(way: Passage) -> tuple[Row, ...]:
    """Return a bar for each hazard that may end the way, and what it is."""
    return tuple(
        Bar(_called(stop, way), stop.most, f"{_thing(stop)}{_range(stop)}")
        for stop in way.stops
        if stop.most > BARELY
    )


def _called(stop: Stop, way: Passage) -> str:
    """Return what a hazard brings, with its box where hazards lie in two."""
    boxes = {each.box for each in way.stops}
    return f"{stop.comes} {stop.box}" if len(boxes) > 1 else stop.comes


def _share(stop: Stop) -> str:
    if stop.most - stop.least > BARELY:
        return f"{100 * stop.least:.0f}-{percent(stop.most)}"
    return percent(stop.most)


def _range(stop: Stop) -> str:
    """Return the least chance too where the enemy says which hazard is met first."""
    return f", {_share(stop)}" if stop.most - stop.least > BARELY else ""


def _thing(stop: Stop) -> str:
    return stop.hazard.replace("_", " ")
