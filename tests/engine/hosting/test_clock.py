"""The clock for a choice counts real time, also while the machine sleeps and across a restart of
the host.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.hosting import clock as clocks
from engine.hosting.club.desk import Desk
from engine.hosting.hub import Hub
from engine.hosting.terms import Pace, Terms, store, stored_agreements
from engine.kernel.registry import system
from tests.tui.host.near import QUICK, begun, running_hub, there

HOUR = replace(QUICK, clock=3600)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time of day as a list of one number, which a test changes."""
    told = [1_700_000_000.0]
    monkeypatch.setattr(clocks.time, "time", lambda: told[0])
    return told


async def test_a_deadline_is_kept_over_a_new_start_of_the_host(
    tmp_path: Path, now: list[float]
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=HOUR)
        began = now[0]
        assert hosted.clock.deadlines == {"A": began + 3600, "B": began + 3600}
        assert hosted.clock.time_left("A") == "under 1 hour"
        now[0] += 3000
    async with running_hub(tmp_path) as hub:
        (hosted,) = hub.battles.values()
        assert hosted.clock.deadlines == {"A": began + 3600, "B": began + 3600}
        assert hosted.clock.time_left("A") == "under 10 minutes"
        # Who has answered is asked anew, with the whole time; the other's runs on.
        battle = hosted.running()
        battle.answer("A", battle.pending()[0].options[0].id)
        assert hosted.agreement.deadlines == {"B": (began + 3600, 0)}
        battle.answer("B", battle.pending()[0].options[0].id)
        asked = dict.fromkeys(hosted.asked(), now[0] + 3600)
        assert hosted.agreement.deadlines == {seat: (due, 2) for seat, due in asked.items()}
        left = hosted.agreement
    # Killed after the answers and before the deadlines were written: the time is another's.
    store(tmp_path, replace(left, deadlines={"A": (now[0] - 5, 0), "B": (now[0] - 5, 0)}))
    async with running_hub(tmp_path) as hub:
        (hosted,) = hub.battles.values()
        assert hosted.clock.deadlines == asked


async def test_time_runs_while_the_machine_sleeps(tmp_path: Path, now: list[float]) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=HOUR)
        there(hub, "anna", hosted)
        seat = "A"
        drawn: list[str] = []
        hub.subscribe(drawn.append)
        timer = hosted.clock._running[seat].timer
        loop_time = timer.when()
        assert 0 < loop_time - timer._loop.time() <= clocks.LOOK, "no timer sleeps for an hour"  # type: ignore[attr-defined]
        now[0] += 3000.0  # the lid was shut; the loop's clock stood still
        hosted.clock._look(seat, 3600.0)
        assert drawn == [hosted.agreement.id], "ten minutes are left, which is told"
        assert hosted.clock.time_left(seat) == "under 10 minutes"
        now[0] += 601.0
        hub.record_key_press("anna")
        hosted.clock._look(seat, 600.0)
        assert hosted.seating.timed_out == {seat}


async def test_a_host_that_was_off_for_too_long_adjourns(tmp_path: Path, now: list[float]) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=HOUR)
    now[0] += 7200.0
    async with running_hub(tmp_path) as hub:
        (hosted,) = hub.battles.values()
        hosted.clock._look("A", 0.0)
        assert hosted.agreement.adjourned == "Red's time ran out, and no player was there"
        assert hosted.clock.deadlines == {}
        assert hosted.agreement.deadlines == {}
    (agreement,) = stored_agreements(tmp_path)
    assert getattr(agreement, "adjourned", "")


async def test_an_answer_that_is_undone_brings_no_time(tmp_path: Path, now: list[float]) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=HOUR)
        battle, began = hosted.running(), now[0]
        for _ in range(3):
            now[0] += 600
            battle.answer("A", battle.pending()[0].options[0].id)
            now[0] += 100  # who has answered waits at nobody's cost
            battle.undo("A")
        assert hosted.clock.deadlines["A"] == began + 3600 + 300
        battle.redo("A")
        battle.answer("B", battle.pending()[0].options[0].id)
        assert set(hosted.clock.deadlines.values()) == {now[0] + 3600}, "the next choices are new"
        # All have agreed to go back: then who is asked once more has the whole time.
        now[0] += 900
        battle.take_back("A")
        assert hosted.clock.deadlines["A"] == now[0] + 3600


