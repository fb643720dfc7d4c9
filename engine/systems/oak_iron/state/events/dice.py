"""Events of dice: what was rolled, drawn and re-rolled."""

from __future__ import annotations

from engine.systems.oak_iron.data.terms import Symbol
from engine.systems.oak_iron.state.events.event import OakIronEvent, Officer, Rerolling


class DiceRolled(OakIronEvent, frozen=True, tag="dice_rolled"):
    """Dice were rolled. `purpose` is a look-up of the dice table: skill_test, broadside..."""

    purpose: str
    ship: str
    faces: tuple[Symbol, ...]


class DiceRerolled(OakIronEvent, frozen=True, tag="dice_rerolled"):
    """Some dice of the roll were rolled again; `faces` is the whole roll as it lies now."""

    by: Rerolling
    ship: str
    dice: tuple[int, ...]
    faces: tuple[Symbol, ...]


class DiceAdded(OakIronEvent, frozen=True, tag="dice_added"):
    """A card added dice to the roll on the table; these cannot be re-rolled."""

    card: str
    faces: tuple[Symbol, ...]


class TestResolved(OakIronEvent, frozen=True, tag="test_resolved"):
    """A Skill Test stands: passed or failed."""

    __test__ = False

    ship: str
    purpose: str
    passed: bool


class ChallengeRolled(OakIronEvent, frozen=True, tag="challenge_rolled"):
    """A Challenge Test between flagships: the successes of each squadron."""

    successes: dict[str, int]


class OfficerRolled(OakIronEvent, frozen=True, tag="officer_rolled"):
    """A die was rolled for the admiral or captain aboard."""

    ship: str
    face: Symbol
    lost: Officer


class FortuneSpent(OakIronEvent, frozen=True, tag="fortune_spent"):
    """A squadron spent a Fortune Point."""

    squadron: str
    left: int


class FortuneGained(OakIronEvent, frozen=True, tag="fortune_gained"):
    """A squadron gained a Fortune Point: `now` are left."""

    squadron: str
    now: int


class SinkingRolled(OakIronEvent, frozen=True, tag="sinking_rolled"):
    """A die was rolled for a ship Out of Action."""

    ship: str
    face: Symbol
    sinks: bool
