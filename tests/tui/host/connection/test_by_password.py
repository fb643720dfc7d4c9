"""Login with nothing but ssh: passwords, invitation words, and what a person reads who is
refused.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from engine.base.errors import FileFault, Refused
from engine.hosting import passwords
from engine.hosting.errands import Reply
from engine.hosting.passwords import hash_password
from engine.hosting.terms import Limits
from tests.tui.host.far import CROWDED, Company, company, new_key
from tui.host.connection.admission import Admission, Users
from tui.host.connection.by_password import PasswordLogin
from tui.host.connection.session import Connection
from tui.host.connection.ssh import LOGIN_SECONDS
from tui.host.host import Host

WORD = "topgallant 9"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a password check take only a millisecond."""
    monkeypatch.setattr(passwords, "COST", 4)


class Friend(asyncssh.SSHClient):
    """A client that types answers, and records the text before the questions."""

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
    """Try to log in without a key of one's own; return (whether it worked, the client)."""
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
        assert friend.asked == ["New password: ", "The same password again: "] * 3
        assert "anna is new here" in friend.read[0]
        assert "at least 8 characters" in friend.read[1]
        assert "passwords differ" in friend.read[2]
        came, friend = await tries(port, "anna", WORD)
        assert came
        assert friend.asked == ["Password of anna: "]
        came, friend = await tries(port, "anna", "guess one", "guess two", "guess three", WORD)
        assert not came
        assert friend.answers == [WORD], "three tries, and no more"
        assert people.host.users.names == ("anna",)
        again = Users(tmp_path / "users", is_open=True)
        assert again.passwords.is_right("anna", WORD)


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
    assert "could not sign in: the name is kept by a key, and that key was not offered" in told
    assert "could not sign in: that is not a valid name" in told


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "that is not a valid name"),
        ("guest", "guests are not admitted here"),
        ("anna", "the name is kept by a key, and that key was not offered"),
        ("ensign", "that is the name of a computer player"),
        ("olga", "the name is kept for an owner of the host"),
        ("carl", "the name is not known, and this host takes no new names"),
        ("ben", ""),
    ],
)
def test_the_log_says_why_a_name_cannot_sign_in_by_a_password(
    tmp_path: Path, name: str, why: str
) -> None:
    path = tmp_path / "users"
    Users(path, is_open=True).register("anna", new_key())
    users = Users(path)
    users.reserved = frozenset({"olga"})
    users.store_password("ben", hash_password("ben", WORD))
    assert PasswordLogin(users, name).why_not == why


async def closed(tmp_path: Path) -> Company:
    """Return a host that takes no new names; only anna, who has a key, is known."""
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
        people.host.users.store_password("anna", hash_password("anna", WORD))
        people.host.users.store_password("ben", hash_password("ben", WORD))
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
        said = "holds no public key; the names known before stay valid"
        assert said in "\n".join(caplog.messages)
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
    users.store_password("anna", hash_password("anna", WORD))
    users.remove_key("anna", second)
    again = Users(tmp_path / "users", is_open=True)
    assert not again.admits("anna", second)
    assert again.admits("ben", second)
    assert again.names == ("ben", "anna")


@asynccontextmanager
async def at_the_door(people: Company) -> AsyncIterator[Connection]:
    """Return a connection to a host that uses no network."""
    limits, users = people.host.limits, people.host.users
    admission = Admission(limits)
    door = Connection(users, True, admission, limits, lambda *_: None, lambda *_: Reply())
    yield door
    door.connection_lost(None)


async def test_a_password_opens_no_name_but_its_own(tmp_path: Path) -> None:
    people = await closed(tmp_path)
    try:
        for name, password in (("ben", WORD), ("carl", "mizzenmast 4")):
            people.host.users.store_password(name, hash_password(name, password))
        async with at_the_door(people) as door:
            door.begin_auth("ben")
            door.get_kbdint_challenge("ben", "", "")
            door.begin_auth("carl")  # ssh may change the name at any time
            question = door.get_kbdint_challenge("carl", "", "")
            assert isinstance(question, tuple)
            assert question[3] == [("Password of carl: ", False)]
            assert await door.validate_kbdint_response("carl", [WORD]) is not True
            for wrong in ("guess one", "guess two"):
                door.begin_auth("ben")
                door.get_kbdint_challenge("ben", "", "")
                assert await door.validate_kbdint_response("ben", [wrong]) is not True
            door.begin_auth("carl")
            assert door.get_kbdint_challenge("carl", "", "") is False, "three tries in all"
    finally:
        await people.host.close()


