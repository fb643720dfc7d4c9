"""The owner's orders to a host: through the control socket, in lines, and on the owner's page."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import asyncssh
import pytest

from engine.base.errors import FileFault, Refused
from engine.hosting.club import owner
from engine.hosting.club.owner import ClosingCountdown
from engine.hosting.club.people import Sanctions
from engine.hosting.club.sessions import Sessions
from engine.hosting.passwords import hash_password
from engine.hosting.terms import rate_limit_key
from tests.programs import program
from tests.tui.conftest import BASE
from tests.tui.host.far import Company, company, founded, new_key, until, why_refused
from tests.tui.host.test_lines import comes as lines_of
from tests.tui.pseudo_terminal import ROOT
from tui.cli import main
from tui.commands.grammar import FINE, NO
from tui.host.connection import control
from tui.host.connection.admission import Users
from tui.host.connection.by_password import PasswordLogin


def public() -> str:
    """Return the line of a new `.pub` file."""
    return new_key().export_public_key().decode().strip()


def does(people: Company, line: str) -> list[str]:
    """Give an order as the control socket does; return the reply."""
    return people.host.owner.execute(line, "a test")


async def test_everybody_is_told_and_somebody_is_sent_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with company(tmp_path) as people:
        founded(people.host.hub, A="anna", B="ben")
        anna, ben = await people.comes("anna"), await lines_of(people, "ben")
        await anna.sees("LOBBY")
        anna.press("enter")
        await anna.sees("TURN")
        await ben.types("1", "Blue, turn 1")
        (first, second) = does(people, "who")
        assert "anna: since" in first
        assert "from 127.0.0.1, at Quick start" in first
        assert second.startswith("ben: since")
        assert does(people, "say The wind\x1b[2J turns") == ["Sent to 2 screens."]
        await anna.sees("The owner of the host: The wind?[2J turns")
        await ben.sees("The owner of the host: The wind?[2J turns")
        assert does(people, "kick ben too loud") == ["1 connection of ben ended."]
        assert await ben.ends() == 0
        assert "The owner of the host has ended this connection: too loud." in ben.told
        # The host forgets a connection a moment after the client has seen its end.
        await until(lambda: not any(each.startswith("ben:") for each in does(people, "who")))
        with pytest.raises(Refused, match="ben is not here"):
            does(people, "kick ben")
        again = await lines_of(people, "ben")
        await again.types("quit")
        with caplog.at_level("INFO", logger="weathergage.host"):
            for _ in range(30):
                does(people, "mute carl 5")
        assert sum("the owner (a test): mute carl 5" in each for each in caplog.messages) == 30


async def test_who_is_banned_is_told_why_and_comes_in_no_more(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        eve = await lines_of(people, "eve")
        assert does(people, "ban Eve flooding the lobby")[0] == "eve is banned."
        await eve.ends()
        assert "does not admit eve: flooding the lobby" in eve.told
        reason = await why_refused(people, "eve")
        assert "the owner of this host does not admit eve: flooding the lobby" in reason
        assert Users(tmp_path / "users", is_open=True).sanctions.why_not_in("eve")
        assert does(people, "bans") == ["eve: flooding the lobby"]
        does(people, "unban eve")
        await lines_of(people, "eve")
        does(people, "ban 127.0.0.1")
        assert "does not admit 127.0.0.1" in await why_refused(people, "anna")
        for wrong in ("1.2.3.4;rm", "1.2.3", "::g", "1.2.3.4.5", "a.b"):
            with pytest.raises(Refused, match="neither a name nor an address"):
                does(people, f"ban {wrong}")


async def test_an_address_is_banned_in_whatever_form_it_is_typed(tmp_path: Path) -> None:
    """An IPv6 network counts as one address, because a ban of one of its addresses would have no
    effect.
    """
    async with company(tmp_path) as people:
        sanctions = people.host.owner._register.sanctions
        for typed in ("2001:DB8:1:2:3::4", "::ffff:192.0.2.1"):
            (told,) = does(people, f"ban {typed}")
            assert sanctions.why_not_in(rate_limit_key(typed)), told
            does(people, f"unban {typed.upper()}")
            assert not sanctions.banned


async def test_a_removed_name_is_nobody_elses(tmp_path: Path) -> None:
    """Seats and results belong to the name; on an open host the next person with this name would
    inherit them.
    """
    async with company(tmp_path) as people:
        await lines_of(people, "anna")
        people.host.hub.people.change("anna", mail="anna@example.org", hook="https://x.example/")
        told = does(people, "remove anna")
        assert not people.host.hub.people.of("anna").mail
        assert not people.host.hub.people.of("anna").hook
        assert "kept out" in told[0]
        people.keys["anna"] = new_key()
        assert "does not admit anna: removed" in await why_refused(people, "anna")
        key = people.keys["anna"].export_public_key().decode()
        assert does(people, f"add anna {key}") == ["anna may sign in with that key."]
        await lines_of(people, "anna")
        with pytest.raises(Refused, match="not a public key"):
            does(people, "add ben nonsense")
        with pytest.raises(Refused, match="people who only watch"):
            does(people, f"add guest {public()}")
        with pytest.raises(Refused, match="is not a name"):
            does(people, f"add ../../etc {public()}")


async def test_battles_are_deleted_and_adjourned(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = founded(people.host.hub, A="anna", B="ben")
        name = hosted.agreement.id
        assert does(people, "battles") == [f"{name}: Quick start, running, anna, ben"]
        does(people, f"adjourn {name} for dinner")
        assert hosted.standing == "adjourned"
        assert hosted.agreement.adjourned == "by the owner of the host: for dinner"
        hosted.resume("anna")
        does(people, f"delete {name}")
        assert not people.battles
        assert hosted.path.exists()
        with pytest.raises(Refused, match="there is no battle"):
            does(people, f"delete {name}")


async def test_who_is_muted_says_nothing_for_that_long(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        founded(people.host.hub, A="anna", B="ben")
        anna = await lines_of(people, "anna")
        await anna.types("1", "Red, turn 1")
        for wrong in ("0", "-1", "x"):
            with pytest.raises(Refused, match="a number of minutes"):
                does(people, f"mute anna {wrong}")
        does(people, "mute anna")
        await anna.types("say hello", "the owner of this host has muted you")
        does(people, "unmute anna")
        await anna.types("say hello", 'anna (Red): "hello"')


def test_a_mute_ends_by_itself_and_a_damaged_file_forgives_nobody(tmp_path: Path) -> None:
    now = [1000.0]
    sanctions = Sanctions(tmp_path / "banned", lambda: now[0])
    sanctions.mute("anna", 60)
    sanctions.ban("eve", "x" * 500)
    assert sanctions.why_not_talk("anna")
    assert len(sanctions.banned["eve"]) == 100
    now[0] += 61
    assert not sanctions.why_not_talk("anna")
    (tmp_path / "banned").write_text("[]")
    with pytest.raises(FileFault):
        sanctions.read()
    assert sanctions.why_not_in("eve")
    for change in (sanctions.ban, sanctions.unban, sanctions.mute, sanctions.unmute):
        with pytest.raises(FileFault, match="is damaged"):
            change("eve")
    assert (tmp_path / "banned").read_text() == "[]"
    (tmp_path / "banned").write_text('{"banned": {"mallory": "by hand"}}')
    sanctions.mute("anna")
    again = Sanctions(tmp_path / "banned", lambda: now[0])
    assert again.why_not_in("mallory")
    assert again.why_not_talk("anna")
    again.unban("mallory")


async def test_the_host_closes_after_a_countdown_that_all_hear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path) as people:
        anna = await lines_of(people, "anna")
        does(people, "close 10 for an upgrade")
        await anna.sees("The host closes in 10 minutes: for an upgrade. Every battle is saved")
        ben = await people.comes("ben")
        await ben.sees("The host closes in 10 minutes")
        founded(people.host.hub, A="anna", B="carl")
        await ben.sees("anna v carl")
        assert "The host closes in 10 minutes" in ben.text, "it stays until a key is pressed"
        ben.press("down")
        await ben.sees_no("The host closes")
        does(people, "close off")
        await anna.sees("The host does not close, after all.")
        with pytest.raises(Refused, match="no countdown"):
            does(people, "close off")
        assert not people.host.stopped.is_set()
        monkeypatch.setattr(owner, "MINUTE", 0.02)
        does(people, "close 2")
        await until(people.host.stopped.is_set)


async def test_everybody_is_reminded_of_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now, stopped, sessions = [0.0], list[bool](), Sessions()
    monkeypatch.setattr(owner, "time", SimpleNamespace(monotonic=lambda: now[0]))
    countdown = ClosingCountdown(sessions, lambda: stopped.append(True))
    countdown.start(7, "an upgrade")
    for minutes, told in ((0, "7 minutes"), (2, "5 minutes"), (5, "2 minutes"), (6, "1 minute")):
        now[0] = minutes * owner.MINUTE
        countdown._look()
        assert sessions.news.startswith(f"The host closes in {told}: an upgrade.")
        assert not stopped
    now[0] = 7 * owner.MINUTE
    countdown._look()
    assert stopped == [True]
    countdown.cancel()


async def test_a_clock_that_is_set_ends_no_countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[bool] = []
    countdown = ClosingCountdown(Sessions(), lambda: stopped.append(True))
    countdown.start(10)
    monkeypatch.setattr(time, "time", lambda: 4e9)
    countdown._look()
    assert not stopped


async def test_the_socket_takes_orders_of_its_account_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with TemporaryDirectory(dir=BASE) as short:
        folder = Path(short) / "hosted"
        async with company(folder) as people:
            await people.host.serve_control_socket()
            path = folder / control.SOCKET
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            ran = await asyncio.to_thread(main, ["host", "ctl", "--saves", short, "who"])
            assert (ran, capsys.readouterr().out) == (FINE, "Nobody is here.\n")
            ran = await asyncio.to_thread(main, ["host", "ctl", "--saves", short, "kick", "eve"])
            assert (ran, capsys.readouterr().err) == (NO, "Eve is not here.\n")
            for line, told in (
                ("say \udcff\n", "Sent to 0"),
                (f"say {'x' * 20000}", "at most 16 kB"),
            ):
                await asyncio.to_thread(main, ["host", "ctl", "--saves", short, *line.split(" ")])
                assert told in "".join(capsys.readouterr())
            for hostile in (b"{}\n", b"\xff\xfe\n", b"[" * 4000 + b"\n", b"x" * 20000, b"\n"):
                with socket.socket(socket.AF_UNIX) as wire:
                    wire.setblocking(False)
                    loop = asyncio.get_running_loop()
                    await loop.sock_connect(wire, str(path))
                    await loop.sock_sendall(wire, hostile)
                    wire.shutdown(socket.SHUT_WR)
                    answer = await loop.sock_recv(wire, 65536)
                assert not answer or json.loads(answer)["refused"], hostile
            assert (await asyncio.to_thread(control.order, path, "who")).told == ["Nobody is here."]
        ran = await asyncio.to_thread(main, ["host", "ctl", "--saves", short, "who"])
        assert ran != FINE


async def test_only_an_owner_gives_orders_in_lines_and_on_the_page(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        people.host.hub.owners = frozenset({"anna"})
        ben = await lines_of(people, "ben")
        await ben.types("owner who", "only an owner of this host may give it orders")
        lines = await lines_of(people, "anna")
        await lines.types("owner who", "ben: since")
        await lines.types("owner fire", "there is no command 'fire'")
        anna = await people.comes("anna")
        await anna.sees("LOBBY")
        anna.press("H")
        await anna.sees("OWNER", "close MINUTES [WHY]")
        anna.press("enter")
        await anna.sees("Type:")
        anna.press("mute ben 5", "enter")
        await anna.sees("ben is muted for 5 minutes.")
        anna.press("w")
        await anna.sees("anna: since")
        other = await people.comes("carl")
        await other.sees("LOBBY")
        other.press("H")
        await other.sees("only an owner of this host")


async def test_orders_over_ssh_are_not_answered(tmp_path: Path) -> None:
    """`ssh HOST ctl who` is refused like any other unknown command."""
    async with company(tmp_path) as people:
        connection = await people.connection("anna")
        ran = await connection.run("ctl who", check=False)
        assert isinstance(ran, asyncssh.SSHCompletedProcess)
        assert ran.exit_status == 1


async def test_the_name_of_an_owner_is_for_nobody_else(tmp_path: Path) -> None:
    """It cannot be taken on an open host, nor with a member's invitation.

    The owner's own invitation or key lets the owner in.
    """
    async with company(tmp_path) as people:
        users = people.host.users
        users.reserved = frozenset({"anna", "zoe"})
        with pytest.raises(asyncssh.PermissionDenied):
            await people.connection("anna")
        assert not users.register("anna", new_key())
        login = PasswordLogin(users, "anna")
        challenge = login.begin()
        assert isinstance(challenge, tuple)
        assert "anna is kept for an owner of this host." in challenge[1]
        assert challenge[3] == []
        await people.comes("ben")
        assert PasswordLogin(users, "carl").guesses is False, "others come as before"
        chosen = await asyncio.to_thread(hash_password, "anna", "a long password")
        members, owners = users.invitations.invite("ben"), does(people, "invite")[0].split()[2]
        assert not users.register_password("anna", chosen, members)
        login = PasswordLogin(users, "anna")
        assert login.guesses, "she is asked for a word"
        challenge = login.begin()
        assert isinstance(challenge, tuple)
        assert "newcomers need an invitation by the owner." in challenge[1]
        assert users.register_password("anna", chosen, owners)
        assert not users.register_password("zoe", chosen, owners), "it is used"
        line = public()
        does(people, f"add zoe {line}")
        assert "zoe" in users.names
        with pytest.raises(Refused, match="a newcomer needs no invitation word"):
            does(people, "invite")


@pytest.mark.parametrize("name", ["captain", "Lieutenant"])
async def test_nobody_has_the_name_of_a_computer_player(tmp_path: Path, name: str) -> None:
    """Seats, results and rematches name their players, and a person could be taken for the computer
    player.
    """
    async with company(tmp_path) as people:
        users = people.host.users
        with pytest.raises(asyncssh.PermissionDenied):
            await people.connection(name)
        login = PasswordLogin(users, name.lower())
        challenge = login.begin()
        assert isinstance(challenge, tuple)
        assert "is the name of a computer player here. Choose another" in challenge[1]
        with pytest.raises(Refused, match="is the name of a computer player"):
            does(people, f"add {name} {public()}")
        chosen = await asyncio.to_thread(hash_password, name.lower(), "a long password")
        word = users.invitations.invite("anna")
        assert not users.register_password(name.lower(), chosen, word)
        assert not users.names


async def test_every_order_is_done_and_is_a_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each word of the table of orders is tried once, in a sensible order."""
    async with company(tmp_path) as people:
        hosted, gone = (founded(people.host.hub, A="anna", B="ben") for _ in range(2))
        anna, eve = await lines_of(people, "anna"), await lines_of(people, "eve")
        users, name = people.host.users, hosted.agreement.id
        kept = users.path.read_text(encoding="utf-8")
        orders = {
            "help": "who: who is here", "who": "anna: since",
            "battles": f"{name}: Quick start, running",
            "people": "anna, eve", "say Ahoy": "Sent to 2 screens.",
            "mute eve 5": "eve is muted for 5 minutes.", "unmute eve": "eve may talk again.",
            "kick eve": "1 connection of eve ended.", "ban eve flooding": "eve is banned.",
            "bans": "eve: flooding", "unban eve": "eve may sign in again.",
            f"adjourn {name} tea": "is adjourned; its players may resume it.",
            f"delete {gone.agreement.id}": "is withdrawn.",
            f"add carl {public()}": "carl may sign in with that key.",
            "remove carl": "carl is removed", "reload": "3 names known.",
            "close 5 tea": "The host closes in 5 minutes.", "close off": "The host keeps running.",
        }  # fmt: skip
        assert {each.partition(" ")[0] for each in orders} == {*people.host.owner.words} - {
            "invite"
        }
        with caplog.at_level("INFO", logger="weathergage.host"):
            for line, told in orders.items():
                if line == "reload":  # somebody has edited the file by hand
                    users.path.write_text(f"{kept}{public_of('dora')}\n", encoding="utf-8")
                assert told in "\n".join(does(people, line)), line
                assert f"the owner (a test): {line}" in caplog.messages
        users.open = False
        assert does(people, "invite")[0].startswith("The word ")
        await anna.sees("The owner of the host: Ahoy")
        await eve.ends()
        assert "dora" in users.names


def public_of(name: str) -> str:
    """Return the line for a new key in a file of users."""
    return " ".join([*public().split()[:2], name])


def test_make_starts_a_host_on_the_port_that_is_named() -> None:
    make = program("make")
    for words, wanted in ((["PORT=2300"], "host --open --guests --port 2300"), ([], "--guests")):
        ran = subprocess.run(
            [make, "-n", "-C", str(ROOT), "host", *words],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        (line,) = [each for each in ran.stdout.splitlines() if "weathergage host" in each]
        assert line.rstrip().endswith(wanted)
