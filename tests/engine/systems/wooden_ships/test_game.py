"""The game as other parts of the program use it: battle files, parts, hidden information."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from engine.base.errors import Refused
from engine.game.decision import Answer, Decision
from engine.game.question import Reopen, Sheet
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.machine import RULES
from engine.systems.wooden_ships.screen.screen import shows
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.state.steps import AnyStep
from engine.systems.wooden_ships.words.words import BOOKKEEPING, tells

GAME = system("wooden_ships")


def fought(
    path: Path | None, scenario: str, officer: str, seed: int = 3, most: int = 400
) -> Battle:
    """Return a battle that computer players have fought."""
    battle = Battle.new(GAME, scenario, seed, {"closer_start": 4}, path=path)
    officers = {
        seat.key: make_player(officer, GAME, seed, seat.key) for seat in GAME.seats(battle.state)
    }
    for _ in range(most):
        if not battle.pending():
            break
        question = battle.pending()[0]
        draft = officers[question.seat].choose(battle.view(question.seat), question)
        assert isinstance(question, Sheet)
        battle.submit(question.seat, fill(question, draft))
    return battle


def fill(sheet: Sheet, draft: Any) -> Any:
    from engine.game.question import Fill

    return Fill(sheet.id, dict(draft))


def test_a_fleet_beyond_nine_ships_is_decided_again_from_its_file(tmp_path: Path) -> None:
    """A file sorts A10 before A2, but dice and events follow the ships' own order."""
    path = tmp_path / "fleet.battle"
    battle = Battle.new(GAME, "trafalgar", 3, {"turn_limit": 2}, path=path)
    minds = {seat: make_player("ensign", GAME, 3, seat) for seat in "AB"}
    while battle.pending():
        question = battle.pending()[0]
        draft = dict(minds[question.seat].choose(battle.view(question.seat), question))
        # Filled in from the last line up: the order of a draft is nobody's business.
        battle.answer(question.seat, dict(reversed(draft.items())))
    battle.close()
    again = Battle.open(path, write=False)
    assert list(again.at(0).ships)[:10] == [f"A{number}" for number in range(1, 11)]
    verdict = again.verify()
    assert verdict.ok, verdict.text
    assert again.state == battle.state


@pytest.mark.parametrize("officer", ["ensign", "lieutenant", "captain"])
def test_a_battle_is_kept_replayed_and_verified(tmp_path: Path, officer: str) -> None:
    path = tmp_path / "duel.battle"
    battle = fought(path, "nymphe_cleopatre", officer)
    assert battle.outcome() is not None
    battle.close()
    again = Battle.open(path, write=False)
    assert again.state == battle.state
    assert again.verify().ok


def test_one_takes_ones_own_sealed_sheet_back() -> None:
    battle = Battle.new(GAME, "mars_hercule", 1)
    first, second = battle.pending()
    assert isinstance(first, Sheet)
    assert isinstance(second, Sheet)
    battle.submit("A", fill(first, first.proposed))
    assert battle.why_not_undo("A") is None
    assert GAME.reopens(battle.state, "B") is None
    battle.submit("A", GAME.reopens(battle.state, "A"))
    assert len(battle.pending()) == 2
    battle.submit("A", fill(first, first.proposed))
    battle.submit("B", fill(second, second.proposed))
    assert battle.why_not_undo("B") == "sealed sheets were opened"
    with pytest.raises(Refused):
        battle.submit("A", Reopen())


def test_every_step_has_a_rule_and_every_event_a_line_or_none_by_design() -> None:
    assert RULES.steps == set(get_args(AnyStep))
    untold = tells.missing(AnyEvent)
    assert untold == {kind.__name__ for kind in BOOKKEEPING}
    assert not set(shows.missing(AnyEvent)) & {"SideFired", "ImpulseTaken", "Drifted"}


@pytest.fixture(scope="module")
def battle() -> Battle:
    return fought(None, "president", "lieutenant")


def test_every_moment_is_told_and_shown(battle: Battle) -> None:
    told = 0
    for number in range(1, battle.position + 1):
        state, record = battle.moment(number)
        for event in record.events:
            for seat in ("A", "B", ""):
                told += bool(GAME.words.tell(state, event, seat))
            GAME.screen.spectacle(state, event)
            state = GAME.evolve(state, event)
        assert GAME.words.describe(state, record.command)
    assert told > 100


