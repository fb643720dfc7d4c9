"""A game that implements only its rules can be played and shown, because every other part has a
default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from engine.base.dice import Dice
from engine.base.errors import Refused, SetUpFault
from engine.game.chart import Scene, Sea
from engine.game.decision import Answer, Decision, Option
from engine.game.game import Game, Outcome, Seat, command_of, decision_of
from engine.game.parts.part import Positions
from engine.game.parts.screen import Preview, Status
from engine.game.question import Sheet, Slot
from engine.kernel.battle import Battle


class Toss(msgspec.Struct, frozen=True, tag_field="do", tag="toss"):
    """The only command of the game: toss the coin."""


class Fell(msgspec.Struct, frozen=True, tag_field="fact", tag="fell"):
    """The only event of the game: the coin has fallen."""

    face: int


class Table(msgspec.Struct, frozen=True):
    """The state of the game: the results so far."""

    faces: tuple[int, ...] = ()


class Coin(Game[Table, Toss, Fell]):
    """A game in which one seat tosses a coin three times: rules and nothing else."""

    name, title, rules_version = "coin", "Heads or Tails", "1"
    types = Table, Toss, Fell

    def scenarios(self) -> Mapping[str, str]:
        return {"three": "three tosses"}

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> Table:
        return Table()

    def seats(self, state: Table) -> tuple[Seat, ...]:
        return (Seat("A", "Anne", "Anne"),)

    def pending(self, state: Table) -> tuple[Decision, ...]:
        if self.outcome(state):
            return ()
        return (Decision("A", "toss", "Toss?", (Option("toss", "toss", Toss()),)),)

    def decide(self, state: Table, seat: str, command: Toss, dice: Dice) -> tuple[Fell, ...]:
        return (Fell(dice.face(len(state.faces) + 1, 2)),)

    def evolve(self, state: Table, event: Fell) -> Table:
        return Table((*state.faces, event.face))

    def outcome(self, state: Table) -> Outcome | None:
        return Outcome((), "three tosses") if len(state.faces) == 3 else None

    def view(self, state: Table, seat: str) -> Table:
        return state

    def dice_rolled(self, state: Table) -> int:
        return len(state.faces)


class Foreseeing(Positions[Table]):
    """The positions part of a game that can show where an order leads."""

    foresees = True


COIN, START, FACT = Coin(), Table(), Fell(1)
TOSS = COIN.pending(START)[0]
SHEET = Sheet("orders", "A", "orders", "Orders?", (Slot("A1", "A1", TOSS.options),))


def test_it_is_played_from_beginning_to_end() -> None:
    battle = Battle.from_state(COIN, START, 5)
    for _ in range(3):
        battle.answer("A", Answer("toss"))
    assert COIN.outcome(battle.state) == Outcome((), "three tosses")
    assert battle.state.faces == tuple(Dice(5).face(n, 2) for n in (1, 2, 3))
    assert battle.why_not_undo("A") == "dice were rolled"
    assert battle.why_not_reopen("A") is not None


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: COIN.settled(START, Dice(1)), START),
        (lambda: COIN.reopens(START, "A"), None),
        (lambda: COIN.aside(START, "A"), None),
        (lambda: COIN.turn(START), 0),
        (lambda: COIN.cut(START, 1), None),
        (lambda: COIN.undo_barrier((FACT,)), ""),
        (lambda: COIN.words.tell(START, FACT, "A"), ""),
        (lambda: COIN.words.describe(START, Toss()), "Toss"),
        (lambda: COIN.words.terms_of(START, "A"), ()),
        (lambda: COIN.words.terms_now(START, "A"), ()),
        (lambda: COIN.screen.status(START), Status("Heads or Tails", "turn 0", "")),
        (lambda: COIN.screen.scene(START), Scene(Sea(1.0, 1.0), ())),
        (lambda: COIN.screen.subjects(START), ()),
        (lambda: COIN.screen.card(START, "A"), ()),
        (lambda: COIN.screen.roster(START), ()),
        (lambda: COIN.screen.preview(START, TOSS, Answer("toss")), Preview()),
        (lambda: COIN.screen.overlay(START, "guns", "A"), ()),
        (lambda: COIN.screen.ordered(START), ()),
        (lambda: COIN.screen.spectacle(START, FACT), None),
        (lambda: COIN.answering.why_not(START, TOSS, Answer("toss")), ""),
        (lambda: COIN.answering.drafts(START, SHEET, {}), ()),
        (lambda: COIN.building.carried(START, Table((1,)), "wounds"), Table((1,))),
        (lambda: COIN.thinking.evaluate(START, "A"), ()),
        (lambda: COIN.thinking.determinize(START, TOSS, Random(1)), START),
    ],
)
def test_what_it_does_not_say_is_silence(asked: Callable[[], Any], said: object) -> None:
    assert asked() == said


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (lambda: COIN.answering.why_not(START, TOSS, Answer("toss", at=(1, 2))), None),
        (lambda: COIN.building.scenario_for(("reds",)), "Heads or Tails has no squadron files"),
        (lambda: COIN.positions.read("a.toml", {}), "Heads or Tails has no position files"),
        (lambda: COIN.positions.subject("A", "2R1"), "cannot show where an order would lead"),
        (lambda: Foreseeing(COIN).subject("", "2R1"), "name the ship of the order, as in A1:2R1"),
        (
            lambda: command_of(COIN, START, "A", {}),
            "this question takes one answer, not a sheet: Toss",
        ),
        (
            lambda: command_of(COIN, START, "A", Answer(picks=("toss", "toss"))),
            "this question takes one option, not several: Toss",
        ),
    ],
)
def test_what_it_cannot_do_is_refused_in_a_sentence(
    asked: Callable[[], Any], why: str | None
) -> None:
    if why is None:
        assert "outside the allowed area" in asked()
        return
    with pytest.raises((Refused, SetUpFault), match=why):
        asked()


def test_a_sheet_wants_a_sheet() -> None:
    class Sheets(Coin):
        def pending(self, state: Table) -> tuple[Any, ...]:
            return (SHEET,)

    for asked in (
        lambda: command_of(Sheets(), START, "A", Answer("toss")),
        lambda: decision_of(Sheets(), START, "A", "toss"),
    ):
        with pytest.raises(Refused, match=r"this question needs a whole sheet: Orders\?"):
            asked()
