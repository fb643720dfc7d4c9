"""Signals: the possible signals, and the sheet on which each flagship hoists one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.game.decision import Answer, Option
from engine.game.question import Sheet, Slot
from engine.systems.wooden_ships.fleet import crewless, surrendered
from engine.systems.wooden_ships.machine import RULES, Writing, open_sheets, seal, sheets
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import (
    Flag,
    Ship,
    Signal,
    State,
    afloat,
    friends,
    holder,
)
from engine.systems.wooden_ships.state.steps import HoistSignals

# The possible signals, their written form, and which ship hoists them: `engage`, `close:B3`,
# `follow:A2`.


NONE = "none"
FLAGS: dict[Flag, str] = {
    "engage": "engage",
    "close": "close with",
    "follow": "follow",
    "bear_up": "bear up",
    "haul_wind": "haul wind",
    "make_sail": "make sail for",
}
"""Every flag as words; the name of a ship may follow."""
_ALONE: dict[Flag, str] = {
    "engage": "engage all",
    "close": "close with all",
    "follow": "follow me",
    "make_sail": "make sail, all",
}
"""The words for flags without a ship's name."""


def flagship(state: State, seat: str) -> Ship | None:
    """Return a seat's flagship: the first of its own ships that still fights; None if none does.

    When she surrenders, is captured or has lost her crew, the next ship is the flagship.
    """
    own = (ship for ship in afloat(state) if ship.seat == seat and ship.prize is None)
    return next((ship for ship in own if not surrendered(ship) and not crewless(ship)), None)


def has_allies(state: State, seat: str) -> bool:
    """Tell whether another seat of the side has a flagship that can read a signal."""
    side = state.seats[seat].side
    return any(
        other.side == side and key != seat and flagship(state, key) is not None
        for key, other in state.seats.items()
    )


def in_words(signal: Signal) -> str:
    """Return a signal as words: `close with B3`, `follow me`, `bear up`."""
    if signal.about:
        return f"{FLAGS[signal.flag]} {signal.about}"
    return _ALONE.get(signal.flag, FLAGS[signal.flag])


def parse_signal(ship: str, option: str) -> Signal | None:
    """Parse a flagship's option into its signal; None for no signal."""
    word, _, about = option.partition(":")
    flag = next((each for each in FLAGS if each == word), None)
    return Signal(ship, flag, about) if flag else None


def options(state: State, ship: Ship) -> tuple[Option, ...]:
    """Return all options of a flagship: none, signals to all, then signals that name a ship.

    They name enemies that can fight, and friends to follow or to sail for.
    """
    named = [
        f"{flag}:{other.id}"
        for other in afloat(state)
        if other.id != ship.id and not surrendered(other)
        for flag in (("follow", "make_sail") if friends(state, ship, other) else _AGAINST)
    ]
    return _options(ship.id, (NONE, *FLAGS, *named))


@lru_cache(maxsize=256)
def _options(ship: str, ids: tuple[str, ...]) -> tuple[Option, ...]:
    found = ((id, parse_signal(ship, id)) for id in ids)
    return tuple(
        Option(id, in_words(signal) if signal else "no signal", None, subject=ship)
        for id, signal in found
    )


_AGAINST = ("engage", "close", "make_sail")


def flying(state: State, ship: str) -> Signal | None:
    """Return the signal that a ship flies; None if she flies none, or has struck her flag."""
    hoisted = state.signals if isinstance(state.signals, dict) else {}
    for seat, signal in hoisted.items():
        lead = flagship(state, seat)
        if signal.ship == ship and lead is not None and lead.id == ship:
            return signal
    return None


# The sheet of signals, before the orders: each flagship hoists one, or none, in secret.
#
# The flags of the turn before are hauled down when the new ones go up. Signals are not binding.


@RULES.asks(HoistSignals)
def _asks(state: State, step: HoistSignals) -> tuple[Sheet, ...]:
    return sheets(state, step, "Signal of the flagship:", _slots)


RULES.takes(HoistSignals)(seal)


@RULES.does(HoistSignals)
def _does(ledger: Writing, step: HoistSignals) -> None:
    answers = open_sheets(ledger, step)
    ledger.finish()
    state = ledger.state
    hoisted = {
        holder(state.ships[ship]): signal
        for ship, answer in answers.items()
        if (signal := parse_signal(ship, answer.option)) is not None
    }
    if hoisted or state.signals:
        ledger.write(ev.SignalsHoisted(hoisted))


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    seat = holder(ship)
    if flagship(state, seat) is ship and has_allies(state, seat):
        yield Slot(ship.id, ship.label, options(state, ship), ship.id), Answer(NONE)
