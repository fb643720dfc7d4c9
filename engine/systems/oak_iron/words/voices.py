"""What is said aboard while a battle of Oak & Iron is played: orders and reports, event by event.

The words are in data/oak_iron/voices.toml. Rows of the story may have words there, too.
"""

from __future__ import annotations

from typing import Any

from engine.game.parts.words import Happening
from engine.kit.by_type import Happenings
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import SAILS, State
from engine.systems.oak_iron.words.happenings import happening, named

WIND_FROM = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
"""The bearing of each weather edge, in degrees."""
HALF, WHOLE = 180.0, 360.0
"""Half a circle and a whole circle, in degrees."""
speaks = Happenings("voices")


def voice(before: State, event: Any) -> Happening | None:
    """Return the words said aboard about an event: its row of voices.toml, else the sentence that
    the story has for it; None for an event with neither.
    """
    return speaks.happening(before, event) or happening(before, event)


@speaks(ev.AttackDeclared)
def _aimed(before: State, event: ev.AttackDeclared) -> Happening:
    attack = event.attack
    ships = named(before, attack.attacker), named(before, attack.target)
    rows = {"close_combat": "boards", "fire_ship": "fire_ship"}
    row = rows.get(attack.kind, "bears" if attack.edge else "bears_some")
    return Happening(row, *ships, facts={"side": str(attack.edge)})


@speaks(ev.ShipMoved)
def _turned(before: State, event: ev.ShipMoved) -> Happening | None:
    """Return the order for a turn that takes the wind from one side of the ship to the other."""
    pose = before.ships[event.ship].pose
    if pose is None or event.how not in ("turn", "change_heading"):
        return None
    wind = WIND_FROM[before.table.weather_edge]
    old, new = (_from_bow(wind, each.heading) for each in (pose, event.pose))
    if old * new >= 0 or old == -HALF:  # she had the wind ahead or astern
        return None
    row = "tacks" if abs(old) + abs(new) < HALF else "wears"
    return Happening(row, named(before, event.ship))


def _from_bow(bearing: float, heading: float) -> float:
    """Return the degrees from a ship's bow to a bearing, negative to port."""
    return (bearing - heading + HALF) % WHOLE - HALF


@speaks(ev.SailChanged)
def _sail(before: State, event: ev.SailChanged) -> Happening | None:
    ship = before.ships[event.ship]
    more = SAILS.index(event.sail) - SAILS.index(ship.sail)
    row = "anchors" if event.sail == "anchored" else "makes_sail" if more > 0 else "shortens_sail"
    if before.attack is not None and before.attack.target == event.ship:  # a critical hit
        row = "sails_hit"
    # a ship that runs aground is anchored without an order
    return Happening(row, named(before, event.ship)) if more and not ship.aground else None


@speaks(ev.Reloaded)
def _loaded(before: State, event: ev.Reloaded) -> Happening:
    facts = {"side": str(event.side)}
    return Happening("loaded", named(before, event.ship), weight=0.2, facts=facts)
