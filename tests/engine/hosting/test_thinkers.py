"""Computer players and advice run apart from the handling of keys, only for people who are
connected, and in fair turns.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from threading import Event, current_thread
from time import sleep
from typing import Any

import pytest
from msgspec.structs import replace

from engine.arena import crews, play_out
from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.hosting import hub as hubs
from engine.hosting.hosted import UNATTENDED
from engine.hosting.terms import USUAL, Terms
from engine.hosting.thinkers import WorkerKilled, WorkerPool, WorkersBusy, _pack
from engine.kernel.registry import system
from engine.players import choose_answer
from engine.sitting.adviser import think_by
from engine.sitting.proof import proof_of
from tests.tui.host.near import QUICK, begun, running_hub, there, until

ALONE = replace(QUICK, computers={"B": "ensign"})


def where(_: object = None) -> tuple[int, str]:
    return os.getpid(), current_thread().name


def killed() -> None:
    os.kill(os.getpid(), 9)


async def test_functions_go_to_a_worker_and_what_cannot_be_sent_to_one_thread() -> None:
    thinkers = WorkerPool(processes=1)
    game = system("oak_iron")
    state = game.set_up("quickstart")
    question = game.pending(state)[0]
    try:
        process, _ = await thinkers("anna", where)
        assert process != os.getpid()
        assert (await thinkers("ben", where))[0] == process
        asked = "ensign", game, 7, question.seat, game.view(state, question.seat), question
        assert await thinkers("anna", choose_answer, *asked) == choose_answer(*asked)
        for work in (lambda: (os.getpid(), current_thread().name), Holder().where):
            assert await thinkers("anna", work) == (os.getpid(), "thinker_0")
        assert await thinkers("anna", where, lambda: None) == (os.getpid(), "thinker_0")
        with pytest.raises(Refused, match="the process that worked on it was killed; ask again"):
            await thinkers("anna", killed)
        assert (await thinkers("anna", where))[0] not in (process, os.getpid())
    finally:
        thinkers.close()


def slow(seconds: float) -> float:
    sleep(seconds)
    return seconds


async def test_workers_that_are_killed_are_replaced_for_all_who_ask() -> None:
    thinkers = WorkerPool(processes=2)
    try:
        first, _ = await thinkers("anna", where)
        pool = thinkers._pool
        assert pool
        os.kill(first, 9)
        await until(lambda: pool._broken, lambda: "the end of the idle worker")
        second, _ = await thinkers("anna", where)
        assert second not in (first, os.getpid())
        asked = [asyncio.ensure_future(thinkers(name, slow, 60)) for name in ("anna", "ben")]
        asked += [asyncio.ensure_future(thinkers("carl", slow, 0)) for _ in range(3)]
        await until(lambda: thinkers._workers._free == 0, lambda: "two thoughts")
        os.kill(second, 9)
        *ended, one, two, three = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in ended] == [WorkerKilled, WorkerKilled]
        assert [one, two, three] == [0, 0, 0]
        assert thinkers._workers._free == 2
    finally:
        thinkers.close()


async def test_no_worker_begins_after_the_end_of_the_host() -> None:
    thinkers = WorkerPool(processes=1)
    begun_ = asyncio.ensure_future(thinkers("anna", slow, 60))
    waits = asyncio.ensure_future(thinkers("ben", slow, 60))
    await until(lambda: thinkers._pool and thinkers._pool._processes, lambda: "a worker")
    thinkers.close()
    ended, refused = await asyncio.gather(begun_, waits, return_exceptions=True)
    assert isinstance(ended, WorkerKilled)
    assert str(refused) == "the host stops"
    assert thinkers._pool is None
    with pytest.raises(Refused, match="the host stops"):
        await thinkers("anna", where)


class Holder:
    """An object with a lock in it, which cannot be sent to another process."""

    def __init__(self) -> None:
        self.lock = Event()

    def where(self) -> tuple[int, str]:
        """Return where this runs: the process id and the thread."""
        return where()


async def test_a_machine_without_processes_thinks_in_a_thread(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError("no semaphores here")

    monkeypatch.setattr("concurrent.futures.process.ProcessPoolExecutor.__init__", none)
    thinkers = WorkerPool(processes=2)
    assert (await thinkers("anna", where))[0] == os.getpid()
    assert caplog.messages == [
        "there are no worker processes, so one thread does the computing: no semaphores here"
    ]
    thinkers.close()


async def test_the_modest_are_served_first_and_nobody_asks_without_end() -> None:
    thinkers = WorkerPool(most=20)
    held, served = Event(), list[str]()

    def thought(name: str) -> Callable[[], None]:
        return lambda: served.append(name)

    first = asyncio.ensure_future(thinkers("", held.wait))
    await asyncio.sleep(0)
    greedy = [asyncio.ensure_future(thinkers("anna", thought(f"anna {n}"))) for n in range(20)]
    await asyncio.sleep(0)
    with pytest.raises(WorkersBusy, match="the host is already working on 20 questions of yours"):
        await thinkers("anna", thought("anna 20"))
    late = asyncio.ensure_future(thinkers("ben", thought("ben")))
    gone = asyncio.ensure_future(thinkers("carl", thought("carl")))
    await asyncio.sleep(0)
    gone.cancel()
    held.set()
    await asyncio.gather(first, late, *greedy)
    assert served == ["ben", *(f"anna {n}" for n in range(20))]
    assert await thinkers("anna", lambda: "again") == "again"
    thinkers.close()


async def test_what_only_a_thread_can_do_keeps_no_worker_from_others() -> None:
    thinkers, held = WorkerPool(processes=1), Event()
    try:
        first = asyncio.ensure_future(thinkers("", held.wait))
        await asyncio.sleep(0)
        assert (await thinkers("anna", where))[0] != os.getpid()
        held.set()
        assert await first
        assert not thinkers.open
    finally:
        held.set()
        thinkers.close()


async def test_computers_play_for_people_who_are_there_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_000_000.0]
    monkeypatch.setattr(hubs.time, "time", lambda: clock[0])
    limits = replace(USUAL, idle_minutes=10)
    async with running_hub(tmp_path, limits) as hub:
        hosted = begun(hub, "anna", terms=replace(ALONE, computers={"A": "ensign"}))
        assert hosted.running().position == 0, "nobody has come yet"
        there(hub, "anna", hosted)
        await until(lambda: hosted.running().position == 1, lambda: "the computer's answer")
        # The window stays open, and nobody presses a key.
        await until(lambda: not hub._thinking, lambda: "rest")
        clock[0] += 600.0
        assert hosted.seating.away("B")
        hosted.running().answer("B", hosted.running().pending()[0].options[0].id)
        while not hosted.computer_asked():
            question = hosted.running().pending()[0]
            hosted.running().answer(question.seat, question.options[0].id)
        stood = hosted.running().position
        await until(lambda: not hub._thinking, lambda: "rest")
        hub.record_key_press("carl")
        assert not hub._thinking
        assert hosted.running().position == stood
        hub.record_key_press("anna")
        assert not hosted.seating.away("B")
        await until(lambda: hosted.running().position > stood, lambda: "the computer's answer")


async def test_two_windows_left_open_do_not_let_computers_play_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_000_000.0]
    monkeypatch.setattr(hubs.time, "time", lambda: clock[0])
    async with running_hub(tmp_path, replace(USUAL, idle_minutes=1)) as hub:
        hosted = begun(hub, "anna", "ben", terms=replace(QUICK, clock=60))
        there(hub, "anna", hosted)
        there(hub, "ben", hosted)
        clock[0] += 61.0
        hosted.clock.expire("A")
        assert hosted.agreement.adjourned == "Red's time ran out, and no player was there"
        hosted.resume("anna")
        hub.record_key_press("anna")
        hosted.clock.expire("A")
        assert hosted.seating.timed_out == {"A"}
        clock[0] += 61.0
        await until(lambda: hosted.standing == "adjourned", lambda: "the end of the computers")
        assert hosted.agreement.adjourned == "no player was there"


async def test_when_all_are_late_computers_play_a_few_choices_and_no_battle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The persons count as present, because they have just pressed keys; but none of them takes the
    seat back.
    """
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=replace(QUICK, clock=60))
        for person in ("anna", "ben"):
            there(hub, person, hosted)

        def all_late() -> bool:
            """Let whoever is asked be late: a seat may be asked first when the other has chosen."""
            for seat in sorted(hosted.clock.deadlines):
                hosted.clock.expire(seat)
            return hosted.seating.timed_out >= {"A", "B"} or hosted.standing == "adjourned"

        for _ in range(2):
            hub.record_key_press("anna")
            await until(all_late, lambda: "a question for the other seat")
            before = hosted.running().position
            await until(lambda: hosted.standing == "adjourned", lambda: "the end of the computers")
            assert hosted.agreement.adjourned == "no player was there"
            assert hosted.battle
            assert hosted.battle.position - before <= UNATTENDED + 1
            hosted.resume("ben")
        hosted.clock.expire(min(hosted.clock.deadlines))


