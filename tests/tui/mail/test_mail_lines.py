"""A battle by mail in the line mode, and a player's record that was restored from a copy."""

from __future__ import annotations

import io
from pathlib import Path
from shutil import copyfile

import pytest

from engine.files import desks as stored
from tests.tui.letters import Writer, introduced

Captured = pytest.CaptureFixture[str]


def says(
    writer: Writer, monkeypatch: pytest.MonkeyPatch, *lines: str, out: Path | None = None
) -> int:
    """Play in lines whose input is a pipe; return the exit code."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return writer.says("move", writer.battle, "--plain", *(("--out", out) if out else ()))


def test_choices_are_made_in_lines_and_the_letter_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """The player chooses until the other is needed.

    What is not possible by mail is refused with the reason.
    """
    anna, ben = introduced(tmp_path, "quickstart", "ensign", "--strict")
    if not anna.chooses(0) and anna.desk.held.by == "anna":
        assert ben.writes("open", anna.out) == 0
        anna, ben = ben, anna
    before = len(anna.desk.held.choices)
    letter = tmp_path / "in_lines.mail"
    capsys.readouterr()
    assert says(anna, monkeypatch, "resign", "help", "nonsense", out=letter) == 0
    out = capsys.readouterr().out
    assert "nobody can agree at once by mail; undo takes back unsent choices" in out
    assert "take your latest choice out of the letter" in out
    assert "resign" not in out
    assert f"It is your turn:  weathergage mail move {anna.battle}" in out
    assert not letter.exists()
    assert len(anna.desk.held.choices) == before
    assert says(anna, monkeypatch, *["1"] * 30, "send", out=letter) == 0
    out = capsys.readouterr().out
    assert len(anna.desk.held.choices) > before
    assert f"Send {letter} to {ben.name}." in out
    assert ben.says("open", letter, "--out", tmp_path / "next.mail") == 0


def test_a_choice_can_be_taken_out_of_the_letter_before_it_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """A letter is never sent by accident: at the end of the input it is not written."""
    anna, ben = introduced(tmp_path, "quickstart")
    letter = tmp_path / "in_lines.mail"
    assert says(anna, monkeypatch, "1", "undo", "send", "2", out=letter) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("Red lays") == 2
    assert "Now ben's choice is needed." in out
    assert "the letter is written when nothing is left to choose" in out
    assert "Write your letter: weathergage mail send" in out
    assert not letter.exists(), "the input has ended, and nobody has said send"
    assert len(anna.desk.kept) == 1
    assert anna.says("send", anna.battle, "--out", letter) == 0
    assert ben.writes("open", letter) == 0
    assert says(ben, monkeypatch, "2", "send", out=tmp_path / "answer.mail") == 0
    assert anna.says("open", tmp_path / "answer.mail") == 0


def test_a_restored_desk_takes_its_own_letters_and_nobody_is_accused(
    tmp_path: Path, capsys: Captured
) -> None:
    """With yesterday's copy of the record, the player's own letters and those of the other are
    opened in their order.
    """
    anna, ben = introduced(tmp_path, "quickstart", "ensign", "--strict")
    copy = tmp_path / "copy.desk"
    sent: list[Path] = []

    def goes(writer: Writer, reader: Writer) -> None:
        path = tmp_path / f"letter-{writer.desk.held.number + 1}.mail"
        if writer.desk.held.by != writer.name:
            writer.chooses()
            assert writer.says("send", writer.battle, "--out", path) == 0
            sent.append(path)
        later = tmp_path / f"letter-{writer.desk.held.number + 1}.mail"
        assert reader.says("open", path, "--out", later) == 0
        if later.exists():
            sent.append(later)
            assert writer.says("open", later, "--out", tmp_path / "unused") in (0, 2)

    writer, reader = (anna, ben) if anna.desk.held.by == "ben" else (ben, anna)
    if reader.desk.held.number < writer.desk.held.number:
        assert reader.says("open", writer.out) == 0
    copyfile(stored.desk_path(writer.folder, writer.battle), copy)
    number = writer.desk.held.number
    for _ in range(2):
        goes(writer, reader)
        if reader.desk.held.by != reader.name:
            goes(reader, writer)
    after = writer.desk
    assert after.held.number > number + 1
    copyfile(copy, stored.desk_path(writer.folder, writer.battle))
    assert writer.desk.held.number == number
    for path in sorted(sent, key=lambda path: int(path.stem.rpartition("-")[2])):
        capsys.readouterr()
        writer.says("open", path, "--out", tmp_path / "unused-2")
    assert writer.desk.held == after.held
    assert {at: each.choice for at, each in writer.desk.kept.items()} == {
        at: each.choice for at, each in after.kept.items()
    }


def test_a_choice_is_told_to_be_in_the_letter_only_after_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """The other's sealed choice waits in the letter, too."""
    anna, ben = introduced(tmp_path, "mars_hercule", "ensign", "--strict")
    assert ben.desk.kept
    capsys.readouterr()
    assert says(anna, monkeypatch, "fill", "seal", "quit") == 0
    before, sheet, after = capsys.readouterr().out.partition("empty; type `fill`")
    assert sheet
    assert "Your choice is in the letter" not in before
    assert "the battle goes on with ben's next letter." in after