def test_the_screen_draws_every_state(battle: Battle) -> None:
    for number in range(0, battle.position + 1, 7):
        state: State = battle.at(number)
        view = GAME.view(state, "A")
        screen = GAME.screen
        assert screen.status(view).phase
        scene = screen.scene(view)
        subjects = screen.subjects(view)
        assert {mark.key for mark in scene.marks if hasattr(mark, "pose")} == set(subjects)  # type: ignore[union-attr]
        assert screen.roster(view)
        assert screen.legend(view)
        for key in subjects:
            assert screen.card(view, key)
            for overlay in screen.overlays():
                screen.overlay(view, overlay.id, key)
            assert GAME.words.terms_now(view, key)
        ends = (0.5, -0.5), (20.0, -30.0)
        assert screen.measure(view, *ends).rows


def test_every_option_of_every_slot_has_a_preview(battle: Battle) -> None:
    seen: set[str] = set()
    for number in range(0, battle.position, 5):
        state = battle.at(number)
        for sheet in GAME.pending(state):
            assert isinstance(sheet, Sheet)
            view = GAME.view(state, sheet.seat)
            for slot in sheet.slots:
                asked = sheet.as_decision(slot)
                assert isinstance(asked, Decision)
                for option in slot.options:
                    shown = GAME.screen.preview(view, asked, Answer(option.id))
                    if shown.rows or shown.marks:
                        seen.add(sheet.kind)
    assert {"orders", "combat"} <= seen


def test_a_battle_looked_back_on(battle: Battle) -> None:
    after = GAME.review.aftermath(battle.at(0), battle.entries)
    assert after.sides == ("American", "British")
    assert {tally.key for tally in after.ships} == set(battle.state.ships)
    assert sum(tally.counts[0] for tally in after.ships) > 0
    assert after.moments
    assert after.scores[-1].turn == battle.state.turn


def test_what_is_hidden_is_filled_in_again_for_a_playout() -> None:
    battle = Battle.new(GAME, "mars_hercule", 1)
    first, second = battle.pending()
    battle.submit("A", fill(first, first.proposed))  # type: ignore[arg-type, union-attr]
    seen = GAME.thinking.determinize(battle.view("B"), second, Random(1))  # type: ignore[arg-type]
    assert [each.seat for each in GAME.pending(seen)] == ["A", "B"]


def test_the_reference_names_everything() -> None:
    terms = {term.id: term for term in GAME.words.terms()}
    assert len(terms) == len(GAME.words.terms())
    assert {"mars_br", "br-f3-36", "rake", "struck", "OBP"} <= set(terms)


def test_an_owner_plays_with_his_own_records(tmp_path: Path) -> None:
    (tmp_path / "ships.toml").write_text("[mars_br]\nhull = 20\n")
    own = GAME.with_data(tmp_path)
    assert isinstance(own, WoodenShips)
    assert own.set_up("mars_hercule").ships["A1"].hull == 20
    assert GAME.set_up("mars_hercule").ships["A1"].hull == 14
    assert own.data_version != GAME.data_version


def test_no_sealed_order_is_in_what_another_seat_is_shown() -> None:
    from engine.kernel.codec import codec

    battle = Battle.new(GAME, "nymphe_cleopatre", 1)
    sheet = battle.pending()[0]
    assert isinstance(sheet, Sheet)
    secret = "1R1L"
    events = battle.submit("A", fill(sheet, {"A1": Answer(secret)}))
    assert secret.encode() in bytes(codec(GAME).raw(battle.state))
    for seat in ("B", ""):
        view = battle.view(seat)
        assert secret.encode() not in bytes(codec(GAME).raw(view))
        assert all(secret not in GAME.words.tell(view, event, seat) for event in events)
        assert GAME.positions.inspect(view)["A1"]["executed"] is None


def test_a_plot_is_asked_about_as_a_ship_and_a_plot() -> None:
    view = GAME.view(GAME.set_up("mars_hercule"), "")
    facts = GAME.positions.inspect(view, "A1:2R1")["A1"]
    assert facts["plot"]["order"] == "2R1"
    assert GAME.positions.explain(view, "A1")["A1"]["plots"].startswith("0 1")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("2", ""),
        ("1R", ""),
        ("LR", "step 2: she may turn only once in a hex"),
        ("11", "its usual form is 2"),
        ("x", "'x' is not a plot: type digits for hexes ahead, L and R for turns"),
    ],
)
def test_what_is_said_while_an_order_is_spelt(typed: str, told: str) -> None:
    state = GAME.set_up("nymphe_cleopatre")
    battle = Battle.from_state(GAME, state, 1)
    sheet = battle.pending()[0]
    assert isinstance(sheet, Sheet)
    assert GAME.answering.why_not_typed(battle.view("A"), sheet, "A1", typed) == told