@pytest.mark.parametrize("stored", [True, False])
async def test_nor_does_an_answer_that_is_undone_after_a_new_start_of_the_host(
    tmp_path: Path, now: list[float], stored: bool
) -> None:
    """Also if the host was killed before it could store the clock after the answer."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=HOUR)
        battle, before = hosted.running(), hosted.agreement
        now[0] += 600
        battle.answer("A", battle.pending()[0].options[0].id)
    if not stored:
        store(tmp_path, before)
        os.utime(battle.path or "", (now[0], now[0]))
    now[0] += 300
    async with running_hub(tmp_path) as hub:
        (hosted,) = hub.battles.values()
        hosted.running().undo("A")
        assert hosted.clock.deadlines["A"] == now[0] + 3000


async def test_a_time_that_is_up_is_up_once(now: list[float]) -> None:
    late: list[str] = []
    clock = clocks.TurnClock(Pace(60), late.append, lambda: None)
    question = system("oak_iron").pending(system("oak_iron").set_up("quickstart"))[0]
    clock.update({"A": question})
    clock.expire("A")
    assert late == ["A"]
    assert clock.deadlines == {}
    assert clock.time_left("A") == ""


async def test_a_bank_pays_for_all_choices_and_each_adds_to_it(
    tmp_path: Path, now: list[float]
) -> None:
    terms = Terms(game="oak_iron", scenario="quickstart", bank=600, more=10)
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=terms)
        battle, began = hosted.running(), now[0]
        assert hosted.clock.deadlines == {"A": began + 600, "B": began + 600}
        now[0] += 100
        battle.answer("A", battle.pending()[0].options[0].id)
        assert hosted.clock.banks == {"A": 510}
        now[0] += 50
        battle.undo("A")
        assert hosted.clock.deadlines["A"] == now[0] + 500, "an undone choice adds nothing"
        battle.redo("A")
        battle.answer("B", battle.pending()[0].options[0].id)
        assert hosted.agreement.banks == {"A": 510, "B": 460}
        asked = hosted.clock.deadlines
        assert all(due == now[0] + hosted.agreement.banks[seat] for seat, due in asked.items())
    async with running_hub(tmp_path) as hub:  # the bank is on disk, and time runs meanwhile
        (hosted,) = hub.battles.values()
        assert hosted.clock.banks == {"A": 510, "B": 460}
        assert hosted.clock.deadlines == asked


async def test_a_long_time_is_told_by_its_end_in_the_readers_zone(
    tmp_path: Path, now: list[float]
) -> None:
    week = Terms(game="oak_iron", scenario="quickstart", clock=7 * 86400)
    now[0] = 1777636800.0  # Friday, 1 May 2026, 12:00 UTC
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=week)
        hub.people.set_zone("anna", "europe/berlin")
        hub.people.set_zone("ben", "Asia/Tokyo")
        anna, ben = partial(hub.people.when, "anna"), partial(hub.people.when, "ben")
        assert hosted.clock.time_left("A", anna) == "till Fri 8 May 14:00"
        assert hosted.clock.time_left("A", ben) == "till Fri 8 May 21:00"
        now[0] += 5 * 86400 - 1800
        assert hosted.clock.time_left("A", ben) == "under 2 days 1 hour, till Fri 21:00"
        now[0] += 2 * 86400 - 1800
        assert hosted.clock.time_left("A", anna) == "under 1 hour"
        with pytest.raises(Refused, match="no time zone is called"):
            hub.people.set_zone("anna", "../../etc/passwd")


async def test_a_holiday_stops_long_clocks_and_only_those(tmp_path: Path, now: list[float]) -> None:
    week = Terms(game="oak_iron", scenario="quickstart", clock=7 * 86400)
    async with running_hub(tmp_path) as hub:
        long, short = begun(hub, "anna", "ben", terms=week), begun(hub, "anna", "ben", terms=HOUR)
        before, desk = long.clock.deadlines, Desk(hub, "anna")
        assert desk.execute("holiday 10")[0].startswith("Your clocks of a day or more are stopped")
        assert long.clock.deadlines == {"A": before["A"] + 10 * 86400, "B": before["B"]}
        assert long.agreement.deadlines["A"][0] == before["A"] + 10 * 86400
        assert short.clock.deadlines["A"] == now[0] + 3600
        battle = long.running()
        for seat in "AB":
            battle.answer(seat, next(q for q in battle.pending() if q.seat == seat).options[0].id)
        for seat, due in long.clock.deadlines.items():  # asked during the holiday
            assert due == now[0] + (17 if seat == "A" else 7) * 86400
        with pytest.raises(Refused, match="your holiday already lasts till"):
            desk.execute("holiday 5")
        desk.execute("holiday off")
        with pytest.raises(Refused, match="you have 18 days of holiday left this year"):
            desk.execute("holiday 19")
    assert Hub(tmp_path).people.of("anna").used
