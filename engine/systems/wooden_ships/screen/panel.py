"""The panel: ship cards, a line for each ship, the status bar."""

from __future__ import annotations

from operator import attrgetter

from msgspec.structs import replace

from engine.base.text import correct_grammar, pluralized
from engine.game.panel import (
    Heading,
    Letter,
    Rose,
    Row,
    ShipLine,
    ShipPlan,
    SideLine,
    Span,
    Style,
    Title,
    Track,
    Words,
    taught_rows,
    words,
)
from engine.game.parts.screen import Status
from engine.kit.by_type import cached_each, cached_while
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.data import ATTITUDES as ORDER
from engine.systems.wooden_ships.data import ShipClass
from engine.systems.wooden_ships.foresight.prospects import on_the_verge
from engine.systems.wooden_ships.machine import fires_from
from engine.systems.wooden_ships.sailing import allowances, attitude
from engine.systems.wooden_ships.screen.scene import DRAWN, signal_of
from engine.systems.wooden_ships.state.state import SIDES, Ship, State, holder, in_order, unchosen
from engine.systems.wooden_ships.state.steps import PHASES
from engine.systems.wooden_ships.victory import patience

# A ship's card: remaining and printed boxes, load, condition, snags.


CLASSES: dict[ShipClass, str] = {
    "SOL1": "three-decker",
    "SOL2": "ship of the line",
    "F3": "frigate",
    "F4": "corvette",
    "S5": "sloop",
    "S6": "small craft",
}


def card(view: State, key: str) -> tuple[Row, ...]:
    """Return the rows of a ship's card; () for a ship that is not on the map."""
    ship = view.ships.get(key)
    if ship is None:
        return ()
    printed = ship.printed
    now = attitude(ship.facing, view.wind)
    points = allowances(ship)
    rose = " ".join(f"{name}{count}" for name, count in zip(ORDER, points, strict=True))
    here = points[ORDER.index(now)]
    have = pluralized(here, "movement point")
    wind = view.wind
    by_attitude = allowances(ship)
    headings = tuple(
        (name, by_attitude[ORDER.index(attitude(number, wind))])
        for number, name in enumerate(fleet.WINDS[1:], 1)
    )
    sides: list[Row] = []
    for at in range(2):
        guns = f"{ship.guns[at]}+{ship.carronades[at]}"
        load = {"initial": "first", "round": "loaded", "empty": "empty"}[ship.loaded[at]]
        sides.append(
            Track(
                SIDES[at],
                ship.guns[at] + ship.carronades[at],
                ship.printed.guns[at] + ship.printed.carronades[at],
                note=f"{guns} {load}",
                told=f"{SIDES[at]}: {'no gun is loaded' if load == 'empty' else 'guns loaded'}",
                lesson="fire_and_rake",
            )
        )
    return (
        Title(
            ship.id,
            holder(ship),
            ship.name,
            f"heading {fleet.WINDS[ship.facing]}, {pluralized(ship.rated, 'gun')}",
        ),
        *taught_rows(
            "fire_and_rake",
            ShipPlan(
                holder(ship),
                max(*ship.guns, 1),
                ship.loaded[0] != "empty",
                ship.loaded[1] != "empty",
            ),
        ),
        Track(
            *("hull", ship.hull, printed.hull),
            told=f"hull {ship.hull} left of {printed.hull}",
            lesson="fire_and_rake",
        ),
        *_sections("crew", ship.crew, printed.crew),
        *_sections("rigging", ship.rigging, printed.rigging),
        *sides,
        words(f"{fleet.ATTITUDES[now]}: {have}", until="first", lesson="plots_and_attitudes"),
        *taught_rows(
            "plots_and_attitudes",
            words(f"{fleet.ATTITUDES[now]} ({now}): {have}   {rose}   turns {ship.turning}"),
        ),
        *taught_rows(
            "plots_and_attitudes",
            Rose("by heading", headings, fleet.WINDS[ship.facing], fleet.wind_from(wind)),
        ),
        words(f"{ship.quality} crew, worth {ship.points}", "dim"),
        words(f"{CLASSES[ship.ship_class]}, {ship.ship_class}", "dim", depth="usual"),
        *_state(view, ship),
    )


