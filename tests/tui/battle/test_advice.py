"""Advice on the battle screen: computed in the background, shown, looked through, and taken by a
key.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.game.decision import Advice, Answer, Decision
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.sitting.sitting import Sitting
from engine.systems.oak_iron.state.state import Activation
from engine.systems.oak_iron.state.steps import (
    AnyStep,
    AttackChoice,
    ChooseCards,
    EndActivation,
    ResolveCards,
)
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship
from tests.pond.game import PondGame
from tests.pond.opinions import PondThinking
from tests.tui.battle.test_battle_screen import duel, playing, shown
from tests.tui.chart.test_set_up_frames import battle_at
from tests.tui.made_up_advice import Told, reasoned
from tests.tui.running import house, screen_of, until
from tui.battle.advice import BattleAdvice
from tui.battle.screen import BattleScreen
from tui.battle.side_screens import HandOverScreen
from tui.panel.advice_rows import advice_lines
from tui.screens.settings import Settings

FRAMES = Path(__file__).parents[1] / "frames"
SAVES = Path(__file__).resolve().parents[3] / "saves"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    return Told(monkeypatch)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Let a computer player of the pond think until the returned event is set."""
    held = Event()
    told = Told(monkeypatch)

    def slowly(_: object, *asked: Any) -> tuple[Advice, ...]:
        assert held.wait(20)
        return told.answer(*asked)

    monkeypatch.setattr(PondThinking, "advice", slowly)
    yield held
    held.set()