async def test_answers_to_no_question_let_nobody_in(tmp_path: Path) -> None:
    people = await closed(tmp_path)
    try:
        people.host.users.store_password("ben", hash_password("ben", WORD))
        async with at_the_door(people) as door:
            for responses in ([], [WORD], [WORD, WORD]):
                door.begin_auth("ben")
                assert await door.validate_kbdint_response("ben", responses) is False
    finally:
        await people.host.close()


async def test_the_right_password_after_too_many_guesses_opens_nothing_and_a_new_one_is_no_guess(
    tmp_path: Path,
) -> None:
    users, limits = Users(tmp_path / "users", is_open=True), Limits(guesses=1)
    users.store_password("ben", hash_password("ben", WORD))
    admission = Admission(limits)
    ben, carl = (
        Connection(users, True, admission, limits, lambda *_: None, lambda *_: Reply())
        for _ in range(2)
    )
    ben.begin_auth("ben")
    ben.get_kbdint_challenge("ben", "", "")
    assert isinstance(await ben.validate_kbdint_response("ben", ["guess one"]), tuple)
    assert await ben.validate_kbdint_response("ben", [WORD]) is False
    carl.begin_auth("carl")
    carl.get_kbdint_challenge("carl", "", "")
    assert isinstance(await carl.validate_kbdint_response("carl", ["short", "short"]), tuple)
    assert await carl.validate_kbdint_response("carl", [WORD, WORD]) is True


@pytest.mark.parametrize("way", ["key", "questions"])
async def test_whoever_proves_a_name_is_not_ended_for_a_crowd_that_says_nothing(
    tmp_path: Path, way: str
) -> None:
    people = await closed(tmp_path)
    limits = Limits(waiting_an_address=1)
    admission, users = Admission(limits), people.host.users
    try:
        anna, silent, late = doors = [
            Connection(users, True, admission, limits, lambda *_: None, lambda *_: Reply())
            for _ in range(3)
        ]
        assert not admission.enter(anna)
        anna.begin_auth("anna")
        if way == "key":
            anna.validate_public_key("anna", new_key())
        else:
            anna.get_kbdint_challenge("anna", "", "")
        assert not admission.enter(silent)
        assert not admission.enter(late)
        crowded = "too many people are waiting to sign in"
        assert [each._why_hung_up for each in doors] == ["", crowded, ""]
        for each in doors:
            each.connection_lost(None)
    finally:
        await people.host.close()


async def test_a_key_that_was_only_offered_takes_no_password_away(tmp_path: Path) -> None:
    async with company(tmp_path) as people, at_the_door(people) as door:
        users = people.host.users
        door.begin_auth("anna")
        assert door.validate_public_key("anna", new_key()), "its passphrase is not known any more"
        door.get_kbdint_challenge("anna", "", "")
        assert await door.validate_kbdint_response("anna", [WORD, WORD]) is True
        door.auth_completed()
        assert users.passwords.is_right("anna", WORD)
        assert users.keys("anna") == ()


async def test_there_is_time_to_choose_a_password_but_not_for_ever(tmp_path: Path) -> None:
    async with company(tmp_path) as people, at_the_door(people) as door:
        door.begin_auth("anna")
        door.get_kbdint_challenge("anna", "", "")
        ends = door._idle
        assert ends
        assert ends.when() - asyncio.get_running_loop().time() > LOGIN_SECONDS
        ends._run()
        assert door._why_hung_up == "no answer was given in time"


@pytest.mark.parametrize("given", [[], [WORD], [WORD] * 3, ["x" * 1_000_000] * 2])
async def test_answers_too_few_too_many_or_too_long_let_nobody_in(
    tmp_path: Path, given: list[str]
) -> None:
    async with company(tmp_path) as people, at_the_door(people) as door:
        door.begin_auth("anna")
        door.get_kbdint_challenge("anna", "", "")
        assert await door.validate_kbdint_response("anna", given) is not True
        assert people.host.users.names == ()


