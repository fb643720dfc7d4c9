"""The terms of the evaluation with their weights and words, out of the data set."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

import msgspec

from engine.counsel import Reason
from engine.errors import SetUpFault
from engine.oak_iron.datafiles import shipped_folder

Values = Mapping[str, float]


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a term counts, in points of damage or so, and what it is called."""

    weight: float
    words: str


@cache
def terms() -> Mapping[str, Term]:
    """Return every term by its name; `SetUpFault` names the field that is wrong."""
    path = shipped_folder() / "evaluation.toml"
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), dict[str, Term])
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise SetUpFault(str(path), [("", str(error).replace("`", "'"))]) from None


def weight(name: str) -> float:
    """Return the weight of a term."""
    return terms()[name].weight


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
