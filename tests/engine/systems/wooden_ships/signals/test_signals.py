"""Signals: each flagship gives one in secret before the orders; all see it until the next one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.chart import Spot
from engine.game.decision import Answer
from engine.game.panel import ShipLine
from engine.game.question import Fill, Sheet
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.machine import view
from engine.systems.wooden_ships.screen.scene import signal_of
from engine.systems.wooden_ships.signals import flagship
from engine.systems.wooden_ships.state.events import SignalsHoisted
from engine.systems.wooden_ships.state.state import Prize, Signal, State
from engine.systems.wooden_ships.state.steps import SIGNALLING, from_phase
from engine.systems.wooden_ships.thinking.slots import fitting_signal
from tests.engine.systems.wooden_ships.at_sea import filled, of, open_all, sea, sheet, ship

GAME = WoodenShips()
ALLIED = {"by_nation": True, "signals": True}


def signalling(*ships: dict[str, object]) -> State:
    """Return a position in which A and C are allied against B, before the signals."""
    state = sea(*ships, C={"side": "A"})
    return replace(state, signals={}, agenda=from_phase("signals", SIGNALLING))


def fleets(far: str = "V20") -> State:
    return signalling(
        ship("A1", "J20", 2), ship("A2", "J25", 2), ship("B1", far, 5), ship("C1", "J30", 2)
    )


def test_flagships_with_allies_are_asked_before_the_orders() -> None:
    """B has no ally to read a signal; A2 is not the first ship of her seat, and so not a
    flagship.
    """
    sheets = GAME.pending(fleets())
    assert [(each.seat, each.kind) for each in sheets] == [("A", "signals"), ("C", "signals")]
    assert [slot.id for slot in sheet(fleets()).slots] == ["A1"]
    names = {option.id: option.label for option in sheet(fleets()).slots[0].options}
    assert list(names)[:7] == [
        "none", "engage", "close", "follow", "bear_up", "haul_wind", "make_sail",
    ]  # fmt: skip
    assert names["follow:C1"] == "follow C1"
    assert names["make_sail:B1"] == "make sail for B1"
    assert not {"engage:C1", "close:A2", "follow:B1", "follow:A1"} & set(names)


def test_the_card_of_a_flagship_tells_her_signal() -> None:
    flying = replace(fleets(), signals={"A": Signal("A1", "close", "B1")})
    assert f"signals: {signal_of(flying, 'A1')}" in str(GAME.screen.card(flying, "A1"))
    assert "signals:" not in str(GAME.screen.card(flying, "A2"))


def test_what_is_hoisted_is_sealed_until_all_are_in_and_then_seen_by_all() -> None:
    state = fleets()
    hoisted = filled(sheet(state), {"A1": "engage:B1"})
    state = GAME.decide(state, "A", hoisted, Dice(1)).states[-1]
    for seat in ("B", "C", ""):
        assert b"engage" not in msgspec.json.encode(view(state, seat))
    decided = GAME.decide(state, "C", filled(sheet(state, "C"), {"C1": "none"}), Dice(1))
    flying = {"A": Signal("A1", "engage", "B1")}
    for seat in ("A", "B", "C", ""):
        assert view(decided.states[-1], seat).signals == flying
    (event,) = of(SignalsHoisted, decided)
    told = [GAME.words.tell(state, each, "B") for each in decided]
    assert [line for line in told if line and "sealed" not in line] == ["A1 signals: engage B1"]
    assert event.signals == flying
    assert {each.kind for each in GAME.pending(decided.states[-1])} == {"orders"}


def test_a_signal_stands_on_the_chart_and_beside_the_ship_while_it_flies() -> None:
    state, _ = open_all(fleets(), {"A1": "make_sail:B1", "C1": "none"})
    labels = [mark.text for mark in GAME.screen.scene(state).marks if isinstance(mark, Spot)]
    assert labels == ["make sail for B1"]
    lines = {row.key: row.note for row in GAME.screen.roster(state) if isinstance(row, ShipLine)}
    assert lines["A1"] == "signals: make sail for B1"
    assert lines["C1"] == ""


def test_it_comes_down_when_the_next_are_hoisted() -> None:
    state, _ = open_all(fleets(), {"A1": "haul_wind", "C1": "bear_up"})
    again = replace(state, agenda=from_phase("signals", SIGNALLING))
    state, events = open_all(again, {"A1": "none", "C1": "none"})
    assert of(SignalsHoisted, events) == [SignalsHoisted({})]
    assert state.signals == {}
    assert not [mark for mark in GAME.screen.scene(state).marks if isinstance(mark, Spot)]


def test_the_flag_passes_on_when_the_flagship_strikes() -> None:
    state, _ = open_all(fleets(), {"A1": "engage"})
    struck = replace(state, ships={**state.ships, "A1": replace(state.ships["A1"], hull=0)})
    lead = flagship(struck, "A")
    assert lead is not None
    assert lead.id == "A2"
    assert not [mark for mark in GAME.screen.scene(struck).marks if isinstance(mark, Spot)]


def test_a_flag_that_names_nobody_there_is_refused() -> None:
    with pytest.raises(Refused, match="'engage:B9' is not possible"):
        GAME.decide(fleets(), "A", Fill("signals 1", {"A1": Answer("engage:B9")}), Dice(1))


@pytest.mark.parametrize(
    ("far", "wanted"), [("V20", "make_sail:B1"), ("P20", "close:B1"), ("L20", "engage")]
)
def test_a_computer_player_hoists_what_its_distance_calls_for(far: str, wanted: str) -> None:
    state = fleets(far)
    assert fitting_signal(state, "A1")[0] == wanted
    answer = make_player("lieutenant", GAME, 1, "A").choose(view(state, "A"), sheet(state))
    assert answer == {"A1": Answer(wanted)}


def test_a_battle_with_signals_is_saved_and_proved(tmp_path: Path) -> None:
    battle = Battle.new(GAME, "algeciras", 3, ALLIED, path=tmp_path / "signals.battle")
    chance = Random(3)
    for _ in range(120):
        questions = battle.pending()
        if not questions:
            break
        question = questions[0]
        assert isinstance(question, Sheet)
        draft = {slot.id: Answer(chance.choice(slot.options).id) for slot in question.slots}
        if question.kind == "orders":
            draft = dict(question.proposed)
        battle.answer(question.seat, draft)
    hoisted = [e for entry in battle.entries for e in entry.events if isinstance(e, SignalsHoisted)]
    assert len(hoisted) > 2
    battle.close()
    again = Battle.open(tmp_path / "signals.battle", write=False)
    assert again.verify().ok
    assert again.state == battle.state


def test_a_battle_without_signals_is_written_as_it_always_was() -> None:
    state = GAME.set_up("trafalgar", {"by_nation": True})
    assert b"signals" not in msgspec.json.encode(state)


def test_the_flag_goes_to_the_next_ship_when_the_first_can_carry_it_no_more() -> None:
    """A ship without crew, one that has struck and one that was captured cannot carry her seat's
    flag.
    """
    whole = fleets()
    first, second = whole.ships["A1"], whole.ships["A2"]
    crewless = replace(first, crew=(0,) * len(first.crew))
    for gone in (
        crewless,
        replace(first, surrendered="firepower"),
        replace(first, prize=Prize("B", 3, "average", "B1")),
        replace(first, hull=0),
    ):
        state = replace(whole, ships={**whole.ships, "A1": gone})
        assert flagship(state, "A") == second, gone
    alone = replace(whole, ships={"A1": crewless, "B1": whole.ships["B1"]})
    assert flagship(alone, "A") is None


def test_a_signal_of_a_ship_that_loses_her_crew_comes_down() -> None:
    whole = replace(fleets(), signals={"A": Signal("A1", "engage")})
    assert signal_of(whole, "A1") == "engage all"
    lost = replace(whole.ships["A1"], crew=(0,) * len(whole.ships["A1"].crew))
    assert signal_of(replace(whole, ships={**whole.ships, "A1": lost}), "A1") == ""
