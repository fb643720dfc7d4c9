"""Grappling ships alongside, casting off grapples, and getting clear of fouled (entangled)
ships.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from engine.game.decision import Answer, Option
from engine.game.question import Sheet, Slot
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.machine import (
    RULES,
    Answers,
    Writing,
    asked_about_friends,
    chosen_option,
    open_sheets,
    seal,
    sheets,
)
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Ship, State, friends, in_order
from engine.systems.wooden_ships.state.steps import CastOff, Grapple, Unfoul

# Fouled ships try to get clear (Wooden Ships & Iron Men, Collisions and Fouling).


LABELS = {
    "all": "from all ships",
    "friends": "from friends only",
    "enemies": "from enemies only",
    "none": "from no ship: stay fouled",
}
PROMPT = "Get clear:"


def may_get_clear(state: State, ship: Ship) -> bool:
    """Tell whether a ship may try to get clear: she is fouled, has crew and has not surrendered."""
    return (
        bool(fleet.fouled_with(state, ship.id))
        and not fleet.crewless(ship)
        and not fleet.surrendered(ship)
    )


@RULES.asks(Unfoul)
def _asks(state: State, step: Unfoul) -> tuple[Sheet, ...]:
    return sheets(state, step, PROMPT, _slots) if state.fouled else ()


RULES.takes(Unfoul)(seal)


@RULES.does(Unfoul)
def _does(ledger: Writing, step: Unfoul) -> None:
    answers = open_sheets(ledger, step)
    wanted = []
    for ship in ledger.state.ships.values():
        which = chosen_option(answers, ship.id, "none")
        for other in in_order(fleet.fouled_with(ledger.state, ship.id)):
            friend = friends(ledger.state, ship, ledger.state.ships[other])
            if which in ("all", "friends" if friend else "enemies"):
                wanted.append((ship.id, other))
    for one, other in wanted:
        if other in fleet.fouled_with(ledger.state, one):
            face = ledger.face(6)
            ledger.write(ev.UnfoulTried(one, other, face, face <= book().snags.unfouled_to))
    ledger.finish()


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    if may_get_clear(state, ship):
        yield Slot(ship.id, ship.label, _options(ship.id), ship.id), Answer("all")


@lru_cache(maxsize=512)
def _options(ship: str) -> tuple[Option, ...]:
    return tuple(Option(id, label, None, subject=ship) for id, label in LABELS.items())


# Grappling ships alongside, and casting off grapples.
#
# Wooden Ships & Iron Men, Grappling and boarding parties.


TOGETHER = 3
"""A ship that can grapple, or cast off, this many ships or fewer is asked once, with an option for
every set of them. With more ships she is asked about each, because there would be too many sets."""
FACES = 6


def may_try(ship: Ship) -> bool:
    """Tell whether a ship may try to grapple or to cast off: she has crew and has not
    surrendered.
    """
    return not fleet.crewless(ship) and not fleet.surrendered(ship)


def without_a_die(state: State, ship: Ship, other: Ship) -> bool:
    """Tell whether a ship grapples or casts off another without a die: the other is a friend, or
    has surrendered.
    """
    return fleet.surrendered(other) or friends(state, ship, other)


def highest_face(state: State, one: Ship, other: Ship) -> int:
    """Return the highest face of the die with which one ship grapples another; it is higher for
    motionless ships.
    """
    chances = book().snags
    still = one.motionless + other.motionless if state.rules.motionless_bonus else 0
    return chances.grappled_to + (0, chances.one_motionless, chances.both_motionless)[still]


def chance(state: State, ship: Ship, other: Ship) -> int:
    """Return how many of the die's six faces grapple the other ship: 6 if no die is needed, 0 if
    she is not adjacent or the ship may not grapple.
    """
    if not may_try(ship) or fleet.apart(ship, other) != 1:
        return 0
    return FACES if without_a_die(state, ship, other) else highest_face(state, ship, other)


# Grappling --------------------------------------------------------------------


@RULES.asks(Grapple)
def _asks_grapple(state: State, step: Grapple) -> tuple[Sheet, ...]:
    return sheets(state, step, "Grappling:", _alongside)


RULES.takes(Grapple)(seal)


@RULES.does(Grapple)
def _does_grapple(ledger: Writing, step: Grapple) -> None:
    answers, state = open_sheets(ledger, step), ledger.state
    for ship in state.ships.values():
        for other in _named(answers, ship.id):
            target = state.ships[other]
            if without_a_die(state, ship, target):
                ledger.write(ev.GrappleTried(ship.id, other, 0, FACES, True))
            else:
                face, limit = ledger.face(FACES), highest_face(state, ship, target)
                ledger.write(ev.GrappleTried(ship.id, other, face, limit, face <= limit))
    ledger.finish()


def _alongside(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    if may_try(ship):
        own = asked_about_friends(state, ship)
        near = (
            other for other in fleet.beside(state, ship) if own or not friends(state, ship, other)
        )
        yield from _naming(ship, [other.id for other in near], "Grapple")


# Casting off ------------------------------------------------------------------


@RULES.asks(CastOff)
def _asks_cast_off(state: State, step: CastOff) -> tuple[Sheet, ...]:
    if not state.grappled:
        return ()
    return sheets(state, step, "Casting off:", _held)


RULES.takes(CastOff)(seal)


@RULES.does(CastOff)
def _does_cast_off(ledger: Writing, step: CastOff) -> None:
    answers = open_sheets(ledger, step)
    for ship in ledger.state.ships.values():
        for other in _named(answers, ship.id):
            target = ledger.state.ships[other]
            # One die is rolled for each grapple that exists at the start of the ship's turn.
            for _ in range(fleet.grappled_with(ledger.state, ship.id).get(other, 0)):
                if without_a_die(ledger.state, ship, target):
                    ledger.write(ev.CastOffTried(ship.id, other, 0, True))
                else:
                    face = ledger.face(FACES)
                    freed = face <= book().snags.cast_off_to
                    ledger.write(ev.CastOffTried(ship.id, other, face, freed))
    ledger.finish()


def _held(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    if may_try(ship):
        yield from _naming(ship, in_order(fleet.grappled_with(state, ship.id)), "Cast off")


# Choosing any of several ships --------------------------------------------------------


def _naming(ship: Ship, others: Sequence[str], enter_label: str) -> Iterator[tuple[Slot, Answer]]:
    """Yield a ship's slots on a sheet: one slot with every set of the other ships or, if they are
    more than `TOGETHER`, one slot for each of them.
    """
    label = ship.label
    if len(others) > TOGETHER:
        for other in others:
            this = Option(other, f"{enter_label} {other}", None, subject=ship.id)
            slot = Slot(f"{ship.id}:{other}", f"{label}, {other}", (_none(ship.id), this), ship.id)
            yield slot, Answer("none")
    elif others:
        sets = (each for n in range(1, len(others) + 1) for each in combinations(others, n))
        options = (
            _none(ship.id),
            *(
                Option("+".join(each), f"{enter_label} {' and '.join(each)}", None, subject=ship.id)
                for each in sets
            ),
        )
        yield Slot(ship.id, label, options, ship.id), Answer("none")


def _none(ship: str) -> Option:
    return Option("none", "None", None, subject=ship)


def _named(answers: Answers, ship: str) -> list[str]:
    """Return the ids of the ships that a ship's sheet names to be grappled or cast off, sorted."""
    whole = chosen_option(answers, ship, "none")
    named = [] if whole == "none" else whole.split("+")
    named += [
        answer.option
        for slot, answer in answers.items()
        if slot.startswith(f"{ship}:") and answer.option != "none"
    ]
    return in_order(named)
