"""What is foreseen before an answer is given: exact chances, what a card changes, both of a ram."""

from __future__ import annotations

import pytest

from engine.game.answer import Answer
from engine.game.panel import Bar, Row
from engine.game.sheet import Sheet
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.foresight.card_odds import card_odds
from engine.systems.iron_oak.foresight.ram_odds import ram_odds
from engine.systems.iron_oak.foresight.route import way_to
from engine.systems.iron_oak.foresight.shot_odds import plain_hits, shot_at
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.gunnery.odds import chance, percent
from engine.systems.iron_oak.movement.rolls import contact_roll, table_roll
from engine.systems.iron_oak.orders.goals import goals
from engine.systems.iron_oak.screen.attack_rows import tenths
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
    way = way_to(play.state, virginia, "B3")
    assert bars(found)["B3"] == pytest.approx(way.arrives)
    assert bars(found)["C2"] == pytest.approx(table_roll(play.state, virginia, "C2").chance)
    notes = {row.label: row.note for row in found if isinstance(row, Bar)}
    assert notes["B3"] == f"aground {percent(way.stopped)}"
    assert notes["C2"] == ""


def test_the_way_that_is_named_tells_stay_hazard_modifiers_and_one_more_hit() -> None:
    shallow = {"shoals": [{"band": "row B", "depth": 2}]}
    worn = ship("css_virginia", "C3", hits=7)
    play = table([ship("uss_monitor", "E5")], [worn], active="confederate", board=shallow)
    play.fill("B", {"css_virginia": "maneuver_1"})
    found = rows(play, "B", "B3")
    assert sum(bars(found).values()) == pytest.approx(1)
    assert set(bars(found)) == {"arrives", "stays", "aground"}
    assert "one more Hit: " in told(found)


def test_a_line_of_the_sheet_notes_the_best_chance_and_the_worst_hazard() -> None:
    shallow = {"shoals": [{"band": "row B", "depth": 2}]}
    play = table([ship("uss_monitor", "C3")], [VIRGINIA], active="confederate", board=shallow)
    virginia, note = play.ship("css_virginia"), GAME.screen.noted
    near = [way_to(play.state, virginia, goal) for goal in goals(play.state, virginia)]
    best, worst = max(way.arrives for way in near), max(way.stopped for way in near)
    told = note(play.state, virginia.id, Answer("maneuver_1"))
    assert told == f"{percent(best)} aground {percent(worst)}"
    ram = contact_roll(play.state, virginia, play.ship("uss_monitor")).chance
    assert note(play.state, virginia.id, Answer("ram_spar")) == percent(ram)
    assert note(play.state, virginia.id, Answer("maneuver_0")) == ""
    assert note(play.state, "cards", Answer("ask")) == ""


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
    play = table([MONITOR], [VIRGINIA], hands=([double, held("rapid_fire")], []))
    play.fill("A", {"uss_monitor": "maneuver_0"}).skip("gunnery").do("A", "css_virginia")
    found = card_odds(play.state, double)
    assert found is not None
    monitor, virginia = play.ship("uss_monitor"), play.ship("css_virginia")
    assert found.now == pytest.approx(plain_hits(play.state, monitor, virginia, False))
    assert found.then > found.now
    words = told(rows(play, "A", f"play:{double}"))
    assert f"{found.now:.1f} -> {found.then:.1f} Hits" in words
    assert f"guns damaged {percent(found.armament)}, smoke" in words
    assert "Rapid Fire" in words


def test_a_ram_tells_contact_and_the_hits_of_both() -> None:
    play = table([MONITOR], [VIRGINIA], active="confederate")
    (bar,) = rows(play, "B", "ram_spar", "css_virginia")
    assert isinstance(bar, Bar)
    roll = contact_roll(play.state, play.ship("css_virginia"), play.ship("uss_monitor"))
    ram = ram_odds(play.state, play.ship("css_virginia"), play.ship("uss_monitor"), "ram")
    assert (bar.label, bar.share) == ("ram Monitor", pytest.approx(roll.chance))
    assert bar.note == f"{ram.dealt:.1f} Hits, {ram.taken:.1f} own"


def test_ram_and_torpedo_are_compared() -> None:
    play = table([MONITOR], [ship("css_palmetto_state", "C3")], active="confederate")
    play.fill("B", {"css_palmetto_state": "ram_spar"})
    words = told(rows(play, "B", "ram:uss_monitor"))
    assert "spar, then ram: " in words
    assert "at point blank hers" in words


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


def test_a_t_tells_both_fires_and_how_she_gets_clear() -> None:
    play = table([ship("uss_osage", "C3")], [VIRGINIA], active="confederate")
    play.fill("B", {"css_virginia": "cross_t"})
    words = told(rows(play, "B", "stern:uss_osage"))
    assert "my Hits into her stern: " in words
    assert "no gun of hers bears" in words
    assert "she gets clear, if she tries: " in words


def test_a_shot_is_told_by_location_with_all_targets_best_first() -> None:
    near = [MONITOR, ship("uss_zouave", "C4")]
    play = table(near, [VIRGINIA], active="confederate")
    play.fill("B", {"css_virginia": "maneuver_0"}).skip("gunnery")
    words = [str(row) for row in rows(play, "B", "uss_zouave")]
    (listed,) = [text for text in words if "best first: " in text]
    shots = [
        shot_at(play.state, play.ship("css_virginia"), play.ship(id))
        for id in ("uss_monitor", "uss_zouave")
    ]
    best = max(shots, key=lambda shot: shot.worth)
    first = "Monitor" if best.target == "uss_monitor" else "Zouave"
    assert f"best first: {first} {best.worth:.0f}, " in listed
    assert sum("/" in text and " d" in text for text in words) == 5


def test_hits_of_a_ram_are_digits_below_their_numbers() -> None:
    """Tenths of the chance; what cannot be is blank, and what hardly can is a dot."""
    blows = {(0, 2): 0.46, (1, 0): 0.5, (3, 0): 0.04}
    assert tenths(blows, 0, 4) == "55 ."
    assert tenths(blows, 1, 4) == "5 5"
    assert tenths({(4, 0): 1.0}, 0, 3) == "   #"
