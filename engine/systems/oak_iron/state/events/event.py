"""The base class of events, changes of the state that several events make, and events of dice."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.kit.ledger import with_ship
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.state.state import Roll, Ship, Squadron, State

# The changes to a state that several events make.


def with_squadron(state: State, key: str, **changes: Any) -> State:
    """Return the state with some fields of a squadron changed."""
    squadron = replace(state.squadrons[key], **changes)
    return replace(state, squadrons={**state.squadrons, key: squadron})


def every_ship(state: State, change: Callable[[Ship], Ship]) -> State:
    """Return the state with the function `change` applied to every ship."""
    return replace(state, ships={key: change(ship) for key, ship in state.ships.items()})


def with_activation(state: State, **changes: Any) -> State:
    """Return the state with some fields of the current activation changed, if a ship is active."""
    if state.activation is None:
        return state
    return replace(state, activation=replace(state.activation, **changes))


def freed(state: State, ship_id: str) -> State:
    """Return the state after a ship is no longer Entangled (tied) with any other ship."""
    kept = tuple(pair for pair in state.entangled if ship_id not in pair)
    return replace(state, entangled=kept) if len(kept) != len(state.entangled) else state


def flag_struck(state: State, ship_id: str) -> State:
    """Return the state with the turn noted in which a squadron lost its flagship.

    The state is unchanged if the ship is not a flagship, or if the turn is noted already.
    """
    squadron: Squadron = state.squadrons[state.ships[ship_id].squadron]
    if squadron.flagship != ship_id or squadron.flagship_lost_turn == state.turn:
        return state
    return with_squadron(state, squadron.key, flagship_lost_turn=state.turn)


def with_plan(state: State, **changes: Any) -> State:
    """Return the state with some fields of its set-up plan changed."""
    return replace(state, plan=replace(state.plan, **changes)) if state.plan else state


# The base class of all events, and the types that some of their fields have.


Way = Literal[
    "sail",
    "turn",
    "change_heading",
    "shift",
    "row",
    "cut_free",
    "board",
    "helm",
    "away",
    "alongside",
    "free_turn",
    "free_slide",
    "drift",
]

Rerolling = Literal["skill", "fortune", "careful_aim"]

ActivePhase = Literal["movement", "attack"]

Officer = Literal["", "admiral", "captain"]

Means = Literal["value", "sum", "tactician", "admiral", "challenge", "skill"]


class OakIronEvent(msgspec.Struct, frozen=True, tag_field="fact"):
    """The base class of Oak & Iron's events."""

    @abstractmethod
    def after(self, state: State) -> State:
        """Return the state after the event.

        It follows from the event's fields alone: this method contains no rules and never refuses.
        """
        raise NotImplementedError


class Told(OakIronEvent, frozen=True):
    """The base class of events that are only shown in the log and do not change the state."""

    def after(self, state: State) -> State:
        return state


# Dice: their number in an attack or a test, with the reasons (Oak & Iron ch. 4).


# How many dice an attack or a test rolls, and why (Oak & Iron ch. 4, designer's note on dice).
# The changes are made in the designer's order: Fatigue takes dice, but not below its floor; dice
# are added; other reductions take dice; the dice are halved. No step leaves less than 1 die. Late
# effects add their dice at the end.


Change = tuple[int, str]
"""A pair (number of dice above 0, reason why they are added or taken away)."""


class Pool(msgspec.Struct, frozen=True):
    """A number of dice, and the terms of its sum as texts: `broadside 5`, `fatigue -2`,
    `formation +1`.
    """

    dice: int
    reasons: tuple[str, ...]


NOT_BELOW = " (not below 1)"
# The parts of a reason: a name, a number with its sign, and perhaps a remark in brackets.
_TERM = re.compile(r"(?P<name>.+?) (?P<sign>[+-]?)(?P<points>\d+)(?P<rest> \(.*\))?")


def terms(reasons: Sequence[str]) -> str:
    """Return the reasons of a `Pool` as one sum: `5 broadside - 2 fatigue + 1 formation`."""
    text = ""
    for reason in reasons:
        term = _TERM.fullmatch(reason)
        if term is None:
            text += f", {reason}" if text else reason
        elif term["name"].endswith("="):
            text = term["name"].removesuffix(" =")
        else:
            lead = f" {term['sign']} " if text else ""
            text += f"{lead}{term['points']} {term['name']}{term['rest'] or ''}"
    return text


def sentence(dice: int, reasons: Sequence[str]) -> str:
    """Return a pool as a sum with its result.

    >>> sentence(2, ("broadside 5", "fatigue -1", "formation +1", "halved for rigging"))
    '5 broadside - 1 fatigue + 1 formation, halved for rigging = 2'
    """
    return f"{terms(reasons)} = {dice}"


