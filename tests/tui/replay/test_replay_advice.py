"""Advice in the replay: what would have been best for the player who had to choose, if the viewer
may know it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.game.chart import Spot
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.sitting.watching.advised import ghosts
from tests.tui.battle.test_battle_screen import duel
from tests.tui.made_up_advice import Told, reasoned
from tests.tui.running import house, save_battle, screen_of, until
from tui.replay.screen import ReplayScreen

FRAMES = Path(__file__).parents[1] / "frames"
SAVES = Path(__file__).resolve().parents[3] / "saves"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    return Told(monkeypatch)


@pytest.fixture
def over(tmp_path: Path) -> Battle:
    """Return a finished battle on the pond with six entries."""
    return Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)


async def test_what_was_chosen_stands_above_what_would_have_been_better(
    tmp_path: Path, over: Battle, told: Told
) -> None:
    """At entry 1 Blue has to choose next, and steers ahead; the advice is computed from what she
    saw then.
    """
    async with house(tmp_path, start=lambda: ReplayScreen(over, 1)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("h")
        await until(pilot, lambda: screen.advice.advised.ready, "the advice")
        seen = screen_of(app)
        assert "-- Advice" in seen
        assert "Blue: steer, or lay the gun?" in seen
        assert "chosen: Steer [0 degrees]" in seen
        assert "1. Steer [45 degrees]" in seen
        view, decision, _ = told.asked[0]
        assert decision.seat == "B"
        assert view == over.game.view(over.at(1), "B")


async def test_an_answers_ghost_is_shown_and_a_step_puts_advice_away(
    tmp_path: Path, over: Battle, told: Told
) -> None:
    """While advice is open, 2 and Down are not speeds; Right goes to the next entry as always."""
    async with house(tmp_path, start=lambda: ReplayScreen(over, 1)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("h")
        await until(pilot, lambda: screen.advice.advised.ready, "the advice")
        view, decision, _ = told.asked[0]
        pace = screen.pace
        bare = set(screen.extras()) - set(screen.advice.advised.marks())
        for key, angle in (("2", -90.0), ("up", 45.0), ("up", 0.0), ("down", 45.0)):
            await pilot.press(key)
            answer = Answer(decision.options[0].id, angle)
            marks = over.game.screen.preview(view, decision, answer).marks
            assert set(marks) <= set(screen.extras()) - bare
        assert screen.pace == pace
        await pilot.press("right")
        assert screen.reel.n == 2
        assert "-- Advice" not in screen_of(app)
        assert set(screen.extras()) <= bare
        await pilot.press("2")
        assert screen.pace != pace


async def test_both_ghosts_are_there_each_with_its_word(
    tmp_path: Path, over: Battle, told: Told
) -> None:
    """They show what was chosen and what was better, until an answer is highlighted that leads to
    the same place as the chosen one.
    """
    async with house(tmp_path, start=lambda: ReplayScreen(over, 1)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("h")
        await until(pilot, lambda: screen.advice.advised.ready, "the advice")
        marks = screen.advice.advised.marks()
        words = [mark.text for mark in marks if isinstance(mark, Spot)]
        assert words == ["better", "chosen"]
        assert len(ghosts(marks)) == 2
        await pilot.press("3")
        assert len(ghosts(screen.advice.advised.marks())) == 1


async def test_escape_and_the_key_itself_close_it(tmp_path: Path, over: Battle, told: Told) -> None:
    async with house(tmp_path, start=lambda: ReplayScreen(over, 1)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for key in ("h", "escape"):
            await pilot.press("h")
            await until(pilot, lambda: screen.advice.advised.ready, "the advice")
            await pilot.press(key)
            assert "-- Advice" not in screen_of(app)
            assert app.screen is screen


async def test_where_nothing_was_chosen_there_is_no_advice(
    tmp_path: Path, over: Battle, told: Told
) -> None:
    async with house(tmp_path, start=lambda: ReplayScreen(over, 6)) as (app, pilot):
        await pilot.press("h")
        assert "no question was answered at this entry" in screen_of(app)


async def test_where_a_sheet_was_filled_in_it_is_said_that_there_is_no_advice(
    tmp_path: Path, told: Told
) -> None:
    battle = Battle.open(SAVES / "sample_frigates.battle", write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle)) as (app, pilot):
        await pilot.press("h")
        assert "not on a whole sheet" in screen_of(app)
    assert not told.asked


@pytest.mark.parametrize(
    ("viewer_seat", "at", "seen"), [("A", 0, True), ("A", 1, False), ("", 0, False)]
)
async def test_of_a_battle_that_goes_on_one_is_advised_on_ones_own_choices_only(
    tmp_path: Path, told: Told, viewer_seat: str, at: int, seen: bool
) -> None:
    """Red may see advice at entry 0, Blue at entry 1; a watcher sees neither."""
    battle = duel(2)
    async with house(tmp_path, start=lambda: ReplayScreen(battle, at, viewer_seat)) as (app, pilot):
        await pilot.press("h")
        assert ("-- Advice" in screen_of(app)) == seen
        assert (
            "other players' choices are shown when the battle is over" in screen_of(app)
        ) != seen
        assert bool(told.asked) <= seen


async def test_while_looking_round_the_key_steers(tmp_path: Path, over: Battle) -> None:
    async with house(tmp_path, start=lambda: ReplayScreen(over, 1)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("l")
        cell = screen.chart.cursor
        assert cell
        await pilot.press("h")
        assert screen.chart.cursor == (cell[0] - 1, cell[1])
        assert not screen.advice.advised.open


@pytest.mark.parametrize(
    ("size", "glyphs"), [((80, 24), "ascii"), ((140, 45), "ascii"), ((140, 45), "unicode")]
)
async def test_advice_in_a_replay_looks_as_its_picture(
    tmp_path: Path, size: tuple[int, int], glyphs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture shows the second answer on the chart. UPDATE_FRAMES=1 draws it anew."""
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False)
    monkeypatch.setattr(type(battle.game.thinking), "advice", reasoned)
    start = lambda: ReplayScreen(battle, 149)  # noqa: E731
    async with house(tmp_path, start=start, size=size, glyphs=glyphs) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("h")
        await until(pilot, lambda: screen.advice.advised.ready, "the advice")
        await pilot.press("2")
        drawn = screen_of(app) + "\n"
    picture = FRAMES / f"replay_advice_{size[0]}x{size[1]}_{glyphs}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        picture.write_text(drawn, encoding="utf-8")
    assert drawn == picture.read_text(encoding="utf-8")
    assert glyphs == "unicode" or drawn.isascii()


async def test_of_a_choice_still_open_the_answers_ghost_stands_alone(
    tmp_path: Path, told: Told
) -> None:
    """Nothing was chosen after the last entry, so that there is nothing to compare."""
    battle = duel()
    async with house(tmp_path, start=lambda: ReplayScreen(battle, 0, "A")) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("h")
        await until(pilot, lambda: screen.advice.advised.ready, "the advice")
        marks = screen.advice.advised.marks()
        assert len(ghosts(marks)) == 1
        assert not [mark for mark in marks if isinstance(mark, Spot)]
