"""The deck of events, and the event cards about crews, fog and weather (Oak & Iron ch. 5,
Events).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Decision, Option
from engine.kit.agenda import Site
from engine.space.plane.contact import free_areas
from engine.space.plane.hull import Hull
from engine.space.plane.pose import Point
from engine.space.plane.sweep import slide
from engine.systems.oak_iron import terrain
from engine.systems.oak_iron.crew.actions import rally
from engine.systems.oak_iron.damage import remove_fatigue
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import WeatherEdge
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.sailing.course import pose_changed, sound
from engine.systems.oak_iron.sailing.seamanship import passed, roll_test
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import hull, hulls, obstacles, sides, squadrons_of
from engine.systems.oak_iron.state.state import SAILS, Ship, State, Table
from engine.systems.oak_iron.state.steps import (
    AnyStep,
    BreakTie,
    DrawEvent,
    EventEffect,
    LayFog,
    SquallResult,
    SquallTest,
)

# The deck of events (Oak & Iron ch. 5, Events): drawing a card, and its effect.
#
# An event is registered in `EVENTS` under its card's id: whether it is possible, and its immediate
# effect. Its effect while it is face up is registered at the hooks of `effects`, like the effect of
# any other card.


Order = tuple[str, ...]
"""The keys of squadrons, in the order in which they make their choices in an event."""
CALM = "steady_wind"
"""The condition card that cancels the first event of a battle."""


class DrawnEvent(msgspec.Struct, frozen=True):
    """The functions that carry out an event card when it is drawn.

    By default they do nothing, for a card that has only a lasting effect, which is in `effects`.
    """

    possible: Callable[[State], bool] = lambda state: True
    happen: Callable[[Ledger, Order], tuple[AnyStep, ...]] = lambda ledger, order: ()
    """Function of (ledger, squadrons in order): apply the event at once, and return the steps that
    ask the squadrons."""
    options: Callable[[State, str], list[Option]] | None = None
    """Function of (state, squadron): return the options among which the squadron chooses."""
    work: Callable[[Ledger, str, cmd.AnyCommand], None] | None = None
    """Function of (ledger, squadron, command): carry out what the squadron has chosen."""
    may: bool = False
    """Whether a squadron may choose none of the options."""


EVENTS: dict[str, DrawnEvent] = {
    event: DrawnEvent()
    for event in ("wind_decreases", "wind_increases", "reduced_visibility", "swell")
}
"""The functions of every event: {event card id: functions}."""


def each_player(
    event: str,
    options: Callable[[State, str], list[Option]],
    work: Callable[[Ledger, str, cmd.AnyCommand], None],
    may: bool = False,
) -> None:
    """Register an event in which each squadron in turn chooses one option.

    `options` returns the options, `work` carries out the choice; with `may`, it can be declined.
    """

    def possible(state: State) -> bool:
        return any(options(state, key) for key in state.squadrons)

    def happen(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
        return tuple(EventEffect(event, key) for key in order)

    EVENTS[event] = DrawnEvent(possible, happen, options, work, may)


def left_in_deck(state: State) -> tuple[str, ...]:
    """Return the ids of the event cards that may still be drawn."""
    gone = {*state.events_gone, *state.events_in_force}
    return tuple(event for event in book().events if event not in gone)


def order(state: State, first: str) -> Order:
    """Return the keys of the squadrons, in the order in which they make their choices in an event.

    The squadrons of the side that had the initiative last turn (`first`) are first. In turn 1 it is
    the defender's side, or without a defender the side listed first.
    """
    lead = first or state.defender
    side = state.squadrons[lead].side if lead in state.squadrons else lead
    known = sides(state)
    side = side if side in known else known[0]
    rest = (key for other in known if other != side for key in squadrons_of(state, other))
    return (*squadrons_of(state, side), *rest)


@RULES.does(DrawEvent)
def draw_event(ledger: Ledger, step: DrawEvent) -> None:
    """Draw an event card and apply it, if one is left; afterwards the tie for initiative is
    broken.
    """
    ledger.finish(BreakTie(step.waiting))
    deck = left_in_deck(ledger.state)
    if not deck:
        return
    first = not ledger.state.events_gone
    event = deck[ledger.chance(len(deck)) - 1]
    ledger.write(ev.EventDrawn(event))
    if first and any(CALM in each.conditions for each in ledger.state.squadrons.values()):
        ledger.write(ev.EventIgnored(event))
    else:
        happen(ledger, event, order(ledger.state, step.first))


def happen(ledger: Ledger, event: str, players: Order) -> None:
    """Apply an event; if it is not possible now, record that it has no effect."""
    known, card = EVENTS.get(event), book().events[event]
    if known is None or not known.possible(ledger.state):
        ledger.write(ev.EventIgnored(event))
        return
    for other in card.ends:
        if other in ledger.state.events_in_force:
            ledger.write(ev.EventOver(other))
    if card.lasts != "at_once":
        ledger.write(ev.EventLasts(event))
    ledger.plan(*known.happen(ledger, players))


def turn_over(ledger: Ledger) -> None:
    """At the end of a turn, end the events that last for one turn."""
    for event in ledger.state.events_in_force:
        if book().events[event].lasts == "turn":
            ledger.write(ev.EventOver(event))


@RULES.asks(EventEffect)
def event_effect(state: State, step: EventEffect) -> tuple[Decision, ...]:
    """Ask a squadron for its choice in an event."""
    known = EVENTS[step.event]
    options = known.options(state, step.squadron) if known.options else []
    if not options:
        return ()
    if known.may:
        options.append(Option("none", "no ship", cmd.Pass()))
    card = book().events[step.event]
    prompt = f"{state.squadrons[step.squadron].name}, {card.name}: which ship?"
    return (Decision(step.squadron, "event", prompt, tuple(options)),)


@RULES.takes(EventEffect)
def take_event_effect(
    ledger: Ledger, step: EventEffect, seat: str, command: cmd.AnyCommand
) -> None:
    """Carry out the squadron's choice in an event."""
    ledger.finish()
    work = EVENTS[step.event].work
    if work is not None and not isinstance(command, cmd.Pass):
        work(ledger, step.squadron, command)


