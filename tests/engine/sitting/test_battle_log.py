"""How a command is shown: which picture, with which sentence, in each game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.game.chart import News, Tableau
from engine.kernel.battle import Battle
from engine.sitting.battle_log import MOST_TOLD, StageAct, acts, missed_lines, missed_text
from tui.chart.theatre import MOST, PICTURE_SECONDS, act_frames, performance

ROOT = Path(__file__).parents[3]
OAK, IRON, WOOD = "saves/sample_boarding", "saves/sample_ironclads", "saves/sample_frigates"
FLEET, SINKING = "saves/sample_fleet", "saves/sample_sinking"
FIVE, WAR = (
    "tests/battles/wooden_ships_five",
    "tests/battles/iron_oak_campaign_rules_1/sample_campaign",
)
NIGHT = "tests/battles/ironclads_night"
TURNS = "tests/battles/ironclads_in_turns"


@cache
def told(name: str) -> list[Tableau]:
    battle = Battle.open(ROOT / f"{name}.battle", write=False)
    every = (act for record in battle.entries for act in acts(battle, record))
    return [act.tableau for act in every if act.tableau]


@pytest.mark.parametrize(
    ("name", "picture", "title", "text"),
    [
        (FLEET, "rake", "STERN RAKE", "through her stern"),
        (OAK, "mast", "SHOT AWAY ALOFT", "is left with minimal sail."),
        (OAK, "flagship", "THE FLAGSHIP IS TAKEN", "captured"),
        (OAK, "cards", "INITIATIVE", "has the initiative: a higher card."),
        (FLEET, "colours", "SHE STRIKES", "captured"),
        (SINKING, "colours", "OUT OF ACTION", "is out of action."),
        (SINKING, "sunk", "SUNK", "has sunk."),
        (WOOD, "rake", "BOW RAKE", "over her bow"),
        (WOOD, "colours", "TAKEN", "is captured; prize crew"),
        (FIVE, "mast", "A MAST GOES", "loses"),
        (IRON, "fire", "FIRE", "Fire in"),
        (IRON, "sunk", "SUNK", "sinks"),
        (TURNS, "mast", "FUNNEL SHOT AWAY", "smokestack"),
        (WAR, "sunk", "SUNK", "sinks"),
        (WAR, "ram", "RAMMED", "Onondaga runs into Virginia II: 2 Hits on Virginia II"),
        (WAR, "torpedo", "SPAR TORPEDO", "7 Hits on Essex"),
        (WAR, "blast", "THE MAGAZINE", "Hits. Onondaga beside her: nothing."),
        (IRON, "blast", "THE MAGAZINE", "No ship is beside her."),
        (WAR, "end", "THE BATTLE IS OVER", "."),
    ],
)
def test_what_one_tells_others_about(name: str, picture: str, title: str, text: str) -> None:
    found = [each for each in told(name) if (each.picture, each.title) == (picture, title)]
    assert found
    assert text in found[0].text


@pytest.mark.parametrize(
    ("name", "title", "decided"),
    [
        (OAK, "RED WINS", "Blue withdraws: 4 strike points, 1 ship."),
        (OAK, "RED WINS", "It was decided in turn 10: B2 Sainte Anne is captured"),
        (SINKING, "A DRAW", "Turn 10 is over, strike points are equal"),
        (WOOD, "BRITISH WIN", "It was decided in turn"),
        (IRON, "CONFEDERATE WINS", "It was decided in turn"),
        (WAR, "UNION WINS", "It was decided in battle 5: the Union wins"),
        (NIGHT, "CONFEDERATE WINS", "The torpedo: 10 Hits on New Ironsides"),  # David sank later
    ],
)
def test_the_end_says_who_has_won_and_what_decided_it(name: str, title: str, decided: str) -> None:
    *_, last = told(name)
    assert last.picture == "end"
    assert last.title == title
    assert decided in last.text


def test_the_cards_turned_up_lie_side_by_side_with_whose_they_are() -> None:
    shown = next(each for each in told(OAK) if each.picture == "cards")
    assert [card.owner for card in shown.cards] == ["A", "B"]
    assert all(card.value.isdecimal() and card.name and card.effect for card in shown.cards)


@pytest.mark.parametrize("name", [FLEET, FIVE, IRON, WAR])
def test_of_one_command_little_is_told_and_ships_that_meet_are_on_the_chart(name: str) -> None:
    battle = Battle.open(ROOT / f"{name}.battle", write=False)
    met = 0
    for record in battle.entries:
        seen = acts(battle, record)
        assert sum(act.tableau is not None for act in seen) <= MOST_TOLD
        met += any(act.meets for act in seen)
    assert met > 5


@pytest.mark.parametrize("name", [OAK, FIVE, IRON])
def test_the_chart_can_be_drawn_in_the_midst_of_every_command(name: str) -> None:
    """Also in the state in which a ship has just sunk but the attack on her is not finished."""
    battle = Battle.open(ROOT / f"{name}.battle", write=False)
    for record in battle.entries:
        for act in acts(battle, record):
            assert battle.game.screen.scene(battle.game.view(act.state, "A")).marks


def test_a_picture_takes_the_place_of_the_news_and_stays_to_be_read() -> None:
    battle = Battle.open(ROOT / f"{IRON}.battle", write=False)
    scene = battle.game.screen.scene(battle.state)
    act = StageAct(battle.state, News("She sinks"), (), Tableau("sunk", "SUNK", "She sinks."))
    (picture,) = act_frames(scene, act, pictured=True)
    assert (picture.tableau, picture.seconds) == (act.tableau, PICTURE_SECONDS)
    (news,) = act_frames(scene, act, pictured=False)
    assert news.tableau is None
    assert news.rows


def test_nothing_is_seen_of_what_was_taken_back() -> None:
    battle = Battle.new("oak_iron", "quickstart", 7)
    seat, option = battle.pending()[0].seat, battle.pending()[0].options[0].id
    battle.answer(seat, option)
    record = battle.entries[-1]
    battle.undo(seat)
    assert acts(battle, record) == []


def test_what_was_taken_back_plays_no_more_and_few_performances_are_kept() -> None:
    """The acts are cached for each seat, with and without pictures, but only the latest ones are
    kept.
    """
    battle = Battle.new("oak_iron", "quickstart", 7)
    battle.answer("A", battle.pending()[0].options[0].id)
    (record,) = battle.entries
    seats = [f"{n}" for n in range(MOST + 2)]
    played = [performance(battle, record, seat, pictured=False) for seat in seats]
    assert performance(battle, record, seats[-1], pictured=False) is played[-1]
    assert performance(battle, record, seats[0], pictured=False) is not played[0]
    assert list(played[0].acts) == list(acts(battle, record))
    battle.take_back("A")
    assert not performance(battle, record, "A", pictured=True).acts


def test_talk_and_what_was_taken_back_are_not_missed() -> None:
    battle = Battle.new("oak_iron", "quickstart", 7)
    battle.answer("A", battle.pending()[0].options[0].id)
    left_at = battle.position
    battle.chat("ahoy", "B")
    assert missed_lines(battle, "", left_at) == []
    battle.answer("B", battle.pending()[0].options[0].id)
    battle.chat("well met", "A")
    missed = missed_lines(battle, "", left_at)
    assert missed
    assert not [line for line in missed if "ahoy" in line or "well met" in line]
    battle.take_back("B")
    assert missed_lines(battle, "", left_at) == []
    assert missed_lines(battle, "", None) == []


def test_of_what_was_missed_the_number_of_lines_and_the_last_are_told() -> None:
    assert missed_text([]) == ""
    assert missed_text(["one"]) == "Since you left: 1 line of the log, the last: one"
    told = "Since you left: 3 lines of the log, the last: three"
    assert missed_text(["one", "two", "three"]) == told
