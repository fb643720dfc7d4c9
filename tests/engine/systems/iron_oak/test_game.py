"""The game as other parts of the program use it: battle files, words, screen, players."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from engine.arena.fighting import play_out
from engine.base.errors import Refused
from engine.game.decision import Answer, Decision
from engine.game.question import Sheet
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.machine import RULES
from engine.systems.iron_oak.state.commands import AnyCommand
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import COVERED, HIDDEN, State
from engine.systems.iron_oak.state.steps import AnyStep
from engine.systems.iron_oak.thinking.battle_playouts import determinize
from engine.systems.iron_oak.words.words import describes, tells
from tests.engine.systems.iron_oak import invariants

GAME = IronOak()


def fought(path: Path | None, scenario: str, officers: str, seed: int = 3) -> Battle:
    """Return a finished battle between computer players."""
    battle = Battle.new(GAME, scenario, seed, path=path)
    first, second = officers.split()
    players = {
        "A": make_player(first, GAME, seed, "A"),
        "B": make_player(second, GAME, seed, "B"),
    }
    play_out(battle, players)
    return battle


def test_everything_is_registered() -> None:
    assert rules.CHAPTERS
    assert set(get_args(AnyStep)) == RULES.steps
    assert not tells.missing(AnyEvent)
    assert not describes.missing(AnyCommand)


@pytest.mark.parametrize("scenario", ["drewrys_bluff", "david_attack"])
def test_a_battle_is_kept_replayed_and_verified(tmp_path: Path, scenario: str) -> None:
    path = tmp_path / "river.battle"
    battle = fought(path, scenario, "lieutenant ensign")
    assert battle.outcome() is not None
    battle.close()
    again = Battle.open(path, write=False)
    assert again.state == battle.state
    assert again.verify().ok
    state, _, _ = GAME.types
    assert msgspec.json.decode(msgspec.json.encode(again.state), type=state) == again.state


@pytest.fixture(scope="module")
def battle() -> Battle:
    return fought(None, "mobile_bay_gauntlet", "lieutenant lieutenant")


def test_every_moment_is_told_and_shown(battle: Battle) -> None:
    told = 0
    for number in range(1, battle.position + 1):
        state, record = battle.moment(number)
        assert GAME.words.describe(state, record.command)
        for event in record.events:
            for seat in ("A", "B", ""):
                told += bool(GAME.words.tell(state, event, seat))
            GAME.screen.spectacle(state, event)
            state = GAME.evolve(state, event)
    assert told > 500


def test_the_screen_draws_every_state_and_previews_every_option(battle: Battle) -> None:
    screen = GAME.screen
    for number in range(0, battle.position + 1, 40):
        view: State = GAME.view(battle.at(number), "A")
        assert screen.status(view).phase
        scene = screen.scene(view)
        keys = {mark.key for mark in scene.marks if type(mark).__name__ in {"Counter", "Fort"}}
        assert set(screen.subjects(view)) <= keys
        assert screen.roster(view)
        screen.legend(view)
        assert screen.hand(view, "A")
        for key in screen.subjects(view):
            assert screen.card(view, key)
            assert GAME.words.terms_of(view, key)
            for overlay in screen.overlays():
                screen.overlay(view, overlay.id, key)
        for question in GAME.pending(view):
            if question.seat != "A":
                continue
            if isinstance(question, Sheet):
                for slot in question.slots:
                    for option in slot.options:
                        asked = question.as_decision(slot)
                        screen.preview(view, asked, Answer(option.id))
                        GAME.thinking.slot_score(view, question, slot.id, Answer(option.id), {})
            if isinstance(question, Decision):
                for option in question.options:
                    screen.preview(view, question, Answer(option.id))
                    GAME.thinking.quick_score(view, question, Answer(option.id))
    assert screen.measure(view, (0.5, 0.5), (2.5, 0.5)).rows


def test_a_view_is_made_whole_again_with_every_card_once() -> None:
    battle = Battle.new(GAME, "phantom", 5)
    for seat in ("A", "B"):
        whole = determinize(GAME.view(battle.state, seat), Random(1))
        invariants.check(whole)
        assert COVERED not in whole.sides["union"].hand
        assert not any(ship.order == HIDDEN for ship in whole.ships.values())


def test_terms_have_signs_for_figures_of_our_own() -> None:
    terms = {term.id: term for term in GAME.words.terms()}
    assert len(terms) > 140
    assert "~" in " ".join(terms["uss_monitor"].lines)
    assert "draft 3" in " ".join(terms["css_virginia"].lines)


def test_a_battle_tells_its_own_rules_and_that_it_is_uneven() -> None:
    terms = {term.id: term for term in GAME.words.terms()}
    state = GAME.set_up("hampton_roads")
    assert GAME.words.terms_now(state, "uss_minnesota") == (
        "grounded",
        "uss_minnesota",
        "hampton_roads",
    )
    assert "may not take the order Refloat before turn 6" in " ".join(terms["hampton_roads"].lines)
    assert "history favours the Confederacy" in " ".join(terms["hampton_roads_day_1"].lines)
    assert "history favours the Union" in GAME.scenarios()["duel"]


def test_a_lieutenant_beats_an_ensign() -> None:
    won = lost = 0
    for seed in range(2):
        for scenario in ("memphis", "albemarle_sound", "duel"):
            outcome = fought(None, scenario, "lieutenant ensign", seed).outcome()
            other = fought(None, scenario, "ensign lieutenant", seed).outcome()
            assert outcome is not None
            assert other is not None
            won += (outcome.winners == ("Union",)) + (other.winners == ("Confederacy",))
            lost += (outcome.winners == ("Confederacy",)) + (other.winners == ("Union",))
    assert won > 2 * lost


def test_an_answer_that_is_not_open_is_refused() -> None:
    battle = Battle.new(GAME, "duel", 1)
    with pytest.raises(Refused):
        battle.answer("B", Answer("hold"))
