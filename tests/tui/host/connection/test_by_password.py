"""A friend with nothing but ssh: passwords, invitation words, and what the refused are told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from engine.base.errors import Refused
from engine.hosting import passwords
from engine.hosting.terms import Limits
from tests.tui.host.far import CROWDED, Company, company, new_key
from tui.host.connection.admission import Users
from tui.host.host import Host

WORD = "topgallant 9"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a guess cost a millisecond."""
    monkeypatch.setattr(passwords, "COST", 4)


class Friend(asyncssh.SSHClient):
    """Somebody who types answers, and reads what stands before the questions."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.read: list[str] = []
        self.asked: list[str] = []

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> list[str] | None:
        self.read.append(instructions)
        self.asked += [prompt for prompt, _ in prompts]
        if len(prompts) > len(self.answers):
            return None
        return [self.answers.pop(0) for _ in prompts]


async def tries(
    port: int, name: str, *answers: str, key: asyncssh.SSHKey | None = None
) -> tuple[bool, Friend]:
    """Come without a key of one's own; tell whether the host let one in."""
    friend = Friend(answers)
    try:
        connection = await asyncssh.connect(
            "127.0.0.1", port, username=name, client_keys=[key] if key else (), agent_path=None,
            known_hosts=None, config=None, client_factory=lambda: friend,
        )  # fmt: skip
    except (asyncssh.PermissionDenied, asyncssh.DisconnectError, OSError) as error:
        friend.read.append(str(error))
        return False, friend
    try:
        await connection.run("who", check=False)
    except asyncssh.Error as error:
        friend.read.append(str(error))
        return False, friend
    finally:
        connection.close()
    return True, friend


async def test_a_new_name_chooses_a_password_and_is_asked_once_afterwards(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        port = people.port
        came, friend = await tries(port, "Anna", "short", "short", WORD, "slip", WORD, WORD)
        assert came
        assert friend.asked == ["New password: ", "Once more: "] * 3
        assert "anna is new here" in friend.read[0]
        assert "at least 8 signs" in friend.read[1]
        assert "were not the same" in friend.read[2]
        came, friend = await tries(port, "anna", WORD)
        assert came
        assert friend.asked == ["Password of anna: "]
        came, friend = await tries(port, "anna", "guess one", "guess two", "guess three", WORD)
        assert not came
        assert friend.answers == [WORD], "three tries, and no more"
        assert people.host.users.names == ("anna",)
        again = Users(tmp_path / "users", is_open=True)
        assert again.passwords.right("anna", WORD)


async def test_a_key_that_is_not_the_persons_falls_back_to_the_password(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        assert (await tries(people.port, "anna", WORD, WORD))[0]
        came, friend = await tries(people.port, "anna", WORD, key=new_key())
        assert came
        assert friend.asked == ["Password of anna: "]


async def test_who_is_refused_is_told_why_and_what_to_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with company(tmp_path, guests=False) as people:
        key = new_key()
        assert (await tries(people.port, "ben", key=key))[0]
        for name, said in (
            ("ben", "ben is kept here by a key that your ssh did not offer"),
            ("0x", "That cannot be a name here"),
            ("guest", "Guests are not admitted here"),
        ):
            came, friend = await tries(people.port, name, key=new_key())
            assert not came
            assert said in friend.read[0]
            assert not friend.asked
    told = "\n".join(caplog.messages)
    assert "did not come in: the name is kept by a key, and that key was not offered" in told
    assert "did not come in: that cannot be a name" in told


async def closed(tmp_path: Path) -> Company:
    """Return a host that takes no new names; anna is known by a key."""
    path = tmp_path / "users"
    Users(path, is_open=True).register("anna", new_key())
    host = Host(tmp_path, Users(path), False, CROWDED)
    return Company(host, await host.open("127.0.0.1", 0))


async def test_an_invitation_word_lets_one_newcomer_in(tmp_path: Path) -> None:
    people = await closed(tmp_path)
    users = people.host.users
    try:
        came, friend = await tries(people.port, "ben", WORD, WORD)
        assert not came
        assert "takes no new names" in friend.read[0]
        word = users.invitations.invite("anna")
        came, friend = await tries(people.port, "ben", "no such word", word, WORD, WORD)
        assert came
        assert friend.asked[:2] == ["Invitation word: "] * 2
        assert not (await tries(people.port, "carl", word, WORD, WORD))[0], "a word is used once"
        assert (await tries(people.port, "ben", WORD))[0]
        assert users.names == ("anna", "ben")
    finally:
        await people.host.close()


async def test_guesses_are_counted_by_address_whatever_the_names(tmp_path: Path) -> None:
    limits = Limits(
        connections_an_address=300, waiting_an_address=64, calls_a_minute=1000, guesses=4
    )
    async with company(tmp_path, limits=limits) as people:
        people.host.users.passwords.keep("anna", WORD)
        people.host.users.passwords.keep("ben", WORD)
        assert not (await tries(people.port, "anna", "guess one", "guess two", "guess three"))[0]
        came, friend = await tries(people.port, "ben", "guess one", WORD)
        assert not came
        assert "too many tries from this address" in friend.read[-1]


async def test_the_files_are_read_again_without_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    people = await closed(tmp_path)
    try:
        ben = new_key()
        public = ben.export_public_key().decode().split()
        path = tmp_path / "users"
        whole = path.read_text(encoding="utf-8")
        path.write_text(f"{whole}{public[0]} {public[1]} ben\n", encoding="utf-8")
        assert (await tries(people.port, "ben", key=ben))[0]
        path.write_text(f"{whole}nonsense\n", encoding="utf-8")
        assert (await tries(people.port, "ben", key=ben))[0], "with a fault the old names stay"
        assert "holds no public key; the names that were known stay" in "\n".join(caplog.messages)
    finally:
        await people.host.close()


def test_a_person_adds_and_removes_keys_but_never_the_last_way_in(tmp_path: Path) -> None:
    users = Users(tmp_path / "users", is_open=True)
    first, second = (new_key().convert_to_public() for _ in range(2))
    users.register("anna", first)
    users.register("ben", second)
    users.add_key("anna", second)
    assert users.admits("anna", second)
    users.remove_key("anna", first)
    assert not users.admits("anna", first)
    assert users.admits("ben", second), "the same key of another name stays"
    with pytest.raises(Refused, match="choose a password first"):
        users.remove_key("anna", second)
    users.passwords.keep("anna", WORD)
    users.remove_key("anna", second)
    again = Users(tmp_path / "users", is_open=True)
    assert not again.admits("anna", second)
    assert again.admits("ben", second)
    assert again.names == ("ben", "anna")