# Events of crews, fog and weather (Oak & Iron ch. 5, Events).


MOST_FORTUNE = 3
"""The event Providence gives a squadron a Fortune Point only if it has fewer than this."""


def _tired(state: State, squadron: str) -> list[Ship]:
    return [ship for ship in state.own_ships(squadron) if ship.fights and ship.fatigue]


def _relief(ship: Ship) -> Option:
    label = f"{ship.id} loses 1 fatigue"
    return Option(f"rally_{ship.id}", label, cmd.ApplyEffect(ship.id), subject=ship.id)


def _relieve(ledger: Ledger, squadron: str, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.ApplyEffect)
    remove_fatigue(ledger, command.ship)


def dolphins(state: State, squadron: str) -> list[Option]:
    """Dolphins: each squadron removes 1 Fatigue from one ship. Returns the squadron's options."""
    return [_relief(ship) for ship in _tired(state, squadron)]


def _rally(ledger: Ledger, squadron: str, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.ApplyEffect)
    rally(ledger, ledger.state.ships[command.ship])


def second_wind(state: State, squadron: str) -> list[Option]:
    """Second Wind: each squadron may Rally one ship that is not Entangled.

    Returns the squadron's options.
    """
    return [_relief(ship) for ship in _tired(state, squadron) if not state.holds(ship.id)]


def damp_powder(state: State, squadron: str) -> list[Option]:
    """Damp Powder: each squadron puts a reload marker on a loaded side of an enemy ship.

    Returns the squadron's options.
    """
    side = state.squadrons[squadron].side
    return [
        Option(
            f"damp_{ship.id}_{edge}",
            f"{ship.id} has to reload {edge}",
            cmd.DampPowder(ship.id, edge),
            subject=ship.id,
        )
        for ship in state.ships.values()
        if ship.fights and state.squadrons[ship.squadron].side != side
        for edge in SIDES
        if edge not in ship.reload
    ]


def _dampen(ledger: Ledger, squadron: str, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.DampPowder)
    ledger.write(ev.ReloadMarked(command.ship, command.side))


