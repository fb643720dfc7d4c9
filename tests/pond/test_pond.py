"""The pond keeps the interface of a game; what is tested here must be true of every game."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.decision import Answer
from engine.game.game import Game, command_of
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.registry import system
from engine.kernel.timeline import fold
from tests.pond.events import Fired, TurnEnded
from tests.pond.game import PondGame
from tests.pond.play import play

FOLDER = Path(__file__).parent
GUIDE = FOLDER.parents[1] / "docs" / "adding-a-game.md"


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_a_whole_battle_ends_with_a_reason_and_is_proved(seed: int) -> None:
    battle = play(Battle.new("pond", "duel", seed), Random(seed))
    outcome = battle.outcome()
    assert outcome is not None
    assert outcome.reason
    assert battle.pending() == ()
    assert battle.verify().ok


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_state_is_the_fold_of_events_and_survives_its_encoding(seed: int) -> None:
    battle = play(Battle.new("pond", "duel", seed), Random(seed))
    code = codec(battle.game)
    state = battle.at(0)
    for record in battle.entries:
        events = code.events(code.raw(record.events))
        assert events == record.events
        assert code.command(code.raw(record.command)) == record.command
        state = fold(battle.game, code.state(code.raw(state)), events)
    assert state == battle.state


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_as_many_dice_are_counted_as_fell(seed: int) -> None:
    battle = play(Battle.new("pond", "duel", seed), Random(seed))
    fired = [
        event for record in battle.entries for event in record.events if isinstance(event, Fired)
    ]
    assert battle.game.dice_rolled(battle.state) == len(fired)


def test_every_option_that_is_open_is_decided_and_every_closed_one_has_a_reason() -> None:
    battle = Battle.new("pond", "duel", 7)
    for decision in battle.pending():
        for option in decision.options:
            assert battle.fork(0).answer(decision.seat, Answer(option.id))
        assert all(shut.why_not for shut in decision.closed)


def test_no_line_told_gives_away_the_other_seats_order() -> None:
    game = PondGame()
    state = game.set_up("duel")
    event = game.decide(
        state,
        "A",
        command_of(game, state, "A", Answer("steer", 45.0)),
        Battle.new(game, "duel", 1)._dice,
    )[0]
    assert "45" in game.words.tell(state, event, "A")
    assert "45" not in game.words.tell(state, event, "B")
    assert "45" not in game.words.tell(state, event, "")


def test_a_screen_finds_everything_that_it_shows() -> None:
    battle = play(Battle.new("pond", "duel", 7), Random(2), 9)
    game, view = battle.game, battle.view("A")
    assert (
        [mark.key for mark in game.screen.scene(view).marks]
        == list(game.screen.subjects(view))
        == ["A", "B"]
    )
    assert all(game.screen.card(view, key) for key in game.screen.subjects(view))
    assert game.screen.roster(view)
    assert game.screen.status(view).turn == f"turn {battle.state.turn}"
    for decision in battle.pending():
        for option in decision.options:
            assert game.screen.preview(view, decision, Answer(option.id, 45.0)).marks
    faces = [
        game.screen.spectacle(battle.state, event) for event in (Fired("A", 5, True), TurnEnded())
    ]
    assert faces[0] is not None
    assert faces[1] is None


def test_it_is_found_by_its_name() -> None:
    assert isinstance(system("pond"), PondGame)


def test_the_guide_names_every_method_that_must_be_written() -> None:
    text = GUIDE.read_text()
    for name in Game.__abstractmethods__:
        assert f"`{name}`" in text


def lines_of_code(name: str) -> int:
    """Return how many lines of a module contain code: not imports, docstrings or blank lines."""
    text = (FOLDER / f"{name}.py").read_text()
    apart: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.Import | ast.ImportFrom) or words:
            apart.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return sum(
        number not in apart and bool(line.strip())
        for number, line in enumerate(text.splitlines(), start=1)
    )


def test_it_is_as_small_as_the_guide_says() -> None:
    rules = sum(map(lines_of_code, ("state", "events", "questions", "rules", "game")))
    parts = sum(map(lines_of_code, ("figures", "words", "positions", "screen", "opinions")))
    assert rules < 160
    assert rules + parts < 330


def test_a_game_that_changes_its_agenda_without_an_event_for_it_is_told_so() -> None:
    with pytest.raises(TypeError, match="Gunboats on a Pond changes its agenda"):
        PondGame().planned(1, ())
