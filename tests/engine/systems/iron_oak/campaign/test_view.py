"""What a seat may see of a campaign: no hand, secretly sent ship, mine or hidden ship of the
enemy.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.game import Outcome
from engine.game.question import Fill, Reopen
from engine.kit.ledger import evolve
from engine.systems.iron_oak.campaign.game import IronOakCampaign
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import Laid, State
from engine.systems.iron_oak.data.facts import Marker
from engine.systems.iron_oak.machine import undo_barrier as of_battle
from engine.systems.iron_oak.state.events import HazardChecked, StandingChanged
from engine.systems.iron_oak.state.state import Roll, Standing
from tests.engine.systems.iron_oak.campaign.war import War, battle, new, plan, ship, war

GAME = IronOakCampaign()
HARTFORD, MONITOR, GALENA = "uss_hartford", "uss_monitor", "uss_galena"
VIRGINIA, ALBEMARLE = "css_virginia", "css_albemarle"
NIGHT = {"night": True}


def same_for(seat: str, one: War, other: War) -> bool:
    assert one.state != other.state
    return GAME.view(one.state, seat) == GAME.view(other.state, seat)


@pytest.mark.parametrize("seat", ["B", ""])
def test_a_yard_hand_and_the_deck_are_the_enemys_secret(seat: str) -> None:
    one = war("yard", hands=((5, 9), ()))
    other = war("yard", hands=((1, 13), ()))
    assert same_for(seat, one, other)
    assert not same_for("A", one, other)


@pytest.mark.parametrize("seat", ["A", ""])
def test_mines_and_obstructions_are_secret(seat: str) -> None:
    laid = [{"mines": (box,), "obstructions": ("B3",)} for box in ("C2", "D4")]
    one, other = (
        battle("passage", (HARTFORD,), (VIRGINIA,), dice=(2,)).fill("B", each) for each in laid
    )
    assert same_for(seat, one, other)
    assert not same_for("B", one, other)


def met(state: State, hazard: str) -> State:
    rolls = Roll("d10", (9,)), Roll("d6", (1,))
    return evolve(state, ev.InBattle(HazardChecked(HARTFORD, hazard, *rolls, True)))


def moved(state: State, box: str) -> State:
    assert state.battle is not None
    hartford = replace(state.battle.ships[HARTFORD], box=box)
    fought = replace(state.battle, ships={**state.battle.ships, HARTFORD: hartford})
    return replace(state, battle=fought)


def markers(state: State) -> tuple[Marker, ...]:
    seen = GAME.view(state, "A").battle
    assert seen is not None
    return seen.board.markers


def test_what_a_ship_has_met_stays_known() -> None:
    """A box has a mine and an obstruction: a ship that has met one of them knows only that one."""
    begun = battle("passage", (HARTFORD,), (VIRGINIA,), dice=(2,))
    state = begun.fill("B", {"mines": ("C2", "D4"), "obstructions": ("C2",)}).state
    assert markers(moved(state, "C2")) == ()
    state = moved(met(moved(state, "C2"), "obstruction"), "C3")
    assert markers(state) == (Marker("obstruction", "C2"),)
    state = met(moved(state, "C2"), "mine")
    assert markers(state) == (Marker("mine", "C2"), Marker("obstruction", "C2"))


@pytest.mark.parametrize(
    ("kind", "attacker"),
    [("engagement", "union"), ("passage", "union"), ("blockade", "confederate")],
)
def test_by_night_nobody_sees_who_has_come(kind: str, attacker: Any) -> None:
    one, other = (
        battle(kind, (id,), (VIRGINIA,), attacker=attacker, water=NIGHT, dice=(2,)).to_battle()
        for id in (HARTFORD, GALENA)
    )
    assert same_for("B", one, other)
    assert same_for("", one, other)


def test_by_night_nobody_sees_who_is_at_anchor_or_short_of_ammunition() -> None:
    laid = [{"card": 9, "by": "confederate", "yard": "union"}]
    one, other = (
        battle(
            *("blockade", (HARTFORD, GALENA), (VIRGINIA,)),
            attacker="confederate",
            water=NIGHT,
            laid=laid,
            dice=(face,),
        )
        for face in (1, 2)
    )
    assert same_for("B", one, other)
    one.fill("A", {"anchored": HARTFORD})
    seen = GAME.view(one.state, "B").setting
    assert seen is not None
    assert seen.anchored == seen.limited == ()
    own = GAME.view(one.state, "A").setting
    assert own is not None
    assert (own.anchored, own.limited) == ((HARTFORD,), (GALENA,))


def test_by_night_the_attacker_sees_no_place_of_the_defender() -> None:
    one, other = (
        battle("engagement", (HARTFORD,), (VIRGINIA,), water=NIGHT).fill("B", {VIRGINIA: box})
        for box in ("B5", "C5")
    )
    assert same_for("A", one, other)
    day = battle("engagement", (HARTFORD,), (VIRGINIA,)).fill("B", {VIRGINIA: "B5"})
    seen = GAME.view(day.state, "A").setting
    assert seen is not None
    assert seen.places == {VIRGINIA: "B5"}


def test_ships_of_the_battle_after_the_next_stay_secret_while_one_is_fought() -> None:
    fleet = (ship(HARTFORD, battle=2), ship(MONITOR, battle=3), ship(GALENA))
    plans = [plan(), plan("passage")]
    begun = war("battle", fleet, (ship(VIRGINIA, battle=2), ship(ALBEMARLE)), plans=plans)
    seen = GAME.view(begun.state, "B").ships
    assert {id: seen[id].battle for id in (HARTFORD, MONITOR, GALENA)} == {
        HARTFORD: 2,
        MONITOR: -1,
        GALENA: -1,
    }


def test_what_may_not_be_undone_says_why() -> None:
    barrier = GAME.undo_barrier
    assert barrier([ev.Sealed("union", (HARTFORD,))]) == ""
    assert barrier([ev.Committed(2, {"union": (), "confederate": ()})]) != ""
    assert barrier([ev.YardCardsDrawn("union", (1,))]) != ""
    assert barrier([ev.TargetChosen(HARTFORD, 1)]) == "dice were rolled"
    assert barrier([ev.TargetChosen(HARTFORD)]) == ""
    assert barrier([ev.HandCut("union", (1,))]) == ""
    assert barrier([ev.YardCardPlayed(Laid(5, "union", "union"))]) == "a card was played"
    assert barrier([ev.YardCardAnswered("union", 15, 5)]) == "a card was played"
    checked = HazardChecked(HARTFORD, "mine", Roll("d10", (9,)), Roll("d6", (1,)), True)
    assert barrier([ev.InBattle(checked)]) == of_battle([checked]) != ""
    assert barrier([ev.InBattle(StandingChanged("union", Standing()))]) == ""
    assert barrier([ev.CampaignEnded(Outcome(("Union",), "it is won"))]) == "the battle is over"


def test_chapters_are_the_set_up_each_battle_and_what_follows_it() -> None:
    assert GAME.chapter(war("yard").state) == "after battle 1"
    begun = battle("engagement", (HARTFORD,), (VIRGINIA,))
    assert GAME.chapter(begun.state) == "battle 2"
    assert GAME.chapter(begun.to_battle().state) == "battle 2"
    assert GAME.chapter(begun.over("union").state) == "after battle 2"
    assert GAME.chapter(new().state) == "set-up"
    chosen = new().fill("A", {}).fill("B", {})
    assert [GAME.setting_up(each.state) for each in (new(), chosen, begun)] == [True, True, False]


def test_in_a_battle_sheets_are_opened_again_and_standing_answers_changed_as_there() -> None:
    begun = battle("engagement", (HARTFORD,), (VIRGINIA,)).to_battle()
    begun.command("B", Fill("standing", {"cards": Answer(picks=("never",))}))
    assert begun.events == (ev.InBattle(StandingChanged("confederate", Standing("never"))),)
    seat = begun.asked()[0]
    with pytest.raises(Refused, match="you have no sealed sheet that is still secret"):
        begun.command(seat, Reopen())


def test_a_side_may_take_its_forces_back_until_the_other_has_chosen() -> None:
    begun = new().fill("A", {}).command("A", Reopen())
    assert begun.events == (ev.Unsealed("union"),)
    assert (
        GAME.words.tell(begun.state, ev.Unsealed("union"), "") == "The Union takes its sheet back"
    )
    assert [each.seat for each in GAME.pending(begun.state)] == ["A", "B"]
