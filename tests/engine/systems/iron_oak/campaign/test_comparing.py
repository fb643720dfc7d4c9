"""What a computer captain compares by simulated battles in a campaign: forces, ships to send,
refits.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Advice
from engine.game.game import Outcome
from engine.game.question import Sheet
from engine.kernel.battle import Battle
from engine.lookahead.playout import time_limit
from engine.systems.iron_oak.campaign import planning
from engine.systems.iron_oak.campaign.fleet import available, own, share, strength
from engine.systems.iron_oak.campaign.game import IronOakCampaign
from engine.systems.iron_oak.campaign.state.state import State, Vessel
from engine.systems.iron_oak.campaign.thinking import comparing
from engine.systems.iron_oak.campaign.thinking.comparing import Fate
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.state.state import State as Fight
from tests.engine.systems.iron_oak.campaign.war import CONFEDERATE, UNION, plan, ship, war

GAME = IronOakCampaign()
HURT = (
    ship("uss_hartford", hits=6, shields={"A": -2}, crew_loss=8, criticals=["captain"]),
    ship("uss_benton", hits=7),
    ship("uss_cairo", hits=4, battle=2),
    ship("uss_tyler"),
)


@pytest.fixture(autouse=True)
def few_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate only one battle for each choice, since these tests do not depend on the number."""
    monkeypatch.setattr(comparing, "BATTLES", 1)


def advised(state: State, seat: str = "A") -> tuple[Sheet, tuple[Advice, ...]]:
    view = GAME.view(state, seat)
    sheet = next(each for each in GAME.pending(view) if each.seat == seat)
    assert isinstance(sheet, Sheet)
    return sheet, GAME.thinking.advice(view, sheet, Random(1))


def legal(state: State, sheet: Sheet, advice: tuple[Advice, ...]) -> bool:
    return not any(
        sheet.faults(each.draft) or GAME.answering.faults(state, sheet, each.draft)
        for each in advice
    )


@pytest.mark.parametrize("seat", ["A", "B"])
def test_three_forces_are_compared_and_all_may_be_sealed(seat: str) -> None:
    state = Battle.new(GAME, "campaign", 3).state
    sheet, advice = advised(state, seat)
    assert len(advice) == 3
    assert len({str(each.draft) for each in advice}) == 3
    assert legal(state, sheet, advice)
    assert all("of 1 playouts" in each.reasons[0].words for each in advice)


