"""The weights of the evaluation's terms; which side leads, and how cautious or eager it should
be.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from engine.base.errors import SetUpFault
from engine.game.decision import Advice, Point, Reason
from engine.kit.dataset import read_table
from engine.kit.records import shipped_folder
from engine.space.plane.many import Numbers
from engine.systems.oak_iron.state.ships import sides, summed
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN
from engine.systems.oak_iron.victory import strike

TIE: Final = 0.5
"""A tie of strike points counts as this lead for the side that would win it, the defender; as -TIE
for the other side, or for both if nobody wins a tie."""
STEADY: Final = 1.2
"""The factor on danger (see `caution`) differs from 1 by at most this: in the last turn, for a side
far ahead or behind."""
LEAST_CAUTION: Final = 0.2
"""The factor on danger (see `caution`) is at least this, because even a desperate side avoids some
danger."""

FEW: Final = 8
"""A battle of more ships than this, both sides together, is a crowd. There searches do less, to
stay within their time, and effects that matter only among many ships are counted too."""
EAGER: Final = 3.0
"""The factor on range and bearing (see `eagerness`) for a side that must attack, because nobody
wins a tie."""


def crowded(view: State) -> bool:
    """Tell whether the battle is a crowd: it began with more than `FEW` ships."""
    return len(view.ships) > FEW


def lead(view: State, side: str) -> float:
    """Return by how many strike points a side is ahead of its enemies; below 0 if it is behind.

    A tie counts as `TIE` or -`TIE`.
    """
    points = {each: summed(strike.points, view, each) for each in sides(view)}
    enemy = max((borne for each, borne in points.items() if each != side), default=0)
    ahead = float(enemy - points.get(side, 0))
    if ahead:
        return ahead
    defender = view.squadrons.get(view.defender)
    return TIE if (defender.side if defender else view.defender) == side else -TIE


def caution(view: State, side: str) -> float:
    """Return the factor by which a side multiplies danger: above 1 if it leads, below 1 if behind.

    It starts near 1 and moves away from 1 turn by turn. It is a tanh of the lead, because each
    further point matters less.
    """
    late = min(1.0, view.turn / LAST_TURN)
    return max(LEAST_CAUTION, 1.0 + STEADY * late * math.tanh(lead(view, side)))


def eagerness(view: State, side: str) -> float:
    """Return the factor by which a side multiplies the terms of range and bearing to enemies.

    It is above 1 for a side that is behind and must attack. It is 1 where the defender wins a tie,
    because eager attackers did no better in trial battles.
    """
    return EAGER if not view.defender and lead(view, side) < 0.0 else 1.0


# The terms of the evaluation: their weights and their words, from `evaluation.toml`.
#
# The evaluation is linear: a score is the weighted sum of terms, in points. A point is about one
# point of damage on a fresh ship.


Values = Mapping[str, float]
"""{name of an evaluation term: its value} for one answer or place; each is multiplied by its
weight."""
Terms = dict[str, Numbers]
"""{name of an evaluation term: its value at each of an array of places}."""


class WeighedTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evaluation term: its weight in points of damage, and the words that explain it to a
    player.

    A term that may speak for an answer as well as against it can have other words for either case.
    """

    weight: float
    words: str
    good: str = ""
    """The words where the term speaks for an answer; '' if they are those of `words`."""
    bad: str = ""
    """The words where the term speaks against an answer; '' if they are those of `words`."""

    def said(self, worth: float) -> str:
        """Return the words for this term if it adds `worth` points to a score."""
        return (self.good if worth > 0 else self.bad) or self.words


@cache
def terms() -> Mapping[str, WeighedTerm]:
    """Return {name: evaluation term} as read from the data file.

    Cached, because the file does not change while the program runs. Raises `SetUpFault` with every
    fault of the file.
    """
    path = _file()
    try:
        tables = read_table(path)
    except ValueError as error:
        raise SetUpFault(str(path), [("", str(error))]) from None
    except OSError as error:
        raise SetUpFault(str(path), [("", error.strerror or "cannot be read")]) from None
    found: dict[str, WeighedTerm] = {}
    faults = []
    for name, table in tables.items():
        try:
            found[name] = msgspec.convert(table, WeighedTerm)
        except msgspec.ValidationError as error:
            faults.append((name, str(error).replace("`", "'")))
            continue
        if not math.isfinite(found[name].weight):
            faults.append((name, f"found {found[name].weight}, allowed: a finite weight"))
    if faults:
        raise SetUpFault(str(path), faults)
    return found


def weight(name: str) -> float:
    """Return the weight of an evaluation term; raises `SetUpFault` if the file does not contain
    it.
    """
    known = terms()
    if name not in known:
        raise SetUpFault(str(_file()), [(name, "the term is missing")])
    return known[name].weight


def _file() -> Path:
    return shipped_folder("oak_iron") / "evaluation.toml"


def reasons(values: Values, neutral: bool = False) -> tuple[Reason, ...]:
    """Return what each term adds to a score, with its words; the largest first, without zeros.

    With `neutral` a term has the same words whether it is good or bad, so that the reasons of
    several playouts can be added up by their words.
    """
    found = [
        Reason(
            name,
            terms()[name].words if neutral else terms()[name].said(weight(name) * value),
            weight(name) * value,
        )
        for name, value in values.items()
        if abs(value) > 1e-9  # rounding errors are no reason
    ]
    return tuple(sorted(found, key=lambda each: -abs(each.worth)))


def worth(values: Values) -> float:
    """Return a score in points of damage: the sum of the terms, each times its weight."""
    return sum(weight(name) * value for name, value in values.items())


def total(terms: Terms) -> Numbers:
    """Return the score of each place in points of damage: the sum of the terms, each times its
    weight.
    """
    found: Numbers = np.sum([weight(name) * values for name, values in terms.items()], axis=0)
    return found


def score_answer(
    option: str, values: Values, dial: float | None = None, at: Point | None = None
) -> Advice:
    """Return advice on an answer: its score, and what each term adds to it."""
    return Advice(option, dial, at, worth(values), reasons(values))


def best_first(given: list[Advice]) -> tuple[Advice, ...]:
    """Return advice sorted by worth, best first; equal worths keep their order."""
    return tuple(sorted(given, key=lambda each: -each.worth))
