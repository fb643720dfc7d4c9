"""A fork from a replay (a new battle that branches off) is written in advance while the player
reads who plays on; without that the result is the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.kernel import appended
from engine.kernel.battle import Battle, PreparedFork
from tests.tui.running import house, save_battle, screen_of, until
from tui.app import WeatherGageApp
from tui.battle.screen import BattleScreen
from tui.replay.screen import ReplayScreen

pytestmark = pytest.mark.skipif(
    not hasattr(os, "O_TMPFILE"), reason="this system has no files without a name"
)
FULL = OSError(28, "No space left on device")


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """Return the folder for forks; it is empty."""
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


@pytest.fixture
def start(tmp_path: Path) -> Callable[[], ReplayScreen]:
    """Return a function that opens the replay of a finished battle of six entries, at the third."""
    path = save_battle(tmp_path, "Duel", turns=99)
    return lambda: ReplayScreen(Battle.open(path, write=False), 3)


def replay_of(app: WeatherGageApp) -> ReplayScreen:
    assert isinstance(app.screen, ReplayScreen)
    return app.screen


async def asked(app: WeatherGageApp, pilot: Pilot[None]) -> PreparedFork:
    """Press `p`, and return the fork when it is completely written in advance."""
    screen = replay_of(app)
    await pilot.press("p")
    await until(pilot, lambda: screen.forks.prepared and not working(screen), "a fork made ready")
    assert screen.forks.prepared
    assert "Who plays on?" in screen_of(app)
    return screen.forks.prepared


def working(screen: ReplayScreen) -> bool:
    """Tell whether a fork is still being written."""
    return any(not each.is_finished for each in screen.workers)


async def forked(app: WeatherGageApp, pilot: Pilot[None], at: int = 3) -> Path:
    """Return the file of the fork that is being played; there must be no other file."""
    await until(pilot, lambda: app.battle, "the fork")
    battle = app.battle
    assert battle
    assert battle.path
    assert battle.position >= at
    assert battle.path.exists()
    return battle.path


async def test_enter_gives_what_was_made_ready_its_name(
    saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        await asked(app, pilot)
        assert not os.listdir(saves)
        await pilot.press("enter")
        path = await forked(app, pilot)
        assert os.listdir(saves) == [path.name]
        fork = Battle.open(path, write=False)
        assert fork.header.parent
        assert fork.header.parent.entry == 3
        assert fork.header.options["players"] == {"A": "human", "B": "ensign"}
        assert fork.verify().ok


@pytest.mark.parametrize(
    "keys", [("escape",), ("escape", "p", "escape"), ("escape", "n", "escape")]
)
async def test_escape_leaves_no_file(
    saves: Path, start: Callable[[], ReplayScreen], keys: tuple[str, ...]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        prepared = await asked(app, pilot)
        screen = replay_of(app)
        await pilot.press(*keys)
        await until(pilot, lambda: not working(screen), "rest")
        assert screen.forks.prepared is None
        assert not prepared.write_piece()
        assert not os.listdir(saves)


async def test_escape_at_once_makes_nothing_ready(
    saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        screen = replay_of(app)
        await pilot.press("p", "escape")
        await until(pilot, lambda: not working(screen), "rest")
        assert screen.forks.prepared is None
        await pilot.press("right")
        assert screen.reel.n == 4


async def test_leaving_lets_it_go(saves: Path, start: Callable[[], ReplayScreen]) -> None:
    async with house(saves, start=start) as (app, pilot):
        prepared = await asked(app, pilot)
        app.open_menu()
        await until(pilot, lambda: not isinstance(app.screen, ReplayScreen), "the menu")
        await until(pilot, lambda: not prepared.write_piece(), "the end of it")
        assert not os.listdir(saves)


async def test_other_players_are_those_who_play(
    saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        await asked(app, pilot)
        await pilot.press(*"b", "equals_sign", *"human", "enter")
        path = await forked(app, pilot)
        assert os.listdir(saves) == [path.name]
        players = Battle.open(path, write=False).header.options["players"]
        assert players == {"A": "human", "B": "human"}


async def test_a_player_that_is_misspelt_is_mended_and_what_is_ready_is_taken(
    saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        prepared = await asked(app, pilot)
        await pilot.press(*"b", "equals_sign", *"ensig", "enter")
        assert "'ensig' is not a player" in screen_of(app)
        assert replay_of(app).forks.prepared is prepared
        await pilot.press("n", "enter")
        path = await forked(app, pilot)
        assert app.battle
        assert app.battle is prepared._fork
        assert app.battle.path == path


@pytest.mark.parametrize("keys", [("p", "enter"), ("p", "escape", "p", "enter")])
async def test_enter_at_once_is_a_fork_as_ever(
    saves: Path, start: Callable[[], ReplayScreen], keys: tuple[str, ...]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        await pilot.press(*keys)
        path = await forked(app, pilot)
        assert os.listdir(saves) == [path.name]
        assert Battle.open(path, write=False).verify().ok


async def test_a_name_that_another_has_taken_meanwhile_is_left_to_it(
    saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        prepared = await asked(app, pilot)
        taken = prepared._fork.path
        assert taken
        taken.write_bytes(b"another")
        await pilot.press("enter")
        path = await forked(app, pilot)
        assert path != taken
        assert taken.read_bytes() == b"another"


async def test_a_folder_that_has_vanished_is_made_again(
    saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        await asked(app, pilot)
        saves.rmdir()
        await pilot.press("enter")
        path = await forked(app, pilot)
        assert os.listdir(saves) == [path.name]


async def test_a_click_on_the_timeline_forks_from_there(
    saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    """The fork written in advance is that of another entry."""
    async with house(saves, start=start) as (app, pilot):
        await asked(app, pilot)
        screen = replay_of(app)
        await pilot.click(screen.timeline, offset=(2, 0))
        n = screen.reel.n
        assert n < 3
        await pilot.press("enter")
        path = await forked(app, pilot, n)
        parent = Battle.open(path, write=False).header.parent
        assert parent
        assert parent.entry == n


async def test_another_branch_that_comes_meanwhile_is_forked(
    tmp_path: Path, saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    async with house(saves, start=start) as (app, pilot):
        await asked(app, pilot)
        screen = replay_of(app)
        other = Battle.open(save_battle(tmp_path, "Other", turns=3), write=False)
        screen.battle = other
        screen.reel.read(other)
        await pilot.press("enter")
        parent = Battle.open(await forked(app, pilot), write=False).header.parent
        assert parent
        assert parent.id == other.header.id


async def test_a_full_disk_is_told_at_enter_and_not_before(
    saves: Path, start: Callable[[], ReplayScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> int:
        raise FULL

    monkeypatch.setattr("engine.kernel.appended.os.write", refused)
    async with house(saves, size=(140, 45), start=start) as (app, pilot):
        await asked(app, pilot)
        assert "space" not in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: "no space left" in screen_of(app), "the sentence")
        assert "Who plays on?" in screen_of(app)
        assert not os.listdir(saves)
        monkeypatch.undo()
        await pilot.press("enter")
        await forked(app, pilot)


async def test_where_no_file_is_without_a_name_it_is_made_at_enter(
    saves: Path, start: Callable[[], ReplayScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appended, "UNNAMED", os.O_RDWR | os.O_APPEND)
    async with house(saves, start=start) as (app, pilot):
        screen = replay_of(app)
        await pilot.press("p")
        await until(pilot, lambda: not working(screen), "rest")
        assert screen.forks.prepared is None
        await pilot.press("enter")
        await forked(app, pilot)


async def test_keys_that_follow_enter_are_the_battles(
    saves: Path, start: Callable[[], ReplayScreen]
) -> None:
    """None of these keys is lost, and none goes to the replay that is left."""
    async with house(saves, start=start) as (app, pilot):
        await asked(app, pilot)
        screen, keys = replay_of(app), []
        battle_press = BattleScreen.press

        def noted(battle: BattleScreen, key: str) -> None:
            keys.append(key)
            battle_press(battle, key)

        BattleScreen.press = noted  # type: ignore[method-assign]
        try:
            await pilot.press("enter", "l", "escape")
            await until(pilot, lambda: len(keys) == 2, "both keys")
        finally:
            BattleScreen.press = battle_press  # type: ignore[method-assign]
        assert keys == ["l", "escape"]
        assert screen.reel.n == 3