def _sections(name: str, left: tuple[int, ...], printed: tuple[int, ...]) -> tuple[Row, ...]:
    total = sum(printed)
    told, lesson = f"{name} {sum(left)} left of {total}", "hull_or_rigging"
    whole = Track(name, sum(left), total, groups=left, sizes=printed, told=told, lesson=lesson)
    return (whole,) if total else ()


def _state(view: State, ship: Ship) -> tuple[Row, ...]:
    sailed = [words(f"sailed {ship.last_order}")] if ship.last_order else []
    found: list[Row] = [*taught_rows("plots_and_attitudes", *sailed)]
    text = fleet.status(view, ship)
    if text:
        found.append(Words((Span(fleet.conditions(view, ship), "warning"),)))
    if signal := signal_of(view, ship.id):
        found.append(words(f"signals: {signal}"))
    found += [Words((Span(each, "warning"),)) for each in on_the_verge(view, ship)]
    if ship.prize:
        squares = pluralized(ship.prize.squares, "square")
        crew = f"prize of {fleet.seat_name(view, ship.prize.seat)}: {squares}"
        found.append(words(f"{crew}, {fleet.own_squares(ship)} prisoners"))
    if least := fires_from(view, ship):
        found.append(words(f"standing choice: fires from hit table {least} on"))
    if ship.reserve:
        found.append(words(f"{pluralized(ship.reserve, 'square')} of crew in reserve"))
    fouled = in_order(fleet.fouled_with(view, ship.id))
    grappled = fleet.grappled_with(view, ship.id)
    if fouled:
        found.append(words(f"fouled with {', '.join(fouled)}"))
    if grappled:
        held = ", ".join(f"{other} ({grappled[other]})" for other in in_order(grappled))
        found.append(words(f"grappled with {held}"))
    if ship.still:
        found.append(words(f"lies still for {pluralized(ship.still, 'turn')}", "dim"))
    for party in ship.parties:
        sections = " ".join(map(str, party.sections))
        told = f"{party.kind} {party.to}".rstrip() + ", engaged" * party.engaged
        found.append(words(f"sections {sections}: {told}"))
    return tuple(found)


# All ships, one line each, with the points of their seats; the words of the status bar.


@cached_while(DRAWN)
def roster(view: State) -> tuple[Row, ...]:
    """Return the rows of the roster: every seat with its points and ships, and the plot that each
    ship sailed last.
    """
    rows: list[Row] = [Heading("Fleets")]
    first, open_ = next(iter(view.seats.values())).side, unchosen(view)
    for seat in view.seats.values():
        style: Style = "side_a" if seat.side == first else "side_b"
        note = "gave up" if seat.gave_up else ""
        told = ", ".join(filter(None, (f"points: {seat.points}", note)))
        rows.append(SideLine(seat.key, seat.name, style, seat.points, note, told=told))
        ships = [
            ship
            for ship in view.ships.values()
            if holder(ship) == seat.key and ship.id not in open_
        ]
        rows += _lines(view, ships)
        if sailed := [f"{ship.id} {ship.last_order}" for ship in ships if ship.last_order]:
            rows += taught_rows("plots_and_attitudes", words(f"sailed {', '.join(sailed)}", "dim"))
    for pool in view.pools or ():
        if pool.left:
            whose, _, _ = fleet.seat_name(view, pool.captains[0]).rpartition(" ")
            rows.append(Heading(f"Ships left: {whose}"))
            rows += [replace(_line(view, view.ships[id]), owner="") for id in pool.left]
    return tuple(rows)


def to_win(view: State) -> tuple[Row, ...]:
    """Return the rows that say how the battle is won (Wooden Ships & Iron Men, Single Ship and
    Multi-Ship Victory Conditions, Timeout).
    """
    if view.kind == "single":
        how = "Capture the enemy ship, leave her without crew, or make her strike or surrender."
        last = "If the battle ends before that, the side with more points wins."
    else:
        how = "The last side that can fight wins; if several can, the one with more points."
        last = "Points are given for enemies that strike, surrender, lose their crew or are taken."
    limit, quiet = view.rules.turn_limit, patience(view)
    ends = f"Turn {limit} is the last." if limit else "There is no last turn."
    still = pluralized(quiet, "turn")
    quietly = f"After {still} without a shot or a melee the end of the battle is announced."
    return (Heading("To win"), words(how), words(last), words(f"{ends} {quietly}"))


