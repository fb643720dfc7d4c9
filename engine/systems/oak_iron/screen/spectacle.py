"""The animation of an event, and its picture."""

from __future__ import annotations

import math
from typing import Any, Literal

from engine.base.text import some
from engine.game.chart import Card, Glide, News, Shift, Spectacle, Tableau, Throw, Volley
from engine.kit.by_type import Pictures
from engine.space.plane.pose import Pose, bearing
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.ships import card_value, sides, squadrons_of
from engine.systems.oak_iron.state.state import SAILS, State
from engine.systems.oak_iron.state.wording import plain
from engine.systems.oak_iron.words.telling import tell

# What to animate for an event: a ship's move, a volley, a throw of dice, news.


FRAMES = 5
"""The most poses in the animation of one move, so that the player need not wait."""
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
    """Return the ships that an event brings together: by an attack, a collision or a grapple."""
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
    """Return up to five poses along a move, about one for each inch; the last is the move's end."""
    # A turn of 20 degrees takes as long as an inch straight ahead.
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


# Events with a picture: rakes, masts, fires, prizes, wrecks, flagships, revealed cards.


pictures = Pictures("pictures")
"""Registry, by type of event, of the functions that return an event's picture."""


tableau = pictures.tableau
"""Return the picture of an event; None for most events."""


@pictures(ev.HitsScored)
def _rake(state: State, event: ev.HitsScored) -> Tableau | None:
    attack = state.attack
    if attack is None or not attack.rake or not event.hits:
        return None
    one, other = wording.who(state, event.attacker), wording.who(state, event.target)
    where = "over her bow" if attack.rake == "bow" else "through her stern"
    text = f"{one} rakes {other} {where}: {some(event.hits, 'hit')}."
    return Tableau("rake", f"{attack.rake.upper()} RAKE", text, state.ships[event.target].holder)


@pictures(ev.SailChanged)
def _mast(state: State, event: ev.SailChanged) -> Tableau | None:
    ship = state.ships[event.ship]
    shot = state.attack is not None and state.attack.target == event.ship
    if not shot or SAILS.index(event.sail) >= SAILS.index(ship.sail):
        return None  # the crew changed the sail, no shot did
    text = f"{wording.who(state, event.ship)} is left with {event.sail} sail."
    return Tableau("mast", "SHOT AWAY ALOFT", text, ship.holder)


@pictures(ev.AttackDeclared)
def _fire_ship(state: State, event: ev.AttackDeclared) -> Tableau | None:
    if event.attack.kind != "fire_ship":
        return None
    return _of(state, event, "fire", "FIRE SHIP", event.attack.target)


@pictures(ev.MarkerBurns)
def _burns(state: State, event: ev.MarkerBurns) -> Tableau:
    return _of(state, event, "fire", "FIRE", event.ship)


@pictures(ev.BecameOutOfAction)
def _beaten(state: State, event: ev.BecameOutOfAction) -> Tableau:
    return _of(state, event, "colours", "OUT OF ACTION", event.ship)


@pictures(ev.ShipCaptured)
def _captured(state: State, event: ev.ShipCaptured) -> Tableau:
    if state.is_flagship(event.ship):
        return _of(state, event, "flagship", "THE FLAGSHIP IS TAKEN", event.ship)
    return _of(state, event, "colours", "SHE STRIKES", event.ship)


@pictures(ev.ShipDestroyed)
def _destroyed(state: State, event: ev.ShipDestroyed) -> Tableau:
    return _of(state, event, "fire", "DESTROYED", event.ship)


@pictures(ev.ShipRemoved)
def _gone(state: State, event: ev.ShipRemoved) -> Tableau:
    if event.lost == "destroyed":
        return _of(state, event, "fire", "BLOWN UP", event.ship)
    return _of(state, event, "sunk", "SUNK", event.ship)


@pictures(ev.AdmiralKilled)
def _admiral(state: State, event: ev.AdmiralKilled) -> Tableau:
    return Tableau("flagship", "THE ADMIRAL FALLS", _sentence(state, event), event.squadron)


@pictures(ev.InitiativeWon)
def _initiative(state: State, event: ev.InitiativeWon) -> Tableau | None:
    shown = tuple(
        _card(state, squadron)
        for side in sides(state)
        for squadron in squadrons_of(state, side)
        if state.squadrons[squadron].face_up
    )
    if not shown:
        return None
    return Tableau("cards", "INITIATIVE", _sentence(state, event), cards=shown)


def _card(state: State, squadron: str) -> Card:
    own = state.squadrons[squadron]
    record = book().cards[own.face_up]
    return Card(squadron, own.name, str(card_value(state, squadron)), record.name, record.effect)


@pictures(ev.BattleEnded)
def _end(state: State, event: ev.BattleEnded) -> Tableau:
    return Tableau("end", "THE BATTLE IS OVER", f"{event.outcome.told.rstrip('.')}.")


def _of(state: State, event: ev.AnyEvent, picture: Any, title: str, ship: str) -> Tableau:
    return Tableau(picture, title, _sentence(state, event), state.ships[ship].holder)


def _sentence(state: State, event: ev.AnyEvent) -> str:
    return f"{tell(state, event, '').rstrip('.')}."
