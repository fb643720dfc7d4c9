"""Nobody can use more of a host than the limits allow; a request over a limit is refused with a
sentence.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from textual import events

from engine.base.errors import FileFault, Refused
from engine.game.decision import Answer
from engine.hosting.terms import USUAL, Limits, rate_limit_key, read_limits
from tests.tui.host.far import CROWDED, company, until, why_refused
from tests.tui.host.near import QUICK, Slack, begun, near, running_hub
from tests.tui.host.test_process import nearly_over, started
from tui.host.connection import admission as throttle
from tui.host.connection import lines, session, terminal
from tui.host.connection.admission import DAY, MINUTE, Admission, Rate


def but(**changes: int) -> Limits:
    """Return the limits of the tests with some of them changed."""
    return msgspec.structs.replace(CROWDED, **changes)


# The file ----------------------------------------------------------------------------------


def test_a_file_changes_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "limits.toml"
    assert read_limits(path) == USUAL
    path.write_text("guests = 3\n# and so on\nscreens = 2\n")
    assert read_limits(path) == msgspec.structs.replace(USUAL, guests=3, screens=2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("gests = 3", "gests"),
        ("guests = 0", "guests"),
        ("guests = 'many'", "guests"),
        ("now = 1979-05-27", "now"),
    ],
)
def test_a_file_that_is_wrong_is_refused_by_its_name(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "limits.toml"
    path.write_text(text)
    with pytest.raises(FileFault, match=f"{path} is not a file of limits: .*{why}"):
        read_limits(path)


# The admission ---------------------------------------------------------------------------------


class Stub:
    """Stands for a connection; it records why it was ended."""

    def __init__(self, address: str = "192.0.2.1", name: str = "anna") -> None:
        self.address, self.name, self.why = address, name, ""

    def hang_up(self, why: str) -> None:
        self.why = why


@pytest.fixture
def names() -> Iterator[str]:
    return (f"name{number}" for number in count())


def test_who_knocks_from_one_address_keeps_nobody_from_another_out() -> None:
    admission = Admission(Limits(waiting=10, waiting_an_address=4))
    patient = Stub("192.0.2.7")
    assert admission.enter(patient) == ""
    crowd = [Stub(f"198.51.100.{number % 3}") for number in range(40)]
    assert [admission.enter(each) for each in crowd] == [""] * 40
    assert patient.why == ""
    assert sum(not each.why for each in crowd) <= 9
    assert admission.admit(patient) == ""


def test_a_crowd_of_addresses_ends_no_log_in_that_has_sent_its_key() -> None:
    """Three hundred addresses each have a half-open connection, made before and after the login
    began.
    """
    admission = Admission(Limits(waiting=10, waiting_an_address=4))
    patient, slow = Stub("192.0.2.7"), Stub("192.0.2.8")
    for each in (patient, slow):
        assert admission.enter(each) == ""
    admission.prove(patient)
    admission.prove(patient)  # a second key is tried
    crowd = [Stub(f"198.51.{number // 250}.{number % 250}") for number in range(300)]
    assert [admission.enter(each) for each in crowd] == [""] * 300
    assert patient.why == ""
    assert slow.why == "too many people are waiting to sign in"
    assert sum(not each.why for each in crowd) == 10
    assert admission.admit(patient) == ""
    # A crowd that sends keys makes room among itself, by the busiest address.
    keyed = [Stub(f"203.0.113.{number % 3}") for number in range(40)]
    alone = Stub("192.0.2.9")
    for each in (alone, *keyed):
        admission.enter(each)
        admission.prove(each)
    assert alone.why == ""
    assert sum(not each.why for each in keyed) == 9
    admission.leave(alone)
    assert admission._proving == [each for each in keyed if not each.why]


def test_an_address_has_so_many_calls_a_minute() -> None:
    now = [0.0]
    admission = Admission(Limits(calls_a_minute=3), lambda: now[0])
    assert [bool(admission.enter(Stub())) for _ in range(5)] == [False] * 3 + [True] * 2
    assert admission.enter(Stub("192.0.2.2")) == ""
    now[0] = MINUTE + 1
    assert admission.enter(Stub()) == ""
    assert len(admission._calls._times) == 1  # who is not seen any more is forgotten


def test_each_time_counts_as_long_as_it_lasts() -> None:
    now = [0.0]
    rate = Rate(2, 60, lambda: now[0])
    seen = []
    for now[0] in (0, 50, 55, 61, 62, 111):
        seen.append(rate.passes("192.0.2.1"))
    assert seen == [True, True, False, True, False, True]


def test_who_comes_when_descriptors_are_scarce_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.host.connection.admission.descriptors_low", lambda: True)
    told = "the host can hold no more connections; come back later"
    assert Admission(USUAL).enter(Stub()) == told


def test_an_address_has_so_many_new_names_a_day_and_the_host_so_many_at_all() -> None:
    now = [0.0]
    admission = Admission(Limits(new_names_a_day=2, names=10), lambda: now[0])
    assert [bool(admission.new_name(Stub(), 5)) for _ in range(3)] == [False, False, True]
    assert admission.new_name(Stub("192.0.2.2"), 5) == ""
    now[0] = DAY + 1
    assert admission.new_name(Stub(), 5) == ""
    assert admission.new_name(Stub("192.0.2.3"), 10) == "this host accepts no new names"


def test_inside_there_are_so_many_of_a_name_of_an_address_and_at_all(names: Iterator[str]) -> None:
    admission = Admission(
        Limits(connections=8, connections_a_name=2, connections_an_address=3, guests=1)
    )
    assert [admission.admit(Stub()) for _ in range(3)][1:] == [
        "",
        "too many connections in this name; close one",
    ]
    assert admission.admit(Stub(name=next(names))) == ""
    assert "from this address" in admission.admit(Stub(name=next(names)))
    assert "from this address" in admission.enter(Stub())
    assert admission.admit(Stub("192.0.2.2", "guest")) == ""
    assert admission.admit(Stub("192.0.2.3", "guest")) == "too many guests"
    others = [Stub(f"192.0.2.{number + 10}", next(names)) for number in range(5)]
    assert [bool(admission.admit(each)) for each in others] == [False] * 4 + [True]
    admission.leave(others[0])
    assert admission.admit(others[4]) == ""


def test_a_household_is_one_address() -> None:
    assert rate_limit_key("2001:db8:1:2:3::4") == rate_limit_key("2001:db8:1:2:ffff::1%eth0")
    assert rate_limit_key("2001:db8:1:2::") != rate_limit_key("2001:db8:1:3::")
    assert rate_limit_key("::ffff:192.0.2.1") == rate_limit_key("192.0.2.1") == "192.0.2.1"
    assert rate_limit_key("somewhere") == "somewhere"


# Over SSH ----------------------------------------------------------------------------------


async def test_who_is_one_too_many_is_told_so(tmp_path: Path) -> None:
    async with company(tmp_path, limits=but(connections_a_name=1, new_names_a_day=1)) as people:
        anna = await people.comes("anna", (80, 24))
        await anna.sees("LOBBY")
        assert "connections in this name" in await why_refused(people, "anna")
        assert "new names from this address" in await why_refused(people, "ben")
        assert people.host.users.names == ("anna",)
    async with company(tmp_path, limits=but(calls_a_minute=1)) as people:
        await people.connection("guest")
        assert "too many connection attempts" in await why_refused(people, "guest")


async def test_a_connection_without_a_terminal_is_hung_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(session, "TERMINAL_SECONDS", 0.1)
    async with company(tmp_path) as people:
        anna = await people.comes("anna", (80, 24))
        assert "no terminal was opened" in await why_refused(people, "guest")
        await anna.sees("LOBBY")
        anna.press("?")
        await anna.sees("HELP")
    assert "guest from 127.0.0.1 opened no terminal: hung up" in caplog.text


async def test_a_line_that_reads_nothing_is_hung_up_and_its_place_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(terminal, "POLL_SECONDS", 0.02)
    async with company(tmp_path, limits=but(unread_seconds=1, output_waiting=10_000)) as people:
        anna = await people.comes("anna", (80, 24), window=20_000)
        await anna.sees("LOBBY")
        theirs = people.host._apps[0].terminal
        anna.process.channel.pause_reading()
        for _ in range(4):
            theirs.send("." * 11_000 + "\r")
        await until(lambda: not theirs.connected, 5)
        await until(lambda: people.host.hub.persons["anna"] == 0)
    assert "read nothing for too long: hung up" in caplog.text


async def test_keys_are_read_at_a_rate_and_the_rest_waits(tmp_path: Path) -> None:
    async with company(tmp_path, limits=but(input_a_second=500)) as people:
        guest = await people.comes("guest", (80, 24))
        await guest.sees("LOBBY")
        theirs = people.host._apps[0].terminal
        guest.press("j" * 10_000)
        await until(lambda: len(theirs._waiting) > 5_000)
        await asyncio.sleep(1)
        assert len(theirs._waiting) > 10_000 - 500 * 3 - throttle.KEYS.at_once


async def test_sizes_are_drawn_at_a_rate_and_the_last_at_last(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        guest = await people.comes("guest", (80, 24))
        await guest.sees("LOBBY")
        (app,) = people.host._apps
        drawn: list[events.Resize] = []
        driver = cast(Any, app._driver)
        send = driver.send_message
        driver.send_message = lambda message: (drawn.append(message), send(message))
        for columns in range(81, 201):
            app.terminal.resize((columns, 40))
        await until(lambda: app.size == (200, 40))
        assert 1 <= len(drawn) <= 4


class Tap:
    """The end of a connection that can be paused; it records what was received."""

    def __init__(self) -> None:
        self.reading, self.taken, self.max_size = True, 0, 0
        self._transport = self
        self._auth_complete = True

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        self.taken += len(data)

    def is_reading(self) -> bool:
        return self.reading

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


async def test_what_comes_over_the_wire_is_held_to_a_rate() -> None:
    tap = Tap()
    session.pace(cast(Any, tap), 200_000)
    assert tap.max_size == lines.OF_A_STRANGER
    loop = asyncio.get_running_loop()
    begun_at = loop.time()
    while loop.time() < begun_at + 0.6:
        if tap.reading:
            tap.data_received(b"x" * 10_000)
        await asyncio.sleep(0)
    assert tap.max_size == lines.AT_ONCE  # who has come in is read in small pieces
    assert throttle.WIRE.at_once < tap.taken < throttle.WIRE.at_once + 200_000 * 0.6 + 20_000


# In the hub ----------------------------------------------------------------------------


async def test_a_person_founds_so_many_battles_and_a_guest_none(tmp_path: Path) -> None:
    async with running_hub(tmp_path, Limits(battles_a_person=2, battles=3)) as hub:
        with pytest.raises(Refused, match="a guest may watch"):
            hub.found_battle("", QUICK)
        first = hub.found_battle("anna", QUICK)
        with pytest.raises(Refused, match="a guest may watch"):
            first.sit("", "A")
        hub.found_battle("anna", QUICK)
        with pytest.raises(Refused, match="you have founded 2 battles that are not over"):
            hub.found_battle("anna", QUICK)
        hub.found_battle("ben", QUICK)
        with pytest.raises(Refused, match="the host is full of battles; finish one first"):
            hub.found_battle("carl", QUICK)
        hub.withdraw("anna", first)
        hub.found_battle("anna", QUICK)
        assert len(hub.battles) == 3


async def test_so_much_may_be_said_in_a_battle(tmp_path: Path) -> None:
    async with running_hub(tmp_path, Limits(words_a_battle=2)) as hub:
        hosted = begun(hub, "anna", "ben")
        hosted.say("A", "one")
        hosted.say("B", "two")
        with pytest.raises(Refused, match="no room for more talk"):
            hosted.say("A", "three")


# Descriptors -------------------------------------------------------------------------------


async def test_when_descriptors_run_out_those_inside_play_on_and_the_log_stays_short(
    tmp_path: Path,
) -> None:
    (tmp_path / "hosted").mkdir()
    text = "connections_an_address = 500\nguests = 500\nwaiting_an_address = 200\nwaiting = 200\n"
    (tmp_path / "hosted" / "limits.toml").write_text(f"{text}calls_a_minute = 5000\n")
    async with started(tmp_path, "--guests", descriptors=110) as host:
        anna = await host.people.comes("anna", (80, 24))
        await anna.sees("LOBBY")
        crowd = [await asyncio.open_connection("127.0.0.1", host.people.port) for _ in range(150)]
        anna.press("n")
        await anna.sees("NEW BATTLE")
        anna.press("enter")
        await anna.sees("GATHERING")
        assert list((tmp_path / "hosted").glob("*.papers"))
        for _, writer in crowd:
            writer.close()
        told = await host.ends(15)
    assert "the host can hold no more connections" in told
    assert "Traceback" not in told
    assert len(told) < 10_000
    assert logging.raiseExceptions


async def test_battles_that_are_over_and_their_replays_keep_no_descriptor(tmp_path: Path) -> None:
    nearly_over(tmp_path)
    async with running_hub(tmp_path) as hub:
        (hosted,) = hub.battles.values()
        assert hosted.battle
        async with near(hub, "") as guest:
            gc.collect()  # what earlier tests have left would be counted, and then collected
            running = len(os.listdir("/dev/fd"))
            while not hosted.battle.outcome():
                question = hosted.battle.pending()[0]
                hosted.battle.answer(question.seat, Answer(question.options[0].id))
            over = len(os.listdir("/dev/fd"))
            assert over < running
            for _ in range(3):
                await guest.press("r")
                await guest.sees("entry 0 of")
                await guest.press("q")
                await guest.sees("LOBBY")
            assert len(os.listdir("/dev/fd")) <= over
    async with running_hub(tmp_path) as hub:
        (again,) = hub.battles.values()
        assert again.standing == "finished"
        assert again.battle
        assert again.battle.verify().proof.startswith("dice proved")


async def test_who_reads_slowly_but_reads_stays_and_gets_the_whole_screen_at_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(terminal, "POLL_SECONDS", 0.01)
    wire, drained = Slack(), []
    limits = but(output_waiting=10, unread_seconds=1)
    line = terminal.RemoteTerminal(wire, "xterm", (80, 24), limits=limits)
    line._on_drain = lambda: drained.append(True)
    wire.waiting = 100
    line.send("a frame that is dropped")
    since = line._unread_since
    for waiting in (90, 50):
        await asyncio.sleep(0.02)
        wire.waiting = waiting
    await until(lambda: line._unread == 50)
    assert line._unread_since > since
    assert line.connected
    wire.waiting = 0
    await until(lambda: drained)
    wire.waiting = 100
    line.send("another")
    line.drop_transport()
    await asyncio.sleep(0.03)
    assert drained == [True]
