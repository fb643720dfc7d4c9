"""The forecast before an answer is given: exact chances, the effect of a card, the Hits of both
ships in a ram.

Figures are counted by hand over all faces, from the dice of the cards: Virginia maneuvers by d8d6,
Monitor by d10, one box is against d8d6 (Iron & Oak 5.1), a shoal one too shallow d10 against d10d6.
"""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer, Decision, Option
from engine.game.panel import Bar, Row, Words
from engine.game.parts.screen import Preview
from engine.game.question import Sheet
from engine.systems.iron_oak.cards import kind_of, label
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import side_of
from engine.systems.iron_oak.foresight.maneuver_odds import Stop, way_to
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.machine import percent
from engine.systems.iron_oak.movement.getting_free import refloating
from engine.systems.iron_oak.movement.rolls import cross_roll
from engine.systems.iron_oak.orders.legal import far_goals, ways
from engine.systems.iron_oak.screen.order_rows import _others, _share, noted, tenths
from engine.systems.iron_oak.state.commands import Way
from engine.systems.iron_oak.state.events import Revealed
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


def test_an_order_of_a_ship_outside_speaks_of_no_box_of_hers() -> None:
    play = table(
        [ship("uss_monitor", "E5")], [ship("css_virginia", "off:left")], active="confederate"
    )
    stays, enters = (told(rows(play, "B", f"maneuver_{n}", "css_virginia")) for n in (0, 1))
    assert "She stays off the map, and may enter on a later turn." in stays
    assert "She enters the map, in a box at the edge where she waits." in enters
    assert "her box" not in stays
    assert "beside hers" not in enters


@pytest.mark.parametrize("order", ["maneuver_1", "maneuver_2"])
def test_an_order_to_go_says_what_the_figures_are(order: str) -> None:
    """A narrow panel has figures without bars, so the text does not mention bars."""
    play = table([ship("uss_monitor", "E5")], [VIRGINIA], active="confederate")
    meaning = told(rows(play, "B", order, "css_virginia"))
    assert "The figures are her chance in %." in meaning
    assert "bars" not in meaning


def test_an_order_tells_the_chance_of_each_box_and_of_the_hazards_there() -> None:
    shallow = {"shoals": [{"band": "row B", "depth": 2}]}
    play = table([ship("uss_monitor", "E5")], [VIRGINIA], active="confederate", board=shallow)
    found = rows(play, "B", "maneuver_1", "css_virginia")
    afloat = 235 / 600  # d10 against d10d6
    assert bars(found)["B3"] == pytest.approx(973 / 2304 * afloat)
    assert bars(found)["C2"] == pytest.approx(973 / 2304)
    notes = {row.label: row.note for row in found if isinstance(row, Bar)}
    assert notes["B3"] == "aground 26%"
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


def test_a_line_of_the_sheet_notes_the_chances_and_the_worst_hazard() -> None:
    shallow = {"shoals": [{"band": "row B", "depth": 2}]}
    play = table([ship("uss_monitor", "C3")], [VIRGINIA], active="confederate", board=shallow)
    note = GAME.screen.forecast_note
    assert (
        note(play.state, "css_virginia", Answer("maneuver_1")) == "succeeds 17 to 42%, aground 26%"
    )
    assert (
        note(play.state, "css_virginia", Answer("ram_spar")) == "succeeds 23%"
    )  # d8d6 - 2 against d10
    assert note(play.state, "css_virginia", Answer("maneuver_0")) == ""
    assert note(play.state, "cards", Answer("ask")) == ""


def test_a_card_for_a_maneuver_tells_the_chance_without_and_with_it() -> None:
    quick = held("quick_maneuver")
    play = table([MONITOR], [VIRGINIA], hands=([quick], []))
    play.fill("A", {"uss_monitor": "maneuver_1"}).do("A", "B3")
    found = bars(rows(play, "A", f"play:{quick}"))
    assert book().cards[quick].value == 1
    assert found == {
        "succeeds now": pytest.approx(229 / 480),  # d10 against d8d6
        "with it": pytest.approx(277 / 480),
    }


