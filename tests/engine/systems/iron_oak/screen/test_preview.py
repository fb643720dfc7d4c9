"""What is foreseen before an answer is given: exact chances, what a card changes, both of a ram."""

from __future__ import annotations

import pytest

from engine.game.answer import Answer
from engine.game.panel import Bar, Row
from engine.game.sheet import Sheet
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.dice.odds import chance
from engine.systems.iron_oak.evaluation.order_worth import attack_hits
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.movement.rolls import contact_roll, table_roll
from engine.systems.iron_oak.positions.inspect_targets import shot_odds
from tests.engine.systems.iron_oak.table import Table, ship, table

GAME = IronOak()
MONITOR, VIRGINIA = ship("uss_monitor", "C3"), ship("css_virginia", "C3")


def rows(play: Table, seat: str, option: str, slot: str = "") -> tuple[Row, ...]:
    question = play.question(seat)
    if slot:
        assert isinstance(question, Sheet)
        question = question.as_decision(question.slot(slot))
    return GAME.screen.preview(GAME.view(play.state, seat), question, Answer(option)).rows


def bars(found: tuple[Row, ...]) -> dict[str, float]:
    return {row.label: row.share for row in found if isinstance(row, Bar)}


def told(found: tuple[Row, ...]) -> str:
    return " ".join(str(row) for row in found if not isinstance(row, Bar))


def held(kind: str) -> int:
    return next(number for number, card in book().cards.items() if card.kind == kind)


def test_an_order_tells_the_chance_of_each_box_and_of_the_hazards_there() -> None:
    shallow = {"shoals": [{"band": "row B", "depth": 2}]}
    play = table([ship("uss_monitor", "E5")], [VIRGINIA], active="confederate", board=shallow)
    virginia = play.ship("css_virginia")
    found = rows(play, "B", "maneuver_1", "css_virginia")
    roll = table_roll(play.state, virginia, "B3")
    assert bars(found)["B3"] == pytest.approx(roll.chance)
    notes = {row.label: row.note for row in found if isinstance(row, Bar)}
    assert "safe" in notes["B3"]
    assert "safe" not in notes["C2"]


def test_a_card_for_a_maneuver_tells_the_chance_without_and_with_it() -> None:
    quick = held("quick_maneuver")
    play = table([MONITOR], [VIRGINIA], hands=([quick], []))
    play.fill("A", {"uss_monitor": "maneuver_1"}).do("A", "B3")
    found = bars(rows(play, "A", f"play:{quick}"))
    roll = table_roll(play.state, play.ship("uss_monitor"), "B3")
    better = chance(roll.dice, roll.response, roll.drm + book().cards[quick].value)
    assert found == {
        "succeeds now": pytest.approx(roll.chance),
        "with it": pytest.approx(better),
    }
    assert better > roll.chance


def test_a_card_for_a_shot_tells_the_odds_without_and_with_it() -> None:
    double = held("double_charge")
    play = table([MONITOR], [VIRGINIA], hands=([double], []))
    play.fill("A", {"uss_monitor": "maneuver_0"}).skip("gunnery").do("A", "css_virginia")
    found = bars(rows(play, "A", f"play:{double}"))
    plain = shot_odds(play.state, play.ship("uss_monitor"), play.ship("css_virginia"), False)
    assert found["beats it now"] == pytest.approx(plain["chance"])
    assert found["beats it with it"] > found["beats it now"]
    assert found["effective with it"] > found["effective now"]


def test_a_ram_tells_contact_and_the_hits_of_both() -> None:
    play = table([MONITOR], [VIRGINIA], active="confederate")
    (bar,) = rows(play, "B", "ram_spar", "css_virginia")
    assert isinstance(bar, Bar)
    roll = contact_roll(play.state, play.ship("css_virginia"), play.ship("uss_monitor"))
    dealt, taken = attack_hits(play.ship("css_virginia"), play.ship("uss_monitor"), "ram")
    assert (bar.label, bar.share) == ("ram Monitor", pytest.approx(roll.chance))
    assert bar.note == f"{dealt:.1f} Hits, {taken:.1f} own"


def test_which_of_two_to_ram_is_told_with_every_modifier() -> None:
    play = table([MONITOR, ship("uss_galena", "C3")], [VIRGINIA], active="confederate")
    play.fill("B", {"css_virginia": "ram_spar"})
    words = told(rows(play, "B", "ram:uss_galena"))
    assert "ram spar -2" in words
    assert "if she strikes" in words


def test_crossing_the_t_tells_the_chance_at_both_ends() -> None:
    play = table([MONITOR], [VIRGINIA], active="confederate")
    found = bars(rows(play, "B", "cross_t", "css_virginia"))
    assert set(found) == {"bow of Monitor", "stern of Monitor"}
