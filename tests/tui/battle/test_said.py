"""A message in the prompt lasts until the next key or event, and only as long as it is true."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from engine.game.decision import Answer
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen


def others_choose(battle: Battle) -> None:
    """Let the other player choose."""
    question = next(each for each in battle.pending() if each.seat == "B")
    battle.answer("B", Answer(question.options[0].id))


def they_talk(battle: Battle) -> None:
    """Let the other player send a chat message."""
    battle.chat("hello", "B")


@pytest.mark.parametrize("happens", [others_choose, they_talk])
@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("u", "nothing to undo"),
        ("U", "nothing to redo"),
    ],
)
async def test_a_refusal_is_gone_with_the_next_event_and_with_the_next_key(
    key: str, said: str, happens: Any, tmp_path: Path
) -> None:
    battle = Battle.new(PondGame(), "duel", 7, {"players": {"A": "human", "B": "human"}})
    async with house(tmp_path, battle=battle, players={}) as (app, pilot):
        await pilot.press("enter")  # the keyboard is passed
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = cast(BattleScreen, app.screen)
        await pilot.press(key)
        await until(pilot, lambda: said in screen_of(app), "the refusal")
        await pilot.press("down")
        assert said not in screen_of(app)
        await pilot.press(key)
        await until(pilot, lambda: said in screen_of(app), "the refusal again")
        happens(battle)
        screen.course.refresh()
        await pilot.pause()
        assert said not in screen_of(app)


async def test_a_note_is_written_and_an_empty_one_is_not(tmp_path: Path) -> None:
    battle = Battle.new(PondGame(), "duel", 7, {"players": {"A": "human", "B": "ensign"}})
    async with house(tmp_path, battle=battle, players={}) as (app, pilot):
        await pilot.press("N", " ", "enter")
        assert not battle.notes
        await pilot.press("N", *"ahoy", "enter")
        await until(pilot, lambda: "Noted." in screen_of(app), "the note")
        assert [note.text for note in battle.notes] == ["ahoy"]


async def test_a_sentence_that_holds_by_itself_lasts_as_long_as_that_is_so(tmp_path: Path) -> None:
    battle = Battle.new(PondGame(), "duel", 7, {"players": {"A": "human", "B": "human"}})
    true = [True]
    async with house(tmp_path, battle=battle, players={}) as (app, pilot):
        await pilot.press("enter")  # the keyboard is passed
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = cast(BattleScreen, app.screen)
        screen.course.changes.say("ANNA is asked", lambda: true[0])
        await pilot.pause()
        assert "ANNA is asked" in screen_of(app)
        they_talk(battle)
        screen.course.refresh()
        await pilot.pause()
        assert "ANNA is asked" in screen_of(app)
        true[0] = False
        screen.course.refresh()
        await pilot.pause()
        assert "ANNA is asked" not in screen_of(app)
