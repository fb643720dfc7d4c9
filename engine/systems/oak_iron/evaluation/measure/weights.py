"""The terms of the evaluation with their weights and words, out of the data set."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from engine.base.errors import SetUpFault
from engine.game.advice import Reason
from engine.space.plane.many import Numbers
from engine.systems.oak_iron.data.datafiles import shipped_folder

Values = Mapping[str, float]
Terms = dict[str, Numbers]
"""Every term for an array of places."""


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a term counts, in points of damage or so, and what it is called."""

    weight: float
    words: str


@cache
def terms() -> Mapping[str, Term]:
    """Return every term by its name; `SetUpFault` lists what is wrong with the file."""
    path = _file()
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise SetUpFault(str(path), [("", str(error))]) from None
    except OSError as error:
        raise SetUpFault(str(path), [("", error.strerror or "cannot be read")]) from None
    found: dict[str, Term] = {}
    faults = []
    for name, table in tables.items():
        try:
            found[name] = msgspec.convert(table, Term)
        except msgspec.ValidationError as error:
            faults.append((name, str(error).replace("`", "'")))
            continue
        if not math.isfinite(found[name].weight):
            faults.append((name, f"found {found[name].weight}, allowed is a finite weight"))
    if faults:
        raise SetUpFault(str(path), faults)
    return found


def weight(name: str) -> float:
    """Return the weight of a term; `SetUpFault` when the file has none of that name."""
    known = terms()
    if name not in known:
        raise SetUpFault(str(_file()), [(name, "the term is missing")])
    return known[name].weight


def _file() -> Path:
    return shipped_folder() / "evaluation.toml"


def reasons(values: Values) -> tuple[Reason, ...]:
    """Return what each term adds, the heaviest first; those that add nothing are left out."""
    found = [
        Reason(name, terms()[name].words, weight(name) * value)
        for name, value in values.items()
        if abs(value) > 1e-9
    ]
    return tuple(sorted(found, key=lambda each: -abs(each.worth)))


def worth(values: Values) -> float:
    """Return the weighted sum of terms."""
    return sum(weight(name) * value for name, value in values.items())


def total(terms: Terms) -> Numbers:
    """Return the weighted sum of terms at each place."""
    found: Numbers = np.sum([weight(name) * values for name, values in terms.items()], axis=0)
    return found