async def test_the_best_clearly_different_answers_stand_there_with_their_reasons(
    tmp_path: Path, told: Told
) -> None:
    """Of two similar answers, 45 and 30 degrees, only the better one is listed.

    What all answers have in common is not given as a reason.
    """
    async with playing(duel(), tmp_path, size=(80, 24)) as (screen, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        seen = shown(pilot)
        rows = [line[40:].rstrip() for line in seen.splitlines()[1:20]]
        assert rows[0].startswith(" -- Advice, dial in [ ] -")
        assert rows[1:15] == [
            " >1. Steer [45 degrees]",
            "     Best by 2.4 points:",
            "     for it: brings the gun to bear at",
            "       five inches (2.4)",
            "",
            "  2. Steer [-90 degrees]",
            "     2.4 points worse:",
            "     for the best: brings the gun to",
            "       bear at five inches (2.4)",
            "",
            "  3. Steer [0 degrees]",
            "     4.6 points worse:",
            "     for the best: brings the gun to",
            "       bear at five inches (2.4)",
        ]
        assert "30 degrees" not in seen
        assert "weather gage" not in seen
        assert seen.isascii()


async def test_an_advised_answer_names_the_harm_about_which_enter_would_ask(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def harm(_: Sitting, decision: Decision) -> Callable[[Answer], str]:
        return lambda answer: "she runs into a consort" if answer.dial == 45 else ""

    monkeypatch.setattr(Sitting, "harm", harm)
    async with playing(duel(), tmp_path, size=(80, 24)) as (screen, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        rows = [line[40:].strip() for line in shown(pilot).splitlines()[1:20]]
        best = rows.index(">1. Steer [45 degrees]")
        assert rows[best + 1] == "She runs into a consort"
        assert shown(pilot).count("She runs into a consort") == 1


async def test_an_answer_is_laid_into_the_orders_and_shown_but_not_taken(
    tmp_path: Path, told: Told
) -> None:
    """The key 2 turns the dial to -90 and shows the ghost (preview) there.

    Escape keeps this order highlighted; Enter takes it.
    """
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        start = battle.position
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        assert screen.session.orders
        assert screen.session.orders.answer == Answer("steer", 45.0)
        assert "Enter take it" in shown(pilot)
        await pilot.press("2")
        assert screen.session.orders.answer == Answer("steer", -90.0)
        ghost = battle.game.screen.preview(
            screen.view, screen.session.orders.decision, Answer("steer", -90.0)
        ).marks
        assert set(ghost) <= set(screen.extras())
        assert ">2. Steer [-90 degrees]" in shown(pilot)
        assert battle.position == start
        await pilot.press("escape")
        assert "-- Orders" in shown(pilot)
        assert "[ < -90 degrees > ]" in shown(pilot)
        assert battle.position == start
        await pilot.press("enter")
        await until(pilot, lambda: battle.position > start and screen.session.orders, "it is taken")
        mine = next(entry for entry in battle.entries[start:] if entry.seat == "A")
        assert mine.command.angle == -90.0
        assert "-- Advice" not in shown(pilot)


async def test_h_and_enter_take_the_best(tmp_path: Path, told: Told) -> None:
    """The key h shows the best order with its ghost (preview), Enter takes it; no other key is
    needed.
    """
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        start = battle.position
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        assert screen.session.orders
        asked = screen.view, screen.session.orders.decision, Answer("steer", 45.0)
        assert set(battle.game.screen.preview(*asked).marks) <= set(screen.extras())
        assert battle.position == start
        await pilot.press("enter")
        await until(pilot, lambda: battle.position > start, "it is taken")
        mine = next(entry for entry in battle.entries[start:] if entry.seat == "A")
        assert mine.command.angle == 45.0


async def test_enter_takes_nothing_while_it_thinks(tmp_path: Path, held: Event) -> None:
    """Enter would take an order that the player had not asked for."""
    battle = duel()
    async with playing(battle, tmp_path) as (_, pilot):
        start = battle.position
        await pilot.press("h", "enter")
        assert "The computer is working out advice; Escape goes back to the orders" in shown(pilot)
        assert battle.position == start


async def test_arrows_lead_through_it(tmp_path: Path, told: Told) -> None:
    """The best answer is shown first; Up shows the last, Down the best again.

    Escape closes the panel.
    """
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        found = []
        for keys in ((), ("up",), ("down",), ("down",)):
            await pilot.press(*keys)
            assert screen.session.orders
            found.append(screen.session.orders.dial)
        assert found == [45.0, 0.0, 45.0, -90.0]
        await pilot.press("9")
        assert screen.session.orders
        assert screen.session.orders.dial == -90.0
        await pilot.press("escape")
        assert "-- Advice" not in shown(pilot)
        await pilot.press("h")
        assert "-- Advice" in shown(pilot)
        assert len(told.asked) == 1
        await pilot.press("h")
        assert "-- Advice" not in shown(pilot)


async def test_keys_are_answered_while_it_thinks(tmp_path: Path, held: Event) -> None:
    """The dial can be turned; the panel says that the computer thinks, until the answers appear."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("h", "right", "right")
        assert "thinking..." in shown(pilot)
        assert "[ < 30 degrees > ]" in shown(pilot)
        held.set()
        told = "1-3 shows an answer on the chart"
        await until(pilot, lambda: told in shown(pilot), "the advice on the screen")
        assert "[ < 30 degrees > ]" not in shown(pilot)
        assert "thinking..." not in shown(pilot)
        assert screen.session.orders
        assert screen.session.orders.dial == 30.0, "what was turned meanwhile stays"


async def test_an_answer_that_comes_too_late_is_dropped(tmp_path: Path, held: Event) -> None:
    """Here the order is given before the advice comes: the panel of the next question is the usual
    one, and stays so.
    """
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        start = battle.position
        await pilot.press("h", "escape", "enter")
        await until(
            pilot, lambda: battle.position > start and screen.session.orders, "the next question"
        )
        assert "-- Advice" not in shown(pilot)
        held.set()
        await pilot.pause(0.1)
        assert "-- Advice" not in shown(pilot)
        assert "-- Orders" in shown(pilot)


async def test_what_was_advised_before_is_no_answer_to_the_next_question(
    tmp_path: Path, held: Event
) -> None:
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        held.set()
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        await pilot.press("escape")
        start = battle.position
        held.clear()
        await pilot.press("enter")
        await until(
            pilot, lambda: battle.position > start and screen.session.orders, "the next question"
        )
        screen.course.advice.ask()
        assert not screen.session.advised
        assert not screen.session.adviser.answers
        await pilot.pause()
        assert "thinking..." in shown(pilot)


async def test_advice_knows_the_seats_view_and_has_its_own_random_numbers(
    tmp_path: Path, told: Told
) -> None:
    """Blue has given a secret order, which the advice does not know.

    On another screen the advice is the same.
    """
    battle = Battle.new(PondGame(), "duel", 7)
    battle.answer("B", Answer("steer", 15.0))
    for _ in range(2):
        async with playing(battle, tmp_path) as (screen, pilot):
            await pilot.press("h")
            await until(pilot, lambda screen=screen: screen.session.advised, "the advice")  # type: ignore[misc]
    (view, _, first), (_, _, again) = told.asked
    assert view == battle.view("A")
    assert view.boats["B"].order is None
    assert first == again
    assert battle.game.dice_rolled(battle.state) == 0


async def test_without_reasons_it_says_so(tmp_path: Path) -> None:
    """The pond gives no reasons and judges all answers alike."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        assert "These answers are equally good: take any" in shown(pilot)
        assert "As good as any." in shown(pilot)


@pytest.mark.parametrize(
    ("worths", "said"),
    [((1.5, 0.5), "rule of thumb"), ((0.0, 0.0), "These answers are equally good: take any")],
)
def test_what_has_no_reasons_is_told_from_what_nothing_tells_apart(
    worths: tuple[float, ...], said: str
) -> None:
    decision = duel().pending()[0]
    answers = [Advice("steer", 30.0 * turn, None, worth) for turn, worth in enumerate(worths)]
    rows = [
        text for line in advice_lines(decision, answers, -1, "points", 60, 20) for _, text in line
    ]
    assert said in " ".join(rows)


def in_a_fight(*steps: AnyStep, skill: int = 1, **changes: Any) -> Battle:
    """Return a battle of Oak & Iron, at some steps, in which guns bear on the enemy."""
    state = with_ship(small_battle(agenda=steps[::-1], **changes), "A1", skill=skill)
    return Battle.from_state(system("oak_iron"), state, 5)


async def test_a_card_is_advised_on_with_reasons(tmp_path: Path) -> None:
    """The cards let critical dice be rolled twice, or crews do nothing but rally."""
    battle = in_a_fight(ChooseCards(), ResolveCards(), phase="initiative")
    players = {"B": make_player("ensign", battle.game, 3, "B")}
    async with playing(battle, tmp_path, players=players, size=(140, 45)) as (screen, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        seen = shown(pilot)
        assert "1. Careful Aim (2)" in seen
        assert "what the card adds to our guns" in seen
        assert "crew actions the card costs" in seen
        assert "rule of thumb" not in seen


@pytest.mark.parametrize(
    ("skill", "said"),
    [
        (1, r"1\. re-roll die \d(.|\n)*for the (next )?best: damage \(\d\.\d\)"),
        (0, r"\d\.\d damage worse:(.|\n)*against it: cost of a Fortune"),
    ],
)
async def test_a_roll_is_advised_on_with_reasons(tmp_path: Path, skill: int, said: str) -> None:
    """Either one die is rolled again by Skill because of what it may show; or all are, for a
    Fortune Point, which is then spent.
    """
    active = Activation(ship="A1", phase="attack", point="large")
    battle = in_a_fight(AttackChoice(), EndActivation(), activation=active, skill=skill)
    battle.answer("A", Answer("broadside_starboard_B1"))
    players = {"B": make_player("ensign", battle.game, 3, "B")}
    async with playing(battle, tmp_path, players=players, size=(140, 45)) as (screen, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        seen = shown(pilot)
        assert re.search(said, seen)
        assert "rule of thumb" not in seen


async def test_while_looking_round_the_key_steers(tmp_path: Path, told: Told) -> None:
    """After Space the key h moves the cursor to the west; the key A asks for advice even then."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("space")
        cell = screen.chart.cursor
        assert cell
        await pilot.press("h")
        assert screen.chart.cursor == (cell[0] - 1, cell[1])
        assert "-- Advice" not in shown(pilot)
        await pilot.press("A")
        await until(pilot, lambda: screen.session.advised, "the advice")


async def test_where_nothing_is_asked_there_is_no_advice(tmp_path: Path) -> None:
    """When a battle is over, a sentence says that there is nothing to advise on."""
    battle = duel()
    while battle.pending():
        battle.answer(battle.pending()[0].seat, Answer(battle.pending()[0].options[-1].id))
    async with playing(battle, tmp_path) as (_, pilot):
        await pilot.press("h")
        assert "The computer gives advice only when it is your turn to choose" in shown(pilot)


async def test_in_hot_seat_a_secret_choice_is_advised_to_its_player(
    tmp_path: Path, told: Told
) -> None:
    """When the keyboard has been passed to Blue, Red's advice is not visible."""
    battle = Battle.new(PondGame(), "duel", 7)
    async with house(tmp_path, battle=battle) as (app, pilot):
        screen = app.screen_stack[0]
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over to Red")
        await pilot.press("enter", "h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        assert told.asked[0][0] == battle.view("A")
        await pilot.press("1", "enter")
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over to Blue")
        await pilot.press("enter")
        await until(pilot, lambda: "BLUE" in screen_of(app), "Blue's choice")
        assert "-- Advice" not in screen_of(app)


async def test_in_hot_seat_an_open_choice_is_advised_after_the_keyboard_was_passed(
    tmp_path: Path,
) -> None:
    """The advice may depend on hidden cards, so the keyboard must be passed to the player first.

    Afterwards everything is visible as before.
    """
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False).fork(74)
    seat = battle.pending()[0].seat
    settings = Settings(animation=False, guide=False)
    async with house(tmp_path, battle=battle, settings=settings) as (app, pilot):
        screen = app.screen_stack[0]
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "the open choice")
        assert screen.session.table.seat_at_keyboard == ""
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over")
        await pilot.press("enter")
        await until(pilot, lambda: screen.session.advised, "the advice")
        assert screen.session.table.seat_at_keyboard == seat
        await pilot.press("escape")
        assert screen.session.table.seat_at_keyboard == ""
        assert "-- Advice" not in screen_of(app)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("draft", "the weather gage"), ("deploy", "in line with her")],
)
async def test_a_set_up_is_advised_on_too(tmp_path: Path, kind: str, reason: str) -> None:
    """Cards and ships are advised on, too: while a ship is placed, A asks for advice, and 1 moves
    her to the best place.
    """
    battle = battle_at(kind)
    players = {"B": make_player("ensign", battle.game, 12, "B")}
    async with playing(battle, tmp_path, players=players, size=(100, 30)) as (screen, pilot):
        await pilot.press("A")
        await until(pilot, lambda: screen.session.advised, "the advice")
        best = screen.session.adviser.answers[0]
        panel = (line.rpartition("|")[2].strip() for line in shown(pilot).splitlines())
        assert reason in " ".join(panel)
        assert "rule of thumb" not in shown(pilot)
        await pilot.press("1")
        assert screen.session.orders
        assert screen.session.orders.answer == best.answer
        assert screen.looking == bool(best.at)
        assert not screen.forecast.why_not()


@pytest.mark.parametrize(
    ("size", "glyphs"), [((80, 24), "ascii"), ((140, 45), "ascii"), ((140, 45), "unicode")]
)
async def test_advice_looks_as_its_picture(
    tmp_path: Path, size: tuple[int, int], glyphs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture shows the second answer highlighted, with its ghost (preview).

    UPDATE_FRAMES=1 draws it anew.
    """
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False).fork(149)
    monkeypatch.setattr(type(battle.game.thinking), "advice", reasoned)
    decision = battle.pending()[0]
    other = next(each.key for each in battle.game.seats(battle.state) if each.key != decision.seat)
    players = {other: make_player("ensign", battle.game, 3, other)}
    options: dict[str, Any] = {"players": players, "size": size, "glyphs": glyphs}
    async with playing(battle, tmp_path, **options) as (screen, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        await pilot.press("2")
        drawn = shown(pilot) + "\n"
    picture = FRAMES / f"advice_{size[0]}x{size[1]}_{glyphs}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        picture.write_text(drawn, encoding="utf-8")
    assert drawn == picture.read_text(encoding="utf-8")
    assert glyphs == "unicode" or drawn.isascii()


@pytest.mark.parametrize(("key", "angle"), [("enter", 45.0), ("up", 0.0), ("down", 45.0)])
async def test_while_none_is_shown_a_key_shows_the_best_or_the_last_and_takes_nothing(
    tmp_path: Path, held: Event, key: str, angle: float
) -> None:
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        start = battle.position
        await pilot.press("h", "right", "right")
        held.set()
        await until(pilot, lambda: screen.session.advised, "the advice")
        assert screen.session.adviser.chosen < 0
        assert "Enter show the best" in shown(pilot)
        await pilot.press(key)
        assert screen.session.orders
        assert screen.session.orders.dial == angle
        assert battle.position == start


async def test_a_question_asked_about_meanwhile_gets_its_own_answer(
    tmp_path: Path, held: Event
) -> None:
    """What was computed for the question before comes too late, and is not shown for the new
    one.
    """
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        start = battle.position
        await pilot.press("h", "escape", "enter")
        await until(
            pilot, lambda: battle.position > start and screen.session.orders, "the next question"
        )
        assert screen.session.orders
        decision = screen.session.orders.decision
        await pilot.press("h")
        held.set()
        await until(pilot, lambda: screen.session.advised, "the advice")
        assert screen.session.adviser.decision == decision


async def test_advice_is_put_away_when_something_else_is_asked(tmp_path: Path, told: Told) -> None:
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        assert "-- Advice" in shown(pilot)
        screen.session.sitting.orders = None
        screen.course.advice.follow()
        assert screen.session.shows == ""


@pytest.mark.parametrize(
    ("shows", "asked", "known", "put_away", "thinks_again"),
    [
        ("advice", "this", True, False, False),
        ("advice", "this", False, False, True),
        ("advice", "the next", True, True, False),
        ("advice", "the next", False, True, False),
        ("advice", "", True, True, False),
        ("log", "the next", True, False, False),
    ],
)
def test_advice_is_put_away_when_something_else_or_nothing_is_asked(
    shows: str, asked: str, known: bool, put_away: bool, thinks_again: bool
) -> None:
    """Advice is never shown for another question; if only the view has changed, it is computed
    again.
    """
    orders = SimpleNamespace(decision=asked) if asked else None
    adviser = SimpleNamespace(decision="this", about=lambda *_: known)
    session = SimpleNamespace(shows=shows, orders=orders, view=None, adviser=adviser)
    shown: list[str] = []
    changes = SimpleNamespace(session=session, forecast=None, show=shown.append)
    advice = BattleAdvice(cast(Any, changes), cast(Any, None), cast(Any, None))
    asked_again: list[bool] = []
    advice.ask = lambda: asked_again.append(True)  # type: ignore[method-assign]
    advice.follow()
    assert shown == ([""] if put_away else [])
    assert asked_again == ([True] if thinks_again else [])
