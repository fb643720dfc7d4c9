"""Events of dice: what was rolled, drawn and re-rolled."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.ledger import with_ship
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.state.events.event import (
    OakIronEvent,
    Officer,
    Rerolling,
    Told,
    with_squadron,
)
from engine.systems.oak_iron.state.state import Roll, State


class DiceRolled(OakIronEvent, frozen=True, tag="dice_rolled"):
    """Dice were rolled. `purpose` is a look-up of the dice table: skill_test, broadside..."""

    purpose: str
    ship: str
    faces: tuple[Symbol, ...]

    def after(self, state: State) -> State:
        roll = Roll(self.purpose, self.ship, self.faces)
        return replace(state, dice=state.dice + len(self.faces), roll=roll)


class DiceRerolled(OakIronEvent, frozen=True, tag="dice_rerolled"):
    """Some dice of the roll were rolled again; `faces` is the whole roll as it lies now."""

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
    """A card added dice to the roll on the table; these cannot be re-rolled."""

    card: str
    faces: tuple[Symbol, ...]

    def after(self, state: State) -> State:
        assert state.roll is not None
        roll = replace(state.roll, faces=state.roll.faces + self.faces)
        return replace(state, dice=state.dice + len(self.faces), roll=roll)


class TestResolved(Told, frozen=True, tag="test_resolved"):
    """A Skill Test stands: passed or failed."""

    __test__ = False

    ship: str
    purpose: str
    passed: bool


class ChallengeRolled(Told, frozen=True, tag="challenge_rolled"):
    """A Challenge Test between flagships: the successes of each squadron."""

    successes: dict[str, int]


class OfficerRolled(OakIronEvent, frozen=True, tag="officer_rolled"):
    """A die was rolled for the admiral or captain aboard."""

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
    """A squadron gained a Fortune Point: `now` are left."""

    squadron: str
    now: int

    def after(self, state: State) -> State:
        return with_squadron(state, self.squadron, fortune=self.now)


class SinkingRolled(OakIronEvent, frozen=True, tag="sinking_rolled"):
    """A die was rolled for a ship Out of Action."""

    ship: str
    face: Symbol
    sinks: bool

    def after(self, state: State) -> State:
        return replace(state, dice=state.dice + 1)