def test_the_best_choices_alone_are_fought_for_to_the_last_battle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the time runs out, the result so far decides; if no battle was simulated, the first force
    is chosen.
    """
    fought = Counter[str]()

    def won(*_: object) -> Fate:
        fought["battles"] += 1
        return Fate(True)

    monkeypatch.setattr(comparing, "simulate_battle", won)
    monkeypatch.setattr(comparing, "BATTLES", 10)
    state = Battle.new(GAME, "campaign", 3).state
    _, advice = advised(state)
    rest = 10 - comparing.TRIAL
    assert fought["battles"] == 3 * comparing.TRIAL + comparing.FINALISTS * rest
    assert len(advice) == comparing.FINALISTS
    fought.clear()
    with time_limit(lambda: fought["battles"] >= 4):
        _, advice = advised(state)
    assert fought["battles"] == 4
    assert all("of 1 playouts" in each.reasons[0].words for each in advice), (
        "the second was cut short"
    )
    with time_limit(lambda: True):
        _, (first, *_) = advised(replace(state, dice=1))
    ships = {id for answer in first.draft.values() for id in answer.chosen}
    assert ships == set(next(iter(comparing.force_candidates("union").values())))


def commit(**fields: object) -> State:
    confederate = fields.pop("confederate", (ship("css_virginia", battle=2), *CONFEDERATE[1:]))
    union = (ship("uss_monitor", battle=2), *UNION[1:])
    return war("commit", union, confederate, plans=[plan(), plan("engagement")]).state  # type: ignore[arg-type]


def test_a_slot_is_advised_by_the_best_of_what_was_compared_with_it() -> None:
    """An option's worth is that of the best compared force with it; options in none come last, with
    the reason.
    """
    state = commit()
    sheet, whole = advised(state)
    slot = sheet.slot(planning.SHIPS)
    view = GAME.view(state, "A")
    found = GAME.thinking.advice(view, sheet.as_decision(slot), Random(1))
    assert {each.option for each in found} == {option.id for option in slot.options}
    assert found[0].worth == whole[0].worth
    for each in found:
        tried = [one for one in whole if each.option in one.draft[slot.id].chosen]
        if tried:
            assert (each.worth, each.reasons) == (tried[0].worth, tried[0].reasons)
        else:
            assert "not part of any choice that was compared by playouts" in each.reasons[0].words
            assert each.worth < whole[-1].worth


def test_up_to_eight_commitments_are_compared_and_the_best_stands_first() -> None:
    state = commit()
    sheet, advice = advised(state)
    assert 2 <= len(advice) <= 8
    assert len({str(each.draft) for each in advice}) == len(advice)
    assert legal(state, sheet, advice)
    assert [each.worth for each in advice] == sorted((a.worth for a in advice), reverse=True)


@pytest.mark.parametrize(("last", "to_come"), [(0, 2), (3, 0), (6, 3)])
def test_ships_that_are_lost_count_in_each_battle_to_come(
    monkeypatch: pytest.MonkeyPatch, last: int, to_come: int
) -> None:
    """Losing the whole fleet costs half a battle's worth for each battle to come, whichever battle
    is the last.
    """
    monkeypatch.setattr(comparing, "simulate_battle", lambda *_: Fate(True, -0.2))
    _, advice = advised(replace(commit(), last=last))
    assert [each.worth for each in advice] == pytest.approx(
        [20.0 - 10.0 * 0.2 * to_come] * len(advice)
    )
    words = [reason.words for reason in advice[0].reasons]
    told = f"costs 20% more of your fleet than of the enemy's, with {to_come} battles to come"
    assert words[1:] == ([told] if to_come else [])


def test_what_a_battle_in_the_mind_costs_both_fleets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ship that is sunk or taken counts with her whole worth, Hits on a ship with half of it."""
    state = commit()
    union = tuple(state.ships[id] for id in ("uss_monitor", "uss_hartford"))
    rebels = (state.ships["css_virginia"],)

    def fought(battle: Fight, *_: object) -> Fight:
        fates: dict[str, dict[str, Any]] = {
            "uss_monitor": {"lost": "sunk"},
            "uss_hartford": {"hits": 6},
        }
        fates["css_virginia"] = {"captured_by": "union"}
        ships = {id: replace(battle.ships[id], **fate) for id, fate in fates.items()}
        return replace(battle, ships={**battle.ships, **ships}, outcome=Outcome(("Union",), ""))

    monkeypatch.setattr(comparing, "_fought", fought)
    ships: dict[Side, tuple[Vessel, ...]] = {"union": union, "confederate": rebels}
    fate = comparing.simulate_battle(state, state.plan(2), ships, "union", Random(1))
    fleets = {side: strength(own(state, side)) for side in ("union", "confederate")}
    spared = 820 / fleets["confederate"] - (550 + 660 * 6 / 13 / 2) / fleets["union"]
    assert fate.won
    assert fate.spared == pytest.approx(spared)


def test_a_captain_weighs_few_ships_against_all_that_may_go() -> None:
    state = commit()
    plan = state.plan(2)
    found = comparing.commitments(state, "union", plan, Random(1))
    least, most = planning.numbers(state, "union", plan)
    assert {len(each) for each in found} >= {max(1, least), most - 1, most}
    strong = sorted(available(state, "union", plan), key=lambda ship: -share(ship))
    assert tuple(strong[:most]) == found[0]


def test_a_hidden_commitment_of_the_enemy_changes_nothing() -> None:
    """Two states that differ only in the ships that the enemy has secretly sent give the same
    advice.
    """
    ships = commit().ships
    sent = [id for id, each in ships.items() if each.side == "confederate"][1:3]
    told = []
    for id in sent:
        state = commit()
        force = replace(state.forces["confederate"], sealed=True, chosen=(id,))
        told.append(advised(replace(state, forces={**state.forces, "confederate": force}))[1])
    assert told[0] == told[1]


def test_ways_to_refit_are_compared_where_they_differ() -> None:
    refit = {"side": "union", "repair": 4, "critical": 1, "crew": 2}
    state = war("spend", HURT, refit=refit, plans=[plan()]).state
    sheet, advice = advised(state)
    assert len(advice) > 1
    assert legal(state, sheet, advice)
    firsts = {next(iter(each.draft)).split()[0] for each in advice}
    assert len(firsts) > 1


def test_the_same_state_is_compared_once() -> None:
    view = GAME.view(commit(), "A")
    first = comparing.rank_answers(view, "A", 5)
    assert comparing.rank_answers(view, "A", 5) is first
