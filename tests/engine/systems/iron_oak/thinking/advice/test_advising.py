"""Advice: reasons add up, the enemy's reply and what decides the battle are among them."""

from __future__ import annotations

from random import Random

from engine.base.dice import Dice
from engine.game.advice import Advice
from engine.game.command import command_of
from engine.game.sheet import Sheet
from engine.kernel.registry import system
from engine.players import make_player
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak.table import Table, ship, table

GAME = system("iron_oak")


def advised(state: State, seat: str, slot: str = "") -> tuple[Advice, ...]:
    view = GAME.view(state, seat)
    question = next(each for each in GAME.pending(state) if each.seat == seat)
    if slot:
        assert isinstance(question, Sheet)
        question = question.as_decision(question.slot(slot))  # type: ignore[assignment]
    return GAME.thinking.advice(view, question, Random(1))


def words(advice: Advice) -> str:
    return "; ".join(reason.words for reason in advice.reasons)


def virginia_and_cumberland(**fields: object) -> Table:
    return table(
        [ship("uss_cumberland", "B2", anchored=True)],
        [ship("css_virginia", "B2")],
        active="confederate",
        phase="order",
        **fields,
    )


def test_an_order_is_told_by_its_chance_its_hits_and_the_reply() -> None:
    best = advised(virginia_and_cumberland().state, "B", "css_virginia")[0]
    assert best.option == "ram_spar"
    assert "strikes Cumberland" in words(best)
    assert "1 may fire at her" in words(best)
    assert best.worth == sum(reason.worth for reason in best.reasons)


def test_every_order_that_is_open_is_weighed_best_first() -> None:
    state = virginia_and_cumberland().state
    found = advised(state, "B", "css_virginia")
    (sheet,) = GAME.pending(state)
    assert isinstance(sheet, Sheet)
    orders = {option.id for option in sheet.slot("css_virginia").options}
    assert {each.option for each in found} == orders
    assert [each.worth for each in found] == sorted((each.worth for each in found), reverse=True)


def test_a_sheet_is_advised_as_a_draft_that_may_be_sealed() -> None:
    state = virginia_and_cumberland().state
    (advice,) = advised(state, "B")
    (sheet,) = GAME.pending(state)
    assert isinstance(sheet, Sheet)
    assert sheet.faults(advice.draft) == ()
    assert advice.draft["css_virginia"].option == "ram_spar"
    assert all(reason.words.startswith("Virginia: ") for reason in advice.reasons)


def test_a_shot_is_told_by_its_hits_and_what_the_target_decides() -> None:
    play = virginia_and_cumberland(scenario="hampton_roads_day_1")
    play.fill("B", {"css_virginia": "maneuver_0"}).skip("gunnery")
    best = advised(play.state, "B")[0]
    assert best.option == "uss_cumberland"
    assert "Hits in the mean" in words(best)
    assert "what becomes of Cumberland decides the battle" in words(best)


def test_a_card_is_told_by_the_chance_before_and_after_it() -> None:
    quick = next(number for number, card in book().cards.items() if card.kind == "quick_maneuver")
    play = virginia_and_cumberland(hands=([], [quick]))
    play.fill("B", {"css_virginia": "maneuver_1"}).do("B", "B1")
    play.asked("cards")
    card = next(each for each in advised(play.state, "B") if each.option.startswith("play:"))
    assert "the maneuver succeeds with" in words(card)
    assert "instead of" in words(card)


def test_a_question_of_every_kind_has_advice_in_every_battle() -> None:
    """A captain plays a few turns of each battle by nothing but what his seat may see."""
    kinds = set()
    for scenario in book().scenarios:
        state, dice = GAME.settled(GAME.set_up(scenario), Dice(2)), Dice(2)
        players = {
            seat.key: make_player("captain", GAME, 2, seat.key) for seat in GAME.seats(state)
        }
        for _ in range(24):
            questions = GAME.pending(state)
            if not questions:
                break
            question = questions[0]
            view = GAME.view(state, question.seat)
            found = GAME.thinking.advice(view, question, Random(1))
            assert found, question.kind
            kinds.add(question.kind)
            given = players[question.seat].choose(view, question)
            command = command_of(GAME, view, question.seat, given)
            state = GAME.decide(state, question.seat, command, dice).states[-1]
    assert {"orders", "act", "way", "gunnery", "enemy_cards", "misfire"} <= kinds


def test_a_ship_outside_is_advised_to_enter() -> None:
    play = table([ship("uss_galena", "off:left")], [ship("css_patrick_henry", "C5")])
    best = advised(play.state, "A", "uss_galena")[0]
    assert best.option == "maneuver_1"


def test_a_draft_keeps_to_the_ships_that_may_enter_in_a_turn() -> None:
    state = Table(GAME.set_up("mobile_bay_gauntlet")).skip("orders").state
    (advice,) = advised(state, "A")
    (sheet,) = GAME.pending(state)
    assert isinstance(sheet, Sheet)
    assert sheet.faults(advice.draft) == ()
    assert sheet.spent(advice.draft, "entering") == 3
