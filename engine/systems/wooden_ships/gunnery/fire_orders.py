"""The sheet of fire: hold, or which sides fire at hull or rigging.

Wooden Ships & Iron Men, Combat Rules.

An option's id is `hold`, or a side and its aim: `port:rigging`, `both:hull`. Where the owner
chooses the target it follows, `port:hull@B1`; where the sides differ both stand there, joined
by a plus: `port:hull+starboard:rigging`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import msgspec

from engine.game.decision import Answer, Closed, Option
from engine.game.question import Slot
from engine.systems.wooden_ships.data.facts import Aim
from engine.systems.wooden_ships.fleet import apart
from engine.systems.wooden_ships.gunnery.shot import AIMS, open_aims, shot
from engine.systems.wooden_ships.gunnery.targets import candidates, why_not, why_silent
from engine.systems.wooden_ships.machine import fires_from
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State

HOLD = "hold"


class Chosen(msgspec.Struct, frozen=True):
    """What a side was ordered: its aim, and the target where the owner chooses it."""

    side: SideName
    aim: Aim
    target: str = ""

    def __str__(self) -> str:
        """Return the part of an option's id."""
        return f"{self.side}:{self.aim}" + (f"@{self.target}" if self.target else "")


Volley = tuple[Chosen, ...]
"""Both sides, one, or none; port first."""


def slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    """Yield the slot of a ship that has something to fire at."""
    if all(why_silent(ship, side) for side in SIDES):
        return
    every = volleys(state, ship)
    if len(every) > 1:
        reasons = {side: why_held(state, ship, side) for side in SIDES}
        closed = tuple(Closed(side.capitalize(), why) for side, why in reasons.items() if why)
        named = _options(ship.id, every)
        slot = Slot(ship.id, ship.label, named, ship.id, closed=closed)
        yield slot, Answer(proposed(state, ship, every))


def why_held(state: State, ship: Ship, side: SideName) -> str:
    """Say why a side stays silent, by the rules or by a standing choice; '' when it may fire."""
    if silent := why_not(state, ship, side):
        return silent
    if _choices(state, ship, side):
        return ""
    tables = [shot(ship, side, state.ships[name]).table for name in candidates(state, ship, side)]
    return f"table {max(tables)}: by her standing choice she fires from {fires_from(state, ship)}"


def volleys(state: State, ship: Ship) -> tuple[Volley, ...]:
    """Return every order that a ship may get, holding first.

    With one aim for the ship a side to which that aim is closed takes the other one.
    """
    by_side = {side: _choices(state, ship, side) for side in SIDES}
    single: list[Volley] = [(choice,) for side in SIDES for choice in by_side[side]]
    if state.rules.aim_per_side:
        both: list[Volley] = list(product(by_side["port"], by_side["starboard"]))
    else:
        names = [dict.fromkeys(choice.target for choice in by_side[side]) for side in SIDES]
        aims = {choice.aim for side in SIDES for choice in by_side[side]}
        both = [
            (Chosen("port", aim, port), Chosen("starboard", aim, starboard))
            for aim in AIMS
            if aim in aims
            for port, starboard in product(*names)
        ]
    return ((), *single, *both)


def _choices(state: State, ship: Ship, side: SideName) -> list[Chosen]:
    """Return what one side may do: each open aim, and each target where the owner chooses."""
    every, least = candidates(state, ship, side), fires_from(state, ship)
    found = tuple(name for name in every if shot(ship, side, state.ships[name]).table >= least)
    named = found if state.rules.choose_target and len(every) > 1 else ("",)
    choices = []
    for name in named if found else ():
        ships = [state.ships[other] for other in ((name,) if name else found)]
        aims = {aim for other in ships for aim in open_aims(state, ship, other, apart(ship, other))}
        choices += [Chosen(side, aim, name) for aim in AIMS if aim in aims]
    return choices


def option_id(volley: Volley) -> str:
    """Return the id of an order's option."""
    if not volley:
        return HOLD
    if len(volley) == 2 and volley[0].aim == volley[1].aim and not any(c.target for c in volley):
        return f"both:{volley[0].aim}"
    return "+".join(map(str, volley))


def read_volley(option: str) -> Volley:
    """Return the order that an option's id stands for."""
    if option in (HOLD, ""):
        return ()
    if option.startswith("both:"):
        aim: Aim = "hull" if option == "both:hull" else "rigging"
        return Chosen("port", aim), Chosen("starboard", aim)
    found = []
    for part in option.split("+"):
        side, _, rest = part.partition(":")
        aimed, _, target = rest.partition("@")
        found.append(
            Chosen(
                "port" if side == "port" else "starboard",
                "hull" if aimed == "hull" else "rigging",
                target,
            )
        )
    return tuple(found)


def proposed(state: State, ship: Ship, every: tuple[Volley, ...]) -> str:
    """Return the order with most expected hits: both sides where they can, hull when near."""
    return option_id(max(every, key=lambda volley: _worth(state, ship, volley)))


def _worth(state: State, ship: Ship, volley: Volley) -> tuple[int, int]:
    tables = 0
    for choice in volley:
        names = (choice.target,) if choice.target else candidates(state, ship, choice.side)
        tables += 1 + max(shot(ship, choice.side, state.ships[name]).table for name in names)
    return tables, sum(choice.aim == "hull" for choice in volley)


@lru_cache(maxsize=4096)
def _options(ship: str, every: tuple[Volley, ...]) -> tuple[Option, ...]:
    return tuple(Option(option_id(each), _label(each), None, subject=ship) for each in every)


def _label(volley: Volley) -> str:
    if not volley:
        return "Hold fire"
    if option_id(volley).startswith("both:"):
        return f"Both sides at the {volley[0].aim}"
    words = (
        f"{each.side} at the {each.aim}" + (f" of {each.target}" if each.target else "")
        for each in volley
    )
    text = " and ".join(words)
    return text[0].upper() + text[1:]
