"""An answer to a question, as one value with a text form that can be read back."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence

import msgspec

from engine.base.errors import Refused
from engine.game.decision import Point

LONGEST = 4096
"""Characters of a text that is read as an answer; a sheet's longest slot has a few dozen."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option by its id, with what it asks for: a dial's value, a place, or several picks.

    >>> str(Answer("slide", dial=22.5)), str(Answer("deploy", at=(12.5, 3.0)))
    ('slide dial=22.5', 'deploy at=12.5,3')
    >>> read("B1 B2") == Answer(picks=("B1", "B2"))
    True
    """

    option: str = ""
    dial: float | None = None
    at: Point | None = None
    picks: tuple[str, ...] = ()
    """The ids that are picked, where any number of options may be taken together."""

    def __str__(self) -> str:
        """Return the text form, which `read` takes."""
        words = [shlex.quote(each) for each in (self.option, *self.picks) if each]
        words += [] if self.dial is None else [f"dial={self.dial:.12g}"]
        words += [] if self.at is None else [f"at={self.at[0]:.12g},{self.at[1]:.12g}"]
        return " ".join(words)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of all options that are taken."""
        return self.picks or ((self.option,) if self.option else ())


class Ambiguous(Refused):
    """A typed answer that can be read in more than one way; it names the readings."""

    def __init__(self, typed: str, readings: Sequence[str]) -> None:
        self.readings = tuple(readings)
        super().__init__(f"'{typed}' may be {' or '.join(readings)}; say which")


def read(text: str) -> Answer:
    """Return the answer that a text stands for; `Refused` says what of it cannot be read.

    One bare word is an option, several are picks.
    """
    try:
        words = shlex.split(text[: LONGEST + 1])
    except ValueError:
        raise Refused("the answer has a quotation mark without its other one") from None
    if len(text) > LONGEST or not words:
        raise Refused("an answer is an option's id, with dial=NUMBER or at=X,Y where it asks")
    bare: list[str] = []
    dial, at = None, None
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in ("dial", "at"):
            bare.append(word)
        elif name == "dial":
            dial = _number(value)
        else:
            x, _, y = value.partition(",")
            at = _number(x), _number(y)
    if len(bare) > 1:
        return Answer("", dial, at, tuple(bare))
    return Answer(bare[0] if bare else "", dial, at)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Refused(f"'{text[:40]}' is no number")
    return number
