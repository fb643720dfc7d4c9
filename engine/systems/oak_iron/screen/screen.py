"""The screen part of Oak & Iron: what is animated, overlays of the chart, and pictures of
events.
"""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any, Literal

from msgspec.structs import replace

from engine.base.text import some
from engine.game.chart import (
    Card,
    Glide,
    Mark,
    News,
    Shift,
    Spectacle,
    Spot,
    Tableau,
    Throw,
    Trace,
    Volley,
)
from engine.game.decision import Answer
from engine.game.panel import Row
from engine.game.parts.screen import Headings, Overlay, Preview, Showing
from engine.game.question import Question, Sheet
from engine.kit.by_type import Pictures, cached_per_state
from engine.kit.dataset import uses_own_data
from engine.space.plane.pose import Pose, bearing, turn_between
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import in_formation, links
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.screen import panel
from engine.systems.oak_iron.screen.brief import legend
from engine.systems.oak_iron.screen.panel import card
from engine.systems.oak_iron.screen.preview import preview
from engine.systems.oak_iron.screen.scene import measure, off, paths, rings, scene, ships
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.ships import card_value, hull, sides, squadrons_of
from engine.systems.oak_iron.state.state import SAILS, PointOfSail, State
from engine.systems.oak_iron.state.wording import plain
from engine.systems.oak_iron.words.telling import tell

# What to animate for an event: a ship's move, a volley, a throw of dice, news.


FRAMES = 5
"""The animation of one move shows at most this many poses, so that the player need not wait."""
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
    """Return how an event is animated (a move, a volley, dice, a sentence); None for most
    events.
    """
    match event:
        case ev.ShipMoved():
            start = before.ships[event.ship].pose
            if start is not None and start != event.pose:
                # At most five poses, about one for each inch.
                stops = (*event.via, event.pose)
                # A turn of 20 degrees takes as long as an inch straight ahead.
                legs = list(zip((start, *stops), stops, strict=False))
                costs = [
                    max(math.dist(a.at, b.at), abs(turn_between(a.heading, b.heading)) / 20.0)
                    for a, b in legs
                ]
                frames = max(1, min(FRAMES, round(sum(costs))))
                poses = []
                for frame in range(1, frames):
                    done = sum(costs) * frame / frames
                    leg = 0
                    while done > costs[leg] and leg < len(legs) - 1:
                        done -= costs[leg]
                        leg += 1
                    poses.append(_between(*legs[leg], done / costs[leg] if costs[leg] else 1.0))
                return Glide(event.ship, (*poses, stops[-1]))
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
    """Return the ships that an event brings together, by an attack, a collision or a grapple.

    The chart zooms in on them.
    """
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


