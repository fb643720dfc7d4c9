"""Branches of a battle (ways in which it was continued): gone through by keys, shown side by side;
and a branch played by computers.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from engine.base.hashes import seal
from engine.files.library import tree_of
from engine.files.saves import samples_folder
from engine.game.chart import Counter, Hull
from engine.kernel.battle import Battle
from engine.kernel.journal import Parent
from engine.review.fortune import LONGEST, play_on
from engine.sitting.watching.branches import BranchComparison, last_common_entry
from engine.sitting.watching.reel import Reel
from tests.tui.running import house, save_battle, screen_of, until
from tui.app import WeatherGageApp
from tui.replay.branches import BranchKeys
from tui.replay.screen import ReplayScreen

SAMPLE = samples_folder() / "sample_boarding.battle"


def played_on(fork: Battle, option: int, entries: int = 99) -> Battle:
    """Return a branch that was played on with the option of this number each time, and closed."""
    while entries and (pending := fork.pending()):
        fork.answer(pending[0].seat, pending[0].options[option].id)
        entries -= 1
    fork.close()
    return fork


@pytest.fixture
def trunk(tmp_path: Path) -> Battle:
    """Return a finished duel; a branch leaves it after entry 2, and another one leaves that
    branch.
    """
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)
    players = {"A": "human", "B": "captain"}
    first = played_on(battle.fork(2, tmp_path / "first.battle", "2026-11-21", players), 0, 6)
    played_on(first.fork(4, tmp_path / "second.battle", "2026-11-22"), 0)
    return battle


def test_a_tree_has_each_branch_below_the_one_it_left(trunk: Battle, tmp_path: Path) -> None:
    shutil.copy(tmp_path / "first.battle", tmp_path / "first copy.battle")  # the same battle
    save_battle(tmp_path, "Another")
    assert trunk.path
    for start in ("Duel", "first", "second"):
        with Battle.open(tmp_path / f"{start}.battle", write=False) as battle:
            tree = tree_of(battle.path, battle.header, [tmp_path, tmp_path])
            assert [(each.level, each.entry) for each in tree] == [(0, 0), (1, 2), (2, 4)]
            assert tree[1].label == "from entry 2: human v captain, 2026-11-21"
    assert tree_of(None, trunk.header, []) == []
    own = replace(trunk.header, parent=Parent("", trunk.header.id, 1))
    assert len(tree_of(trunk.path, own, [tmp_path])) == 3  # one that names itself ends nothing
    claims(tmp_path / "alien.battle", SAMPLE, trunk.header.id)  # a battle of another game
    assert len(tree_of(trunk.path, trunk.header, [tmp_path])) == 3


def claims(path: Path, source: Path, parent: str, behind: bytes = b"") -> None:
    """Write a file whose first line belongs to another battle and claims to be a branch of
    `parent`.
    """
    header = msgspec.json.decode(source.read_bytes().splitlines()[0])
    del header["sum"]
    header |= {"id": path.stem, "parent": {"path": "", "id": parent, "entry": 1}}
    path.write_bytes(seal(msgspec.json.encode(header), b"")[0] + b"\n" + behind)


def shown(app: WeatherGageApp, words: str) -> bool:
    """Tell whether the screen shows the words."""
    return words in screen_of(app)


async def test_a_branch_that_cannot_be_opened_holds_up_none_behind_it(
    trunk: Battle, tmp_path: Path
) -> None:
    assert trunk.path
    claims(tmp_path / "damaged.battle", trunk.path, trunk.header.id, b"{}\n{}\n")
    async with house(tmp_path, start=lambda: ReplayScreen(trunk, 3)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("B")
        await until(pilot, lambda: screen.branches.known.beside, "one beside")
        assert screen.branches.known.beside
        assert screen.branches.known.beside.told.endswith("captain, 2026-11-21")
        for key, here in (("down", 3), ("down", 4), ("down", 1), ("up", 4)):
            await pilot.press(key)
            wanted = f"Branch {here} of 4"
            await until(pilot, partial(shown, app, wanted), wanted)


async def test_up_and_down_walk_the_branches_at_an_entry_and_one_lies_beside(
    trunk: Battle, tmp_path: Path
) -> None:
    async with house(tmp_path, start=lambda: ReplayScreen(trunk, 3)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for key, here in (("down", 2), ("down", 3), ("down", 1), ("up", 3), ("up", 2)):
            await pilot.press(key)
            wanted = f"Branch {here} of 3"
            await until(pilot, partial(shown, app, wanted), wanted)
            assert screen.reel.n == 3
        assert "> " in screen_of(app)
        assert "Y" in screen_of(app).splitlines()[-3]
        await pilot.press("B")
        await until(
            pilot, lambda: "The other branch, as ghosts" in screen_of(app), "the one beside"
        )
        assert screen.branches.known.beside
        await pilot.press("B")
        await until(
            pilot,
            lambda: "Both battles are the same up to entry" not in screen_of(app),
            "the other",
        )
        await pilot.press("B")
        await until(pilot, lambda: "No other branch is shown now" in screen_of(app), "none")
        assert screen.branches.known.marks() == []


@pytest.mark.parametrize("counting", [True, False])
def test_dice_are_counted_on_without_a_key_until_all_are(counting: bool, trunk: Battle) -> None:
    begun: list[str] = []
    display = SimpleNamespace(
        battle=trunk, reel=Reel(trunk), work=lambda _task, group, _alone: begun.append(group)
    )
    keys = BranchKeys(display.reel, cast("Any", display), cast("Any", None))
    keys.known.beside = cast("Any", SimpleNamespace(counting=counting, rows=list))
    keys.rows()
    assert begun == ["count dice"] * counting


async def test_a_battle_without_branches_says_so(tmp_path: Path) -> None:
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle, 6)) as (app, pilot):
        await pilot.press("down")
        await until(pilot, lambda: "no other branch" in screen_of(app), "the sentence")
        await pilot.press("L")
        assert "the battle is over at this entry" in screen_of(app)


async def test_captains_play_on_as_a_branch_that_is_shown(tmp_path: Path) -> None:
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle, 2)) as (app, pilot):
        await pilot.press("L")
        await until(pilot, lambda: "Computer captains played" in screen_of(app), "the line")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.reel.n == 2
        assert screen.battle.header.parent
        assert screen.battle.header.options["players"] == {"A": "captain", "B": "captain"}
        assert "from entry 2: captain v captain" in screen_of(app)
    assert len(list(tmp_path.glob("*line*.battle"))) == 1


def test_a_line_ends_when_it_is_long_or_nobody_waits() -> None:
    with Battle.open("saves/sample_frigates.battle", write=False) as battle:
        told: list[int] = []
        assert play_on(battle.fork(0), lambda: len(told) < 2, told.append) == 2
        assert LONGEST > 2


@pytest.mark.parametrize("name", ["broadsides", "ironclads"])
def test_what_is_otherwise_on_another_branch_is_told(name: str) -> None:
    """Ghosts show ships at other places; the panel shows other points, damage and dice."""
    with Battle.open(f"saves/sample_{name}.battle", write=False) as battle:
        fork = battle.fork(20)
        for _ in range(20):
            question = fork.pending()[0]
            sheet = getattr(question, "slots", None)
            if sheet is not None:
                break
            fork.answer(question.seat, question.options[-1].id)
        reel = Reel(battle, fork.position)
        beside = BranchComparison(reel, Reel(fork, fork.position), "another")
        assert beside.parted == last_common_entry(battle, fork) >= 20
        while beside.counting:
            beside.rows()
        rows = str(beside.rows())
        assert "another" in rows
        for ghost in beside.ghosts():
            assert isinstance(ghost, Counter | Hull) or ghost.text == "there"  # type: ignore[union-attr]
        reel.go(10)
        assert "Both battles are the same up to entry" in str(beside.rows())
        assert beside.ghosts() == []
        reel.go(reel.end)
        if reel.end > fork.position:
            assert f"The other branch ends at entry {fork.position}" in str(beside.rows())
            assert beside.ghosts()
