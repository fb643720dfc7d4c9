"""Notices to people who are away: what is sent, when and to whom, and where it must never be
sent.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.base.text import clean
from engine.hosting.club.desk import Desk
from engine.hosting.club.notices import CODES_A_DAY, Notice, Notices
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import USUAL, Terms
from tests.tui.host.near import QUICK, begun, running_hub
from tests.tui.rest import PATIENCE
from tui.host.connection import sending
from tui.host.connection.sending import is_public, mailer, post

SECRET = Terms(game="oak_iron", scenario="quickstart", word="porpoise", watching="nobody")
HOOK = "https://hooks.example/anna#topic"


class Sent:
    """Stands for sending; it records the notices that would be sent."""

    def __init__(self) -> None:
        self.notices: list[tuple[Notice, str]] = []

    async def __call__(self, notice: Notice, address: str) -> str:
        self.notices.append((notice, address))
        return ""

    async def all(self) -> list[str]:
        """Return the texts of the notices, when all that were begun are sent."""
        for _ in range(3):
            await asyncio.sleep(0)
        return [notice.text for notice, _ in self.notices]


def played(hosted: HostedBattle, seat: str) -> None:
    """Let the player of a seat choose."""
    battle = hosted.running()
    asked = next(each for each in battle.pending() if each.seat == seat)
    battle.answer(seat, asked.options[0].id)


async def test_each_question_is_told_once_to_whoever_is_away_and_nothing_secret_is_in_it(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        sent = Sent()
        notices = Notices(hub, sent)
        anna = Desk(hub, "anna")
        assert "Web hook: https://hooks.example/anna#topic." in anna.execute(f"hook {HOOK}")
        hosted = hub.found_battle("anna", SECRET)
        for person, seat in (("anna", "A"), ("ben", "B")):
            hosted.sit(person, seat, f"{person}'s word", "porpoise")
        hub.count_connection("anna")
        notices.notify_due()
        assert not await sent.all(), "she is here"
        hub.discount_connection("anna")
        for _ in range(3):
            notices.notify_due()
        (told,) = await sent.all()
        assert told.startswith("Quick start, ")
        assert told.endswith("turn 1 of 10: the battle waits for your choice.")
        secrets = [hosted.agreement.secret, "porpoise", "anna's word", str(hosted.running().seed)]
        hand = hosted.game.view(hosted.running().state, "A")
        assert not any(each in f"{sent.notices}" for each in secrets)
        assert hand
        played(hosted, "B")  # the same question is still open
        notices.notify_due()
        assert len(await sent.all()) == 1
        played(hosted, "A")
        notices.notify_due()
        waits = "A" in hosted.asked()
        assert len(await sent.all()) == 1 + waits
        count = len(sent.notices)
    async with running_hub(tmp_path) as hub:  # a host that starts again tells nothing twice
        Notices(hub, sent).notify_due()
        assert len(await sent.all()) == count


async def test_who_is_away_is_told_of_a_proposal_and_of_a_seat_that_is_kept_for_him(
    tmp_path: Path,
) -> None:
    """Each notice is sent once, and does not say what is proposed."""
    async with running_hub(tmp_path) as hub:
        sent = Sent()
        notices, ben = Notices(hub, sent), Desk(hub, "ben")
        ben.execute(f"hook {HOOK}")
        hosted = begun(hub, "anna", "ben")
        played(hosted, "B")
        notices.notify_due()
        assert len(await sent.all()) == int("B" in hosted.asked())
        sent.notices.clear()
        hosted.leaving.propose("anna", "draw")
        hub.challenge("anna", "ben", QUICK)
        for _ in range(3):
            notices.notify_due()
        first, second = await sent.all()
        assert first.endswith(", turn 1 of 10: another player asks you something.")
        assert second.endswith(", no. 2: a seat is kept for you.")
        assert "draw" not in first
        hosted.leaving.decline("ben")
        played(hosted, "A")
        hosted.leaving.propose("anna", "stop")
        notices.notify_due()
        again = (await sent.all())[2:]
        assert [text for text in again if "asks you something" in text], "another proposal"


async def test_at_night_nothing_is_sent_and_in_the_morning_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [datetime(2026, 5, 1, 21, 30, tzinfo=UTC).timestamp()]
    monkeypatch.setattr(time, "time", lambda: now[0])
    async with running_hub(tmp_path) as hub:
        sent = Sent()
        notices, anna = Notices(hub, sent), Desk(hub, "anna")
        anna.execute(f"hook {HOOK}")
        anna.execute("zone Europe/Berlin")  # there it is 23:30
        assert "Quiet: from 0 to 24 of your day." in anna.execute("quiet 0-24")
        assert "Quiet: from 22 to 8 of your day." in anna.execute("quiet 22-8")
        begun(hub, "anna", "ben")
        notices.notify_due()
        assert not await sent.all()
        now[0] += 9 * 3600
        notices.notify_due()
        assert len(await sent.all()) == 1
        for wrong in ("22", "22-25", "a-b", "22-8; rm"):
            with pytest.raises(Refused, match="two hours of your day"):
                anna.execute(f"quiet {wrong}")


@pytest.mark.parametrize(
    ("quiet", "hour", "sends"),
    [
        *(("22-8", 21, 1), ("22-8", 22, 0), ("22-8", 7, 0), ("22-8", 8, 1)),
        *(("9-17", 8, 1), ("9-17", 9, 0), ("9-17", 16, 0), ("9-17", 17, 1)),
    ],
)
async def test_quiet_hours_may_go_over_midnight_and_end_before_their_last_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quiet: str, hour: int, sends: int
) -> None:
    now = datetime(2026, 5, 1, hour, 30, tzinfo=UTC).timestamp()
    monkeypatch.setattr(time, "time", lambda: now)
    async with running_hub(tmp_path) as hub:
        sent = Sent()
        notices, anna = Notices(hub, sent), Desk(hub, "anna")
        for line in (f"hook {HOOK}", "zone UTC", f"quiet {quiet}"):
            anna.execute(line)
        begun(hub, "anna", "ben")
        notices.notify_due()
        assert len(await sent.all()) == sends


@pytest.mark.parametrize("of_host", ["", "hook", "mail", "hook mail"])
@pytest.mark.parametrize("own", ["", "hook", "mail", "hook mail"])
async def test_a_notice_goes_by_every_way_that_both_the_person_and_the_host_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of_host: str, own: str
) -> None:
    addresses = {"hook": HOOK, "mail": "anna@example.org"}
    ways = {way: Sent() if way in of_host else None for way in addresses}
    told: list[tuple[object, str]] = []

    async def send(way: object, _: Notice, address: str) -> None:
        told.append((way, address))

    monkeypatch.setattr("engine.hosting.club.notices._send", send)
    async with running_hub(tmp_path) as hub:
        notices = Notices(hub, *ways.values())
        hub.people.change("anna", **{way: addresses[way] for way in own.split()})
        begun(hub, "anna", "ben")
        notices.notify_due()
        await asyncio.sleep(0)
    assert told == [(ways[way], addresses[way]) for way in of_host.split() if way in own]


async def test_the_log_names_whose_notice_was_not_sent_and_not_the_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faults = ["", "no answer in time"]

    async def send(notice: Notice, address: str) -> str:
        return faults.pop(0)

    async with running_hub(tmp_path) as hub:
        notices = Notices(hub, send)
        Desk(hub, "anna").execute(f"hook {HOOK}")
        for number in range(2):
            begun(hub, "anna", "ben")
            notices.notify_due()
            await asyncio.sleep(0)
            warnings = [each for each in caplog.messages if "was not sent" in each]
            assert warnings == ["a notice to anna was not sent: no answer in time"] * number
    assert HOOK not in caplog.text


async def test_a_person_has_so_many_notices_a_day(tmp_path: Path) -> None:
    async with running_hub(tmp_path, replace(USUAL, notices_a_day=2)) as hub:
        sent = Sent()
        notices = Notices(hub, sent)
        Desk(hub, "anna").execute(f"hook {HOOK}")
        for _ in range(5):
            begun(hub, "anna", "ben", terms=QUICK)
        notices.notify_due()
        assert len(await sent.all()) == 2


async def test_mail_goes_to_an_address_whose_reader_has_typed_the_code(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        sent = Sent()
        Notices(hub, None, sent)
        anna = Desk(hub, "anna")
        with pytest.raises(Refused, match="sends nothing to web hooks"):
            anna.execute(f"hook {HOOK}")
        assert (
            "A code is on its way to anna@example.org" in anna.execute("mail anna@example.org")[0]
        )
        (text,) = await sent.all()
        code = text.split()[2]
        with pytest.raises(Refused, match="neither a mail address nor the code"):
            anna.execute("mail 00000000")
        with pytest.raises(Refused, match="neither a mail address nor the code"):
            anna.execute(f"mail {code}")  # a code is tried once
        anna.execute("mail anna@example.org")
        await sent.all()
        code = sent.notices[-1][0].text.split()[2]
        assert anna.execute(f"mail {code}") == ["Notices are mailed to anna@example.org."]
        assert "Mail: anna@example.org." in anna.execute("notices")
        assert anna.execute("mail off") == ["No mail is sent to you."]
        with pytest.raises(Refused, match="neither a mail address nor the code"):
            anna.execute(f"mail {code}")  # a code that was accepted is used up
        for wrong in (
            "-oQ/tmp@example.org", "a@b\nBcc: c@d", "a@b,c@d", "a b@c", "|cat@x", "<a@b>", "a@-b"
        ):  # fmt: skip
            with pytest.raises(Refused, match=r"neither a mail address|enough codes"):
                anna.execute(f"mail {wrong}")
        anna.execute("mail other@example.org")
        with pytest.raises(Refused, match="no more codes are sent"):
            anna.execute("mail other@example.org")
        await sent.all()
        assert len(sent.notices) == 3
        Desk(hub, "eve").execute("mail Anna@example.org")
        with pytest.raises(Refused, match="no more codes are sent"):  # by whatever name
            Desk(hub, "eva").execute("mail ANNA@example.org")


async def test_the_codes_of_a_person_are_counted_by_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp()]
    monkeypatch.setattr(time, "time", lambda: now[0])
    async with running_hub(tmp_path) as hub:
        Notices(hub, None, Sent())
        anna = Desk(hub, "anna")
        for _ in range(2):
            for number in range(CODES_A_DAY):
                anna.execute(f"mail anna{number}@example.org")
            with pytest.raises(Refused, match="no more codes are sent"):
                anna.execute("mail anna@example.org")
            now[0] += 24 * 3600


async def test_a_host_that_sends_no_mail_takes_no_address(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        Notices(hub, Sent())
        anna = Desk(hub, "anna")
        with pytest.raises(Refused, match="this host sends no mail"):
            anna.execute("mail anna@example.org")
        assert "Mail: none." in anna.execute("notices")


async def test_off_takes_a_way_of_notices_away_even_at_a_host_that_has_it_no_more(
    tmp_path: Path,
) -> None:
    none = ["Web hook: none.", "Mail: none.", "Quiet: never."]
    for sends in (True, False):
        async with running_hub(tmp_path) as hub:
            Notices(hub, Sent() if sends else None, Sent() if sends else None)
            anna = Desk(hub, "anna")
            hub.people.change("anna", hook=HOOK, mail="anna@example.org", quiet=(22, 8))
            told = [
                f"Web hook: {HOOK}.",
                "Mail: anna@example.org.",
                "Quiet: from 22 to 8 of your day.",
            ]
            assert anna.execute("notices") == told
            assert anna.execute("hook off") == [none[0], *told[1:]]
            assert anna.execute("mail off") == ["No mail is sent to you."]
            assert anna.execute("quiet off") == none
            assert anna.execute("notices") == none


@pytest.mark.parametrize(("length", "fits"), [(300, True), (301, False)])
async def test_a_hook_may_have_so_many_characters(tmp_path: Path, length: int, fits: bool) -> None:
    url = "https://hooks.example/".ljust(length, "x")
    async with running_hub(tmp_path) as hub:
        Notices(hub, Sent())
        anna = Desk(hub, "anna")
        if fits:
            assert anna.execute(f"hook {url}")[0] == f"Web hook: {url}."
        else:
            with pytest.raises(Refused, match="a web hook is https://HOST/PATH"):
                anna.execute(f"hook {url}")


async def test_a_battle_with_a_fault_keeps_nobody_else_from_a_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_hub(tmp_path) as hub:
        sent = Sent()
        notices = Notices(hub, sent)
        forged = begun(hub, "anna", "ben")
        begun(hub, "carl", "dora")
        Desk(hub, "carl").execute(f"hook {HOOK}")
        monkeypatch.setattr(forged, "questions", lambda: 1 // 0)
        notices.run()
        assert len(await sent.all()) == 1
        notices.stop()


async def test_slow_name_servers_hold_up_no_other_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()

    def slow(*_: object, **__: object) -> list[tuple[object, ...]]:
        answered.wait(PATIENCE)
        return [(0, 0, 0, "", ("93.184.216.34", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    asked = [asyncio.ensure_future(sending.addresses("hooks.example")) for _ in range(40)]
    await asyncio.sleep(0)
    try:
        assert await asyncio.wait_for(asyncio.to_thread(lambda: "in"), PATIENCE / 2) == "in"
    finally:
        answered.set()
    assert await asyncio.gather(*asked) == [["93.184.216.34"]] * 40


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/", "https://hooks.example:8443/", "https://a@hooks.example/", "ftp://x",
        "https://[::1]/", "https://hooks.example/\r\nHost: x", "https:///x", "https://x y/",
        f"https://x/{'a' * 400}", "file:///etc/passwd", "https://hooks.example/é",
    ],
)  # fmt: skip
def test_what_is_no_web_hook_is_refused(tmp_path: Path, url: str) -> None:
    hub = Hub(tmp_path)
    Notices(hub, Sent())
    assert hub.notices
    with pytest.raises(Refused, match="a web hook is"):
        hub.notices.set_hook("anna", url)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0",
        "fc00::1", "ff02::1", "fec0::1", "::127.0.0.1", "::ffff:0:127.0.0.1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::",
        "2001:0:7f00:1::", "192.0.2.1", "no address",
    ],
)  # fmt: skip
def test_no_address_of_the_hosts_own_network_is_public(address: str) -> None:
    assert not is_public(address)


def test_addresses_of_the_internet_are_public() -> None:
    assert all(map(is_public, ("1.1.1.1", "93.184.216.34", "2606:4700:4700::1111")))


async def test_a_name_that_leads_home_is_never_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """This also holds for a name with both public and private addresses, and for one whose address
    changes in between.
    """
    tried: list[object] = []
    asked: list[str] = []
    found = [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], []]

    async def names(host: str) -> list[str]:
        asked.append(host)
        return found.pop(0)

    async def connect(*args: object, **_: object) -> None:
        tried.append(args)
        raise OSError("not here")

    monkeypatch.setattr(sending, "addresses", names)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    notice = Notice("anna", "t", "x")
    for _ in range(3):
        assert "not on the public internet" in await post(notice, "https://hooks.example/x")
    assert not tried
    found.append(["93.184.216.34"])
    assert await post(notice, "https://hooks.example/x") == "not here"
    assert tried == [("93.184.216.34", 443)], "the address that was checked, and no second look-up"
    assert len(asked) == 4
    for url in (
        "https://hooks.example:8080/x",
        "http://hooks.example/x",
        "https://a@hooks.example/",
    ):
        assert await post(notice, url) == "not an address of a web hook"
    assert len(asked) == 4


async def test_a_hook_gets_json_over_tls_and_no_redirection_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[bytes] = []
    answers = [
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 204 No Content\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\n\r\n",
    ]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        requests.append(head + await reader.readexactly(length))
        writer.write(answers.pop(0))
        await writer.drain()
        writer.close()

    server_side, client_side = certificates(tmp_path)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=server_side)
    monkeypatch.setattr(sending, "PORT", server.sockets[0].getsockname()[1])
    monkeypatch.setattr(sending, "is_public", lambda _: True)

    async def names(_: str) -> list[str]:
        return ["127.0.0.1"]

    monkeypatch.setattr(sending, "addresses", names)
    notice = Notice("anna", "Weather Gage", "it waits")
    async with server:
        assert "certificate" in (await post(notice, "https://hooks.example/x")).lower()
        monkeypatch.setattr(sending, "tls_context", lambda: client_side)
        assert await post(notice, "https://hooks.example/x?a=b#ships") == ""
        assert await post(notice, "https://hooks.example#ships") == ""
        assert "302" in await post(notice, "https://hooks.example/x")
    assert requests[1].startswith(b"POST / HTTP/1.1\r\n")
    head, _, body = requests[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /x?a=b HTTP/1.1\r\nHost: hooks.example\r\n")
    assert json.loads(body) == {"title": "Weather Gage", "message": "it waits", "topic": "ships"}


def certificates(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return TLS settings (of a server named hooks.example, of a client that trusts it)."""
    key, name = ec.generate_private_key(ec.SECP256R1()), "hooks.example"
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    found = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject)
        .public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    pem = found.public_bytes(serialization.Encoding.PEM)
    kept = folder / "pem"
    kept.write_bytes(pem + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ))  # fmt: skip
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(kept)
    client = ssl.create_default_context(cadata=pem.decode())
    return server, client