async def test_a_player_that_fails_is_logged_and_one_that_thinks_ends_with_the_host(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Any] = [Refused("there is no answer"), KeyError("mast"), WorkersBusy("so much")]
    answers.append(WorkerKilled("the process was ended"))

    def failing(*_: object) -> Answer:
        raise answers[0]

    monkeypatch.setattr(hubs, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(hubs, "choose_answer", failing)
    thought = Event()
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", terms=replace(ALONE, computers={"A": "ensign"}))
        name = hosted.agreement.id
        there(hub, "anna", hosted)
        await until(lambda: not hub._thinking, lambda: "the end of the computer's thoughts")
        assert caplog.messages == [
            f"the battle {name}: a computer player stopped: there is no answer"
        ]
        del answers[0]
        hub._start_computer(name)
        await until(lambda: not hub._thinking, lambda: "the end of the computer's thoughts")
        assert f"the battle {name}: a computer player stopped: KeyError at" in caplog.messages[1]
        assert "details are in" in caplog.messages[1]
        del answers[0]
        hub._start_computer(name)
        await until(lambda: len(caplog.messages) >= 4, lambda: "a second try")
        assert caplog.messages[3] == f"the battle {name}: a computer player waits: so much"
        del answers[0]
        told = f"the battle {name}: a computer player waits: the process was ended"
        await until(lambda: caplog.messages.count(told) > 1, lambda: "another try")
        monkeypatch.setattr(hubs, "choose_answer", lambda *_: thought.wait(20))
        await until(lambda: hub.thinkers.open, lambda: "a thought")
        tasks = list(hub._thinking.values())
        assert hosted.running().position == 0
    await asyncio.wait(tasks, timeout=5)
    thought.set()
    assert all(task.cancelled() for task in tasks)


@pytest.mark.parametrize("game", ["oak_iron", "iron_oak"])
async def test_a_proof_is_found_by_a_worker_and_once_for_all(tmp_path: Path, game: str) -> None:
    terms = QUICK if game == "oak_iron" else Terms(game=game, scenario="duel")
    thinkers = WorkerPool(processes=1)
    asked: list[Any] = []

    async def noted(work: Any, *args: Any, **named: Any) -> Any:
        asked.append(_pack(work, args, named))
        return await thinkers("anna", work, *args, **named)

    think_by(noted)
    try:
        async with running_hub(tmp_path) as hub:
            hosted = begun(hub, "anna", "ben", terms=terms)
            battle = hosted.running()
            players = crews(battle.game, battle.state, 3, "ensign", "ensign")
            play_out(battle, players)
            seen = hosted.shown_to("anna")
            one, other = await asyncio.gather(proof_of(seen), proof_of(seen))
            assert one is other
            assert one.ok, one.text
            assert one.entries >= battle.position
            (payload,) = asked
            assert payload is not None, "it can be sent to a worker"
    finally:
        thinkers.close()
