"""How ships under way are told."""

from __future__ import annotations

import math

from engine.space.plane.pose import Pose
from engine.systems.oak_iron.machine.telling import tells
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import (
    POINT_WORDS,
    SAIL_WORDS,
    heading,
    inches,
    listed,
    who,
)


@tells(ev.PointChosen)
def _point(state: State, event: ev.PointChosen, seat: str) -> str:
    return f"{who(state, event.ship)} counts as sailing {POINT_WORDS[event.point]}"


@tells(ev.SpeedAdjusted)
def _adjusted(state: State, event: ev.SpeedAdjusted, seat: str) -> str:
    return f"{who(state, event.ship)} {'gains' if event.by > 0 else 'loses'} {abs(event.by)} speed"


@tells(ev.ShipMoved)
def _moved(state: State, event: ev.ShipMoved, seat: str) -> str:
    start = state.ships[event.ship].pose
    if start is None:
        return ""
    legs = _legs(start, (*event.via, event.pose))
    if not legs and event.how in ("sail", "turn", "change_heading", "free_turn"):
        return f"{who(state, event.ship)} holds her place"
    course = ", ".join(legs)
    way = inches(math.dist(start.at, event.pose.at))
    point = state.activation.point if state.activation is not None else ""
    words = {
        "sail": course + (f" ({POINT_WORDS[point]})" if point else ""),
        "turn": course,
        "change_heading": f"changes heading to {heading(event.pose.heading)}",
        "shift": f"shifts {way} {_sideways(start, event.pose)}",
        "row": f"rows {way}",
        "cut_free": f"moves off {way}",
        "board": "closes to board",
        "helm": f"is spun by her helm: {course}",
        "away": f"is moved {way} away",
        "alongside": "is laid alongside",
        "free_turn": f"{course} by the card",
        "free_slide": f"sails {way} ahead by the card",
        "drift": f"drifts {way}",
    }
    return f"{who(state, event.ship)} {words[event.how]}"


def _legs(start: Pose, poses: tuple[Pose, ...]) -> list[str]:
    """Say each part of a move: a pivot by its new heading, a slide by its length."""
    legs = []
    for here, there in zip((start, *poses), poses, strict=False):
        if abs(here.heading - there.heading) > 1e-3:
            legs.append(f"turns to {heading(there.heading)}")
        elif math.dist(here.at, there.at) > 0.005:
            legs.append(f"sails {inches(math.dist(here.at, there.at))}")
    return legs


def _sideways(start: Pose, end: Pose) -> str:
    starboard = math.radians(start.heading + 90.0)
    along = (end.x - start.x) * math.sin(starboard) + (end.y - start.y) * math.cos(starboard)
    return "to starboard" if along > 0 else "to port"


@tells(ev.Collided)
def _collided(state: State, event: ev.Collided, seat: str) -> str:
    struck = [
        who(state, thing) if thing in state.ships else _place(state, thing)
        for thing in event.struck
    ]
    return f"{who(state, event.ship)} runs into {listed(struck)}"


def _place(state: State, terrain_id: str) -> str:
    for piece in state.terrain:
        if piece.id == terrain_id:
            return piece.name or f"the {piece.kind}"
    return terrain_id


@tells(ev.ShipLeft)
def _left(state: State, event: ev.ShipLeft, seat: str) -> str:
    return f"{who(state, event.ship)} sails off the table and is out of the battle"


@tells(ev.Entangled)
def _entangled(state: State, event: ev.Entangled, seat: str) -> str:
    return "; ".join(f"{who(state, a)} and {who(state, b)} are entangled" for a, b in event.pairs)


@tells(ev.Parted)
def _parted(state: State, event: ev.Parted, seat: str) -> str:
    return "; ".join(f"{who(state, a)} and {who(state, b)} come apart" for a, b in event.pairs)


@tells(ev.CutLoose)
def _cut(state: State, event: ev.CutLoose, seat: str) -> str:
    return f"{who(state, event.ship)} cuts free"


@tells(ev.PassedShoal)
def _passed_shoal(state: State, event: ev.PassedShoal, seat: str) -> str:
    return f"{who(state, event.ship)} passes over a shoal"


@tells(ev.WentAground)
def _aground(state: State, event: ev.WentAground, seat: str) -> str:
    return f"{who(state, event.ship)} is aground"


@tells(ev.GotOff)
def _afloat(state: State, event: ev.GotOff, seat: str) -> str:
    return f"{who(state, event.ship)} is afloat again"


@tells(ev.SailChanged)
def _sail(state: State, event: ev.SailChanged, seat: str) -> str:
    was = SAIL_WORDS[state.ships[event.ship].sail]
    return f"{who(state, event.ship)}: {was} to {SAIL_WORDS[event.sail]}"


@tells(ev.Reloaded)
def _reloaded(state: State, event: ev.Reloaded, seat: str) -> str:
    return f"{who(state, event.ship)} reloads {event.side}"


@tells(ev.BoatsLowered)
def _boats(state: State, event: ev.BoatsLowered, seat: str) -> str:
    return f"{who(state, event.ship)} sends her boats to {who(state, event.target)}"


@tells(ev.PartyLanded)
def _landed(state: State, event: ev.PartyLanded, seat: str) -> str:
    return f"{who(state, event.ship)} lands a party"


@tells(ev.PartyLost)
def _party_lost(state: State, event: ev.PartyLost, seat: str) -> str:
    return f"{who(state, event.ship)} loses her landing party"
