"""What to animate for an event: a ship's move, a volley, a throw of dice, news."""

from __future__ import annotations

import math
from typing import Literal

from engine.game.chart import Glide, News, Shift, Spectacle, Throw, Volley
from engine.space.plane.pose import Pose, bearing
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import plain
from engine.systems.oak_iron.words.telling import tell

FRAMES = 5
"""Most poses of one glide: a move should not keep the player waiting."""
_QUARTERS: tuple[Literal["bow", "starboard", "stern", "port"], ...] = (
    "bow",
    "starboard",
    "stern",
    "port",
)


_NEWS = (
    ev.AdmiralKilled,
    ev.BecameCrippled,
    ev.BecameOutOfAction,
    ev.CurrentSet,
    ev.EventDrawn,
    ev.EventIgnored,
    ev.EventOver,
    ev.GotOff,
    ev.PartyLanded,
    ev.PartyLost,
    ev.ShipCaptured,
    ev.ShipDestroyed,
    ev.ShipLeft,
    ev.ShipRecaptured,
    ev.ShipRemoved,
    ev.TerrainLaid,
    ev.TerrainMoved,
    ev.TerrainTaken,
    ev.WeatherShifted,
    ev.WentAground,
    ev.WindTurned,
)
"""Events shown as a sentence next to the chart; all of them are public."""


def spectacle(before: State, event: ev.AnyEvent) -> Spectacle | None:
    """Return what to animate for an event; None for most."""
    match event:
        case ev.ShipMoved():
            start = before.ships[event.ship].pose
            if start is not None and start != event.pose:
                return Glide(event.ship, _way(start, (*event.via, event.pose)))
        case ev.AttackDeclared() if event.attack.kind != "close_combat":
            attack = event.attack
            side = attack.edge or _facing(before, attack.attacker, attack.target)
            return Volley(attack.attacker, side)
        case ev.DiceRolled() | ev.DiceRerolled():
            title = event.purpose if isinstance(event, ev.DiceRolled) else f"re-roll by {event.by}"
            return Throw(plain(title), event.faces)
        case ev.SeaScrolled():
            return Shift(event.by, tell(before, event))
        case _ if isinstance(event, _NEWS):
            return News(tell(before, event), getattr(event, "ship", ""))
    return None


def meeting(before: State, event: ev.AnyEvent) -> tuple[str, ...]:
    """Return the ships that an event brings together: at an attack, a collision, a grapple."""
    match event:
        case ev.AttackDeclared(attack):
            return attack.attacker, attack.target
        case ev.HitsScored():
            return event.attacker, event.target
        case ev.Collided():
            ships = (each for each in event.struck if each in before.ships)
            return event.ship, *ships
        case ev.Entangled():
            return tuple(dict.fromkeys(ship for pair in event.pairs for ship in pair))
        case ev.ShipCaptured() if before.attack is not None:
            return before.attack.attacker, event.ship
    return ()


def _way(start: Pose, stops: tuple[Pose, ...]) -> tuple[Pose, ...]:
    """Return up to five poses along a move, about one an inch; the last is its end."""
    # 20 degrees of turn take as long as an inch of way.
    legs = list(zip((start, *stops), stops, strict=False))
    costs = [max(math.dist(a.at, b.at), abs(_swing(a, b)) / 20.0) for a, b in legs]
    frames = max(1, min(FRAMES, round(sum(costs))))
    poses = []
    for frame in range(1, frames):
        done = sum(costs) * frame / frames
        leg = 0
        while done > costs[leg] and leg < len(legs) - 1:
            done -= costs[leg]
            leg += 1
        poses.append(_between(*legs[leg], done / costs[leg] if costs[leg] else 1.0))
    return (*poses, stops[-1])


def _swing(a: Pose, b: Pose) -> float:
    return (b.heading - a.heading + 180.0) % 360.0 - 180.0


def _between(a: Pose, b: Pose, share: float) -> Pose:
    share = min(share, 1.0)
    return Pose(
        a.x + (b.x - a.x) * share,
        a.y + (b.y - a.y) * share,
        (a.heading + _swing(a, b) * share) % 360.0,
    )


def _facing(
    state: State, attacker: str, target: str
) -> Literal["bow", "starboard", "stern", "port"]:
    own, other = state.ships[attacker].pose, state.ships[target].pose
    assert own is not None
    assert other is not None
    relative = (bearing(own.at, other.at) - own.heading) % 360.0
    return _QUARTERS[round(relative / 90.0) % 4]
