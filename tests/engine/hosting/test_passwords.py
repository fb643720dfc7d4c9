"""Passwords and invitation words: stored as hashes in files that only the owner can read, and which
ones are refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import FileFault, Refused
from engine.hosting import passwords
from engine.hosting.passwords import (
    DAY,
    HOLDS_DAYS,
    OPEN,
    Invitations,
    Passwords,
    hash_password,
    why_weak,
)

WORD = "topgallant 9"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make checking a password take only a millisecond."""
    monkeypatch.setattr(passwords, "COST", 4)


def test_a_password_is_kept_as_a_hash_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "hosted" / "passwords"
    kept = Passwords(path)
    kept.keep("anna", hash_password("anna", WORD))
    kept.keep("ben", hash_password("ben", WORD))
    assert WORD not in path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o777 == 0o600
    first, second = path.read_text(encoding="utf-8").splitlines()
    assert first.split()[-1] != second.split()[-1], "each has a salt of its own"
    again = Passwords(path)
    assert again.names == ("anna", "ben")
    assert again.is_right("anna", WORD)
    assert not again.is_right("anna", WORD + "!")
    assert not again.is_right("carl", WORD)
    again.keep("anna", hash_password("anna", "another one"))
    assert not again.is_right("anna", WORD)
    again.forget("ben")
    assert Passwords(path).names == ("anna",)


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("short", "at least 8 characters"), ("x" * 201, "at most 200"),
        ("aaaaaaaab", "easily guessed"),
        ("bell\x07bell", "control characters"), ("annabella", "easily guessed"), ("", "at least"),
        (" " * 12, "at least 8 characters"), ("  seven 7  ", "at least 8 characters"),
    ],
)  # fmt: skip
def test_what_cannot_be_chosen_is_refused_with_the_reason(password: str, said: str) -> None:
    assert said in why_weak("annabella", password)
    with pytest.raises(Refused, match=said):
        hash_password("annabella", password)


@pytest.mark.parametrize(
    "line",
    [
        "anna", "anna scrypt 14 8 1 00 11", f"anna scrypt 30 8 1 {'0' * 32} {'1' * 64}",
        f"Anna scrypt 14 8 1 {'0' * 32} {'1' * 64}", f"anna scrypt 14 8 0 {'0' * 32} {'1' * 64}",
        f"anna md5 14 8 1 {'0' * 32} {'1' * 64}", "\x1b[2J",
        f"bea scrypt 18 32 1 {'0' * 32} {'1' * 64}", f"bea scrypt 18 8 9 {'0' * 32} {'1' * 64}",
        f"bea scrypt 16 1 1 {'0' * 32} {'1' * 64}", f"bea scrypt 14 0 1 {'0' * 32} {'1' * 64}",
    ],
)  # fmt: skip
def test_a_line_that_is_none_is_named_and_what_was_known_stays(tmp_path: Path, line: str) -> None:
    path = tmp_path / "passwords"
    kept = Passwords(path)
    kept.keep("anna", hash_password("anna", WORD))
    path.write_text(f"{path.read_text()}{line}\n", encoding="utf-8")
    with pytest.raises(FileFault, match="line 2 holds no password"):
        kept.read()
    assert kept.is_right("anna", WORD)
    path.unlink()
    kept.read()
    assert kept.is_right("anna", WORD), "nobody takes a known name because its file has gone"


def test_a_file_from_another_editor_is_read_and_a_second_line_of_a_name_is_a_fault(
    tmp_path: Path,
) -> None:
    path = tmp_path / "passwords"
    kept = Passwords(path)
    kept.keep("anna", hash_password("anna", WORD))
    line = path.read_text(encoding="utf-8").strip()
    path.write_bytes(b"\xef\xbb\xbf" + f"{line}\r\n\r\n".encode())
    assert Passwords(path).is_right("anna", WORD)
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    with pytest.raises(FileFault, match="line 2 is a second password of anna"):
        Passwords(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(FileFault, match="is a directory"):
        Passwords(path)


def test_a_password_is_the_same_from_every_keyboard(tmp_path: Path) -> None:
    kept = Passwords(tmp_path / "passwords")
    kept.keep("anna", hash_password("anna", " Gr\u00f6\u00dfe zaehlt "))
    assert kept.is_right("anna", "Gro\u0308\u00dfe zaehlt"), "composed, and without outer blanks"
    assert not kept.is_right("anna", "Groesse zaehlt")


def test_a_password_that_is_too_long_costs_no_more_than_another(tmp_path: Path) -> None:
    assert not Passwords(tmp_path / "passwords").is_right("anna", "x" * 10_000_000)


def test_an_invitation_is_used_once_and_holds_a_week(tmp_path: Path) -> None:
    now = 1000.0
    path = tmp_path / "invitations"
    invitations = Invitations(path, lambda: now)
    assert not invitations.open
    word = invitations.invite("anna")
    assert word not in path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o777 == 0o600
    again = Invitations(path, lambda: now)
    assert again.open
    assert again.holds(f" {word.upper()} ")
    assert not again.holds("nonsense")
    used = again.use(word)
    assert used
    assert used.by == "anna"
    assert again.use(word) is None
    late = again.invite("anna")
    now += HOLDS_DAYS * DAY + 1
    assert not again.holds(late)
    assert not again.open
    for _ in range(OPEN):
        again.invite("anna")
    with pytest.raises(Refused, match="5 open invitations"):
        again.invite("anna")
    again.invite("ben")
    path.write_text("{", encoding="utf-8")
    with pytest.raises(FileFault, match="invitations"):
        Invitations(path)
