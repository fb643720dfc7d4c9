"""The terms of the evaluation: their weights and their words, from `evaluation.toml`.

The evaluation is linear: a score is the weighted sum of terms, in points. A point is about one
point of damage on a fresh ship.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from engine.base.errors import SetUpFault
from engine.game.advice import Advice, Reason
from engine.game.decision import Point
from engine.kit.compiled import read_table
from engine.kit.records import shipped_folder
from engine.space.plane.many import Numbers

Values = Mapping[str, float]
"""Values of terms for one answer or place, by the term's name."""
Terms = dict[str, Numbers]
"""Values of each term for an array of places, by the term's name."""


class WeighedTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weight of a term in points, and the words that explain it to a player."""

    weight: float
    words: str


@cache
def terms() -> Mapping[str, WeighedTerm]:
    """Return every term by its name.

    Cached, as the file does not change while the program runs. Raises `SetUpFault` with every
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
            faults.append((name, f"found {found[name].weight}, allowed is a finite weight"))
    if faults:
        raise SetUpFault(str(path), faults)
    return found


def weight(name: str) -> float:
    """Return the weight of a term; raise `SetUpFault` if the file has none of that name."""
    known = terms()
    if name not in known:
        raise SetUpFault(str(_file()), [(name, "the term is missing")])
    return known[name].weight


def _file() -> Path:
    return shipped_folder("oak_iron") / "evaluation.toml"


def reasons(values: Values) -> tuple[Reason, ...]:
    """Return what each term adds to the score, heaviest first; terms that add nothing drop out."""
    found = [
        Reason(name, terms()[name].words, weight(name) * value)
        for name, value in values.items()
        if abs(value) > 1e-9  # rounding errors are no reason
    ]
    return tuple(sorted(found, key=lambda each: -abs(each.worth)))


def worth(values: Values) -> float:
    """Return the weighted sum of terms."""
    return sum(weight(name) * value for name, value in values.items())


def total(terms: Terms) -> Numbers:
    """Return the weighted sum of terms at each place."""
    found: Numbers = np.sum([weight(name) * values for name, values in terms.items()], axis=0)
    return found


def scored(
    option: str, values: Values, dial: float | None = None, at: Point | None = None
) -> Advice:
    """Return the advice on an answer: the weighted sum of its terms, and what each adds."""
    return Advice(option, dial, at, worth(values), reasons(values))


def best_first(given: list[Advice]) -> tuple[Advice, ...]:
    """Return advice sorted by worth; equal worths keep their order."""
    return tuple(sorted(given, key=lambda each: -each.worth))
