"""The screen part of Wooden Ships: overlays (pictures over the chart, switched by a key), and
animations of events.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, get_args

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.chart import (
    Glide,
    Lit,
    Mark,
    News,
    Spectacle,
    Spot,
    Tableau,
    Throw,
    Together,
    Trace,
    Volley,
)
from engine.game.decision import Answer, Decision
from engine.game.panel import words
from engine.game.parts.screen import Headings, Overlay, Preview, Showing
from engine.game.question import Question
from engine.kit.by_type import ByType, Pictures
from engine.kit.dataset import uses_own_data
from engine.space.hexes import DIRECTIONS, Hex, axial, distance, offset, plane, step
from engine.space.plane.pose import Point
from engine.systems.wooden_ships.data import ATTITUDES, book
from engine.systems.wooden_ships.fleet import (
    apart,
    hex_at,
    hexes,
    hits_in_words,
    lies_on,
    nearest_ship,
    pose,
    seat_name,
    ship_name,
)
from engine.systems.wooden_ships.foresight.prospects import (
    carried,
    danger,
    may_cover,
    on_the_verge,
    way,
)
from engine.systems.wooden_ships.gunnery.shot import bears, covered_hexes
from engine.systems.wooden_ships.movement import downwind
from engine.systems.wooden_ships.sailing import (
    GIVE_UP,
    allowances,
    attitude,
    parse_plot,
    plots,
    plotted,
)
from engine.systems.wooden_ships.screen.panel import card, legend, roster, status, to_win
from engine.systems.wooden_ships.screen.scene import scene, subjects, ties
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import SIDES, Ship, State, afloat, holder
from engine.systems.wooden_ships.words.words import tell

# The visible effects of an event: ships gliding, volleys, dice, news.


shows: ByType[Any] = ByType("shows")  # each function takes its own type of event
Part = Glide | News | Throw | Volley


def spectacle(before: State, event: ev.AnyEvent) -> Spectacle | None:
    """Return the animation of an event. Ships that move in the same impulse move at the same
    time.
    """
    shown = shows.get(event)
    parts: tuple[Part, ...] = shown(before, event) if shown is not None else ()
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else Together(parts)


def meeting(event: ev.AnyEvent) -> tuple[str, ...]:
    """Return the ids of the two ships that an event brings together (such as a shot, a collision, a
    grapple, a capture); () for other events.
    """
    match event:
        case ev.SideFired():
            return event.ship, event.target
        case ev.Collided() | ev.FoulRolled() | ev.MeleeFought():
            return event.ships
        case ev.GrappleTried() | ev.UnfoulTried() | ev.CastOffTried():
            return event.ship, event.other
        case ev.ShipCaptured():
            return event.by, event.ship
    return ()


@shows(ev.ImpulseTaken, ev.Drifted)
def _glides(before: State, event: ev.ImpulseTaken | ev.Drifted) -> tuple[Part, ...]:
    found = []
    for key, (column, row, facing) in event.places.items():
        ship = before.ships[key]
        start = pose(ship.bow, ship.facing)
        found.append(Glide(key, (start, pose((column, row), facing))))
    return tuple(found)


@shows(ev.SideFired)
def _fires(before: State, event: ev.SideFired) -> tuple[Part, ...]:
    title = f"{ship_name(before, event.ship)} {event.side}, table {event.table}"
    faces = (f"{event.face}", hits_in_words(event.hits))
    return Volley(event.ship, event.side), Throw(title, faces)


@shows(ev.ShipChosen)
def _chosen(before: State, event: ev.ShipChosen) -> tuple[Part, ...]:
    """Return the message that a captain has chosen a ship. () if the program chose, because it may
    choose many ships at once; the log lists them.
    """
    return () if event.by_program else (News(tell(before, event, ""), event.ship),)


@shows(ev.ChoicePassed)
def _passed(before: State, event: ev.ChoicePassed) -> tuple[Part, ...]:
    return (News(tell(before, event, "")),)


@shows(ev.SignalsHoisted)
def _signals(before: State, event: ev.SignalsHoisted) -> tuple[Part, ...]:
    return tuple(
        News(tell(before, ev.SignalsHoisted({seat: signal}), ""), signal.ship)
        for seat, signal in event.signals.items()
    )


@shows(ev.ContestSettled)
def _contest(before: State, event: ev.ContestSettled) -> tuple[Part, ...]:
    return (News(tell(before, event, ""), event.holder),)


@shows(
    ev.Collided,
    ev.FoulRolled,
    ev.MeleeFought,
)
def _between(
    before: State, event: ev.Collided | ev.FoulRolled | ev.MeleeFought
) -> tuple[Part, ...]:
    return (News(tell(before, event, ""), event.ships[0]),)


OfAShip = (
    ev.UnfoulTried
    | ev.GrappleTried
    | ev.CastOffTried
    | ev.ShipSurrendered
    | ev.CrewKilled
    | ev.ShipCaptured
    | ev.ShipRetaken
    | ev.ShipRescued
)


@shows(*get_args(OfAShip))
def _of_a_ship(before: State, event: OfAShip) -> tuple[Part, ...]:
    return (News(tell(before, event, ""), event.ship),)


# Events with a picture: rakes, masts over the side, colours struck, prizes.


pictures = Pictures("pictures")


tableau = pictures.tableau
"""Return the picture that a notable event is shown with; None for most events."""


@pictures(ev.SideFired)
def _rake(state: State, event: ev.SideFired) -> Tableau | None:
    if not event.rake or not any(event.hits):
        return None
    one, other = ship_name(state, event.ship), ship_name(state, event.target)
    where = "over her bow" if event.rake == "bow" else "through her stern"
    text = f"{one} rakes {other} {where}: {hits_in_words(event.hits)}."
    owner = holder(state.ships[event.target])
    return Tableau("rake", f"{event.rake.upper()} RAKE", text, owner)


@pictures(ev.HitsMarked)
def _mast(state: State, event: ev.HitsMarked) -> Tableau | None:
    """Return the picture of a falling mast if a shot took the last box of a rigging section; else
    None.
    """
    ship = state.ships[event.ship]
    pairs = zip(ship.rigging, event.rigging, strict=False)
    gone = sum(before > 0 >= after for before, after in pairs)
    if not gone:
        return None
    name, left = ship_name(state, event.ship), any(event.rigging)
    masts = "a mast" if gone == 1 else "her masts"
    text = f"{name} loses {masts}." if left else f"{name} is dismasted."
    title = "A MAST GOES" if left else "DISMASTED"
    return Tableau("mast", title, text, holder(ship))


@pictures(ev.ShipSurrendered, ev.ShipCaptured, ev.ShipRetaken)
def _colours(state: State, event: ev.ShipSurrendered | ev.ShipCaptured | ev.ShipRetaken) -> Tableau:
    title = {"surrendered": "SHE STRIKES", "captured": "TAKEN", "retaken": "RETAKEN"}
    tag = str(event.__struct_config__.tag)
    text = f"{tell(state, event, '')}."
    return Tableau("colours", title[tag], text, holder(state.ships[event.ship]))


@pictures(ev.SeatGaveUp)
def _gave_up(state: State, event: ev.SeatGaveUp) -> Tableau:
    text = f"{seat_name(state, event.seat)} surrenders with all ships."
    return Tableau("colours", "COLOURS STRUCK", text, event.seat)


@pictures(ev.BattleEnded)
def _end(state: State, event: ev.BattleEnded) -> Tableau:
    return Tableau("end", "THE BATTLE IS OVER", f"{event.reason.rstrip('.')}.")


# Overlays that a key switches on: wind, fields of fire, reach, cover, danger, drift, surrender.


AROUND = range(-8, 9)
"""How far around a ship, in hexes on each axis, the overlay of the way to the fight is computed."""
WITH_THE_GHOST = ("wind", "arcs")
"""The overlays that show a ship where her plot ends while a plot is typed. All others show her
present place."""


def overlay(view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
    """Return the marks of an overlay for one ship; () for a ship that is not on the map."""
    ship = view.ships.get(key)
    draw = _BY_ID.get(overlay_id)
    return draw(view, ship) if draw and ship and not ship.enter_turn else ()


def _wind(view: State, ship: Ship) -> tuple[Mark, ...]:
    """Return labels around a ship's bow: her movement points on each of the six headings."""
    points = allowances(ship)
    marks: list[Mark] = []
    for direction in DIRECTIONS:
        at = attitude(direction, view.wind)
        tip = step(ship.bow, direction, 2)
        text = f"{at}:{points[ATTITUDES.index(at)]}"
        # In attitude D the ship stops; her present heading is in brackets.
        marks.append(Trace("blocked" if at == "D" else "ray", (plane(ship.bow), plane(tip))))
        marks.append(Spot("label", plane(tip), f"[{text}]" if direction == ship.facing else text))
    return tuple(marks)


