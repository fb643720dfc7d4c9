"""Whose work a host does next (fair queue), with a clock that the tests set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import pytest

from engine.hosting.turns import HALF_LIFE, ROUNDS, USUAL_COST, Demand, Place, Turns, Work
from tests.tui.wired import wired
from tui.host.connection.lines import Reading

KEY, DRAWING = Work.KEY, Work.DRAWING


class Clock:
    """A clock whose time a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Host:
    """A queue of turns, and the order in which they were taken."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.turns = Turns(self.clock, self.clock)
        self.had: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []

    def wants(self, name: str, place: Place, work: Work, seconds: float = 0.01) -> None:
        """Let somebody ask for a turn that takes so many seconds."""

        async def have() -> None:
            async with place.turn(work):
                self.had.append(name)
                self.clock.now += seconds

        self._tasks.append(asyncio.get_running_loop().create_task(have()))

    async def done(self) -> list[str]:
        """Return the order of the turns, when all have been taken."""
        await asyncio.gather(*self._tasks)
        return self.had

    @asynccontextmanager
    async def busy(self) -> Any:
        """Hold a turn during the block, so that others have to queue."""
        async with self.turns.place().turn(KEY):
            yield
            await rounds()


async def rounds(count: int = ROUNDS) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_key_goes_before_every_drawing_and_of_equals_the_oldest_is_first() -> None:
    host = Host()
    places = [host.turns.place() for _ in range(6)]
    async with host.busy():
        for n in range(3):
            host.wants(f"drawing {n}", places[n], DRAWING)
        for n in range(3):
            host.wants(f"key {n}", places[3 + n], KEY)
    keys, drawings = [f"key {n}" for n in range(3)], [f"drawing {n}" for n in range(3)]
    assert await host.done() == [*keys, *drawings]


async def test_a_key_that_comes_during_a_drawing_is_next() -> None:
    host = Host()
    anna = host.turns.place("anna")
    async with host.busy():
        for n in range(5):
            host.wants(f"drawing {n}", host.turns.place(), DRAWING)
    while not host.had:
        await asyncio.sleep(0)
    await rounds(ROUNDS - 2)  # as a key takes from the wire to its turn
    host.wants("key", anna, KEY)
    assert (await host.done())[:2] == ["drawing 0", "key"]


async def test_whoever_asks_for_more_waits() -> None:
    """Fifty connections ask without end, for cheap or expensive work; one that asks for little is
    served at once.
    """
    host = Host()
    crowd = [host.turns.place(f"x{n}") for n in range(50)]
    anna = host.turns.place("anna")
    for seconds in (0.0001, 0.005, 0.2):
        host.had.clear()
        for place in crowd:
            for _ in range(20):
                place.ask()
            place._account.record_cost(seconds)
        async with host.busy():
            for place in crowd:
                host.wants("crowd", place, KEY, seconds)
            anna.ask()
            host.wants("anna", anna, KEY)
        assert (await host.done())[0] == "anna"


async def test_what_is_asked_for_while_one_waits_counts_too() -> None:
    host = Host()
    hasty, anna = host.turns.place("hasty"), host.turns.place("anna")
    async with host.busy():
        host.wants("hasty", hasty, KEY)
        await rounds(2)
        for place, times in ((hasty, 50), (anna, 1)):
            for _ in range(times):
                place.ask()
        host.wants("anna", anna, KEY)
    assert await host.done() == ["anna", "hasty"]


async def test_all_connections_of_a_name_count_as_one_and_each_guest_for_himself() -> None:
    turns = Turns()
    assert turns.place("anna")._account is (anna := turns.place("anna"))._account
    assert turns.place("ben")._account is not anna._account
    assert turns.place()._account is not turns.place()._account


async def test_one_dear_turn_weighs_a_fifth_and_a_habit_in_full() -> None:
    """The estimate for the next turn moves by a fifth of the difference to the cost of each
    turn.
    """
    host = Host()
    habits = {"often": (20, 0.03), "once": (1, 0.03), "cheap": (50, USUAL_COST), "new": (0, 0.0)}
    places = {name: host.turns.place(name) for name in habits}
    for name, (turns, seconds) in habits.items():
        places[name].ask()
        for _ in range(turns):
            places[name]._account.record_cost(seconds)
    async with host.busy():
        for name, place in places.items():
            host.wants(name, place, KEY)
    assert await host.done() == ["once", "cheap", "new", "often"]


@pytest.mark.parametrize(("half_lives", "first"), [(1, "ben"), (2, "ben"), (6, "anna")])
async def test_what_was_asked_for_counts_half_after_each_half_life(
    half_lives: int, first: str
) -> None:
    """Anna has asked 64 times, so that after six half-lives her demand counts as much as Ben's."""
    host = Host()
    anna, ben = host.turns.place("anna"), host.turns.place("ben")
    for _ in range(64):
        anna.ask()
    host.clock.now += half_lives * HALF_LIFE
    ben.ask()
    async with host.busy():
        host.wants("anna", anna, KEY)
        host.wants("ben", ben, KEY)
    assert (await host.done())[0] == first