def _between(a: Pose, b: Pose, share: float) -> Pose:
    share = min(share, 1.0)
    return Pose(
        a.x + (b.x - a.x) * share,
        a.y + (b.y - a.y) * share,
        (a.heading + turn_between(a.heading, b.heading) * share) % 360.0,
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
"""{type of event: the function that returns its picture}."""


tableau = pictures.tableau
"""Return the picture of an important event, such as a rake or a capture; None for most events."""


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
    sail = "no" if event.sail == "anchored" else event.sail
    text = f"{wording.who(state, event.ship)} is left with {sail} sail."
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
    shown = []
    for key in (key for side in sides(state) for key in squadrons_of(state, side)):
        own = state.squadrons[key]
        if own.face_up:
            record, worth = book().cards[own.face_up], str(card_value(state, key))
            shown.append(Card(key, own.name, worth, record.name, record.effect))
    if not shown:
        return None
    return Tableau("cards", "INITIATIVE", _sentence(state, event), cards=tuple(shown))


@pictures(ev.BattleEnded)
def _end(state: State, event: ev.BattleEnded) -> Tableau:
    return Tableau("end", "THE BATTLE IS OVER", f"{event.outcome.told.rstrip('.')}.")


def _of(state: State, event: ev.AnyEvent, picture: Any, title: str, ship: str) -> Tableau:
    return Tableau(picture, title, _sentence(state, event), state.ships[ship].holder)


def _sentence(state: State, event: ev.AnyEvent) -> str:
    return f"{tell(state, event, '').rstrip('.')}."


# Overlays of the chart: range rings, broadside paths, formation, points of sail, odds.


OVERLAYS = (
    Overlay("range", "range rings"),
    Overlay("arcs", "broadside paths"),
    Overlay("formation", "formation links"),
    Overlay("wind", "points of sail"),
    Overlay("odds", "chances to harm each enemy in reach"),
    Overlay("danger", "damage she may take where she can go"),
)
UPWIND = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
RAY = 5.0
"""The length in inches of the rays that the overlay of points of sail draws."""


def overlays() -> tuple[Overlay, ...]:
    """Return the overlays (extra drawings on the chart) that a player may switch on."""
    return OVERLAYS


def overlay(view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:  # noqa: PLR0911  (a case each)
    """Return an overlay's marks for the ship `key`; () if she is not on the table.

    The overlay `formation` shows the lines of her squadron; if `key` names no ship, of all
    squadrons.
    """
    ship = view.ships.get(key)
    if overlay_id == "formation":
        squadrons = (ship.squadron,) if ship is not None else tuple(view.squadrons)
        return tuple(mark for each in squadrons for mark in formation(view, each))
    if ship is None or not ship.afloat:
        return ()
    if overlay_id == "range":
        return rings(hull(ship))
    if overlay_id == "arcs":
        return paths(hull(ship), ship.reload)
    if overlay_id == "odds":
        from engine.systems.oak_iron.screen.danger import lines_of_fire

        return lines_of_fire(view, ship)
    if overlay_id == "danger":
        from engine.systems.oak_iron.screen.danger import danger

        return danger(view, ship)
    return points_of_sail(view, key) if overlay_id == "wind" else ()


def formation(view: State, squadron: str) -> tuple[Trace, ...]:
    """Return a line for each pair of ships, stern to bow, that are in Formation one behind the
    other.
    """
    counting = in_formation(view, squadron)
    return tuple(
        Trace(
            "link",
            (hull(view.ships[link.ahead]).mid("stern"), hull(view.ships[link.astern]).mid("bow")),
        )
        for link in links(view, squadron)
        if link.ahead in counting and link.astern in counting
    )


def points_of_sail(view: State, key: str) -> tuple[Mark, ...]:
    """Return rays that divide the directions into points of sail, labelled with the speed in
    each.
    """
    base = hull(view.ships[key])
    upwind = UPWIND[view.table.weather_edge]
    # In the Wind's Eye both bow corners are nearer to the weather edge than the windward side's
    # mid-point, so the angle follows from the base: 45 degrees if it is twice as long as wide.
    eye = math.degrees(math.atan2(base.length, 2 * base.width))
    marks: list[Mark] = [
        Trace("ray", (base.pose.at, off(base.pose.at, upwind + away, RAY)))
        for away in (eye, -eye, 90.0, -90.0)
    ]
    names: list[tuple[PointOfSail, float]] = [("eye", 0.0), ("large", 180.0)]
    names += [("windward", (eye + 90.0) / 2), ("windward", -(eye + 90.0) / 2)]
    for point, away in names:
        speed = rating(view, key, point).value
        marks.append(Spot("label", off(base.pose.at, upwind + away, RAY), f"{point} {speed}"))
    return tuple(marks)


# Oak & Iron on the screen.


@uses_own_data
class OakIronScreen(Showing[State]):
    """The part of the game that draws: chart, ship cards, squadrons and hands of cards."""

    headings = Headings(legend="Objective")

    status = staticmethod(panel.status)
    scene = staticmethod(scene)
    subjects = staticmethod(ships)
    card = staticmethod(card)
    forces = staticmethod(panel.forces)
    to_win = staticmethod(panel.to_win)
    legend = staticmethod(legend)
    hand = staticmethod(panel.hand)
    overlays = staticmethod(overlays)
    overlay = staticmethod(overlay)
    measure = staticmethod(measure)
    spectacle = staticmethod(spectacle)
    meeting = staticmethod(meeting)
    tableau = staticmethod(tableau)

    def roster(self, view: State) -> tuple[Row, ...]:
        """Return all squadrons with their ships.

        Cached, because a panel asks for it several times a frame.
        """
        return _roster(view)

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        """Return the preview of an answer; it names the ships of an attack that is being
        resolved.
        """
        assert not isinstance(question, Sheet)
        option = question.option(answer.option)
        found = preview(view, question, option, answer.dial, answer.at)
        if view.attack is not None and not found.meets:  # the option re-rolls, or turns the helm
            return replace(found, meets=(view.attack.attacker, view.attack.target))
        return found

    def prefetch(self) -> None:
        """Import the danger chart's module, which needs numpy, before a key asks for the chart."""
        import_module("engine.systems.oak_iron.screen.danger")


@cached_per_state
def _roster(view: State) -> tuple[Row, ...]:
    return panel.squadrons(view)