async def test_mail_is_one_letter_to_one_address(tmp_path: Path) -> None:
    program = tmp_path / "sendmail"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$0.args"\ncat > "$0.letter"\n')
    program.chmod(0o700)
    send: Callable[..., object] = mailer(program)
    notice = Notice("anna", "A title\r\nBcc: all@example.org", "line\nBcc: x\x1b[2J")
    assert await send(notice, "anna@example.org") == ""  # type: ignore[misc]
    assert (tmp_path / "sendmail.args").read_text() == "-i\n--\nanna@example.org\n"
    head, _, body = (tmp_path / "sendmail.letter").read_text().replace("\r", "").partition("\n\n")
    assert "\nBcc" not in head
    assert head.count("To: ") == 1
    assert "\x1b" not in body
    assert await send(notice, "anna@example.org\nBcc: all@example.org") == "not an address"  # type: ignore[misc]
    broken = tmp_path / "broken"
    assert "cannot be started" in str(await mailer(broken)(notice, "anna@example.org"))


HOSTILE = {
    "a header": "x\r\nBcc: all@example.org\r\n\r\nanother letter",
    "a terminal": "\x1b]0;owned\x07\x1b[2J",
    "separators": "\u2028Bcc: x\u2029",
    "right to left": "\u202egnp.exe",
    "half a sign": "\ud800",
    "an encoded word": "=?utf-8?q?Bcc=3A_x?=",
    "an end": ".\r\nQUIT",
    "an option": "-oQ/tmp",
    "controls": "\0\x7f\x85",
    "formats": "%s%n{0}",
    "a field": '","topic":"another","x":"',
    "a mailbox": "From x",
    "accents": "e\u0301 \ufdfd",
    "a long line": "A" * 2000,
}
"""{what it attacks: a title of a battle that a malicious person might choose}."""