def test_a_card_for_a_shot_tells_the_odds_without_and_with_it() -> None:
    """Three times whole armour is needed for Hits: 0.24 with d10d4 + 1, 0.41 with 2 more.

    The card's own check is d10d6 against d8. A second shot meets a shield worsened by two: 0.65 for
    both shots.
    """
    double = held("double_charge")
    play = table([MONITOR], [VIRGINIA], hands=([double, held("rapid_fire")], []))
    play.fill("A", {"uss_monitor": "maneuver_0"}).skip("gunnery").do("A", "css_virginia")
    words = told(rows(play, "A", f"play:{double}"))
    assert "'0.2 -> 0.4 Hits, guns damaged 38%, smoke'" in words
    assert "'Rapid Fire: 0.2 -> 0.7 Hits, smoke'" in words


def test_a_ram_tells_contact_and_the_hits_of_both() -> None:
    """Ram dice d10d8d4 against a waterline of d10d6d4: the mean margins; equal dice do half."""
    play = table([MONITOR], [VIRGINIA], active="confederate")
    meaning, bar = rows(play, "B", "ram_spar", "css_virginia")
    assert meaning.until == "first"  # a reader who has learnt it sees the odds alone
    assert isinstance(bar, Bar)
    assert (bar.label, bar.share) == ("ram Monitor", pytest.approx(112 / 480))
    assert bar.note == "1.9 Hits, 1.4 own"


def test_ram_and_torpedo_are_compared() -> None:
    play = table([MONITOR], [ship("css_palmetto_state", "C3")], active="confederate")
    play.fill("B", {"css_palmetto_state": "ram_spar"})
    words = told(rows(play, "B", "ram:uss_monitor"))
    assert "spar, then ram: " in words
    assert "later shots at point blank, in Hits" in words


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
    assert "her chance to get clear: " in words


PLACES = ("B  12", "A  38", "D  12", "S  12")
"""The locations that are hit by 1, 3, 1 and 1 of the eight faces; the other two hit the
waterline."""


def test_a_shot_is_told_by_location_with_all_targets_best_first() -> None:
    """Counted over the faces of d10d8d6 - 1 against a waterline of d6 and sides of d4.

    Such a shot cripples or sinks her in a third of all cases; against Monitor's dice of d10 it does
    next to nothing.
    """
    near = [MONITOR, ship("uss_zouave", "C4")]
    play = table(near, [VIRGINIA], active="confederate")
    play.fill("B", {"css_virginia": "maneuver_0"}).skip("gunnery")
    words = [str(row) for row in rows(play, "B", "uss_zouave")]
    (listed,) = [text for text in words if "best first: " in text]
    assert re.search(r"best first: Zouave \d\d, Monitor \d points", listed)
    lines = re.findall(r"'(\w+ +\d+ d[^']*)'", " ".join(words))
    assert lines == ["WL 25 d6 25/31/17/27", *(f"{place} d4 12/23/25/40" for place in PLACES)]


def test_hits_of_a_ram_are_digits_below_their_numbers() -> None:
    """Each digit is tenths of the chance; impossible Hits are blank, very unlikely ones a dot."""
    blows = {(0, 2): 0.46, (1, 0): 0.5, (3, 0): 0.04}
    assert tenths(blows, 0, 4) == "55 ."
    assert tenths(blows, 1, 4) == "5 5"
    assert tenths({(4, 0): 1.0}, 0, 3) == "   #"


def test_a_prize_is_told_on_her_card() -> None:
    play = table([ship("uss_monitor", "C3", captured_by="confederate")], [VIRGINIA])
    assert "prize of the confederate" in str(GAME.screen.card(play.state, "uss_monitor"))


def test_who_lies_across_her_is_told_by_the_end() -> None:
    play = table([MONITOR], [ship("css_virginia", "C3", across_bow_of="uss_monitor")])
    assert "Virginia lies across her bow" in str(GAME.screen.card(play.state, "uss_monitor"))
    stern = table([MONITOR], [ship("css_virginia", "C3", across_stern_of="uss_monitor")])
    assert "Virginia lies across her stern" in str(GAME.screen.card(stern.state, "uss_monitor"))


