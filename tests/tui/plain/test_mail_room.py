"""Battles by mail in lines: everything that their screens can do, or a sentence why not."""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

import pytest

from engine.files import desks as stored
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.setting_up.forms import (
    MailForm,
    choices,
    is_typed,
    read_choice,
    row_named,
    word_of,
)
from engine.sitting.setting_up.rows import on_offer
from tests.tui.letters import Writer, introduced, play_out
from tui.cli import main
from tui.input.actions import ACTIONS
from tui.plain.form import HELP as FORM_HELP
from tui.plain.mail_room import HELP, IN_LINES, MOST, NOT_IN_LINES, MailRoom

Captured = pytest.CaptureFixture[str]
PAGES = ("mail", "mail_found", "letter_in", "letter")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the battles by mail of the person who runs the tests."""
    monkeypatch.setattr(stored, "PLACES", (str(tmp_path / "downloads"),))
    monkeypatch.setattr("engine.sitting.setting_up.forms.getpass.getuser", lambda: "")


class Room:
    """One person's room of battles by mail, in lines."""

    def __init__(self, saves: Path) -> None:
        self.saves = saves
        self.told: list[str] = []

    def types(self, *lines: str) -> str:
        """Type lines, and return what is printed, as one text."""
        left = list(lines)
        self.told = []

        async def read(prompt: str) -> str | None:
            self.told.append(prompt)
            return left.pop(0) if left else None

        asyncio.run(MailRoom(self.saves, read, self.told.append).run())
        assert not left, self.told[-20:]
        return " ".join(" ".join(self.told).split())

    @property
    def folder(self) -> Path:
        return stored.mail_folder(self.saves)

    @property
    def desk(self) -> Desk:
        (name,) = stored.desk_names(self.folder)
        desk = stored.load(self.folder, name)
        assert desk
        return desk

    @property
    def letter(self) -> Path:
        """The file of the letter that was written last."""
        path = self.folder / errands.OUT / errands.name_of(self.desk)
        assert str(path) in self.told
        return path


def pasted(path: Path) -> list[str]:
    """Return the lines that paste a letter from a mail in which it is quoted."""
    quoted = (f"> {line}" for line in path.read_text("utf-8").splitlines())
    return ["paste", "Hello,", *quoted, "end"]


def test_two_rooms_found_open_play_undo_send_and_look(tmp_path: Path) -> None:
    """A letter is written only after the word `send`; a lost letter is written again."""
    anna, ben = Room(tmp_path / "anna"), Room(tmp_path / "ben")
    told = anna.types("new quickstart me=anna other=ben word=oak")
    assert "on trust" in told
    assert "1 Quick start with ben: letter 2 is expected" in told
    first = anna.letter
    assert anna.desk.held.words == {"anna": "oak"}
    assert first.read_text("utf-8").splitlines()[-1] in anna.types("letter 1")

    told = ben.types(*pasted(first), "fair wind", "1", "watch 1")
    assert "Letter 2 was the last" in told
    assert "there is nothing to watch yet: the battle has not begun." in told
    assert "anna invites you to Quick start, as ben." in told
    assert "Letter 1 is opened. Your next letter needs no choice of yours." in told
    assert ben.desk.held.words == {"anna": "oak", "ben": "fair wind"}
    second = ben.folder / errands.OUT / errands.name_of(ben.desk)

    downloads = tmp_path / "downloads"
    downloads.mkdir()
    (downloads / "answer.mail.txt").write_bytes(second.read_bytes())
    told = anna.types("open", "open 1")
    assert "answer.mail.txt" in told
    assert "Letter 2 is opened. It is your turn: type its number to play." in told

    told = anna.types("1", "1", "undo", "quit", "about 1", "send 1", "1", "2", "send")
    assert "You are anna, Red. Letter 2 was the last" in told
    assert "make your choice first; your letter is written after it." in told
    assert "Now ben's choice is needed." in told
    third = anna.letter
    third.unlink()
    anna.types("send 1")
    assert anna.letter == third
    assert third.is_file()
    assert "1 Quick start with anna: your choice" in ben.types(f"open '{third}'")


def test_a_new_battle_is_filled_in_row_by_row_and_may_be_strict(tmp_path: Path) -> None:
    anna = Room(tmp_path / "anna")
    told = anna.types("new", "found", "scenario any_ships", "me anna", "other", "other ben")
    assert "Type your name in its line." in told
    assert "The name of your opponent; type it." in told
    assert not anna.folder.exists(), "the input has ended, and nobody has said found"
    told = anna.types(
        "new any_ships me=anna",
        "other ben",
        "side 2",
        "letters strict",
        "wind NE",
        "sails_A",
        "game iron",
        "game Iron & Oak",
        "found",
        "scenario zzz",
        "game wooden_ships",
        "scenario any_ships",
        "list",
        "found",
    )
    assert "It cannot be strict: " in told
    assert "there is no 'zzz' for scenario" in told
    assert "Strict: nobody can foresee dice or see hidden cards; the end proves the battle" in told
    assert anna.desk.held.strict
    assert anna.desk.held.players["B"] == "anna"
    ben = Room(tmp_path / "ben")
    told = ben.types(*pasted(anna.letter), "quit", *pasted(anna.letter), "")
    assert "The battle is strict, so no word is needed; Enter joins, `quit` does not:" in told
    assert "The letter was not opened." in told
    assert ben.desk.held.strict