def _arcs(view: State, ship: Ship) -> tuple[Mark, ...]:
    """Return a sign on every hex that the guns of a ship's sides cover: a full sign where they may
    aim at the hull, a half one farther away.
    """
    reach = book().gunnery
    mine = hexes(ship.bow, ship.facing)
    marks: list[Mark] = []
    for side in SIDES:
        for place in covered_hexes(ship.bow, ship.facing, side, reach.max_range):
            far = min(distance(here, place) for here in mine)
            marks.append(Lit(plane(place), "full" if far <= reach.hull_range else "part"))
    return tuple(marks)


def reached(view: State, ship: Ship) -> dict[Hex, int]:
    """Return {hex: first impulse in which a ship's bow or stern can be on it this turn}."""
    found: dict[Hex, int] = {}
    for text in plots(view, ship):
        for impulse, (column, row, facing) in enumerate(
            plotted(view, ship, parse_plot(text)).path, 1
        ):
            for place in hexes((column, row), facing):
                found[place] = min(impulse, found.get(place, impulse))
    return found


def _reach(view: State, ship: Ship) -> tuple[Mark, ...]:
    return tuple(
        Lit(plane(place), "reach", str(impulse))
        for place, impulse in sorted(reached(view, ship).items())
    )


def _snags(view: State, ship: Ship) -> tuple[Mark, ...]:
    return ties(view)


