"""Chapters (battles of a chain) in a replay: the keys that go from one to another, and what the
timeline shows.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.kernel.battle import Battle
from engine.review.chapters import Chapter, chapter_named, chapters
from engine.sitting.watching.reel import Reel
from tests.engine.sitting.watching.test_reel import over
from tests.pond.game import PondGame
from tests.pond.state import Pond
from tests.tui.running import house, screen_of, until
from tests.wars import war
from tui.replay.screen import ReplayScreen


class Watches(PondGame):
    """A pond whose battles have two watches of three turns each, so that they have chapters."""

    def chapter(self, state: Pond) -> str:
        return f"watch {(state.turn + 1) // 2}"


def watched() -> Battle:
    """Return a finished battle with two watches: six entries, three turns."""
    played = over()
    battle = Battle.new(Watches(), "duel", 7)
    for record in played.entries:
        battle.submit(record.seat, record.command)
    return battle


def test_a_chapter_has_a_name_and_reaches_to_the_next() -> None:
    assert chapters(watched()) == (Chapter("watch 1", 0, 4), Chapter("watch 2", 4, 6))
    assert chapters(over()) == ()


def test_a_chapter_is_found_by_its_name_or_the_known_ones_are_told() -> None:
    assert chapter_named(watched(), "Watch  2").first == 4
    with pytest.raises(Refused, match=r"there are watch 1, watch 2; did you mean 'watch 2'"):
        chapter_named(watched(), "watch2")
    with pytest.raises(Refused, match="a single one"):
        chapter_named(over(), "watch 1")


def test_a_turn_of_the_same_chapter_is_meant_before_one_of_another() -> None:
    battle = war()
    second, third = (chapter_named(battle, f"battle {n}") for n in (2, 3))
    assert second.first < Reel(battle, second.last - 1).find("t2") < second.last
    assert third.first < Reel(battle, third.last - 1).find("t2") < third.last
    assert Reel(battle).find("battle 3") == third.first


async def test_keys_go_from_chapter_to_chapter_and_the_timeline_names_them(
    tmp_path: Path,
) -> None:
    """The keys ( and ) go from watch to watch; the timeline has both names, the status the one of
    the present entry.
    """
    battle = watched()
    async with house(tmp_path, start=lambda: ReplayScreen(battle, 1)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        stops = []
        for key in (")", ")", "(", "("):
            await pilot.press(key)
            stops.append(screen.reel.n)
            if screen.reel.n == 4:
                assert "watch 2, entry 4 of 6" in screen_of(app)
        assert stops == [4, 6, 4, 0]
        bar = screen_of(app).splitlines()[-3]
        assert "watch 1" in bar
        assert "|watch 2" in bar


async def test_a_single_battle_says_that_it_has_no_chapters(tmp_path: Path) -> None:
    battle = over()
    async with house(tmp_path, start=lambda: ReplayScreen(battle, 1)) as (app, pilot):
        await pilot.press(")")
        assert "without chapters" in screen_of(app)


async def test_a_war_is_gone_through_by_its_chapters(tmp_path: Path) -> None:
    """From the set-up, ) stops at battle 1, after it, and at battle 2; `:` accepts the name of a
    chapter.
    """
    battle = war()
    async with house(tmp_path, start=lambda: ReplayScreen(battle)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        seen = []
        for _ in range(3):
            await pilot.press(")")
            seen.append(screen.reel.chapter)
        assert seen == ["battle 1", "after battle 1", "battle 2"]
        assert "|b" in screen_of(app).splitlines()[-3]
        last = screen.reel.chapters[-2].name
        await pilot.press(":", *last, "enter")
        assert f"{last}, entry" in screen_of(app)


async def test_the_battle_of_a_chapter_is_exported_as_one_of_its_own(tmp_path: Path) -> None:
    """e offers this only in a chain; b writes the battle beside the saved battles, and it can be
    verified.
    """
    battle = war()
    n = chapter_named(battle, "battle 1").first + 1
    async with house(tmp_path, (120, 40), start=lambda: ReplayScreen(battle, n)) as (app, pilot):
        await pilot.press("e")
        assert "b battle of this chapter" in screen_of(app)
        await pilot.press("b")
        await until(pilot, lambda: list(tmp_path.glob("*battle_1*")), "the file")
        await until(pilot, lambda: "Written" in screen_of(app), "the word that it is written")
    (path,) = tmp_path.glob("*battle_1*.battle")
    alone = Battle.open(path, write=False)
    assert alone.verify().ok
    assert alone.outcome()
    alone.close()
    single = over()
    async with house(tmp_path, start=lambda: ReplayScreen(single, 1)) as (app, pilot):
        await pilot.press("e")
        assert "battle of this chapter" not in screen_of(app)
