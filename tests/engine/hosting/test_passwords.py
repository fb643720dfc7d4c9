"""Passwords and invitation words: hashes in files of the owner's, and what is refused of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import FileFault, Refused
from engine.hosting import passwords
from engine.hosting.passwords import DAY, HOLDS_DAYS, OPEN, Invitations, Passwords, why_weak

WORD = "topgallant 9"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a guess cost a millisecond."""
    monkeypatch.setattr(passwords, "COST", 4)


def test_a_password_is_kept_as_a_hash_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "hosted" / "passwords"
    kept = Passwords(path)
    kept.keep("anna", WORD)
    kept.keep("ben", WORD)
    assert WORD not in path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o777 == 0o600
    first, second = path.read_text(encoding="utf-8").splitlines()
    assert first.split()[-1] != second.split()[-1], "each has a salt of its own"
    again = Passwords(path)
    assert again.names == ("anna", "ben")
    assert again.right("anna", WORD)
    assert not again.right("anna", WORD + " ")
    assert not again.right("carl", WORD)
    again.keep("anna", "another one")
    assert not again.right("anna", WORD)
    again.forget("ben")
    assert Passwords(path).names == ("anna",)


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("short", "at least 8 signs"), ("x" * 201, "at most 200"), ("aaaaaaaab", "easily guessed"),
        ("bell\x07bell", "control characters"), ("annabella", "easily guessed"), ("", "at least"),
    ],
)  # fmt: skip
def test_what_cannot_be_chosen_is_refused_with_the_reason(
    tmp_path: Path, password: str, said: str
) -> None:
    assert said in why_weak("annabella", password)
    kept = Passwords(tmp_path / "passwords")
    with pytest.raises(Refused, match=said):
        kept.keep("annabella", password)
    assert not kept.has("annabella")


@pytest.mark.parametrize(
    "line",
    [
        "anna", "anna scrypt 14 8 1 00 11", f"anna scrypt 30 8 1 {'0' * 32} {'1' * 64}",
        f"Anna scrypt 14 8 1 {'0' * 32} {'1' * 64}", f"anna scrypt 14 8 0 {'0' * 32} {'1' * 64}",
        f"anna md5 14 8 1 {'0' * 32} {'1' * 64}", "\x1b[2J",
    ],
)  # fmt: skip
def test_a_line_that_is_none_is_named_and_what_was_known_stays(tmp_path: Path, line: str) -> None:
    path = tmp_path / "passwords"
    kept = Passwords(path)
    kept.keep("anna", WORD)
    path.write_text(f"{path.read_text()}{line}\n", encoding="utf-8")
    with pytest.raises(FileFault, match="line 2 holds no password"):
        kept.read()
    assert kept.right("anna", WORD)
    path.unlink()
    kept.read()
    assert kept.names == ()


def test_a_password_that_is_too_long_costs_no_more_than_another(tmp_path: Path) -> None:
    assert not Passwords(tmp_path / "passwords").right("anna", "x" * 10_000_000)


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
    assert again.use(word) == "anna"
    assert again.use(word) == ""
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
