"""The opening menu in lines: battles are begun, continued, watched and organised; lessons, puzzles
and mail.
"""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

import pytest

import tests.pond.game  # noqa: F401 - registers the pond
from engine.files import diary
from engine.files.saved_battles import find
from tests.tui.letters import introduced
from tests.tui.running import house, save_battle
from tui.cli import main
from tui.plain import form, mail_room, replay
from tui.plain.look import WIDTH, format_table
from tui.plain.menu import HELP, IN_LINES, NOT_IN_LINES, PlainMenu
from tui.start.menu import MenuScreen

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def no_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the sample battles, and store stars and answers in a folder of this test."""
    monkeypatch.setattr("tui.plain.menu.samples_folder", lambda: tmp_path / "none")
    monkeypatch.setenv("WEATHERGAGE_CONFIG", str(tmp_path / "config"))


def types(saves: Path, *lines: str) -> str:
    """Type lines into the menu, and return what is printed, as one text."""
    left, told = list(lines), list[str]()

    async def read(prompt: str) -> str | None:
        told.append(prompt)
        return left.pop(0) if left else None

    asyncio.run(PlainMenu(str(saves), read, told.append).run())
    assert not left, told[-20:]
    return " ".join(" ".join(told).split())


@pytest.mark.parametrize("text", [HELP, mail_room.HELP, form.HELP, replay.HELP])
def test_help_is_wrapped_at_words_below_the_meaning(text: str) -> None:
    shown = format_table(text.strip("\n"))
    assert max(map(len, shown.splitlines())) <= WIDTH
    assert shown.split() == text.split()


def test_the_menu_shows_its_help_wrapped(tmp_path: Path) -> None:
    told = list[str]()
    left = ["help"]

    async def read(prompt: str) -> str | None:
        return left.pop() if left else None

    asyncio.run(PlainMenu(str(tmp_path), read, told.append).run())
    (shown,) = (text for text in told if "puzzle NAME" in text)
    assert max(map(len, shown.splitlines())) <= WIDTH
    assert f"\n{' ' * 16}next one\n" in shown


def test_a_refusal_that_asks_ends_with_its_own_mark(tmp_path: Path) -> None:
    told = types(tmp_path, "new flamborough_hed")
    assert "did you mean 'flamborough_head'?" in told
    assert "?." not in told


def test_a_battle_is_begun_left_gone_on_with_watched_and_put_away(tmp_path: Path) -> None:
    told = types(tmp_path, "new quickstart B=ensign seed=7", "1", "quit", "1", "quit")
    assert "No battle yet. Type `new` to begin one." in told
    assert "The battle is saved." in told
    assert told.count("1 Quick start: turn 1") == 2
    (saved,) = find([tmp_path])
    assert saved.header
    assert saved.header.seed == 7
    assert saved.header.options["players"] == {"A": "human", "B": "ensign"}
    told = types(tmp_path, "watch 1", "go end", "quit", "find nothing", "delete 1", "n")
    assert "A replay in lines." in told
    assert "No battle has 'nothing'." in told
    assert "No battle yet" in types(tmp_path, "delete 1", "y").rpartition("to the bin")[2]
    assert not find([tmp_path])


def test_a_form_begins_a_battle_and_a_seed_is_one_of_its_rows(tmp_path: Path) -> None:
    told = types(
        tmp_path, "new", "help", "seed x", "seed 12", "b captain", "found", "begin", "quit"
    )
    assert "a seed is a whole number of at most 18 digits." in told
    assert "Seed: 12." in told
    assert "begin this battle" in told
    assert "there is no row found" in told
    (saved,) = find([tmp_path])
    assert saved.header
    assert (saved.header.seed, saved.header.options["players"]["B"]) == (12, "captain")
    told = types(tmp_path, "new fleet seed=3", "quit", "new", "quit", "new fleet a_side=2 seed=3")
    assert len(find([tmp_path])) == 3


def test_choices_that_do_not_fit_together_are_told_once_by_each_line(tmp_path: Path) -> None:
    fault = "2 to 4 a side of equal points"
    chosen: tuple[str, ...] = ("new", "scenario fleet", "a_side 2", "sails_D 2")
    assert fault not in types(tmp_path, *chosen, "quit")
    for number, more in enumerate(("sails_C 3", "set_up quick", "list", "begin"), 1):
        chosen = (*chosen, more)
        assert types(tmp_path, *chosen, "quit").count(fault) == number, more
    assert types(tmp_path, *chosen, "sails_C 1", "list", "quit").count(fault) == number
    assert not find([tmp_path])


def test_a_battle_that_is_over_is_shown_and_many_are_found_by_words(tmp_path: Path) -> None:
    save_battle(tmp_path, "old", 99)
    told = types(tmp_path, "1", "quit", "find over", "9")
    assert "A replay in lines." in told
    assert told.count(": over,") == 3
    assert "there is no battle 9; `list` shows 1 battle." in told


def test_battles_are_put_in_order_by_words_and_every_step_is_undone(tmp_path: Path) -> None:
    """It is done as with the keys of the list in `test_battles_are_put_in_order_by_keys_...`."""
    saves = tmp_path / "saves"
    for name in ("alpha", "beta"):
        save_battle(saves, name)
    told = types(
        saves, "sort title", "reverse", "tag 2 #Fleet, x", "find #fle", "rename 1 gamma",
        "archive 1", "list", "copy 2", "find copy", "delete 1", "y",
        "undo", "undo", "undo", "undo", "undo", "undo",
    )  # fmt: skip
    assert "sorted by title. 1 alpha: turn 2" in told
    assert "Move gamma copy to the bin? y or n:" in told
    assert "sorted by title, in reverse order. 1 beta: turn 2" in told
    assert "the tags are now fleet, x; `undo` undoes it." in told
    assert "#fleet #x" in told.partition("'alpha' x")[0]
    assert "the battle is called gamma.battle now; `undo` undoes it. 1 gamma: " in told
    assert "the battle is in the archive now; `undo` undoes it. 1 gamma: turn 2, archive" in told
    assert "gamma copy.battle is a copy of it" in told
    assert "gamma copy.battle is in the bin now" in told
    assert told.count('undone: "') == 5
    assert "there is nothing to undo here." in told
    assert sorted(each.path.name for each in find([saves])) == ["alpha.battle", "beta.battle"]
    assert "#" not in types(saves, "list")


def test_what_a_word_asks_for_may_be_typed_behind_it_or_after_it(tmp_path: Path) -> None:
    save_battle(tmp_path, "alpha")
    told = types(tmp_path, "tag 1 old", "tag 1", "new", "rename 1", "beta", "rename 1", "", "undo")
    assert "Tags instead of old: " in told
    assert "the tags are now new" in told
    assert "New name of alpha.battle: the battle is called beta.battle now" in told
    assert 'undone: "the battle is called beta.battle now"' in told


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("rename 1 ../up", "'../up' is not a name for a file"),
        ("rename 1 beta", "beta.battle exists already."),
        ("rename 1 alpha", "alpha.battle exists already."),
        ("rename 1 " + "x" * 81, "80 characters at most."),
        ("rename 1 " + "\U0001f6a2" * 80, "is not a name for a file"),
        ("rename 1 " + "\U00020000" * 80, "file name too long"),
        ("rename 1 a\x07b", "a control character in it (Ctrl+G)"),
        ("rename 3 c", "there is no battle 3; `list` shows 2 battles."),
        ("rename", "type it as `rename N [NAME]`."),
        ("rename beta", "there is no battle beta; `list` shows 2 battles."),
        ("copy 1 twice", "type only `copy 1`, with nothing after it."),
        ("tag 1 " + " ".join(f"t{n}" for n in range(13)), "a battle has at most 12 tags."),
        ("sort size", "there is no column 'size'; there are date, title, system, players,"),
        ("undo 3", "type it as `undo`."),
        ("import ~nobody-of-this-name/x", "cannot be read"),
        ("import /dev/zero", "/dev/zero"),
        ("import " + "x/" * 3000, "cannot be read"),
        ("import .", "there is no battle in ."),
        ("play 9" + "9" * 5000, "there is no battle 9999"),
    ],
)
def test_what_cannot_be_done_says_so_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, sentence: str
) -> None:
    saves = tmp_path / "saves"
    for name in ("beta", "alpha"):
        save_battle(saves, name)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    told = types(saves, "sort title", line)
    assert sentence in told
    assert "undoes" not in told
    assert sorted(each.name for each in saves.glob("*")) == ["alpha.battle", "beta.battle"]


def test_a_folder_is_imported_in_lines_and_what_is_here_already_comes_no_second_time(
    tmp_path: Path,
) -> None:
    saves, elsewhere = tmp_path / "saves", tmp_path / "else"
    for name in ("one", "two"):
        save_battle(elsewhere, name, turns=0)
    (elsewhere / "torn.battle").write_bytes(b"x")
    told = types(saves, f"import {elsewhere}", "import", str(elsewhere / "one.battle"), "import",
                 "", "undo", "undo", "undo")  # fmt: skip
    assert "Proving 3 of 3: two.battle" in told
    assert "2 of 3 battles were imported; " in told
    assert "torn.battle is not a battle file" in told
    assert "one.battle is here already." in told
    assert told.count('undone: "') == 2
    assert not find([saves])


def test_battles_by_mail_and_of_a_host_are_in_the_list(tmp_path: Path) -> None:
    anna, _ = introduced(tmp_path, "quickstart")
    save_battle(Path(anna.saves) / "hosted", "secret")
    told = types(
        anna.saves, "find by mail", "find secret", "1", "watch 1", "copy 1", "delete 1", "y"
    )
    assert "still being played on its host" in told
    assert told.count("this battle is continued on its host; connect to that host to see it.") == 2
    assert told.count("this battle belongs to its host and stays there.") == 2


def test_the_list_of_lessons_says_how_one_begins(tmp_path: Path) -> None:
    assert "Type `learn` and a name, such as `learn table_and_wind`" in types(tmp_path, "lessons")


def test_the_first_line_says_where_a_newcomer_begins(tmp_path: Path) -> None:
    told = types(tmp_path, "new quickstart", "quit", "words", "words starboard", "rules")
    first = " ".join(told.partition("  1  ")[0].split())
    assert "New here? Type `lessons`, or `new quickstart` for a battle at once; `help`" in first
    assert "Red, turn 1 of 10" in told
    assert told.count("Type the word that you want explained, such as `rules starboard`.") == 2
    assert "The right side of a ship" in told


def test_lessons_puzzles_mail_and_rules_are_in_the_menu(tmp_path: Path) -> None:
    told = types(tmp_path, "lessons", "learn turning_and_the_eye", "quit", "learn", "learn nowhere")
    assert "first_battle" in told, "the battle with the coach is played here"
    assert "which lesson? Type `learn NAME`; `lessons` lists the names." in told
    told = types(tmp_path, "learn first_battle", "quit", "puzzles rake", "puzzle today", "quit")
    assert "The battle is saved." in told
    assert diary.load().words in told
    anna, _ = introduced(tmp_path, "quickstart")
    told = types(anna.saves, "mail", "about 1", "quit", "rules fluyt", "rules zzz")
    assert "You are anna, Red." in told
    assert "Fluyt: " in told
    assert "No game has anything called 'zzz'." in told


def test_a_line_that_names_something_says_how_it_is_typed(tmp_path: Path) -> None:
    lines = {
        "campaign": "campaign is a battle; type `new campaign` to begin it.",
        "first_battle": "first_battle is a lesson; type `learn first_battle`.",
        "Iron_Oak_8": "iron_oak_8 is a puzzle; type `puzzle iron_oak_8`.",
        "Continue": "type the battle's number to continue it.",
        "quick start": "type `new`.",
        "lesons": "there is no command 'lesons'; did you mean `lessons`?",
        "squadrons": "build squadrons in a shell: weathergage squadron --help.",
    }
    told = types(tmp_path, *lines)
    for said in lines.values():
        assert said in told, said


async def test_every_entry_of_the_menu_has_a_word_in_lines_or_a_reason(tmp_path: Path) -> None:
    save_battle(tmp_path, "old")
    async with house(tmp_path) as (app, pilot):
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        entries = {item.name for item in screen.items}
    assert entries == IN_LINES.keys() | {each.capitalize() for each in NOT_IN_LINES}
    for entry, word in IN_LINES.items():
        assert re.search(rf"(?:^|\s{{2,}}){word}\b", f"{HELP}\nN ", re.M), entry


def test_what_is_not_in_lines_says_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    for word, told in NOT_IN_LINES.items():
        assert " ".join(told.split()) in types(tmp_path, word)
    assert "there is no command 'dance'; type `help`." in types(tmp_path, "dance")
    assert "a control character in it (Escape)" in types(tmp_path, "\x1b[A")
    monkeypatch.setattr("sys.stdin", io.StringIO("help\n"))
    assert main(["--plain", "--saves", str(tmp_path)]) == 0
    assert "battles by letters" in capsys.readouterr().out
