"""A folder of letters is watched: `mail answer`, once or continuously."""

from __future__ import annotations

import os
from base64 import encodebytes
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.base import files as durable
from engine.files import desks as stored
from engine.post import letters
from engine.post.letters import Slip
from tests.tui.letters import Writer
from tui.commands import answering

Captured = pytest.CaptureFixture[str]


def slips(folder: Path) -> list[Slip]:
    """Return the letters in a folder, sorted by number."""
    files = [path for path in sorted(folder.glob("*.mail")) if path.is_file()]
    found = [letters.parse_letter(path.read_text(), path.name) for path in files]
    return sorted((each for each in found if isinstance(each, Slip)), key=lambda each: each.number)


def looks(
    writer: Writer, place: Path, monkeypatch: pytest.MonkeyPatch, between: Callable[[], object]
) -> None:
    """Let a player watch a folder for two checks, and call `between` between them."""
    pauses = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) > 1:
            raise KeyboardInterrupt
        between()

    monkeypatch.setattr(answering, "sleep", pause)
    assert writer.says("answer", "--watch", place) == 0


def test_a_folder_is_watched_and_letters_written_elsewhere_are_laid_into_it(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both players watch the folder: letters that need no choice are answered, and those written
    elsewhere are put into it.
    """
    place = tmp_path / "between"
    place.mkdir()
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path, seed=2)
    new = ("new", "quickstart", "--me", "anna", "--with", "ben", "--strict")
    assert anna.says(*new, "--out", place / "first.mail") == 0
    assert ben.says("answer", place) == 0
    name = anna.battle
    invited = f"{name}: anna invites you; join with  weathergage mail open {place}/first.mail"
    assert invited in capsys.readouterr().out
    assert ben.writes("open", place / "first.mail") == 0
    if not ben.out.exists():
        ben.chooses()
        assert ben.writes("send", name) == 0
    for _ in range(9):
        looks(anna, place, monkeypatch, lambda: ben.says("answer", place))
        for writer in (anna, ben):
            if writer.desk.held.by != writer.name and writer.chooses():
                writer.writes("send", name)  # as `mail move` writes it, where that was called
        ben.says("answer", place)
    for writer in (anna, ben) * 3:
        writer.says("answer", place)
    sent = slips(place)
    assert [each.number for each in sent if not each.receipt] == list(
        range(1, anna.desk.held.number + 1)
    )
    assert anna.desk.held.number > 12
    assert [each for each in sent if each.receipt], "a letter that leaves a choice has a receipt"
    alone = [each for each in sent if not each.choices and not each.receipt and each.number > 3]
    assert alone, "some were written with nothing chosen in them"
    capsys.readouterr()
    assert Writer("carl", tmp_path).says("judge", *sorted(place.glob("*.mail"))) == 0
    said = capsys.readouterr().out
    assert f"letters 1 to {anna.desk.held.number} are right.\n" in said
    assert "anna's letters are signed by the key " in said
    assert "ben has received letter 3 of anna.\n" in said
    changed = tmp_path / "changed.mail"
    last = msgspec.structs.replace(anna.desk.slips[-1], choices=())
    last = msgspec.structs.replace(last, opened=(), link=None, tip="changed")
    changed.write_text(letters.format_letter(last, ""))
    first = [
        path for path in sorted(place.glob("*.mail")) if path.name != f"{name}-{last.number}.mail"
    ]
    assert Writer("carl", tmp_path).says("judge", *first, changed) == 1
    assert f"letter {last.number} of {last.by} is not signed by" in capsys.readouterr().out
    before = sorted(place.iterdir())
    looks(anna, place, monkeypatch, lambda: ben.says("answer", place))
    assert sorted(place.iterdir()) == before, "nothing is written twice"
    assert Writer("carl", tmp_path).says("answer", place) == 0
    assert not stored.desk_names(Writer("carl", tmp_path).folder), "it joins nothing by itself"
    (place / "broken-1.mail").write_text("no letter")
    capsys.readouterr()
    assert ben.says("answer", place) == 0
    assert (
        capsys.readouterr().out == "broken-1.mail: broken-1.mail is not a letter of Weather Gage\n"
    )
    assert ben.says("answer", place / "nowhere") == 2


def test_mails_as_programs_store_them_are_looked_at(tmp_path: Path, capsys: Captured) -> None:
    """These are `.eml` files, or a maildir, where mails have any name and may be about anything."""
    place = tmp_path / "Mail"
    for folder in (place, place / "new", place / "cur"):
        folder.mkdir()
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path, seed=2)
    assert anna.writes("new", "mars_hercule", "--me", "anna", "--with", "ben", "--strict") == 0
    assert ben.writes("open", anna.out) == 0
    ben.chooses()
    assert ben.writes("send", ben.battle) == 0
    assert ben.says("answer", place) == 0
    (place / "new" / "1732.M1P2.host:2,S").write_text("Subject: lunch\n\nAt one?\n")
    (place / "hello.eml").write_text("Subject: hello\n\nHow are you?\n")
    body = encodebytes(ben.out.read_bytes()).decode()
    head = "Subject: re\nContent-Transfer-Encoding: base64\n\n"
    (place / "new" / "1733.M1P2.host").write_text(head + body)
    capsys.readouterr()
    assert anna.says("answer", place) == 0
    out = capsys.readouterr().out
    assert anna.desk.held.number >= 2
    assert out.startswith(f"{anna.battle}: ")
    assert "lunch" not in out
    assert "hello" not in out
    anna.chooses()
    assert anna.writes("send", anna.battle) == 0
    (place / "re.eml").write_text(f"Subject: re\n\n> {anna.out.read_text()}")
    number = ben.desk.held.number
    assert ben.says("answer", place) == 0
    assert ben.desk.held.number > number


def test_no_link_is_written_through_and_no_file_replaced(tmp_path: Path, capsys: Captured) -> None:
    """Another person who may write into the folder has put links there, with the names of the next
    letters.
    """
    place = tmp_path / "shared"
    place.mkdir()
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path, seed=2)
    assert anna.writes("new", "mars_hercule", "--me", "anna", "--with", "ben", "--strict") == 0
    assert ben.writes("open", anna.out) == 0
    ben.chooses()
    assert ben.writes("send", ben.battle) == 0
    precious = tmp_path / "precious"
    precious.write_text("x" * 1_700)
    name = anna.battle
    ahead = [f"{name}-{number}{what}.mail" for number in (1, 2, 3, 4) for what in ("", "-receipt")]
    for each in ahead:
        (place / each).symlink_to(precious)
    (place / "came.mail").write_bytes(ben.out.read_bytes())
    assert anna.says("answer", place) == 0
    anna.chooses()
    own = tmp_path / "own.mail"
    own.symlink_to(precious)
    nowhere = tmp_path / "nowhere.mail"
    nowhere.symlink_to(tmp_path / "not there")
    for link in (own, nowhere):
        assert anna.says("send", name, "--out", link) == 2
        assert ben.says("receipt", name, "--out", link) == 2
    assert anna.writes("send", name) == 0
    assert anna.says("answer", place) == 0
    assert precious.read_text() == "x" * 1_700
    assert not (tmp_path / "not there").exists()
    assert all((place / each).is_symlink() for each in ahead)
    assert (place / f"{name}-{anna.desk.held.number}-2.mail").is_file()
    assert not list(place.glob(".*")), "nothing half written is left"
    odd = tmp_path / "it's\x1b[2J odd.mail"
    capsys.readouterr()
    assert anna.says("send", name, "--out", odd) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.startswith("Send '")


def test_a_new_file_is_whole_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    durable.create(there, b"first")
    with pytest.raises(durable.AlreadyExists, match="is there already"):
        durable.create(there, b"second")
    assert there.read_bytes() == b"first"

    def no_links(*words: object, **more: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    durable.create(tmp_path / "other", b"data")
    assert (tmp_path / "other").read_bytes() == b"data"
    with pytest.raises(durable.AlreadyExists):
        durable.create(there, b"second")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "there"]
