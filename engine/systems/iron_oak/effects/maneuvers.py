"""Action cards of a Movement Segment: on a maneuver roll, at anchor, on a lost ship.

Iron & Oak 7.5, 7.7 to 7.12.
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
"""The ship that a card may be played on: the moving ship, her target, or none."""


class Window(NamedTuple):
    """A moment of a Movement Segment at which a side may play cards."""

    state: State
    move: Move
    ship: Ship
    """The ship that moves."""
    asked: Literal["owner", "enemy", "answer"]
    """The side to ask: the ship's owner, then the enemy, then the owner for one more card."""
    rolling: bool
    """Whether a maneuver roll with the ship will follow."""
    target: Ship | None
    """The ship that the moving ship attacks, if cards may be played on the attacked ship; else
    None."""


class Playing(NamedTuple):
    """A card that is played in a Movement Segment."""

    side: str
    card: int
    ship: str
    """The ship that moves."""


# The hooks of a Movement Segment.


MOVERS: Moment[Callable[[Window], On]] = Moment("cards_of_a_movement")
"""Hook called with (window): the ship that the card may be played on, according to public facts."""

WITH_HOLD: Moment[Callable[[State, Ship], bool]] = Moment("cards_with_a_hold")
"""Hook called with (state, ship): whether the card may be played with an order to hold."""

ON_PLAY: Moment[Callable[[Ledger, Playing], None]] = Moment("on_play")
"""Hook called with (ledger, card): apply the immediate effect."""

ROLL_VALUE: Moment[Callable[[int], int]] = Moment("roll_value")
"""Hook called with (card): the number that it adds to a maneuver roll; negative if it subtracts."""

MOVE_WORTH: Moment[Callable[[State, Ship, float], float]] = Moment("move_worth")
"""Hook called with (state, ship, worth in the hand): the card's gain for its side if played now.

A card on a roll needs no entry, because the chances of the roll give its gain."""

NEVER = -1000.0
"""The worth of an action that a computer player never takes."""


# Quick and Slow Maneuver (Iron & Oak 7.5, 7.10).


@MOVERS("quick_maneuver")
def quick_maneuver(window: Window) -> On:
    """Quick Maneuver: a side plays the card on its own ship when she rolls, or when the enemy
    attacks her.
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
    """Slow Maneuver: a side plays the card on an enemy ship when she rolls, or when its own ship
    attacks her.
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
    """Springs: the card is played on one of the side's own ships at anchor."""
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
    """Return the first Springs card, for a position file that puts one on a ship."""
    return next(number for number, card in book().cards.items() if card.kind == "springs")


@MOVERS("slipped_anchor")
@spare(slipped_anchor=2.0)
@why(slipped_anchor="she loses her anchor, and holds or drifts")
def slipped_anchor(window: Window) -> On:
    """Slipped Anchor: the card is played on an enemy ship at anchor."""
    ship = window.ship
    here = window.asked == "enemy" and ship.on_map
    return "ship" if here and ship.anchored and not ship.hidden else ""


@ON_PLAY("slipped_anchor")
def _slipped(ledger: Ledger, playing: Playing) -> None:
    """Slipped Anchor: the ship loses her anchor and springs."""
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
    """Scuttle: the card is played on one of the side's own ships that is aground or without
    power.
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
    """Screen: the card is played with an order to hold, but not by a ship that retires."""
    return not retiring(ship)


# Strike: the ship surrenders (Iron & Oak 7.12), and the prize's later fate (Iron & Oak 6.2.3I).


@MOVERS("strike")
@why(strike="she must strike if the enemy is stronger than her friends here")
def can_strike(window: Window) -> On:
    """Strike: the card is played on an enemy ship that is aground, without power, or fouled with an
    enemy, an obstruction or a hulk; never on a hidden ship or a prize.
    """
    state, ship = window.state, window.ship
    if window.asked != "enemy" or not ship.on_map or ship.hidden or ship.captured_by:
        return ""
    fouled = any(
        what not in state.ships or state.ships[what].control != ship.side for what in ship.fouled
    )
    return "ship" if ship.grounded or not powered(state, ship) or fouled else ""


def strike_sums(state: State, target: Ship) -> tuple[int, int]:
    """Return the Victory Points that count for the side that plays Strike, and against it.

    Powered ships in the box count; the target always counts for its own side, prizes for neither.
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
    """Strike: the ship surrenders, or the card is wasted."""
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
