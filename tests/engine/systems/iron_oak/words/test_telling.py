"""Each battle of the book says when, where and why it was fought, and how history ended it."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import wrap

import pytest
from msgspec.structs import replace

from engine.kernel.battle import Battle
from engine.sitting.battle_log import BattleLog
from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.data.facts import BattleRecord
from engine.systems.iron_oak.fleet import public_name
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.orders.sheet import LABELS, MEANINGS
from engine.systems.iron_oak.squadrons.reading import OWN
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import GunnerySegment, State
from engine.systems.iron_oak.words.reference import (
    AIDS,
    NOW,
    RULES,
    history,
    opening,
    when_and_where,
)
from tests.engine.systems.iron_oak.table import ship, table

BATTLES = list(shipped().scenarios.values())


@pytest.mark.parametrize("record", BATTLES, ids=lambda record: record.id)
def test_a_battle_opens_with_three_sentences_and_ends_with_what_history_saw(
    record: BattleRecord,
) -> None:
    """The sentences and the title fit on the opening picture: seven lines of 42 columns."""
    state = IronOak().set_up(record.id)
    told = opening(state)
    assert told is not None
    assert len(record.stakes) == 3
    assert all(each[0].isupper() and each[-1] == "." for each in record.stakes)
    assert told.text.isascii()
    assert len(wrap(told.text, 42)) <= 7
    assert len(told.title) <= 42
    assert history(state).endswith(".")
    assert history(state).isascii()


def test_a_date_may_lack_its_day_and_a_place_is_told_in_short() -> None:
    told = when_and_where(shipped().scenarios["plymouth"])
    assert told == "19 Apr 1864, Roanoke River"
    told = when_and_where(shipped().scenarios["fate_of_arkansas"])
    assert told == "July 1862, Mississippi at Baton Rouge"


def test_a_battle_that_is_in_no_book_tells_nothing() -> None:
    state = IronOak().set_up(OWN)
    assert opening(state) is None
    assert history(state) == ""


# Every picture and every figure beside the rules has its line in the reference.


GAME = IronOak()


def test_each_aid_is_a_term_of_its_own() -> None:
    ids = [term.id for term in GAME.words.terms()]
    assert all(ids.count(key) == 1 for key in AIDS)
    assert set(LABELS) == set(MEANINGS)  # each order has a sentence
    orders = {f"order_{order}" for order in LABELS}
    assert {key for keys in NOW.values() for key in keys} <= {*AIDS, *RULES} | orders


def test_every_overlay_is_explained_by_its_own_name() -> None:
    named = {name.removeprefix("Overlay: ") for name, _ in AIDS.values()}
    assert {each.id for each in GAME.screen.overlays()} <= set(AIDS) & named


def test_those_of_the_phase_come_up_with_its_rules() -> None:
    play = table([ship("uss_monitor", "C3")], [ship("css_virginia", "C4")])
    assert "the_way" in GAME.words.terms_now(play.state, "uss_monitor")


def test_a_kind_of_cards_tells_what_all_of_them_bear() -> None:
    """The term of a kind of card lists the figure on each of its cards."""
    terms = {term.id: " ".join(term.lines) for term in GAME.words.terms()}
    told = {key: text for key, text in terms.items() if "On the cards: ~" in text}
    assert told
    figures = [text.split("On the cards: ~")[1].split(".")[0].split(", ") for text in told.values()]
    assert all(figure[0] in "+-" or " must beat " in figure for each in figures for figure in each)
    assert max(map(len, figures)) > 1


# The log: every Hit says where it came from.


@pytest.mark.parametrize("name", ["ironclads_in_turns", "ironclads_night", "ironclads_own"])
def test_hits_name_their_cause_in_their_entry(name: str) -> None:
    """A replay that goes to an entry shows only this entry's lines, so one of them must name the
    cause of the Hits.
    """
    battle = Battle.open(Path(f"tests/battles/{name}.battle"), write=False)
    words, hits = battle.game.words, 0
    for entry in battle.entries:
        told: list[str] = []
        for before, event, _ in battle.unfolded(entry.n):
            line = words.tell(before, event, "A")
            if isinstance(event, ev.HitsTaken):
                hits += 1
                assert " from " in line or any(CAUSE.search(each) for each in told), line
            if isinstance(event, ev.ShotFired):
                assert name_of(before, event.target) in line.partition(": ")[0]
            told.append(line)
    assert hits


CAUSE = re.compile(r"torpedo: \d+ Hits? on|mine explodes|rams .*Hits? on|explodes, |blows up")


def name_of(state: State, unit: str) -> str:
    return public_name(state.unit(unit), "union")


def test_hits_by_fire_and_by_the_explosion_of_another_ship_say_so() -> None:
    play = table([ship("uss_monitor", "C3")], [ship("css_virginia", "C4")])
    taken = ev.HitsTaken("uss_monitor", 2)
    told = GAME.words.tell(replace(play.state, phase="status"), taken, "A")
    assert told == "Monitor takes 2 Hits from fire"
    shot = GunnerySegment(firer="uss_monitor", target="css_virginia")
    beside = GAME.words.tell(replace(play.state, shot=shot), taken, "A")
    assert beside == "Monitor takes 2 Hits from the explosion"
    struck = ev.HitsTaken("css_virginia", 1)
    assert GAME.words.tell(replace(play.state, shot=shot), struck, "A") == (
        "Virginia takes 1 Hit from Monitor"
    )


RECORDED = Path(__file__).resolve().parents[4] / "battles"


@pytest.mark.parametrize(
    ("battle", "said"),
    [
        ("ironclads_in_turns", "modifier -1: cards +2, other reasons -3"),
        ("ironclads_night", "modifier +0: cards -1, other reasons +1"),
    ],
)
def test_a_modifier_that_cards_change_says_what_it_is_made_of(battle: str, said: str) -> None:
    """A card of +2 turns -3 into -1; without an explanation nobody would know why."""
    lines = BattleLog(Battle.open(RECORDED / f"{battle}.battle", write=False)).lines("")
    assert any(line.text.endswith(f"; {said}") for line in lines)
    assert not any(" is +0 by cards" in line.text for line in lines)
