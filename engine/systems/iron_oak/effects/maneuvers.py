"""Action cards of a Movement Segment: for a maneuver roll, a ship at anchor, or a ship that is
lost. Iron & Oak 7.5, 7.7 to 7.12.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from engine.systems.iron_oak.cards import discard
from engine.systems.iron_oak.damage import sink
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import other_side, powered, retiring, value
from engine.systems.iron_oak.machine import Ledger, Moment, ends, spare, why
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Move, Ship, State

On = Literal["", "ship", "target"]
"""Which ship a card may be played on: the ship that moves, the ship that she attacks, or none."""


class Window(NamedTuple):
    """A moment in a Movement Segment (one ship's move) when a side may play cards."""

    state: State
    move: Move
    ship: Ship
    """The ship that moves."""
    asked: Literal["owner", "enemy", "answer"]
    """Who is asked for a card: the ship's owner, then the enemy, then the owner for one card in
    answer."""
    rolling: bool
    """Whether the ship will make a maneuver roll."""
    target: Ship | None
    """The ship that is attacked, if cards may be played on her; else None."""


class Playing(NamedTuple):
    """A card that is played in a Movement Segment."""

    side: str
    card: int
    ship: str
    """The ship that moves."""


# The hooks of a Movement Segment.


MOVERS: Moment[Callable[[Window], On]] = Moment("cards_of_a_movement")
"""Hook called with (window): returns the ship that the card may be played on; it uses only facts
that both sides know."""

WITH_HOLD: Moment[Callable[[State, Ship], bool]] = Moment("cards_with_a_hold")
"""Hook called with (state, ship): tells whether the card may be played together with an order to
hold."""

ON_PLAY: Moment[Callable[[Ledger, Playing], None]] = Moment("on_play")
"""Hook called with (ledger, card) when a card is played: writes the card's immediate effect."""

ROLL_VALUE: Moment[Callable[[int], int]] = Moment("roll_value")
"""Hook called with (number of a card): returns the card's modifier to a maneuver roll."""

MOVE_WORTH: Moment[Callable[[State, Ship, float], float]] = Moment("move_worth")
"""Hook called with (state, ship, worth in the hand): returns the card's gain for its side if it is
played now.

A card for a roll has no function here, because the chances of the roll give its gain.
"""

NEVER = -1000.0
"""The worth of an action that no computer player ever takes."""


# Quick and Slow Maneuver (Iron & Oak 7.5, 7.10).


@MOVERS("quick_maneuver")
def quick_maneuver(window: Window) -> On:
    """Quick Maneuver: tell whether a side may play it on its own ship, which rolls or is
    attacked.
    """
    move = window.move
    if window.asked == "enemy":
        return "target" if window.target and not move.target_quick else ""
    if window.asked == "answer" and not move.slow:
        return ""
    rolls = window.rolling and powered(window.state, window.ship)
    return "ship" if rolls and not move.quick else ""


@MOVERS("slow_maneuver")
def slow_maneuver(window: Window) -> On:
    """Slow Maneuver: tell whether a side may play it on an enemy ship that rolls, or that the
    side's ship attacks.
    """
    move = window.move
    if window.asked == "enemy":
        rolls = window.rolling and powered(window.state, window.ship)
        return "ship" if rolls and not move.slow else ""
    if window.asked == "answer" and not move.target_quick:
        return ""
    return "target" if window.target and not move.target_slow else ""


@ROLL_VALUE("quick_maneuver", "slow_maneuver")
def _on_roll(number: int) -> int:
    return book().cards[number].value


# Springs and Slipped Anchor (Iron & Oak 7.9, 7.11).


@MOVERS("springs")
@spare(springs=2.0)
@why(springs="she can turn at her anchor")
def springs(window: Window) -> On:
    """Springs: tell whether the card may be played on the ship: one of the side's own at anchor."""
    ship = window.ship
    here = window.asked == "owner" and ship.on_map and ship.anchored
    return "ship" if here and not ship.springs and not retiring(ship) else ""


@ON_PLAY("springs")
def _rigged(ledger: Ledger, playing: Playing) -> None:
    ledger.write(ev.SpringsRigged(playing.ship, playing.card))


@MOVE_WORTH("springs")
def _springs_worth(view: State, ship: Ship, kept: float) -> float:
    return kept + 1


def springs_card() -> int:
    """Return the number of the first Springs card, for a position file in which a ship has one."""
    return next(number for number, card in book().cards.items() if card.kind == "springs")


@MOVERS("slipped_anchor")
@spare(slipped_anchor=2.0)
@why(slipped_anchor="she loses her anchor, and holds or drifts")
def slipped_anchor(window: Window) -> On:
    """Slipped Anchor: tell whether the card may be played on the ship: an enemy at anchor."""
    ship = window.ship
    here = window.asked == "enemy" and ship.on_map
    return "ship" if here and ship.anchored and not ship.hidden else ""


@ON_PLAY("slipped_anchor")
def _slipped(ledger: Ledger, playing: Playing) -> None:
    """Slipped Anchor: record that the ship loses her anchor, and her springs if she has any."""
    if rigged := ledger.state.ships[playing.ship].springs:
        discard(ledger, rigged)
    ledger.write(ev.AnchorSlipped(playing.ship))
    discard(ledger, playing.card)


@MOVE_WORTH("slipped_anchor")
def _slipped_worth(view: State, ship: Ship, kept: float) -> float:
    return kept - 1


# Scuttle (Iron & Oak 7.8).


@MOVERS("scuttle")
@ends(scuttle="the crew sinks her: she is lost")
@spare(scuttle=3.0)
@why(scuttle="she is lost, but cannot become a prize")
def scuttle(window: Window) -> On:
    """Scuttle: tell whether the card may be played on the ship: one of the side's own, aground or
    without power.
    """
    ship = window.ship
    here = window.asked == "owner" and ship.on_map and ship.kind == "ship" and not ship.captured_by
    return "ship" if here and (ship.grounded or not powered(window.state, ship)) else ""


@ON_PLAY("scuttle")
def _scuttled(ledger: Ledger, playing: Playing) -> None:
    ship = ledger.state.ships[playing.ship]
    discard(ledger, playing.card)
    sink(ledger, ship, scuttled=True)


@MOVE_WORTH("scuttle")
def _scuttle_worth(view: State, ship: Ship, kept: float) -> float:
    return NEVER


# Screen (Iron & Oak 7.7), which is played together with the order to hold.


@WITH_HOLD("screen")
@spare(screen=1.0)
def screen(state: State, ship: Ship) -> bool:
    """Screen: tell whether the card may be played with the order to hold; a ship that retires may
    not.
    """
    return not retiring(ship)


# Strike: the ship surrenders (Iron & Oak 7.12), and the prize's later fate (Iron & Oak 6.2.3I).


@MOVERS("strike")
@why(strike="she must strike if the enemy is stronger than her friends here")
def can_strike(window: Window) -> On:
    """Strike: tell whether the card may be played on the ship: an enemy that is aground, without
    power, or fouled.

    A fouled ship must be fouled with an enemy, an obstruction or a hulk. The card is never played
    on a hidden ship or a prize.
    """
    state, ship = window.state, window.ship
    if window.asked != "enemy" or not ship.on_map or ship.hidden or ship.captured_by:
        return ""
    fouled = any(
        what not in state.ships or state.ships[what].control != ship.side for what in ship.fouled
    )
    return "ship" if ship.grounded or not powered(state, ship) or fouled else ""


def strike_sums(state: State, target: Ship) -> tuple[int, int]:
    """Return (Victory Points for the side that plays Strike, Victory Points against it).

    Powered ships in the target's box count for their sides, prizes for neither. The target always
    counts against.
    """
    sums = {target.side: 0, other_side(target.side): 0}
    for ship in state.ships.values():
        counts = ship.box == target.box and ship.on_map and not ship.captured_by
        if counts and (ship.id == target.id or powered(state, ship)):
            sums[ship.side] += _value(state, ship)
    return sums[other_side(target.side)], sums[target.side]


def _value(state: State, ship: Ship) -> int:
    for effect in state.in_force("strike_value"):
        if effect.ship == ship.id:
            return effect.victory_points
    return value(ship)


@ON_PLAY("strike")
def strike(ledger: Ledger, playing: Playing) -> None:
    """Strike: record that the ship surrenders or, if her friends there are at least as strong, that
    the card is wasted.
    """
    ship = ledger.state.ships[playing.ship]
    own, enemy = strike_sums(ledger.state, ship)
    if own > enemy:
        ledger.write(ev.Captured(ship.id, playing.side))
    else:
        ledger.write(ev.StrikeWasted(ship.id, own, enemy))
    discard(ledger, playing.card)


@MOVE_WORTH("strike")
def _strike_worth(view: State, ship: Ship, kept: float) -> float:
    mine, theirs = strike_sums(view, ship)
    return 2.0 * value(ship) if mine > theirs else NEVER
