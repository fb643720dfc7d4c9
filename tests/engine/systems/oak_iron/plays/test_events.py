"""The deck of events (Oak & Iron ch. 5, Events): how a card is drawn, and each of its cards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.kit.ledger import evolve
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.machine import Ledger
from engine.systems.oak_iron.plays import events
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import area, distance, hull, hulls
from engine.systems.oak_iron.state.state import Rules, State
from engine.systems.oak_iron.state.steps import (
    BreakTie,
    ChooseCards,
    DrawEvent,
    ReturnCards,
    RevealCards,
)
from engine.systems.oak_iron.terrain import laid
from engine.systems.oak_iron.turn.end_phase import return_cards
from engine.systems.oak_iron.turn.initiative import reveal
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FULL = Rules(events=True)
TIED = {
    "A": {"face_down": "careful_aim", "admiral_value": 2, "hand": ("reload", "down")},
    "B": {"face_down": "take_courage", "admiral_value": 1, "hand": ("reload", "small_arms")},
}
"""Face-down cards of equal value for both sides."""


def pond(*ships: Any, **rest: Any) -> Skirmish:
    """Return a battle without contact between the sides: of A1 and B1, or of the ships given."""
    fleet = ships or (ship("A1", "fluyt", 8, 18, 0), ship("B1", "corvette", 30, 18, 0))
    return Skirmish(*fleet, rules=rest.pop("rules", FULL), **rest)


def drawn(play: Skirmish, event: str, told: str = "skull") -> Skirmish:
    """Draw the only card of a deck; `told` are the dice that follow the drawing die."""
    gone = tuple(each for each in book().events if each != event)
    play.state = replace(play.state, events_gone=gone)
    play.dice(told)
    ledger = Ledger(replace(play.state, agenda=(DrawEvent(("A", "B"), "A"),)), play.told)
    events.draw_event(ledger, DrawEvent(("A", "B"), "A"))
    play.events += ledger.events
    play.state = replace(ledger.state, agenda=ledger.state.agenda[1:])
    return play.settle()


# The draw ---------------------------------------------------------------------------


def revealed(rules: Rules = FULL, **cards: dict[str, Any]) -> Ledger:
    play = pond(rules=rules, cards={**TIED, **cards}, initiative="")
    state = replace(play.state, agenda=(RevealCards("B"),), phase="initiative")
    ledger = Ledger(state, Dice(5))
    reveal(ledger, RevealCards("B"))
    return ledger


def test_equal_printed_values_draw_an_event_before_the_tie_is_broken() -> None:
    assert book().cards["careful_aim"].value == book().cards["take_courage"].value
    ledger = revealed()
    assert ledger.state.agenda == (DrawEvent(("A", "B"), "B"),)
    events.draw_event(ledger, DrawEvent(("A", "B"), "B"))
    assert ledger.state.agenda[0] == BreakTie(("A", "B"))
    assert len(ledger.state.events_gone) == 1


def test_no_event_without_the_rule_or_without_two_cards() -> None:
    assert revealed(Rules(events=False)).state.agenda[-1] != DrawEvent(("A", "B"), "B")
    bare = revealed(A={"face_down": ""}, B={"face_down": ""})
    assert not any(isinstance(step, DrawEvent) for step in bare.state.agenda)


def test_different_values_draw_nothing() -> None:
    uneven = revealed(B={"face_down": "reload"})
    assert uneven.state.initiative
    assert not any(isinstance(step, DrawEvent) for step in uneven.state.agenda)


def test_every_card_of_the_deck_is_known_and_drawn_once() -> None:
    assert set(events.EVENTS) == set(book().events)
    assert len(book().events) == 14
    state = pond().state
    for number in range(14):
        ledger = Ledger(state, Dice(number))
        events.draw_event(ledger, DrawEvent(("A", "B")))
        fact = next(fact for fact in ledger.events if isinstance(fact, ev.EventDrawn))
        assert fact.event not in state.events_gone
        state = evolve(state, fact)
    assert sorted(state.events_gone) == sorted(book().events)
    assert events.left_in_deck(state) == ()
    ledger = Ledger(state, Dice(1))
    events.draw_event(ledger, DrawEvent(("A", "B")))
    assert not any(isinstance(fact, ev.EventDrawn) for fact in ledger.events), "the deck is empty"


def test_last_turns_initiative_decides_first_then_the_defender_then_a() -> None:
    state = pond().state
    assert events.order(state, "B") == ("B", "A")
    assert events.order(replace(state, defender="B"), "") == ("B", "A")
    assert events.order(state, "") == ("A", "B")


def test_initiative_is_remembered_into_the_next_turn() -> None:
    play = pond(initiative="B", phase="end")
    ledger = Ledger(replace(play.state, agenda=(ReturnCards(),)), play.told)
    return_cards(ledger, ReturnCards())
    assert ledger.state.agenda == (RevealCards("B"),)


def test_event_of_a_turn_is_over_with_it_and_others_stay() -> None:
    play = pond(phase="end", events_in_force=("swell", "wind_decreases"))
    ledger = Ledger(replace(play.state, agenda=(ReturnCards(),)), play.told)
    return_cards(ledger, ReturnCards())
    assert ledger.state.events_in_force == ("wind_decreases",)


def test_steady_wind_cancels_the_first_event_only() -> None:
    calm = {"B": {"conditions": ("steady_wind",)}}
    assert cancelled(pond(cards=calm).state)
    assert not cancelled(pond(cards=calm, events_gone=("swell",)).state)
    assert not cancelled(pond().state)


def cancelled(state: State) -> bool:
    ledger = Ledger(replace(state, agenda=(DrawEvent(("A", "B")),)), Dice(4))
    events.draw_event(ledger, DrawEvent(("A", "B")))
    return any(isinstance(fact, ev.EventIgnored) for fact in ledger.events)


def test_whole_initiative_phase_with_an_event_comes_to_its_end() -> None:
    play = pond(cards=TIED, initiative="", phase="initiative")
    play.state = replace(
        play.state,
        agenda=(RevealCards(),),
        events_gone=tuple(each for each in book().events if each != "swell"),
    )
    play.told.told = ["skull"]
    play.settle()
    assert play.state.events_in_force == ("swell",)
    assert play.state.initiative == "A", "the better admiral, once the event is done"
    assert isinstance(play.state.agenda[-1], ChooseCards)


# The cards -------------------------------------------------------------------------------


def test_wind_decreases() -> None:
    play = drawn(pond(), "wind_decreases")
    assert play.state.events_in_force == ("wind_decreases",)
    for point in ("large", "windward"):
        before = rating(pond().state, "B1", point).value  # type: ignore[arg-type]
        now = rating(play.state, "B1", point)  # type: ignore[arg-type]
        assert now.value == before - 1
        assert "Wind Decreases -1" in now.reasons
    slow = pond(ship("A1", "fluyt", sail="anchored"), ship("B1", x=30)).state
    assert rating(replace(slow, events_in_force=("wind_decreases",)), "A1", "large").value == 0


def test_wind_increases() -> None:
    play = drawn(pond(events_in_force=("wind_decreases",)), "wind_increases")
    assert play.state.events_in_force == ("wind_increases",), "it ends the other"
    assert play.facts(ev.EventOver)[0].event == "wind_decreases"
    before = rating(pond().state, "A1", "large").value
    assert rating(play.state, "A1", "large").value == before + 1


def test_wind_increases_moves_nobody_at_anchor_and_nobody_above_5() -> None:
    fast = ship("A1", "corvette", 8, 18, 180, sail="full")
    play = pond(fast, ship("B1", x=30, sail="anchored"), events_in_force=("wind_increases",))
    assert rating(play.state, "A1", "large", 1).value == 5
    assert rating(play.state, "B1", "large").value == 0


def test_reduced_visibility() -> None:
    red, blue = ship("A1", "fluyt", 10, 18, 0), ship("B1", "corvette", 14, 18, 0)
    play = drawn(pond(red, blue), "reduced_visibility")
    before = shot(pond(red, blue).state, "A1", "B1", "broadside", "starboard")
    now = shot(play.state, "A1", "B1", "broadside", "starboard")
    assert (before.reach, now.reach) == ("pistol", "musket")


def test_reduced_visibility_adds_nothing_to_fog() -> None:
    red, blue = ship("A1", "fluyt", 10, 18, 0), ship("B1", "corvette", 14, 18, 0)
    bank = island((11.5, 10), (12.5, 10), (12.5, 26), (11.5, 26), kind="fog")
    play = pond(red, blue, terrain=(bank,), events_in_force=("reduced_visibility",))
    assert shot(play.state, "A1", "B1", "broadside", "starboard").reach == "musket"


def test_dolphins() -> None:
    play = pond(
        ship("A1", "fluyt", 8, 18, 0, fatigue=2),
        ship("A2", "fluyt", 8, 10, 0, fatigue=3),
        ship("B1", "corvette", 30, 18, 0, fatigue=1),
    )
    drawn(play, "dolphins")
    assert play.options() == ("rally_A1", "rally_A2"), "none may be left"
    play.do("A", "rally_A2")
    assert (play["A1"].fatigue, play["A2"].fatigue, play["B1"].fatigue) == (2, 2, 0)


def test_dolphins_find_no_tired_crew() -> None:
    assert drawn(pond(), "dolphins").facts(ev.EventIgnored)


@pytest.mark.parametrize(
    ("die", "edge"), [("skull", "east"), ("cannon", "east"), ("swords", "west"), ("sail", "west")]
)
def test_wind_shifts(die: str, edge: str) -> None:
    play = drawn(pond(), "wind_shifts", f"skull {die}")
    assert play.state.table.weather_edge == edge
    assert play.state.dice == 2


def test_visibility_clears() -> None:
    banks = (
        island((1, 1), (3, 1), (3, 3), (1, 3), kind="fog", key="F1"),
        island((20, 20), (22, 20), (22, 22), (20, 22), key="L1"),
    )
    play = pond(terrain=banks, events_in_force=("reduced_visibility", "fog_rolls_in", "swell"))
    drawn(play, "visibility_clears")
    assert [piece.id for piece in play.state.terrain] == ["L1"]
    assert play.state.events_in_force == ("swell",)


def test_clear_weather_cannot_clear() -> None:
    assert drawn(pond(), "visibility_clears").facts(ev.EventIgnored)
    isle = island((20, 20), (22, 20), (22, 22), (20, 22))
    rough = pond(terrain=(isle,), events_in_force=("swell",))
    assert drawn(rough, "visibility_clears").facts(ev.EventIgnored)


def test_visibility_clears_of_fog_alone_and_of_dim_light_alone() -> None:
    bank = island((1, 1), (3, 1), (3, 3), (1, 3), kind="fog")
    assert not drawn(pond(terrain=(bank,)), "visibility_clears").state.terrain
    dim = drawn(pond(events_in_force=("reduced_visibility",)), "visibility_clears")
    assert dim.state.events_in_force == ()


def test_fog_rolls_in() -> None:
    play = drawn(pond(), "fog_rolls_in")
    assert len(play.options()) == 3, "three banks, each turned as one likes"
    place = play.room("low_bank", 90.0)
    assert place is not None
    for at in (place.rest, *place.outlines[0][:4]):
        there = Skirmish(*play.state.ships.values(), rules=FULL, agenda=play.state.agenda)
        there.do("A", "low_bank", dial=90.0, at=at)
        bank = area(there.state.terrain[0])
        west, south, east, north = bank.bounds
        assert min(west, south) >= -1e-6
        assert max(east, north) <= 36 + 1e-6
        for base in hulls(there.state).values():
            assert base.polygon.distance(bank) > book().measures.pistol
    assert play.why_not("low_bank", 90.0, (1.0, 1.0)) == "off the table"
    assert "overlaps" in play.why_not("low_bank", 90.0, play["A1"].pose.at)
    assert "within Pistol Shot of A1" in play.why_not("low_bank", 90.0, (12.0, 18.0))
    play.do("A", "low_bank", dial=45.0, at=(19.0, 18.0))
    assert play.state.terrain == (laid("low_bank", (19.0, 18.0), 45.0),)
    assert play.state.events_in_force == ("fog_rolls_in",)


def test_fog_finds_no_bank_when_all_are_out() -> None:
    out = tuple(
        island((1, 1), (2, 1), (2, 2), kind="fog", key=key)
        for key, piece in book().pieces.items()
        if piece.kind == "fog"
    )
    assert drawn(pond(terrain=out), "fog_rolls_in").facts(ev.EventIgnored)


def test_swell() -> None:
    red, blue = ship("A1", "fluyt", 10, 18, 0), ship("B1", "corvette", 21, 18, 0)
    play = drawn(pond(red, blue), "swell")
    calm = shot(pond(red, blue).state, "A1", "B1", "broadside", "starboard")
    rough = shot(play.state, "A1", "B1", "broadside", "starboard")
    assert calm.reach == "cannon"
    assert rough.dice == calm.dice - 1
    near = pond(red, ship("B1", "corvette", 14, 18, 0), events_in_force=("swell",)).state
    assert shot(near, "A1", "B1", "broadside", "starboard").dice == calm.dice


def test_squall() -> None:
    play = pond(
        ship("A1", "fluyt", 8, 18, 0, sail="full"),
        ship("A2", "fluyt", 8, 10, 0),
        ship("B1", "corvette", 30, 18, 0, sail="full"),
    )
    drawn(play, "squall", "skull " + "cannon " * 5 + "cannon cannon sail cannon cannon")
    assert (play["A1"].sail, play["A2"].sail, play["B1"].sail) == ("battle", "battle", "full")


def test_squall_finds_nobody_at_full_sail() -> None:
    assert drawn(pond(), "squall").facts(ev.EventIgnored)


def test_damp_powder() -> None:
    play = pond(ship("A1", "fluyt", 8, 18, 0, reload=("port",)), ship("B1", "corvette", 30, 18, 0))
    drawn(play, "damp_powder")
    assert play.options() == ("damp_B1_port", "damp_B1_starboard")
    play.do("A", "damp_B1_starboard")
    assert play["B1"].reload == ("starboard",)
    assert play["A1"].reload == ("port", "starboard"), "one side was left to choose from"


def test_damp_powder_and_dolphins_pass_wrecks_over() -> None:
    wreck = ship("B2", "corvette", 30, 10, 0, damage=7, fatigue=7)
    fleet = (ship("A1", "fluyt", 8, 18, 0), ship("B1", "corvette", 30, 18, 0, fatigue=1), wreck)
    play = drawn(pond(*fleet), "damp_powder")
    assert play.options() == ("damp_B1_port", "damp_B1_starboard")
    assert drawn(pond(*fleet), "dolphins")["B1"].fatigue == 0, "the only one left"


def test_second_wind() -> None:
    play = pond(
        ship("A1", "fluyt", 8, 18, 0, fatigue=7),
        ship("B1", "corvette", 30, 18, 0, fatigue=2),
        ship("B2", "corvette", 31.0, 18, 0, fatigue=2),
        ship("A2", "corvette", 32.0, 18, 0),
        entangled=(("A2", "B2"),),
    )
    drawn(play, "second_wind")
    play.do("A", "rally_A1")
    assert play["A1"].fatigue == 6
    assert play.options() == ("rally_B1", "none"), "no action for a ship that is entangled"
    play.do("B", "none")
    assert play["B1"].fatigue == 2


def test_second_wind_is_a_rally_with_all_that_cards_add_to_it() -> None:
    play = pond(
        ship("A1", "fluyt", 8, 18, 0, fatigue=4, upgrades=("skilled_surgeon",)),
        ship("A2", "fluyt", 11, 18, 0, fatigue=2),
        ship("B1", "corvette", 30, 18, 0),
        cards={"A": {"admiral": "michiel_de_ruyter"}},
    )
    drawn(play, "second_wind")
    play.dice("sail musket").do("A", "rally_A1")
    assert play["A1"].fatigue == 2, "the surgeon's test was passed"
    play.do("A", "relieve_A2")
    assert play["A2"].fatigue == 1, "the admiral is beloved"


def test_signals_misread() -> None:
    hands = {
        "A": {"hand": ("reload", "down", "careful_aim")},
        "B": {"hand": ("take_courage", "small_arms")},
    }
    play = pond(
        ship("A1", "fluyt", 8, 18, 0),
        ship("B1", "corvette", 30, 18, 0),
        ship("B2", "corvette", 30, 14, 0),
        cards=hands,
    )
    drawn(play, "signals_misread", "skull cannon")
    assert play.state.squadrons["A"].face_down == sorted(hands["A"]["hand"])[1]
    assert len(play.state.squadrons["A"].hand) == 2
    assert not play.state.squadrons["B"].face_down, "her flagship sails in formation"
    assert play.state.dice == 2


def test_signals_misread_asks_for_links_not_for_what_counts_for_cards_alone() -> None:
    near = ship("A1", "fluyt", 5, 18, 0), ship("A2", "fluyt", 11, 18, 0)
    led = {"A": {"hand": ("reload", "down"), "admiral": "george_monck"}}
    play = pond(*near, ship("B1", "corvette", 30, 18, 0), cards=led)
    assert in_formation(play.state, "A") == {"A1", "A2"}
    drawn(play, "signals_misread", "skull skull")
    assert play.state.squadrons["A"].face_down


def test_providence() -> None:
    play = pond(cards={"A": {"fortune": 3}, "B": {"fortune": 1}})
    drawn(play, "providence")
    assert [play.state.squadrons[key].fortune for key in "AB"] == [3, 2]
    full = pond(cards={"A": {"fortune": 3}, "B": {"fortune": 3}})
    assert drawn(full, "providence").facts(ev.EventIgnored)


def test_events_show_in_the_status_bar_and_the_log() -> None:
    from engine.systems.oak_iron.screen.panel import status
    from engine.systems.oak_iron.words.telling import tell

    play = drawn(pond(), "wind_decreases")
    assert "wind decreases" in status(play.state).in_force
    line = tell(pond().state, ev.EventDrawn("wind_decreases"))
    assert line.startswith("Event: Wind Decreases. The wind gets weaker")


def test_dice_of_an_event_stop_an_undo() -> None:
    from engine.systems.oak_iron.game import OakIron

    game = OakIron()
    state: State = pond().state
    assert game.undo_barrier([ev.EventDrawn("swell")]) == "dice were rolled"
    assert game.dice_rolled(evolve(state, ev.EventDrawn("swell"))) == 1


# The event Strong Current: which ships drift, where to, and how far (Oak & Iron ch. 5, Events).


def test_current() -> None:
    play = pond(
        ship("A1", "fluyt", 10, 20, 0),
        ship("A2", "fluyt", 10, 22.9, 0),
        ship("A3", "fluyt", 20, 20, 0, aground=True),
        ship("B1", "corvette", 30, 34.7, 0),
    )
    drawn(play, "current", "skull cannon")
    assert play.facts(ev.CurrentSet)[0].edge == "north"
    north = {key: play[key].pose.y for key in ("A1", "A2", "A3")}  # type: ignore[union-attr]
    assert north["A2"] == pytest.approx(23.9)
    assert north["A1"] == pytest.approx(21.0), "the ship nearer the edge went first"
    assert north["A3"] == 20
    assert max(corner[1] for corner in hull(play["B1"]).corners) <= 36
    assert not play.facts(ev.Collided)


@pytest.mark.parametrize(
    ("die", "east", "north"),
    [("cannon", 0, 1), ("musket", 1, 0), ("swords", 0, -1), ("sail", -1, 0)],
)
def test_current_sets_to_the_edge_that_the_die_names(die: str, east: float, north: float) -> None:
    wreck = ship("B1", "corvette", 30, 18, 0, damage=7, fatigue=7)
    held = (ship("A2", "corvette", 20, 5, 0), ship("B2", "corvette", 21, 5, 0))
    play = pond(ship("A1", "fluyt", 8, 18, 0), *held, wreck, entangled=(("A2", "B2"),))
    before = {key: each.pose for key, each in play.state.ships.items()}
    drawn(play, "current", f"skull {die}")
    for key, start in before.items():
        there = play[key].pose
        assert start is not None
        assert there is not None
        adrift = key in ("A1", "B1")
        assert there.x - start.x == pytest.approx(east * adrift)
        assert there.y - start.y == pytest.approx(north * adrift)


@pytest.mark.parametrize(
    ("die", "x", "y"),
    [("cannon", 18, 34.4), ("musket", 34.9, 18), ("swords", 18, 1.6), ("sail", 1.1, 18)],
)
def test_current_carries_nobody_off_the_table(die: str, x: float, y: float) -> None:
    play = drawn(
        pond(ship("A1", "fluyt", x, y, 0), ship("B1", x=9, y=9)), "current", f"skull {die}"
    )
    places = [place for corner in hull(play["A1"]).corners for place in corner]
    assert play.facts(ev.ShipMoved)
    assert min(places) >= 0
    assert max(places) <= 36


def test_current_stops_short_of_contact() -> None:
    play = pond(ship("A1", "fluyt", 10, 20, 0), ship("B1", "fluyt", 10, 23, 0, aground=True))
    drawn(play, "current", "skull skull")
    assert 0.002 < distance(play.state, "A1", "B1") < 0.004


def test_current_moves_nobody_who_lies_at_the_edge() -> None:
    play = drawn(
        pond(ship("A1", "fluyt", 18, 34.75, 0), ship("B1", x=9, y=9)), "current", "skull cannon"
    )
    assert [moved.ship for moved in play.facts(ev.ShipMoved)] == ["B1"]
