"""How a person logs in at a host: password, keys and invitations, on their page and in lines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.hosting import passwords
from tests.tui.host.far import company, new_key
from tests.tui.host.test_lines import comes as lines_of
from tui.host.connection.admission import Users
from tui.host.credentials import MOST_KEYS, Credentials

WORD = "topgallant 9"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a password check take only a millisecond."""
    monkeypatch.setattr(passwords, "COST", 4)


def public() -> str:
    """Return the line of a new `.pub` file."""
    return new_key().export_public_key().decode().strip()


async def test_the_page_changes_the_password_adds_a_key_and_takes_one_away(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna = await people.comes("anna")
        await anna.sees("LOBBY")
        anna.press("A")
        await anna.sees("ACCOUNT", "No password is set", "Key 1: ssh-ed25519 SHA256:")
        words = " ".join(anna.text.split())
        for told in Credentials(people.host.users, "anna").summary_lines():
            assert " ".join(told.split()) in words, "each sentence is wrapped, none is cut"
        anna.press("p")
        await anna.sees("New password:")
        anna.press(WORD)
        await anna.sees("*" * len(WORD))
        assert WORD not in anna.text
        anna.press("enter")
        await anna.sees("The same password again:")
        anna.press(WORD, "enter")
        await anna.sees("valid from your next visit", "A password is set")
        anna.press("p")
        await anna.sees("Present password:")
        anna.press("nonsense", "enter")
        await anna.sees("that is not your present password")
        anna.press("a")
        await anna.sees(".pub file")
        anna.press("nonsense", "enter")
        await anna.sees("that is not a public key")
        anna.press("x")
        await anna.sees("Number of the key")
        anna.press("1", "enter")
        await anna.sees("Removed: SHA256:", "No key is known")
        anna.press("n")
        await anna.sees("This host is open", "ssh -p", "NAME@127.0.0.1")
        anna.press("escape")
        await anna.sees("LOBBY")
        assert people.host.users.passwords.is_right("anna", WORD)


def test_the_present_password_is_asked_for_where_there_is_one(tmp_path: Path) -> None:
    users = Users(tmp_path / "users", is_open=True)
    users.add_key("anna", new_key())
    anna = Credentials(users, "anna")
    anna.check("")
    anna.choose(WORD, WORD)
    anna.check(WORD)
    with pytest.raises(Refused, match="not your present password"):
        anna.check(f"{WORD}0")


async def test_the_same_in_lines_and_a_guest_has_no_account(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna = await lines_of(people, "anna")
        await anna.types("account", "No password is set", "Key 1: ssh-ed25519")
        await anna.types(f"password {WORD}", "type `password` alone, with nothing after it")
        assert WORD not in anna.told
        await anna.types("password", "New password")
        await anna.types("short", "The same password again")
        await anna.types("short", "at least 8 characters")
        await anna.types("password", "New password")
        await anna.types(WORD, "The same password again")
        await anna.types(WORD, "valid from your next visit")
        key = public()
        await anna.types(f"add {key}", "Added: ssh-ed25519")
        await anna.types(f"add {key}", "yours already")
        await anna.types("remove 2", "Removed: SHA256:")
        await anna.types("remove 9", "there is no key 9")
        await anna.types("invite", "This host is open", "NAME@127.0.0.1")
        guest = await lines_of(people, "guest")
        for word in ("account", "password", "invite", "remove 1"):
            await guest.types(word, "a guest has no name here")


def test_an_invitation_names_what_to_send_and_a_line_too_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "users"
    Users(path, is_open=True).register("anna", new_key())
    users = Users(path)
    account = Credentials(users, "anna")
    sent, holds = account.invite("ssh -p 2222 anna@10.0.0.1")
    assert "ssh -p 2222 NAME@10.0.0.1" in sent
    assert users.invitations.holds(sent.split()[-1])
    assert "within 7 days" in holds
    assert "Send them `ssh NAME@HOST`, to type with a name" in next(account.invite("")), (
        "on the host's socket"
    )
    for wrong in (
        "",
        "x" * 5000,
        "ssh-ed25519 AAAA\x1b[2J anna",
        f"ssh-dss {'A' * 40}",
        "-----BEGIN (x",
    ):
        with pytest.raises(Refused, match="public key"):
            account.add_key(wrong)
    for _ in range(MOST_KEYS - 1):
        account.add_key(public())
    with pytest.raises(Refused, match="10 keys already"):
        account.add_key(public())
    with pytest.raises(Refused, match="passwords differ"):
        account.choose(WORD, f"{WORD}!")
    for number in ("1" * 5000, "00019", "0", "-1", ""):
        with pytest.raises(Refused, match="there is no key"):
            account.remove_key(number)
    with pytest.raises(Refused, match="a guest has no name"):
        list(Credentials(users, "").summary_lines())
    again = Users(path)
    assert len(again.keys("anna")) == MOST_KEYS


def test_a_number_means_the_key_that_was_listed_with_it(tmp_path: Path) -> None:
    """Another connection of the same person removes a key in between."""
    users = Users(tmp_path / "users", is_open=True)
    here, there = Credentials(users, "anna"), Credentials(users, "anna")
    for _ in range(3):
        here.add_key(public())
    first, second, third = users.keys("anna")
    list(here.summary_lines())
    assert there.remove_key("1") == f"Removed: {first.get_fingerprint()}"
    with pytest.raises(Refused, match="key 1 is removed already"):
        here.remove_key("1")
    assert here.remove_key("2") == f"Removed: {second.get_fingerprint()}"
    assert list(users.keys("anna")) == [third]


def test_what_the_host_cannot_save_names_no_path_and_changes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "users"
    users = Users(path, is_open=True)
    account = Credentials(users, "anna")
    account.choose(WORD, WORD)
    for each in (path, users.passwords.path):
        each.with_name(f"{each.name}.{os.getpid()}.new").mkdir()  # as bad as a full disk
    for change in (
        lambda: account.add_key(public()),
        lambda: account.choose("other 123", "other 123"),
    ):
        with pytest.raises(Refused, match="the host cannot save that now") as refused:
            change()
        assert str(tmp_path) not in str(refused.value)
        assert str(tmp_path) in caplog.messages[-1]
    assert not users.keys("anna")
    assert users.passwords.is_right("anna", WORD)
