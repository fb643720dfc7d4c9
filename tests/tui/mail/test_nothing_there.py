"""Battles by mail when something is missing: no battle, no letter, or a record that was deleted
meanwhile.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import FileFault, Refused
from engine.files import desks
from engine.sitting.kinds.mail_errands import _standing, desk_of
from tests.tui.wired import wired
from tui.mail.list_screen import MailListScreen
from tui.mail.opening import OpeningScreen


def test_a_desk_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no battle by mail is called nobody"):
        desk_of(tmp_path, "nobody")
    assert _standing(tmp_path, "nobody", 0, 0).fault == "the battle nobody was deleted"


def test_a_desk_that_cannot_be_moved_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(FileFault, match="cannot be moved"):
        desks.bin_desk(tmp_path, "duel")


def test_desks_of_one_name_are_put_away_beside_each_other(tmp_path: Path) -> None:
    names = []
    for said in ("first", "second", "third"):
        desks.desk_path(tmp_path, "duel").write_text(said)
        names.append(desks.bin_desk(tmp_path, "duel"))
    assert [path.read_text() for path in names] == ["first", "second", "third"]
    assert len(set(names)) == 3


async def test_keys_on_an_empty_list_and_an_empty_letter_are_answered(tmp_path: Path) -> None:
    start = lambda _: MailListScreen("")  # noqa: E731
    async with wired((80, 24), saves=tmp_path, start=start) as person:
        await person.sees("BATTLES BY MAIL")
        for key in ("down", "s", "d", "r", "enter"):
            person.writes(key)
            await person.sees("no battle by mail yet" if key != "down" else "BATTLES BY MAIL")
            await person.rests()
    start = lambda _: OpeningScreen(lambda *_: None)  # type: ignore[assignment]  # noqa: E731
    async with wired((80, 24), saves=tmp_path, start=start) as person:
        await person.rests()
        person.writes("enter")
        await person.sees("paste the mail first")