def test_a_watcher_holds_no_cards_and_what_is_nowhere_has_no_picture() -> None:
    play = table([MONITOR], [VIRGINIA])
    assert GAME.screen.hand(play.state, "") == ()
    number, side = next(iter(book().cards)), side_of(play.state, "A")
    held = replace(play.state.sides[side], hand=(number,))
    card, enemy = GAME.screen.hand(replace(play.state, sides={**play.state.sides, side: held}), "A")
    assert isinstance(card, Words)
    assert isinstance(enemy, Words)
    told = "".join(span.text for span in card.spans)
    assert told == f"{label(number)}  {book().kinds[kind_of(number)].effect}."
    assert GAME.screen.overlay(play.state, "reach", "uss_nobody") == ()
    assert GAME.screen.overlay(play.state, "reach", "uss_monitor") != ()
    assert GAME.screen.measure(play.state, (-9.0, 0.0), (1.0, 1.0)) == Preview()
    assert GAME.words.terms_of(play.state, "uss_nobody") == ()
    assert "uss_monitor" in GAME.words.terms_of(play.state, "uss_monitor")


def test_where_one_target_lies_in_sight_none_is_compared_with_it() -> None:
    near = table([MONITOR], [VIRGINIA]).state
    both = table([MONITOR], [VIRGINIA, ship("css_drewry", "C4")]).state
    assert list(_others(near, near.ships["uss_monitor"])) == []
    (row,) = _others(both, both.ships["uss_monitor"])
    assert "best first: " in str(row)


def test_a_line_of_two_boxes_or_of_a_crossing_notes_its_best_chance() -> None:
    play = table([ship("uss_zouave", "C3")], [VIRGINIA])
    state, zouave = play.state, play.ship("uss_zouave")
    far = [
        way_to(state, zouave, goal, via).arrives
        for goal in far_goals(state, zouave)
        for via in ways(state, zouave, goal)
    ]
    assert noted(state, "uss_zouave", "maneuver_2").split()[1].rstrip(",") == percent(max(far))
    crossing = noted(state, "uss_zouave", "cross_t").split()[1].rstrip(",")
    assert crossing == percent(cross_roll(state, zouave, play.ship("css_virginia")).chance)


def test_a_ship_that_does_nothing_on_the_table_has_no_way_to_show() -> None:
    play = table([ship("uss_monitor", "off:left")], [VIRGINIA])
    decision = Decision("A", "way", "?", (Option("wait", "Wait", Way("wait")),), ship="uss_monitor")
    assert GAME.screen.preview(play.state, decision, Answer("wait")) == Preview()


def test_an_order_of_nobody_is_not_noted_and_orders_alone_are_drafted() -> None:
    play = table([MONITOR], [VIRGINIA])
    assert noted(play.state, "uss_nobody", "maneuver_1") == ""
    sheet = play.question("A")
    assert isinstance(sheet, Sheet)
    assert GAME.answering.drafts(play.state, sheet, {}) != ()
    assert GAME.answering.drafts(play.state, replace(sheet, kind="standing"), {}) == ()


def test_a_false_contact_that_is_found_out_is_gone_and_told() -> None:
    state, _ = GAME.positions.read(
        "night",
        {
            "game": "iron_oak",
            "sides": {
                "union": {"edge": "left", "ships": [MONITOR], "false_contacts": ["D2"]},
                "confederate": {"edge": "right", "ships": [VIRGINIA]},
            },
        },
    )
    event = Revealed("union_contact_1")
    assert GAME.words.tell(state, event, "B") == "The counter was a False Contact"
    then = GAME.evolve(state, event)
    assert then.ships["union_contact_1"].lost == "identified"
    assert then.ships["union_contact_1"].box == ""


def test_what_stands_behind_refloating_is_its_chance() -> None:
    battle = table([{**MONITOR, "grounded": True}], [VIRGINIA])
    chance_of = refloating(battle.state, battle.ship("uss_monitor")).chance
    assert 0 < chance_of < 1
    assert noted(battle.state, "uss_monitor", "refloat") == f"succeeds {percent(chance_of)}"


def test_a_stop_that_hangs_on_the_other_side_is_told_from_least_to_most() -> None:
    assert _share(Stop("mine", "C3", 0.1, 0.26)) == "10-26%"
    assert _share(Stop("mine", "C3", 0.26, 0.26)) == "26%"
