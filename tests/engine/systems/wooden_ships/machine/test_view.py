"""What other seats do not see."""

from __future__ import annotations

import msgspec

from engine.base.dice import Dice
from engine.systems.wooden_ships.inspection import inspect
from engine.systems.wooden_ships.machine import view
from engine.systems.wooden_ships.state.events import AnyEvent
from tests.engine.systems.wooden_ships.at_sea import GAME, filled, sea, sheet, ship

SHIPS = (
    ship("A1", "J20", 2, "br-f3-36", order="1L1R"),
    ship("B1", "Z1", 2, order="2"),
    ship("C1", "Q9", 2, order="1R"),
)


def test_sealed_sheets_and_drafts_are_their_own_seats() -> None:
    state = sea(*SHIPS, C={"side": "A"})
    state = GAME.decide(state, "A", filled(sheet(state), {"A1": "1L1R"}), Dice(1)).states[-1]
    own, foe, ally, nobody = (view(state, seat) for seat in ("A", "B", "C", ""))
    assert own.sealed == state.sealed
    assert own.ships["A1"].order == "1L1R"
    for seen in (foe, ally, nobody):
        assert seen.sealed == {"A": {}}
        assert seen.ships["A1"].order == ""
        assert b"1L1R" not in msgspec.json.encode(seen)
    assert foe.ships["B1"].order == "2"
    assert inspect(state)["A1"]["executed"] is not None
    assert inspect(own)["A1"]["executed"] is None


def test_questions_are_the_same_in_the_view() -> None:
    state = sea(*SHIPS, C={"side": "A"})
    for seat in "ABC":
        assert sheet(view(state, seat), seat) == sheet(state, seat)


def test_states_and_events_come_back_from_bytes() -> None:
    state = sea(*SHIPS, C={"side": "A"})
    raw = msgspec.json.encode(state)
    assert msgspec.json.decode(raw, type=type(state)) == state
    decided = GAME.decide(state, "A", filled(sheet(state), {"A1": "2"}), Dice(1))
    raw = msgspec.json.encode(list(decided))
    assert msgspec.json.decode(raw, type=list[AnyEvent]) == list(decided)