@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE)
async def test_a_hostile_title_is_text_in_one_letter_and_in_one_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    """A title appears in the notices of others; it must not become a header, an option or a
    field.
    """
    program = tmp_path / "sendmail"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$0.args"\ncat >> "$0.letter"\n')
    program.chmod(0o700)
    written = bytearray()

    class Wire:
        def write(self, data: bytes) -> None:
            written.extend(data)

        async def drain(self) -> None:
            return

        def close(self) -> None:
            return

    async def connect(*_: object, **__: object) -> tuple[asyncio.StreamReader, Wire]:
        reader = asyncio.StreamReader()
        reader.feed_data(b"HTTP/1.1 200 OK\r\n\r\n")
        return reader, Wire()

    async def names(_: str) -> list[str]:
        return ["93.184.216.34"]

    monkeypatch.setattr(sending, "addresses", names)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    async with running_hub(tmp_path / "host") as hub:
        notices = Notices(hub, post, mailer(program))
        hub.people.change("ben", hook=HOOK, mail="ben@example.org")
        hosted = begun(hub, "anna", "ben", terms=replace(QUICK, title=title))
        notices.notify_due()
        await asyncio.gather(*notices._sending)
    assert (tmp_path / "sendmail.args").read_text() == "-i\n--\nben@example.org\n"
    letter = BytesParser(policy=default).parsebytes((tmp_path / "sendmail.letter").read_bytes())
    assert sorted(letter.keys()) == sorted({*letter.keys()}), "each header once"
    assert {"to", "subject", "auto-submitted"} <= {each.lower() for each in letter}
    assert "bcc" not in {each.lower() for each in letter}
    assert letter["To"] == "ben@example.org"
    assert letter["Subject"] == "Weather Gage"
    shown = letter.get_content().rstrip("\r\n")
    head, _, body = bytes(written).partition(b"\r\n\r\n")
    assert head.count(b"POST ") == 1
    assert head.count(b"\r\n") == 5
    sent = json.loads(body)
    assert sent.keys() == {"title", "message", "topic"}
    assert (sent["title"], sent["topic"]) == ("Weather Gage", "topic")
    for text in (shown, sent["message"]):
        assert text.startswith(f"{hosted.title}, ")
        assert text.endswith("turn 1 of 10: the battle waits for your choice.")
        assert text == clean(text)
        assert "\n" not in text