def pool(  # noqa: PLR0913  (a kind of change each)
    base: int,
    name: str,
    fatigue: int = 0,
    floor: int = 1,
    floor_name: str = "",
    added: Sequence[Change] = (),
    taken: Sequence[Change] = (),
    halved: str = "",
    late: Sequence[Change] = (),
    borne: int = 0,
) -> Pool:
    """Return the number of dice of a roll, with a reason for each change.

    It begins with `base` dice. `fatigue` takes dice away, but leaves at least `floor`. `borne` is
    Fatigue that takes no dice because of a card; it is only mentioned in the reasons. `halved`
    names the aim for which the dice are halved, `late` are dice added after that.
    """
    dice = base
    reasons = [f"{name} {base}"]
    if fatigue or borne:
        dice = max(base - fatigue, min(base, floor))
        least = f"{floor_name} {min(base, floor)}".strip()
        held = f" (not below {least})" if dice > base - fatigue else ""
        light = f" ({borne} more ignored by a card)" if borne else ""
        reasons.append(f"fatigue -{fatigue}{light}{held}")
    for points, reason in added:
        dice += points
        reasons.append(f"{reason} +{points}")
    for points, reason in taken:
        dice -= points
        reasons.append(f"{reason} -{points}")
    if dice < 1:
        dice = 1
        reasons[-1] += NOT_BELOW
    if halved:
        reasons.append(f"halved for {halved}" + NOT_BELOW * (dice < 2))
        dice = max(dice // 2, 1)
    for points, reason in late:
        dice += points
        reasons.append(f"{reason} +{points}")
    return Pool(dice, tuple(reasons))


# Events of dice: rolled, drawn and re-rolled.


class DiceRolled(OakIronEvent, frozen=True, tag="dice_rolled"):
    """Dice were rolled; `purpose` says for what, such as skill_test or broadside."""

    purpose: str
    ship: str
    faces: tuple[Symbol, ...]

    def after(self, state: State) -> State:
        roll = Roll(self.purpose, self.ship, self.faces)
        return replace(state, dice=state.dice + len(self.faces), roll=roll)


class DiceRerolled(OakIronEvent, frozen=True, tag="dice_rerolled"):
    """Some dice of the current roll were re-rolled; `faces` are all faces after that."""

    by: Rerolling
    ship: str
    dice: tuple[int, ...]
    faces: tuple[Symbol, ...]

    def after(self, state: State) -> State:
        assert state.roll is not None
        if self.by == "fortune":
            roll = replace(state.roll, faces=self.faces, rerolled=(), fortune_spent=True)
        else:
            roll = replace(state.roll, faces=self.faces, rerolled=state.roll.rerolled + self.dice)
        return replace(state, dice=state.dice + len(self.dice), roll=roll)


class DiceAdded(OakIronEvent, frozen=True, tag="dice_added"):
    """A card added dice to the current roll; these dice cannot be re-rolled."""

    card: str
    faces: tuple[Symbol, ...]

    def after(self, state: State) -> State:
        assert state.roll is not None
        roll = replace(state.roll, faces=state.roll.faces + self.faces)
        return replace(state, dice=state.dice + len(self.faces), roll=roll)


class TestResolved(Told, frozen=True, tag="test_resolved"):
    """A Skill Test is decided: after all re-rolls it is passed or failed."""

    __test__ = False

    ship: str
    purpose: str
    passed: bool


class ChallengeRolled(Told, frozen=True, tag="challenge_rolled"):
    """A Challenge Test between flagships is decided: the number of successes of each squadron."""

    successes: dict[str, int]


class OfficerRolled(OakIronEvent, frozen=True, tag="officer_rolled"):
    """A die decided whether the admiral or captain aboard a ship is lost."""

    ship: str
    face: Symbol
    lost: Officer

    def after(self, state: State) -> State:
        state = replace(state, dice=state.dice + 1)
        if self.lost == "captain":
            return with_ship(state, self.ship, commander="")
        return state


class FortuneSpent(OakIronEvent, frozen=True, tag="fortune_spent"):
    """A squadron spent a Fortune Point."""

    squadron: str
    left: int

    def after(self, state: State) -> State:
        return with_squadron(state, self.squadron, fortune=self.left)


class FortuneGained(OakIronEvent, frozen=True, tag="fortune_gained"):
    """A squadron gained a Fortune Point; `now` is its new total."""

    squadron: str
    now: int

    def after(self, state: State) -> State:
        return with_squadron(state, self.squadron, fortune=self.now)


class SinkingRolled(OakIronEvent, frozen=True, tag="sinking_rolled"):
    """A die decided whether a ship Out of Action sinks."""

    ship: str
    face: Symbol
    sinks: bool

    def after(self, state: State) -> State:
        return replace(state, dice=state.dice + 1)