def _misled(state: State) -> list[str]:
    """Return the squadrons whose flagship is out of Formation, if their next card is not chosen
    yet.
    """
    return [
        key
        for key, squadron in state.squadrons.items()
        if squadron.hand
        and not squadron.face_down
        and squadron.flagship not in in_formation(state, key, for_cards=False)
    ]


def signals_misread(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Signals Misread: a squadron whose flagship is out of Formation gets its next card by a
    die.
    """
    misled = _misled(ledger.state)
    for key in order:
        if key in misled:
            # Sorted, because the die must choose the same card whatever the order of the hand.
            hand = sorted(ledger.state.squadrons[key].hand)
            card = hand[ledger.chance(len(hand)) - 1]
            ledger.write(ev.CardLaidAtRandom(key, card))
    return ()


def providence(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Providence: each squadron that has fewer than 3 Fortune Points gains one."""
    for key in order:
        fortune = ledger.state.squadrons[key].fortune
        if fortune < MOST_FORTUNE:
            ledger.write(ev.FortuneGained(key, fortune + 1))
    return ()


def _fortune_wanting(state: State) -> bool:
    return any(squadron.fortune < MOST_FORTUNE for squadron in state.squadrons.values())


each_player("dolphins", dolphins, _relieve)
each_player("second_wind", second_wind, _rally, may=True)
each_player("damp_powder", damp_powder, _dampen)
EVENTS["signals_misread"] = DrawnEvent(lambda state: bool(_misled(state)), signals_misread)
EVENTS["providence"] = DrawnEvent(_fortune_wanting, providence)


# Events of fog (Oak & Iron ch. 5, Events): Fog Rolls In, and The Weather Clears.


def _banks(state: State) -> list[str]:
    """Return the ids of the fog banks for which there is room on the table at some heading."""
    return terrain.fitting(state, "fog", lambda piece, heading: _places(state, piece, heading))


def _places(state: State, piece: str, heading: float) -> terrain.Places:
    """Return outlines of the areas where the middle of a fog bank may be.

    The bank must be beyond Pistol Shot of every ship.
    """
    outline = terrain.laid(piece, (0.0, 0.0), heading).outline
    bases = [base.polygon for base in hulls(state).values()]
    return free_areas(outline, state.table.size, bases, book().measures.pistol)


def fog_rolls_in(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Fog Rolls In: the squadron that is first in the order places a fog bank."""
    return (LayFog(order[0]),)


@RULES.asks(LayFog)
def lay_fog(state: State, step: LayFog) -> tuple[Decision, ...]:
    """Ask which fog bank to place, where, and at which heading."""
    name = state.squadrons[step.squadron].name
    prompt = f"{name}, Fog Rolls In: choose a bank and its place, beyond pistol shot from all ships"
    return terrain.ask_piece(step.squadron, prompt, _banks(state))


@RULES.places(LayFog)
def bank_lies(state: State, step: LayFog, command: cmd.LayPiece) -> Site:
    """Return where a fog bank may be placed at the heading that the player has chosen."""

    def wrong(at: Point) -> list[str]:
        bank = terrain.laid(command.piece, at, command.heading)
        return terrain.off_table(state, bank) or terrain.near_ships(
            state, bank, book().measures.pistol, "Pistol Shot"
        )

    return Site(terrain.open_to(_places(state, command.piece, command.heading)), wrong)


@RULES.takes(LayFog)
def take_fog(ledger: Ledger, step: LayFog, seat: str, command: cmd.LayPiece) -> None:
    """Place the fog bank on the table."""
    ledger.finish()
    ledger.write(ev.TerrainLaid(terrain.laid(command.piece, command.at, command.heading)))


def visibility_clears(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """The Weather Clears: remove all fog banks.

    The events that reduce visibility are ended elsewhere: the card's record lists them.
    """
    banks = tuple(piece.id for piece in ledger.state.terrain if piece.kind == "fog")
    if banks:
        ledger.write(ev.TerrainTaken(banks))
    return ()


def _dim(state: State) -> bool:
    ends = book().events["visibility_clears"].ends
    fog = any(piece.kind == "fog" for piece in state.terrain)
    return fog or any(event in ends for event in state.events_in_force)


EVENTS["fog_rolls_in"] = DrawnEvent(lambda state: bool(_banks(state)), fog_rolls_in)
EVENTS["visibility_clears"] = DrawnEvent(_dim, visibility_clears)


# Events of wind, current and squall (Oak & Iron ch. 5, Events).


EDGES: tuple[WeatherEdge, ...] = ("north", "east", "south", "west")
"""The edges of the table, clockwise: an edge's index times 90 is its bearing in degrees."""
SHORT = 0.003
"""Inches by which a drifting ship stops short of contact, so that a drift never causes a
collision."""


def wind_shifts(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Wind Shifts: turn the wind by a quarter; a die decides which way (1 to 4 is clockwise)."""
    number = ledger.chance(8)
    turn = 1 if number <= 4 else -1
    place = EDGES.index(ledger.state.table.weather_edge)
    ledger.write(ev.WeatherShifted(EDGES[(place + turn) % 4], number))
    return ()


def current(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Strong Current: all ships that can move drift a Yard Arm towards one edge, chosen by a die.

    The ships nearest to that edge drift first, to make room for the ships behind them.
    """
    number = ledger.chance(8)
    edge = EDGES[(number - 1) // 2]
    ledger.write(ev.CurrentSet(edge, number))
    table = ledger.state.table
    adrift = _adrift(ledger.state)
    for ship in sorted(adrift, key=lambda ship: (_sea_room(hull(ship), table, edge), ship.id)):
        # Obstacles and the edge of the table stop her.
        state = ledger.state
        base = hull(state.ships[ship.id])
        bearing = 90.0 * EDGES.index(edge)
        way = min(book().measures.yard_arm, _sea_room(base, state.table, edge))
        if way <= SHORT:
            continue
        swept = slide(base, bearing, way, obstacles(state, ship.id))
        way = swept.travelled - SHORT if swept.struck else swept.travelled
        if way > SHORT:
            pose = base.pose.moved(bearing, way).rounded()
            pose_changed(ledger, ev.ShipMoved(ship.id, "drift", pose))
            sound(ledger, ship.id)
    return ()


def _adrift(state: State) -> list[Ship]:
    return [
        ship
        for ship in state.ships.values()
        if ship.afloat and not ship.aground and not state.holds(ship.id)
    ]


def _sea_room(base: Hull, table: Table, edge: WeatherEdge) -> float:
    """Return the distance in inches from a base to an edge of the table."""
    place = 0 if edge in ("east", "west") else 1
    ends = [corner[place] for corner in base.corners]
    return table.size[place] - max(ends) if edge in ("north", "east") else min(ends)


def _at_full_sail(state: State) -> list[Ship]:
    return [ship for ship in state.ships.values() if ship.fights and ship.sail == "full"]


def squall(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Squall: each ship at Full Sail makes a Skill Test; a ship that fails loses a level of
    sail.
    """
    ships = sorted(
        _at_full_sail(ledger.state), key=lambda ship: (order.index(ship.squadron), ship.id)
    )
    return tuple(SquallTest(ship.id) for ship in ships)


@RULES.does(SquallTest)
def squall_test(ledger: Ledger, step: SquallTest) -> None:
    """Roll a ship's Skill Test in a squall."""
    roll_test(ledger, step.ship, SquallResult(), "squall")


@RULES.does(SquallResult)
def squall_result(ledger: Ledger, step: SquallResult) -> None:
    """Take a level of sail from the ship if she failed the Skill Test."""
    state = ledger.state
    assert state.roll is not None
    ledger.finish()
    ship = state.ships[state.roll.ship]
    if not passed(state):
        ledger.write(ev.SailChanged(ship.id, SAILS[SAILS.index(ship.sail) - 1]))


EVENTS["wind_shifts"] = DrawnEvent(happen=wind_shifts)
EVENTS["current"] = DrawnEvent(lambda state: bool(_adrift(state)), current)
EVENTS["squall"] = DrawnEvent(lambda state: bool(_at_full_sail(state)), squall)
