"""The screen of a campaign: ships' cards, the forecast of a yard card, and the screen of the
battle.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.game.chart import Line
from engine.game.decision import Answer
from engine.game.panel import Row
from engine.game.parts.screen import Preview
from engine.game.question import Fill, Reopen, Sheet
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.players import make_player
from engine.sitting.battle_log import acts
from engine.systems.iron_oak.campaign.screen.scene import boxes, page
from engine.systems.iron_oak.campaign.screen.screen import generated
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import NameShip, Plan, PlayCard
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Current, Side
from tests.engine.systems.iron_oak.campaign.war import GAME, UNION, War, battle, new, ship, war

HARTFORD, VIRGINIA = "uss_hartford", "css_virginia"


def texts(rows: tuple[Row, ...]) -> list[str]:
    """Return the words of panel rows, with headings."""
    return [
        getattr(row, "title", "") or "".join(each.text for each in getattr(row, "spans", ()))
        for row in rows
    ]


def previewed(begun: War, option: str, seat: str = "A") -> tuple[Row, ...]:
    return GAME.screen.preview(begun.state, begun.question(seat), Answer(option)).rows


def test_a_yard_card_shows_its_effect_and_what_it_is_for() -> None:
    begun = war("yard", hands=((11, 13), ()))
    record = book().campaign.yard_kinds["replacements"]
    for option in ("replacements:crew", "replacements:ship"):
        assert texts(previewed(begun, option))[:2] == [record.name, record.effect]
    assert len(previewed(begun, "replacements:crew")) == 2
    assert texts(previewed(begun, "replacements:ship"))[2:] == [
        "one more ship, by the roll of a d10: no VP on 3, 200 VP on 2, 350 VP on 2, 500 VP on 2, "
        "600 VP on 1"
    ]
    card = GAME.screen.card(begun.state, HARTFORD)
    assert previewed(begun, f"out_of_the_mist:{HARTFORD}")[2:] == card
    assert previewed(begun, "done") == ()


def test_a_named_ship_shows_her_card_and_a_sheet_nothing() -> None:
    begun = war("yard", hands=((11,), ())).do("A", f"out_of_the_mist:{HARTFORD}")
    card = GAME.screen.card(begun.state, "css_albemarle")
    assert previewed(begun, "css_albemarle", "B") == card != ()
    sheet = new().sheet("A")
    assert GAME.screen.preview(new().state, sheet, Answer("")) == Preview()
    slot = sheet.as_decision(sheet.slots[0])
    assert GAME.screen.preview(new().state, slot, Answer(HARTFORD)) == Preview()


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"sunk_in": 1}, "sunk in battle 1"),
        ({"crew_loss": 14}, "too few of her crew are left to be sent"),
        ({"crew_loss": 13}, ""),
    ],
)
def test_a_card_says_why_a_ship_goes_nowhere(fields: dict[str, Any], line: str) -> None:
    begun = war("yard", (ship(HARTFORD, **fields), UNION[0]))
    told = texts(GAME.screen.card(begun.state, HARTFORD))
    both = {"sunk in battle 1", "too few of her crew are left to be sent"}
    assert both & set(told) == ({line} if line else set())


@pytest.mark.parametrize(
    ("left", "total", "drawn"),
    [(6, 10, "######...."), (0, 4, "...."), (1, 40, "#........."), (0, 0, "")],
)
def test_a_track_is_drawn_in_boxes(left: int, total: int, drawn: str) -> None:
    assert boxes(left, total) == drawn


def test_while_a_battle_is_fought_the_screen_is_that_of_the_battle() -> None:
    begun = battle("engagement", (HARTFORD,), (VIRGINIA,)).to_battle()
    alone = GAME.cut(begun.state, 1)
    assert alone is not None
    inner, outer, fought = alone.game.screen, GAME.screen, begun.state.battle
    assert outer.legend(begun.state) == inner.legend(fought)
    yard = war("yard").state
    assert texts(outer.legend(yard))[0] == "# the Hits that she has left"
    for each in outer.overlays():
        shown = outer.overlay(begun.state, each.id, HARTFORD)
        assert shown == inner.overlay(fought, each.id, HARTFORD)
        assert outer.overlay(yard, each.id, HARTFORD) == ()
    assert any(outer.overlay(begun.state, each.id, HARTFORD) for each in outer.overlays())
    ends = (0.5, 0.5), (3.5, 2.5)
    assert outer.measure(begun.state, *ends) == inner.measure(fought, *ends) != Preview()
    assert outer.measure(yard, *ends) == Preview()


@pytest.mark.parametrize("side", ["union", "confederate", None])
def test_a_page_has_both_fleets_once_each_and_the_readers_own_first(side: Side | None) -> None:
    state = war("yard").state
    with using(GAME.data):
        keys = [mark.key for mark in page(state, side).marks if isinstance(mark, Line)]
    fleets = [state.ships[key].side for key in keys if key in state.ships]
    assert sorted(key for key in keys if key in state.ships) == sorted(state.ships)
    own, other = ("confederate", "union") if side == "confederate" else ("union", "confederate")
    assert list(dict.fromkeys(fleets)) == [own, other]


def test_while_a_battle_is_fought_its_ships_are_told_as_there() -> None:
    begun = battle("engagement", (HARTFORD,), (VIRGINIA,)).to_battle()
    alone = GAME.cut(begun.state, 1)
    assert alone is not None
    inner, fought = alone.game, begun.state.battle
    for outer_says, inner_says in (
        (GAME.positions.inspect, inner.positions.inspect),
        (GAME.positions.explain, inner.positions.explain),
    ):
        assert outer_says(begun.state, HARTFORD) == inner_says(fought, HARTFORD)
        assert "war" in outer_says(begun.state, "war")
    assert GAME.words.terms_of(begun.state, HARTFORD) == inner.words.terms_of(fought, HARTFORD)
    assert GAME.words.terms_now(begun.state, HARTFORD)[-1] == "battle_engagement"


def test_between_battles_the_coming_ones_type_matters() -> None:
    state = war("yard").state
    assert GAME.words.terms_now(state, HARTFORD) == (HARTFORD, "battle_engagement")
    assert GAME.words.terms_now(state, "nobody") == ("battle_engagement",)


def test_the_sheet_of_a_battle_is_a_sheet_here() -> None:
    begun = battle("engagement", (HARTFORD,), (VIRGINIA,)).to_battle()
    question = GAME.pending(begun.state)[0]
    assert isinstance(question, Sheet)
    assert GAME.thinking.advice(begun.state, question, Random(1))


# A battle that was generated is a scene: who attacks, with how many ships, on what day.
#
# Iron & Oak 8.4.1.


def test_it_tells_attacker_ships_water_wind_and_hour() -> None:
    plan = Plan(
        number=4,
        kind="engagement",
        rolled_by="union",
        attacker="confederate",
        limit=600,
        current=Current("down", "moderate"),
        wind="calm",
        night=True,
        banks=("top",),
        shoals={"row A": 1},
    )
    scene = generated(plan)
    assert scene.title == "BATTLE 4: ENGAGEMENT"
    assert scene.text == (
        "By night; calm wind; a moderate current to the bottom; row A 1 deep; a bank along the top."
    )
    assert [(card.owner, card.name) for card in scene.cards] == [("B", "attacks"), ("A", "defends")]
    assert all("each of 600 points at most" in card.effect for card in scene.cards)


def test_still_water_by_day_is_told_too() -> None:
    assert generated(
        Plan(number=1, kind="engagement", rolled_by="union", attacker="union")
    ).text == ("By day; normal wind; still water.")


def test_it_is_seen_when_the_last_grades_are_given() -> None:
    battle = Battle.new("iron_oak_campaign", "campaign", 3)
    players = {seat: make_player("ensign", battle.game, 3, seat) for seat in "AB"}
    while not battle.state.plans:
        question = battle.pending()[0]
        battle.answer(
            question.seat, players[question.seat].choose(battle.view(question.seat), question)
        )
    record = battle.entries[-1]
    assert any(isinstance(event, ev.BattleGenerated) for event in record.events)
    seen = [act.tableau for act in acts(battle, record) if act.tableau]
    assert [each.title.split(":")[0] for each in seen] == ["BATTLE 1"]


# Commands and facts of a war in words.


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (Fill("forces"), "Choose 6 to 10 ships for the war"),
        (Fill("commit 3"), "the sheet commit 3"),
        (NameShip("uss_cairo"), "Cairo"),
        (NameShip(), "no ship"),
        (PlayCard(5), "Fast Repair"),
        (PlayCard(), "no more cards"),
        (Reopen(), "take the sheet back"),
    ],
)
def test_a_command_that_no_option_names_has_words_of_its_own(command: Any, words: str) -> None:
    assert GAME.words.describe(new().state, command) == words


def test_a_sheet_is_told_by_what_is_filled_in_and_an_option_by_its_label() -> None:
    begun = new()
    answers = dict(begun.sheet("A").proposed)
    told = GAME.words.describe(begun.state, Fill("forces", answers))
    assert told == begun.sheet("A").describe(answers)
    assert "Tug: Zouave, 190 VP" in told
    between = war("yard", hands=((11,), ()))
    command = PlayCard(11, "uss_cairo")
    assert GAME.words.describe(between.state, command) == "Out of the Mist: Cairo"


def test_ammunition_is_short_for_nobody_where_no_ship_is_left() -> None:
    state = war("yard").state
    told = GAME.words.tell(state, ev.AmmunitionShort(9, "", 0), "A")
    assert told == "Limited Ammunition: no ship is affected"
