"""The agenda: the steps still to be done in a turn, as data. The last entry of the stack is the
next step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.kit.ledger import Step, union_of


class MakeSquadron(Step, frozen=True, tag="make_squadron"):
    """Dice make a squadron for a seat that has none, in a column of the map."""

    seat: str
    points: int
    column: int


class ChooseShips(Step, frozen=True, tag="choose_ships"):
    """Before the first turn captains who share a fleet choose its ships, one ship at a time."""


class BeginTurn(Step, frozen=True, tag="begin_turn"):
    """Ships arrive, and surrendered ships are freed."""


class Unfoul(Step, frozen=True, tag="unfoul"):
    """Fouled ships choose which ship they try to get clear of; then dice are rolled."""


class HoistSignals(Step, frozen=True, tag="hoist_signals"):
    """Flagships with allies hoist a signal, in secret; only in battles with signals."""


class GiveOrders(Step, frozen=True, tag="give_orders"):
    """Every ship that can move gets a plot, in secret."""


class Move(Step, frozen=True, tag="move"):
    """The plots are carried out, impulse by impulse; then ships drift."""


class Grapple(Step, frozen=True, tag="grapple"):
    """Ships choose neighbours to grapple; then dice are rolled."""


class CastOff(Step, frozen=True, tag="cast_off"):
    """Ships choose grapples to cast off; then dice are rolled."""


class PrepareBoarding(Step, frozen=True, tag="prepare_boarding"):
    """Sections of the crews form parties."""


class Fire(Step, frozen=True, tag="fire"):
    """Ships fire or hold; all use the state at the start of the phase, and hits are marked at its
    end.
    """


class Melee(Step, frozen=True, tag="melee"):
    """Transfers, prize crews and fights."""


class BoardBack(Step, frozen=True, tag="board_back"):
    """Defending parties that have won choose whether to board."""


class Capture(Step, frozen=True, tag="capture"):
    """Ships change hands; prisoners may free themselves; reserves fill the gaps."""


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
"""The steps of a turn with signals before the orders."""

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
"""The name of the phase of each step."""


def from_phase(phase: Phase, turn: tuple[AnyStep, ...] = TURN) -> tuple[AnyStep, ...]:
    """Return the agenda of a turn beginning with a phase; the next step is the last entry."""
    first = next(i for i, step in enumerate(turn) if PHASES[type(step)] == phase)
    return turn[first:][::-1]
