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
"""The words of every flag; a signal may add the name of a ship."""
_ALONE: dict[Flag, str] = {
    "engage": "engage all",
    "close": "close with all",
    "follow": "follow me",
    "make_sail": "make sail, all",
}
"""The words of a signal that names no ship, where they differ from the flag's own."""


def flagship(state: State, seat: str) -> Ship | None:
    """Return a seat's flagship: the first of its own ships that still fights; None if none does.

    When she surrenders, is captured or has lost her crew, the seat's next ship becomes the
    flagship.
    """
    own = (ship for ship in afloat(state) if ship.seat == seat and ship.prize is None)
    return next((ship for ship in own if not surrendered(ship) and not crewless(ship)), None)


def has_allies(state: State, seat: str) -> bool:
    """Tell whether a seat has an ally who can read its signals: another seat of its side with a
    flagship.
    """
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
    """Return the signal that an option of a flagship stands for; None for the option of no
    signal.
    """
    word, _, about = option.partition(":")
    flag = next((each for each in FLAGS if each == word), None)
    return Signal(ship, flag, about) if flag else None


def options(state: State, ship: Ship) -> tuple[Option, ...]:
    """Return all options of a flagship's signal: none, signals without a ship's name, then signals
    with one.

    They may name enemies that can still fight, to attack, and friends, to follow or to sail to.
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
    """Return the signal that a ship flies; None if she flies none, or is no flagship any more."""
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
