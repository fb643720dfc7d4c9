"""Options of a battle: switches of section 9, seats that share a side (Iron & Oak 2.1), plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.base.counting import whole
from engine.game.parts.building import Switch
from engine.game.position import Faults, nearest, shown
from engine.systems.iron_oak.state.state import Rules

SWITCHES = ("low_freeboard", "tenders", "alternating")
PLANS = "plans"
"""The switch by which the seats of a side share plans: ours, so no position file has it."""
SEATS = ("union_seats", "confederate_seats")
LABELS = {"union": "Union seats", "confederate": "Conf. seats"}
"""In the fourteen columns that a form has for them."""
MOST_SEATS = 4
DESIGNS = "squadrons"
"""The option that names a design: what other games call a squadron."""
_YES = {"true", "yes", "on", "1"}
_NO = {"false", "no", "off", "0"}


class Options(NamedTuple):
    """What was chosen."""

    rules: Rules
    seats: dict[str, int]
    designs: tuple[str, ...] = ()
    """Designs of a battle of one's own: names or files."""


def read_options(source: str, options: Mapping[str, Any]) -> Options:
    """Return options read; `SetUpFault` names every one that is wrong."""
    faults = Faults(source)
    switches: dict[str, Any] = {}
    seats = {"union": 1, "confederate": 1}
    designs: tuple[str, ...] = ()
    for name, value in options.items():
        if name == DESIGNS:
            designs = tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)
        elif name in (*SWITCHES, PLANS):
            switches[name] = _switch(faults, name, value)
        elif name in SEATS:
            seats[name.removesuffix("_seats")] = _number(faults, name, value)
        else:
            known = (*SWITCHES, PLANS, *SEATS)
            faults.add(name, f"is no option; known are {', '.join(known)}{nearest(name, known)}")
    if switches.get(PLANS) and max(seats.values()) == 1:
        faults.add(PLANS, "needs a side of several seats, such as union_seats=2")
    faults.check()
    return Options(Rules(**switches), seats, designs)


def _switch(faults: Faults, name: str, value: Any) -> bool:
    word = str(value).lower()
    if word not in _YES | _NO:
        faults.add(name, f"found {shown(value)}, allowed is true or false")
    return word in _YES


def _number(faults: Faults, name: str, value: Any) -> int:
    word = str(value)
    if word.isdecimal() and 1 <= whole(word) <= MOST_SEATS:
        return whole(word)
    faults.add(name, f"found {shown(value)}, allowed is a whole number from 1 to {MOST_SEATS}")
    return 1


def offered(seats: Mapping[str, int]) -> tuple[Switch, ...]:
    """Return what a form of a new battle offers: seats of sides with several ships, and plans.

    `seats` is how many could share each side; plans need a side that can be shared.
    """
    many = {side: min(most, MOST_SEATS) for side, most in seats.items() if most > 1}
    shared = tuple(
        Switch(
            f"{side}_seats",
            LABELS[side],
            (("", "one"), *((str(count), str(count)) for count in range(2, most + 1))),
        )
        for side, most in many.items()
    )
    plans = Switch(PLANS, "Plans", (("", "not told"), ("true", "shared by allied seats")))
    return (*shared, plans) if shared else ()
