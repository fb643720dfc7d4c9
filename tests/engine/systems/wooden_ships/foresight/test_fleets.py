"""Warnings of own ships that would meet, and proposed orders for a whole line of ships."""

from __future__ import annotations

import pytest

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.systems.wooden_ships.foresight.evolutions import evolutions, meetings
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.sailing import GIVE_UP, plots
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import of, open_all, sea, sheet, ship

ANSWERING = WoodenShips().answering
LINE = sea(
    ship("A1", "J14", 1),
    ship("A2", "J16", 1),
    ship("A3", "J18", 1),
    ship("B1", "AA60", 1),
    wind=2,
)


def test_own_ships_that_meet_are_told_with_step_and_hex() -> None:
    """A2 sails up to A1, which stays: the hex J15 belongs to A1."""
    told = {"A1": "0", "A2": "1", "A3": "0"}
    assert [str(each) for each in meetings(LINE, "A", told)] == ["A1 meets A2 in step 1 on J15"]
    asked = sheet(LINE)
    answers = {key: Answer(plot) for key, plot in told.items()}
    assert ANSWERING.warnings(LINE, asked, answers) == ("A1 meets A2 in step 1 on J15",)
    assert ANSWERING.harm(LINE, asked, answers) == "A1 meets A2 in step 1 on J15"
    apart = {key: Answer("0") for key in told}
    assert ANSWERING.harm(LINE, asked, apart) == ""
    assert ANSWERING.harm(LINE, asked, {"A1": Answer(GIVE_UP)}) == "all your ships surrender"


def test_what_is_told_is_what_happens() -> None:
    """When the same plots are sealed, the same ships collide in the same step."""
    told = {"A1": "L", "A2": "2", "A3": "1"}
    foreseen = {(each.one, each.other, each.impulse) for each in meetings(LINE, "A", told)}
    _, events = open_all(LINE, told)
    happened = {
        (each.holder, loser, each.impulse)
        for each in of(ev.ContestSettled, events)
        for loser in each.losers
    }
    assert foreseen == happened
    assert foreseen


def test_open_plots_and_other_seats_are_thought_away() -> None:
    near = sea(ship("A1", "J14", 1), ship("A2", "J16", 1), ship("B1", "J12", 4), wind=2)
    assert meetings(near, "A", {"A2": "1"}) == ()
    assert meetings(near, "A", {"A1": "1", "A2": "0"}) == ()


@pytest.fixture(scope="module")
def trafalgar() -> State:
    game = WoodenShips()
    return game.settled(game.set_up("trafalgar"), Dice(1))


def test_every_evolution_is_legal_and_keeps_clear_of_friends(trafalgar: State) -> None:
    ships = tuple(slot.id for slot in sheet(trafalgar).slots)
    found = evolutions(trafalgar, "A", ships)
    assert [each.name for each in found] == [
        "follow the ship ahead",
        "abreast, at the pace of the slowest",
        "turn together to port",
        "turn together to starboard",
    ]
    for each in found:
        plotted = {key: answer.option for key, answer in each.answers.items()}
        assert set(plotted) == set(ships)
        assert all(plot in plots(trafalgar, trafalgar.ships[key]) for key, plot in plotted.items())
        assert meetings(trafalgar, "A", plotted) == ()


def test_a_line_follows_in_each_others_wake() -> None:
    """The first ship sails as far as she can; the others follow to the places astern of her new
    one.
    """
    (follow, *_) = evolutions(LINE, "A", ("A1", "A2", "A3"))
    assert {key: answer.option for key, answer in follow.answers.items()} == {
        "A1": "3",
        "A2": "3",
        "A3": "3",
    }


def test_a_duel_is_offered_none() -> None:
    duel = sea(ship("A1", "J20", 2), ship("B1", "L22", 5))
    assert ANSWERING.drafts(duel, sheet(duel), {}) == ()