def _line(view: State, ship: Ship) -> Row:
    printed = ship.printed
    note = f"arrives in turn {ship.enter_turn}" if ship.enter_turn else ""
    signal = signal_of(view, ship.id)
    flies = f"signals: {signal}" if signal else ""
    state = ", ".join(filter(None, (flies, fleet.conditions(view, ship))))
    return ShipLine(
        key=ship.id,
        owner=holder(ship),
        tokens="",
        name=ship.name,
        tracks=(
            ("h", ship.hull, printed.hull),
            ("c", sum(ship.crew), sum(printed.crew)),
        ),
        note=note or state,
        told=note or ", ".join(filter(None, (f"hull {ship.hull} left", state))),
        lesson="fire_and_rake",
    )


def _listed_with(view: State) -> tuple[object, ...]:
    """Return the parts of a view, other than the ship herself, on which a ship's line in the roster
    depends.

    They are part of the cache key. All ships are among them in a battle with signals, because the
    loss of one ship may make another the flagship.
    """
    return view.fouled, view.grappled, view.signals, view.ships if view.signals else None


LISTED = attrgetter(
    *("seat", "prize", "name", "hull", "crew", "reserve", "rigging", "printed"),
    *("surrendered", "rescued", "all_hands", "enter_turn"),
)
"""The fields of a ship that her line in the roster (`_line`) shows. A test checks that none is
missing."""


def _listed(view: State, ship: Ship) -> object:
    """Return everything that a ship's line in the roster shows; it is the key of the line's
    cache.
    """
    fouled, grappled = (
        any(ship.id in each[:2] for each in tied) for tied in (view.fouled, view.grappled)
    )
    return signal_of(view, ship.id), fouled, grappled, LISTED(ship)


_lines = cached_each(_listed_with, _listed)(_line)


def status(view: State) -> Status:
    """Return the words of the status bar."""
    phase = PHASES[type(view.agenda[-1])] if view.agenda else "over"
    points = "  ".join(f"{seat.name} {seat.points}" for seat in view.seats.values())
    scored = ", ".join(f"{seat.name} {seat.points}" for seat in view.seats.values())
    standing = f"victory points: {scored}"
    quiet = f"the battle ends in {pluralized(view.countdown, 'turn')}" if view.countdown else ""
    turn = f"TURN {view.turn}"
    if view.outcome is not None:
        reason = correct_grammar(view.outcome.reason)
        return Status(view.title, turn, "OVER", reason, points, standing)
    return Status(view.title, turn, phase.upper(), points=points, standing=standing, in_force=quiet)


SHORT_SIGNS = (
    Letter("U16", "a hex: column and row", in_panel=True),
    Letter("table 4", "a hit table: a higher one hits more", in_panel=True),
    Letter("0 L R 1", "a plot: stay, turn to port, to starboard, hexes ahead", in_panel=True),
    *taught_rows(
        "plots_and_attitudes",
        Letter(
            "A B C",
            "wind on the quarter, behind her, close-hauled",
            in_panel=True,
            in_text=r"then [ABC]:|\([ABC]\)|points A\d",
        ),
        Letter("D", "in the wind's eye: she stops", in_panel=True, in_text=r"then D:|\(D\)"),
    ),
    *taught_rows("fire_and_rake", Letter("h g c r", "hull, guns, crew, rigging", in_panel=True)),
    *taught_rows("fire_and_rake", Letter("p s", "guns to port, to starboard", in_panel=True)),
    *taught_rows("fire_and_rake", Letter("9+1", "guns and carronades of a side", in_panel=True)),
)
"""The short signs in the panel and on cards, each with its meaning, for the legend."""


def legend(view: State) -> tuple[Row, ...]:
    """Return the rows of the legend: the meanings of the chart's marks, and of short signs in panel
    and cards.
    """
    rows: list[Row] = [
        *SHORT_SIGNS,
        Heading("Chart"),
        words(f"the wind comes from {fleet.wind_from(view.wind)}"),
        words("1 2 3 before a ship: where her bow is after each step of the plot"),
    ]
    if view.fouled or view.grappled:
        rows.append(words("a line between ships: wide dots for fouled, close ones for grappled"))
    if view.land:
        rows.append(words("land: no ship enters it; a nearer hex of it blocks a broadside"))
    return tuple(rows)
