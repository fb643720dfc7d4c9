"""What is said aboard while a battle of Iron & Oak is played: orders and reports, event by event.

The words are in data/iron_oak/voices.toml. Rows of the story may have words there, too. A hidden
ship has no voice.
"""

from __future__ import annotations

from typing import Any, get_args

from engine.game.parts.words import Happening
from engine.kit.by_type import Happenings
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Attack, State
from engine.systems.iron_oak.words.happenings import happening, named
from engine.systems.iron_oak.words.telling import Reader

speaks = Happenings("voices")


def voice(before: State, event: Any) -> Happening | None:
    """Return the words said aboard about an event: its row of voices.toml, else the sentence that
    the story has for it; None for an event with neither, and for a hidden ship.
    """
    ship = before.ships.get(getattr(event, "unit", "") or getattr(event, "ship", ""))
    if ship is not None and ship.hidden:
        return None
    return speaks.happening(Reader(before, ""), event) or happening(before, event)


@speaks(ev.OrderRevealed)
def _ordered(to: Reader, event: ev.OrderRevealed) -> Happening:
    return Happening(f"order_{event.order}", named(to, event.ship), weight=0.8)


@speaks(ev.TargetNamed)
def _aimed(to: Reader, event: ev.TargetNamed) -> Happening:
    return Happening("aims", named(to, event.unit), named(to, event.target))


@speaks(ev.ManeuverRolled)
def _maneuvered(to: Reader, event: ev.ManeuverRolled) -> Happening:
    row = "answers" if event.succeeded else "cannot"
    return Happening(row, named(to, event.ship), weight=0.8)


@speaks(ev.WayNamed)
def _attacks(to: Reader, event: ev.WayNamed) -> Happening | None:
    if event.way not in get_args(Attack):
        return None
    return Happening(f"tries_{event.way}", named(to, event.ship), named(to, event.target), 2.0)


@speaks(ev.TowTaken)
def _tows(to: Reader, event: ev.TowTaken) -> Happening:
    return Happening("tows", named(to, event.ship), named(to, event.towed))


@speaks(ev.RefloatTried)
def _refloated(to: Reader, event: ev.RefloatTried) -> Happening:
    return Happening("afloat" if event.afloat else "fast_aground", named(to, event.ship))


@speaks(ev.EngineRolled)
def _engine(to: Reader, event: ev.EngineRolled) -> Happening | None:
    return Happening("engine_stops", named(to, event.ship)) if event.stopped else None


@speaks(ev.Anchored)
def _anchored(to: Reader, event: ev.Anchored) -> Happening:
    return Happening("anchors", named(to, event.ship))


@speaks(ev.Weighed)
def _weighed(to: Reader, event: ev.Weighed) -> Happening:
    return Happening("weighs", named(to, event.ship))