async def test_what_was_asked_for_is_forgotten() -> None:
    host = Host()
    anna, ben = host.turns.place("anna"), host.turns.place("ben")
    for _ in range(100):
        anna.ask()
    host.clock.now += 120
    ben.ask()
    async with host.busy():
        host.wants("ben", ben, KEY)
        host.wants("anna", anna, KEY)
    assert await host.done() == ["anna", "ben"]


async def test_a_crowd_of_keys_leaves_drawings_a_quarter_of_the_time() -> None:
    host = Host()
    async with host.busy():
        for _ in range(60):
            host.wants("key", host.turns.place(), KEY, 0.01)
        for _ in range(3):
            host.wants("drawing", host.turns.place(), DRAWING, 0.05)
    had = await host.done()
    assert [n for n, what in enumerate(had) if what == "drawing"] == [10, 26, 42]


async def test_the_time_of_keys_is_counted_from_when_a_drawing_waits() -> None:
    """Keys that were processed before do not shorten the wait of a drawing, and it waits no longer
    than usual.
    """
    host = Host()
    async with host.busy():
        for _ in range(30):
            host.wants("key", host.turns.place(), KEY, 0.01)
    await host.done()
    host.had.clear()
    async with host.busy():
        host.wants("drawing", host.turns.place(), DRAWING)
        for _ in range(15):
            host.wants("key", host.turns.place(), KEY, 0.01)
    assert await host.done() == [*["key"] * 10, "drawing", *["key"] * 5]


async def test_who_goes_while_waiting_or_in_the_middle_of_a_turn_stops_nobody() -> None:
    host = Host()
    gone, held = host.turns.place(), asyncio.Event()

    async def hold() -> None:
        async with gone.turn(KEY):
            await held.wait()

    def wait(work: Callable[[], Any]) -> asyncio.Task[Any]:
        return asyncio.get_running_loop().create_task(work())

    holding, waiting = wait(hold), wait(hold)
    await rounds(3)
    host.wants("anna", host.turns.place(), KEY)
    waiting.cancel()
    await rounds(3)
    holding.cancel()
    assert await host.done() == ["anna"]
    async with host.turns.place().turn(KEY):
        late = wait(hold)
        await rounds(3)
    while not late.done() and not gone.turning:  # its turn comes, and it goes at that moment
        late.cancel()
        await asyncio.sleep(0)
    with suppress(asyncio.CancelledError):
        await late
    host.wants("ben", host.turns.place(), KEY)
    assert await host.done() == ["anna", "ben"]


class Wire:
    """Stands for a transport that has more data to be read."""

    def __init__(self, name: int, read: list[int]) -> None:
        self.name, self.read, self.reads = name, read, True

    def is_reading(self) -> bool:
        """Return whether it is being read."""
        return self.reads

    def is_closing(self) -> bool:
        """Return False: the connection stays open."""
        return False

    def pause_reading(self) -> None:
        """Stop reading."""
        self.reads = False

    def resume_reading(self) -> None:
        """Continue reading."""
        self.reads = True
        self.read.append(self.name)


@pytest.mark.parametrize("count", [1, 50])
async def test_of_those_who_send_without_end_one_is_read_in_a_round(count: int) -> None:
    reading, read = Reading(), list[int]()
    wires = [Wire(n, read) for n in range(count)]
    for wire in wires:
        reading.later(wire)  # type: ignore[arg-type]  # as much of a transport as is used
        reading.later(wire)  # type: ignore[arg-type]  # it is not read already: nothing happens
    for n in range(count):
        await asyncio.sleep(0)
        assert read == list(range(n + 1))


@pytest.mark.parametrize(("seconds", "turns"), [(0, 1), (1, 5)])
async def test_a_dear_key_leaves_the_next_one_for_another_turn(seconds: int, turns: int) -> None:
    """Several cheap keys are drawn together in one turn.

    Screens that open and close take a turn each, so that nobody waits for long.
    """
    async with wired() as person:
        await person.rests()
        host = Turns(worked=count(0, seconds).__next__)
        taken: list[Work] = []
        person.app.terminal.place = host.place()
        take = host.take

        async def noted(work: Work, account: Demand) -> None:
            taken.append(work)
            await take(work, account)

        host.take = noted  # type: ignore[method-assign]
        person.writes("?", "escape", "?", "escape", "?")
        await person.sees("Esc back")
        await person.until(lambda: taken.count(KEY) >= turns, "all turns")
        await person.rests()
        assert taken.count(KEY) == turns
        person.writes("escape")
        await person.sees("WEATHER GAGE")


async def test_another_size_is_laid_out_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual would wait a moment for a further change of size, and then fifty terminals would draw
    at the same time.
    """
    async with wired((80, 24)) as person:
        await person.rests()
        lay, turning = person.app.screen._refresh_layout, []

        def noted(*size: Any, **more: Any) -> None:
            turning.append(person.app.terminal.place.turning)
            lay(*size, **more)

        monkeypatch.setattr(person.app.screen, "_refresh_layout", noted)
        await person.resized(100, 30)
        await person.rests()
        assert turning
        assert all(turning)
