"""What becomes of an order, in rows: `arrives 52%, stays 33%, aground 15%`."""

from __future__ import annotations

from engine.game.panel import Bar, Row
from engine.systems.iron_oak.foresight.route import Stop, TheWay
from engine.systems.iron_oak.gunnery.odds import percent

BARELY = 0.005
"""A chance that would be told as 0%."""


def missed(way: TheWay) -> str:
    """Return what may end a way, in short: `aground 15%`; she stays in what is left of all."""
    texts = (f"{_called(stop, way)} {_share(stop)}" for stop in way.stops if stop.most > BARELY)
    return ", ".join(texts)


def way_rows(way: TheWay) -> tuple[Row, ...]:
    """Return bars for what may become of a maneuver to another box."""
    stays = (Bar("stays", way.stays),) if way.stays > BARELY else ()
    return (Bar("arrives", way.arrives), *stays, *stop_rows(way))


def stop_rows(way: TheWay) -> tuple[Row, ...]:
    """Return a bar for each hazard that may end the way, and what it is."""
    return tuple(
        Bar(_called(stop, way), stop.most, f"{_thing(stop)}{_range(stop)}")
        for stop in way.stops
        if stop.most > BARELY
    )


def _called(stop: Stop, way: TheWay) -> str:
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
