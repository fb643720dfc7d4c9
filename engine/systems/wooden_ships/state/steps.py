"""The agenda: the steps still to be done in a turn, as data. The last entry of the stack is the
next step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.kit.ledger import Step, union_of


class MakeSquadron(Step, frozen=True, tag="make_squadron"):
    """Dice draw a squadron for a seat that brings none. Its ships are placed in a line in column
    `column` of the map.
    """

    seat: str
    points: int
    column: int


class ChooseShips(Step, frozen=True, tag="choose_ships"):
    """Before the first turn captains who share a fleet choose its ships, one ship at a time."""


class BeginTurn(Step, frozen=True, tag="begin_turn"):
    """Ships that are due arrive on the map; friends nearby free ships that surrendered."""


class Unfoul(Step, frozen=True, tag="unfoul"):
    """Players choose the ships from which their fouled ships try to get clear; then dice are
    rolled.
    """


class HoistSignals(Step, frozen=True, tag="hoist_signals"):
    """Flagships with allies hoist a signal, in secret; only in battles with signals."""


class GiveOrders(Step, frozen=True, tag="give_orders"):
    """Players write a plot (movement) in secret for every ship that can move."""


class Move(Step, frozen=True, tag="move"):
    """All plots are carried out together, one impulse (step of each plot) after another; then ships
    drift.
    """


class Grapple(Step, frozen=True, tag="grapple"):
    """Players choose which adjacent ships to grapple; then dice are rolled."""


class CastOff(Step, frozen=True, tag="cast_off"):
    """Players choose which grapples to cast off; then dice are rolled."""


class PrepareBoarding(Step, frozen=True, tag="prepare_boarding"):
    """Players order crew sections to form parties: to board, to defend, or to go over to a
    friend.
    """


class Fire(Step, frozen=True, tag="fire"):
    """Ships fire or hold their fire. All fire as they were at the start of the phase; hits are
    marked at its end.
    """


class Melee(Step, frozen=True, tag="melee"):
    """Crews go over to friends, prize crews enter ships that surrendered, and parties fight."""


class BoardBack(Step, frozen=True, tag="board_back"):
    """Players choose whether defending parties that have won board the enemy."""


class Capture(Step, frozen=True, tag="capture"):
    """Ships that were won change hands; prisoners may free themselves; reserves fill gaps in
    sections.
    """


class LoadGuns(Step, frozen=True, tag="load_guns"):
    """Each ship loads one empty side."""


class EndTurn(Step, frozen=True, tag="end_turn"):
    """End the battle, or begin the next turn."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = union_of(Step, __name__)

Phase = Literal[
    "choosing",
    "arrival",
    "unfouling",
    "signals",
    "orders",
    "movement",
    "grappling",
    "ungrappling",
    "boarding",
    "combat",
    "melee",
    "loading",
    "end",
]
TURN: tuple[AnyStep, ...] = (
    BeginTurn(),
    Unfoul(),
    GiveOrders(),
    Move(),
    Grapple(),
    CastOff(),
    PrepareBoarding(),
    Fire(),
    Melee(),
    BoardBack(),
    Capture(),
    LoadGuns(),
    EndTurn(),
)
"""The steps of a turn in order (Wooden Ships & Iron Men, Movement input window)."""

SIGNALLING: tuple[AnyStep, ...] = tuple(
    part
    for step in TURN
    for part in ((HoistSignals(), step) if isinstance(step, GiveOrders) else (step,))
)
"""The steps of a turn in a battle with signals: they are hoisted before the orders."""

PHASES: dict[type[Step], Phase] = {
    MakeSquadron: "arrival",
    ChooseShips: "choosing",
    BeginTurn: "arrival",
    Unfoul: "unfouling",
    HoistSignals: "signals",
    GiveOrders: "orders",
    Move: "movement",
    Grapple: "grappling",
    CastOff: "ungrappling",
    PrepareBoarding: "boarding",
    Fire: "combat",
    Melee: "melee",
    BoardBack: "melee",
    Capture: "melee",
    LoadGuns: "loading",
    EndTurn: "end",
}
"""The name of the phase to which each kind of step belongs."""


def from_phase(phase: Phase, turn: tuple[AnyStep, ...] = TURN) -> tuple[AnyStep, ...]:
    """Return the steps of a turn from a phase on, as an agenda: the next step is the last entry."""
    first = next(i for i, step in enumerate(turn) if PHASES[type(step)] == phase)
    return turn[first:][::-1]