def test_every_row_of_the_form_has_a_word_and_every_choice_can_be_typed(tmp_path: Path) -> None:
    form = MailForm(tmp_path)
    for game, scenario, _ in on_offer():
        form.choose(game, scenario)
        rows = form.rows()
        for row in rows:
            assert row_named(rows, word_of(row)) is row
            assert is_typed(row) or choices(form, row)
            for choice in choices(form, row):
                assert read_choice(form, row, choice.typed) == choice.value, (scenario, choice)


def test_every_action_of_the_pages_of_mail_has_a_word_in_lines_or_a_reason() -> None:
    """Every word is also in the help of the room, or of the form of a new battle."""
    actions = {each.id for each in ACTIONS if each.screen in PAGES}
    assert actions == IN_LINES.keys() | NOT_IN_LINES.keys()
    assert not IN_LINES.keys() & NOT_IN_LINES.keys()
    for action, word in IN_LINES.items():
        text = FORM_HELP if action.startswith("mail_found.") else f"{HELP}\nN "
        assert re.search(rf"(?:^|\s{{2,}}){word}\b", text, re.M), action


def test_what_cannot_be_is_refused_in_a_sentence_and_a_battle_goes_to_the_bin(
    tmp_path: Path,
) -> None:
    anna, ben = introduced(tmp_path, "quickstart")
    room = Room(tmp_path / "anna")
    quick = room.types("receipt 1")
    for line, told in {
        "9": "there is no battle 9; `list` shows 1 battle.",
        "dance": "there is no command 'dance'; type `help`.",
        "1 1": "there is no command '1'; type `help`.",
        "lettr 1": "there is no command 'lettr'; did you mean `letter`?",
        **{
            line: f"`help` shows what is typed after `{line.split()[0]}`."
            for line in ("about", "rules", "list 1")
        },
        "copy": "lines have no clipboard: `letter N` prints the letter, `send N` writes its file",
        "clear": "a typed line cannot be erased: paste the text again",
        "open nothing.mail": "cannot be read: no such file",
        "new nowhere": "no scenario is called",
        "new quickstart me=anna other=anna": "two players of different names",
        "new quickstart nonsense": "'nonsense' is not of the form",
        "rules zzz": "No game has anything called 'zzz'.",
        "guide": "type `open` when one comes",
        "help": "receipt N write a receipt",
        "proof 1": "Verdict: not yet.",
        "open": "No letter was found here.",
        "\x1b[A": "a control character in it (Escape)",
    }.items():
        assert told in room.types(line), line
    assert "strict" in quick
    long = room.types("paste", "x" * MOST, "end")
    assert f"more than {MOST} characters" in long
    assert "is not a letter of Weather Gage" in room.types("paste", "Hello", "end")
    assert "is in the bin now," not in room.types(f"delete {anna.battle}", "n")
    assert "No battle by mail yet." in room.types("delete 1", "y")
    assert ben.says("delete", ben.battle) == 0
    assert not stored.desk_names(ben.folder)
    assert ben.says("delete", "quickstart-1") == 2


def test_a_word_for_the_dice_is_asked_for_once_and_only_for_a_first_letter(tmp_path: Path) -> None:
    anna, ben, carl = (Room(tmp_path / name) for name in ("anna", "ben", "carl"))
    anna.types("new quickstart me=anna other=ben word=oak")
    first = pasted(anna.letter)
    assert "The letter was not opened." in ben.types(*first), "the input has ended"
    assert not ben.folder.exists()
    assert "Letter 1 is opened." in ben.types(*first, "fair wind")
    told = ben.types(*first)
    assert "you have opened letter 2 already" in told
    assert "invites you" not in told
    told = carl.types(*pasted(ben.folder / errands.OUT / errands.name_of(ben.desk)))
    assert "this is letter 2 of a battle that is not known here" in told
    assert "invites you" not in told


def test_a_battle_that_is_over_is_watched_and_proved(tmp_path: Path, capsys: Captured) -> None:
    anna, ben = introduced(tmp_path, "quickstart")
    play_out(anna, ben)
    room = Room(anna.saves)
    told = room.types("1", "go end", "quit", "proof 1")
    assert "A replay in lines." in told
    assert "Verdict: PROVED." in told
    assert anna.desk.secret in told or ben.desk.secret in told
    capsys.readouterr()


def test_a_letter_is_piped_and_the_room_opens_from_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path)
    anna.writes("new", "quickstart", "--me", "anna", "--with", "ben")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(anna.out.read_bytes())))
    assert ben.writes("open", "-") == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x" * 20_000_000)))
    assert ben.says("open", "-") == 2
    assert "the input is too large for a letter" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("about 1\n"))
    assert main(["mail", "--plain", "--saves", str(ben.saves)]) == 0
    assert "You are ben, Blue." in capsys.readouterr().out
