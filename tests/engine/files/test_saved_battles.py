"""The list of battles in the folder of saved battles."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import FileFault
from engine.files import saves
from engine.files.library_actions import bin_battle
from engine.files.saved_battles import (
    computers,
    find,
    latest_unfinished,
    seating_text,
    summarise,
    title_of,
)
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.kernel.drafts import drafts_path
from tests.pond.game import PondGame
from tui.chart.thumbnail import thumbnail

NOON = datetime(2026, 11, 20, 12, 0)


def begun(folder: Path, name: str, seed: int = 7, a: str = "human", b: str = "human") -> Path:
    """Save a battle on the pond after its first order, and return its path."""
    path = folder / f"{name}.battle"
    options = {"players": {"A": a, "B": b}}
    battle = Battle.new(
        "pond", "duel", seed, options, path=path, created=NOON.isoformat(), title=name
    )
    battle.answer("A", Answer("steer", 0.0))
    battle.close()
    return path


def finish(path: Path) -> None:
    """Play a battle on the pond to its end."""
    battle = Battle.open(path)
    while questions := battle.pending():
        battle.answer(questions[0].seat, Answer(questions[0].options[-1].id))
    battle.close()


def age(path: Path, seconds: int) -> None:
    """Make a file look older by some seconds."""
    os.utime(path, (path.stat().st_mtime - seconds,) * 2)


def test_battles_are_listed_with_the_one_played_last_first(tmp_path: Path) -> None:
    age(begun(tmp_path, "older"), 60)
    begun(tmp_path, "newer")
    (tmp_path / "notes.txt").write_text("no battle")
    (tmp_path / "folder").mkdir()
    assert [saved.title for saved in find([tmp_path, tmp_path / "missing"])] == ["newer", "older"]
    assert find([tmp_path])[0].date == "20 Nov 2026"


def test_a_glance_tells_turn_seats_points_and_whose_choice_it_is(tmp_path: Path) -> None:
    begun(tmp_path, "duel", b="lieutenant")
    seen = summarise(find([tmp_path])[0])
    assert seen.status.turn == "turn 1"
    assert seen.status.points == "Red 0/2  Blue 0/2"
    assert seen.seats == "you Red v lieutenant"
    assert seen.asked == "Blue to choose"
    assert seen.entries == 1


def test_a_glance_holds_no_secret_of_a_running_battle(tmp_path: Path) -> None:
    begun(tmp_path, "duel")
    battle = Battle.open(tmp_path / "duel.battle", write=False)
    watched = battle.view("")
    battle.close()
    assert watched.boats["A"].order is None
    assert summarise(find([tmp_path])[0]).scene == PondGame().screen.scene(watched)


def test_the_battle_to_continue_is_the_latest_that_a_person_has_not_finished(
    tmp_path: Path,
) -> None:
    age(begun(tmp_path, "wanted"), 60)
    done = begun(tmp_path, "finished")
    finish(done)
    begun(tmp_path, "watched", a="ensign", b="lieutenant")
    (tmp_path / "broken.battle").write_text('{"format":1,"game":')
    found = latest_unfinished(find([tmp_path]))
    assert found
    assert found.title == "wanted"
    (tmp_path / "wanted.battle").unlink()
    assert latest_unfinished(find([tmp_path])) is None


def test_a_file_that_cannot_be_read_stands_in_the_list_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "broken.battle").write_text('{"format":1,"game":')
    (tmp_path / "alien.battle").write_text('{"format":1,"game":"chess","rules":"1","data":"1"}\n')
    for saved in find([tmp_path]):
        assert saved.fault.startswith(saved.path.name)
        with pytest.raises(FileFault, match=saved.path.name):
            summarise(saved)


def test_a_battle_that_cannot_be_shown_keeps_its_files_name_and_is_not_gone_on_with(
    tmp_path: Path,
) -> None:
    begun(tmp_path, "duel")
    (saved,) = find([tmp_path])
    damaged = replace(saved, fault="duel.battle is damaged")
    assert title_of(damaged) == saved.title
    assert latest_unfinished([damaged]) is None
    assert latest_unfinished([damaged, saved]) is saved


def test_a_deleted_battle_lies_in_the_bin(tmp_path: Path) -> None:
    for _ in range(2):
        begun(tmp_path, "duel")
        assert bin_battle(find([tmp_path])[0].path).path.parent == tmp_path / "bin"
    assert find([tmp_path]) == []
    assert len(find([tmp_path / "bin"])) == 2


def test_what_is_filled_in_of_a_battle_goes_to_the_bin_with_it(tmp_path: Path) -> None:
    path = begun(tmp_path, "duel")
    drafts_path(path).write_text('{"A":{"sheet":"orders"}}')
    there = bin_battle(find([tmp_path])[0].path).path
    assert not drafts_path(path).exists()
    assert drafts_path(there).read_text() == '{"A":{"sheet":"orders"}}'


def test_the_computer_players_are_those_of_the_header(tmp_path: Path) -> None:
    battle = Battle.open(begun(tmp_path, "duel", b="ensign"), write=False)
    assert {seat: player.name for seat, player in computers(battle).items()} == {"B": "ensign"}
    battle.close()


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ({"A": "human", "B": "human"}, "hot seat"),
        ({"A": "ensign", "B": "ensign"}, "computer ensigns"),
        ({"A": "ensign", "B": "captain"}, "computer ensign v captain"),
        ({}, "Red v Blue"),
        ({"A": "ensign", "B": "human"}, "you Blue v ensign"),
    ],
)
def test_seats_in_a_few_words(players: dict[str, str], words: str) -> None:
    game = PondGame()
    assert seating_text(game.seats(game.set_up("duel")), players) == words


def test_a_thumbnail_shows_each_ship_by_its_letter() -> None:
    game = PondGame()
    grid = thumbnail(game.screen.scene(game.set_up("duel")), 11, 5, "ascii")
    # Red lies in the south-west of the pond, Blue in the north-east.
    assert grid.lines() == [" " * 11, "        B  ", " " * 11, "   A       ", " " * 11]


def test_a_battle_without_a_date_has_the_day_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    Battle.new(PondGame(), "duel", 7, path=path).close()
    os.utime(path, (86400 * 365, 86400 * 365))
    (saved,) = find([tmp_path])
    assert saved.date == "1 Jan 1971"


def test_what_cannot_be_moved_or_read_says_so_or_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.battle"
    Battle.new(PondGame(), "duel", 7, path=path).close()
    (saved,) = find([tmp_path])

    def refuse(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", refuse)
        with pytest.raises(FileFault, match=r"a\.battle cannot be moved: permission denied"):
            bin_battle(saved.path)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        assert find([tmp_path]) == []
        assert not saves._goes_on(path, b"{")
    assert saves._goes_on(path, b"{")