async def test_a_new_name_is_hashed_while_others_are_answered(tmp_path: Path) -> None:
    async with company(tmp_path) as people, at_the_door(people) as door:
        door.begin_auth("anna")
        door.get_kbdint_challenge("anna", "", "")
        here, threads = threading.get_ident(), list[int]()
        with pytest.MonkeyPatch.context() as patch:
            hash_ = passwords._hash
            patch.setattr(
                passwords,
                "_hash",
                lambda *args: threads.append(threading.get_ident()) or hash_(*args),
            )
            assert await door.validate_kbdint_response("anna", [WORD, WORD]) is True
            door.auth_completed()
        assert len(threads) == 1
        assert here not in threads
        assert people.host.users.passwords.is_right("anna", WORD)


async def test_two_choose_one_name_at_once_and_the_first_has_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        company(tmp_path) as people, at_the_door(people) as first, at_the_door(people) as second,
    ):  # fmt: skip
        for door, password in ((first, WORD), (second, "mizzenmast 4")):
            door.begin_auth("anna")
            door.get_kbdint_challenge("anna", "", "")
            assert await door.validate_kbdint_response("anna", [password] * 2) is True
        first.auth_completed()
        second.auth_completed()
        assert people.host.users.passwords.is_right("anna", WORD)
    assert "could not sign in: the name was taken meanwhile" in "\n".join(caplog.messages)


def test_what_was_edited_by_hand_is_read_before_a_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "users"
    users = Users(path, is_open=True)
    for name in ("anna", "ben"):
        users.store_password(name, hash_password(name, WORD))
    kept = users.passwords.path
    kept.write_text(kept.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    public = new_key().export_public_key().decode().split()
    path.write_text(f"{public[0]} {public[1]} carl\n", encoding="utf-8")
    users.add_key("anna", new_key().convert_to_public())
    assert users.names == ("carl", "anna"), "ben was removed, and carl added"
    kept.write_text(f"{kept.read_text(encoding='utf-8')}dora 1234\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(FileFault, match="line 2 holds no password"):
            users.store_password("anna", hash_password("anna", "mizzenmast 4"))
    assert "dora 1234" in kept.read_text(encoding="utf-8"), "a slip is mended by its owner"
    whole = path.read_text(encoding="utf-8")
    path.write_text(f"{whole}(nonsense\n", encoding="utf-8")
    with pytest.raises(FileFault, match="line 3 holds no public key"):
        users.remove_key("anna", users.keys("anna")[0])


def test_a_file_that_has_gone_makes_no_name_free(tmp_path: Path) -> None:
    path = tmp_path / "users"
    users = Users(path, is_open=True)
    key, other = (new_key().convert_to_public() for _ in range(2))
    users.register("anna", key)
    users.store_password("ben", hash_password("ben", WORD))
    path.unlink()
    users.passwords.path.unlink()
    users.renew()
    assert not users.admits("anna", other)
    assert not users.register("anna", other)
    assert not users.register_password("ben", hash_password("ben", "mizzenmast 4"))
    users.add_key("ben", other)
    users.store_password("anna", hash_password("anna", WORD))
    again = Users(path)
    assert again.keys("anna") == (key,)
    assert again.passwords.names == ("ben", "anna")


async def test_a_new_name_whose_questions_failed_is_registered_with_its_key(
    tmp_path: Path,
) -> None:
    """Some clients ask for questions first, and offer their key only afterwards."""
    key = new_key()
    async with company(tmp_path) as people:
        friend = Friend(())
        connection = await asyncssh.connect(
            "127.0.0.1", people.port, username="anna", client_keys=[key], agent_path=None,
            known_hosts=None, config=None, client_factory=lambda: friend,
            preferred_auth="keyboard-interactive,publickey",
        )  # fmt: skip
        async with connection:
            assert friend.asked, "the questions came first"
            await connection.run("who", check=False)
        users = people.host.users
        assert users.names == ("anna",)
        assert users.admits("anna", key.convert_to_public())
        assert not users.passwords.has("anna")