def _cover(view: State, ship: Ship) -> tuple[Mark, ...]:
    places = sorted(map(offset, may_cover(view, ship.id)))
    return tuple(Lit(plane(place), "part", ":") for place in places)


def _danger(view: State, ship: Ship) -> tuple[Mark, ...]:
    found = sorted(danger(view, ship.id).items())
    return tuple(Lit(plane(place), "reach", _digit(count)) for place, count in found)


def _digit(count: int) -> str:
    return str(count) if count < 10 else "+"


def _drift(view: State, ship: Ship) -> tuple[Mark, ...]:
    """Return a label on each ship that was still, with the number of phases; and a label `drifts`
    on the hex that a ship would drift to if she stays.
    """
    marks: list[Mark] = []
    for each in afloat(view):
        if each.still:
            marks.append(Lit(plane(lies_on(each)[1]), "step", str(min(each.still, 9))))
        if carried(view, each.id):
            bow, _ = downwind(view, (each.bow, each.facing))
            marks.append(Spot("label", plane(bow), "drifts"))
    return tuple(marks)


def _watch(view: State, ship: Ship) -> tuple[Mark, ...]:
    return tuple(
        Spot("label", plane(each.bow), text)
        for each in afloat(view)
        if (text := ", ".join(on_the_verge(view, each)))
    )


def _way_there(view: State, ship: Ship) -> tuple[Mark, ...]:
    """Return labels on the hexes around a ship: how many turns she needs from each hex, on the best
    heading, to a place where she can fight.
    """
    # Imported only for this overlay, because it needs numpy, which loads too slowly for a first
    # frame.
    from engine.systems.wooden_ships.thinking.courses import field_of, places_of_foes
    from engine.systems.wooden_ships.thinking.way_there import FAR

    if not places_of_foes(view, ship):
        return ()
    field = field_of(view, ship)
    q, s = axial(ship.bow)
    marks: list[Mark] = []
    for place in (offset((q + dq, s + ds)) for dq in AROUND for ds in AROUND):
        if distance(place, ship.bow) <= AROUND[-1]:
            turns = min(field.turns(place, facing) for facing in DIRECTIONS)
            if turns < FAR:
                marks.append(Lit(plane(place), "reach", _digit(turns)))
    return tuple(marks)


DRAWN: dict[Overlay, Callable[[State, Ship], tuple[Mark, ...]]] = {
    Overlay("wind", "wind and attitudes"): _wind,
    Overlay("arcs", "fields of fire"): _arcs,
    Overlay("reach", "hexes that she can reach, by impulse"): _reach,
    Overlay("snags", "fouled and grappled"): _snags,
    Overlay("cover", "hexes that her guns can reach after any plot"): _cover,
    Overlay("danger", "how many enemies may fire into each hex"): _danger,
    Overlay("drift", "how long each ship has lain still, and where ships drift"): _drift,
    Overlay("watch", "ships that are near to striking"): _watch,
    Overlay("way", "turns until she can fight"): _way_there,
}
"""The overlays, in the order of their keys, each with the function that returns its marks for a
ship."""
OVERLAYS = tuple(DRAWN)
_BY_ID = {overlay.id: draw for overlay, draw in DRAWN.items()}


def ordered(view: State) -> tuple[Mark, ...]:
    """Return marks for the plots that are known and not yet carried out."""
    return tuple(Spot("label", plane(each.bow), each.order) for each in afloat(view) if each.order)


def measure(view: State, start: Point, end: Point) -> Preview:
    """Return the distance between two hexes of the chart. If two ships lie on them, return the
    ships' distance instead, and the sides of the first ship that bear on the second.
    """
    here, there = hex_at(start), hex_at(end)
    one, other = (nearest_ship(afloat(view), place) for place in (here, there))
    if one and other and one.id != other.id:
        sides = {bears(one.bow, one.facing, place) for place in hexes(other.bow, other.facing)}
        bearing = ", ".join(sorted(side for side in sides if side)) or "no side bears"
        text = f"{one.id} to {other.id}: {pluralized(apart(one, other), 'hex', 'hexes')}, {bearing}"
    else:
        text = pluralized(distance(here, there), "hex", "hexes")
    line = Trace("measure", (plane(here), plane(there)))
    return Preview((line,), (words(text),))


def overlay_ahead(
    view: State, overlay_id: str, ship_id: str, option: str
) -> tuple[Mark, ...] | None:
    """Return an overlay's marks for a ship as they will be at the end of a plot; None if a plot
    does not change this overlay.
    """
    ship = view.ships.get(ship_id)
    if ship is None or overlay_id not in WITH_THE_GHOST or option in ("", GIVE_UP):
        return None
    there = ship_after_plot(view, ship, option)
    return overlay(replace(view, ships={**view.ships, ship.id: there}), overlay_id, ship.id)


def ship_after_plot(view: State, ship: Ship, option: str) -> Ship:
    """Return a ship as she will be after a plot and the drift, if nothing gets in her way."""
    bow, facing = way(view, ship.id, option).end
    return replace(ship, bow=bow, facing=facing)


# The screen part of the game.


@uses_own_data
class WoodenShipsScreen(Showing[State]):
    """The screen part of the game: chart, cards, roster and previews."""

    headings = Headings("Fleets", "With this order", "Sheet")

    status = staticmethod(status)
    scene = staticmethod(scene)
    subjects = staticmethod(subjects)
    card = staticmethod(card)
    roster = staticmethod(roster)
    to_win = staticmethod(to_win)
    legend = staticmethod(legend)
    overlay = staticmethod(overlay)
    ordered = staticmethod(ordered)
    measure = staticmethod(measure)
    spectacle = staticmethod(spectacle)
    tableau = staticmethod(tableau)

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        from engine.systems.wooden_ships.screen.preview import preview

        slot = question.slot if isinstance(question, Decision) else ""
        return preview(view, question, slot, answer.option)

    def overlays(self) -> tuple[Overlay, ...]:
        return OVERLAYS

    def overlay_ahead(
        self, view: State, overlay_id: str, question: Question, answer: Answer
    ) -> tuple[Mark, ...] | None:
        """Return the overlay of the wind, or of fields of fire, for the place where a plot ends."""
        if question.kind != "orders" or not isinstance(question, Decision):
            return None
        return overlay_ahead(view, overlay_id, question.slot, answer.option)

    def prefetch(self) -> None:
        """Import the sailing times, which need numpy, before a key asks for their overlay."""
        import_module("engine.systems.wooden_ships.thinking.courses")

    def meeting(self, before: State, event: AnyEvent) -> tuple[str, ...]:
        """Return the ids of the two ships that fire at each other, collide, grapple or board in an
        event.
        """
        return meeting(event)
