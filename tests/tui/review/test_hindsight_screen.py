"""The page with the costliest choices, for the pond and for a battle of Oak & Iron."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from engine.game.chart import Spot
from engine.game.decision import Advice
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.review.curve import CostlyChoice, Trial
from engine.review.proving import run_trials
from engine.sitting.hindsight import cached_hindsight
from engine.sitting.kinds.puzzle import GUARDED
from engine.systems.iron_oak.review import IronOakReview
from tests.engine.systems.iron_oak.test_review import last_turn
from tests.pond.opinions import PondThinking
from tests.tui.battle.test_battle_screen import duel
from tests.tui.made_up_advice import Told
from tests.tui.running import house, save_battle, screen_of, until
from tui.battle.screen import BattleScreen
from tui.replay.screen import ReplayScreen
from tui.review.aftermath import AftermathScreen
from tui.review.hindsight_screen import HindsightScreen, RetryScreen

FRAMES = Path(__file__).parents[1] / "frames"


@pytest.fixture(autouse=True)
def better_answers_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not simulate battles: let an answer win them according to its worth."""
    monkeypatch.setattr("engine.sitting.hindsight.run_trials", by_its_cost)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    return Told(monkeypatch)


@pytest.fixture
def over(tmp_path: Path) -> Battle:
    """Return a finished battle on the pond, in which both boats steer and then fire."""
    return Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)


def opened(battle: Battle, watched: list[int], *own: str) -> Callable[[], AftermathScreen]:
    return lambda: AftermathScreen(battle, watched.append, own)


async def judged(pilot: Any, app: Any) -> HindsightScreen:
    """Press the key for the page, and wait until all choices are judged."""
    await pilot.press("h")
    screen = app.screen
    assert isinstance(screen, HindsightScreen)
    await until(pilot, lambda: screen.hindsight.over, "all is judged")
    screen.draw()
    await pilot.pause()
    return screen


async def test_the_costliest_stands_first_in_full_and_is_shown_where_it_was_made(
    tmp_path: Path, told: Told
) -> None:
    """Red steers by 0 where 45 is worth 4.6 more; Enter shows the position before that entry."""
    battle, watched = duel(2), list[int]()
    async with house(tmp_path, start=opened(battle, watched, "A")) as (app, pilot):
        await judged(pilot, app)
        seen = screen_of(app)
        assert "2 of 2 choices judged" in seen
        assert re.search(r">     1  T1    Red   .*steer, or lay the gun\?", seen)
        assert " chosen   Steer [0 degrees]" in seen
        assert " better   Steer [45 degrees]" in seen
        assert " because  brings the gun to bear" in seen
        assert re.search(r" wins     Red won \d+ of \d+ battles played out from here", seen)
        assert seen.isascii()
        assert "Enter shows entry 0, before the choice, with advice" in seen
        await pilot.press("enter")
        assert watched == [0]
        assert isinstance(app.screen, AftermathScreen)


async def test_of_a_battle_that_goes_on_only_ones_own_choices_are_judged(
    tmp_path: Path, told: Told
) -> None:
    """Blue's order is judged only for Blue; a person without a seat is told to wait."""
    battle = duel(3)
    async with house(tmp_path, start=opened(battle, [], "A")) as (app, pilot):
        screen = await judged(pilot, app)
        assert {each.seat for each in screen.choices} == {"A"}
        assert {decision.seat for _, decision, _ in told.asked} == {"A"}
    async with house(tmp_path, start=opened(battle, [])) as (app, pilot):
        await pilot.press("h")
        assert "choices are judged when the battle is over" in screen_of(app)


async def test_the_battle_screen_asks_for_its_own_seats_and_in_hot_seat_for_none(
    tmp_path: Path, told: Told
) -> None:
    """Against a computer player Red's choices are judged; with two persons at one keyboard, none
    before the end.
    """
    battle = duel(2)
    players = {"B": make_player("ensign", battle.game, 3, "B")}
    for sitting, expected in ((players, HindsightScreen), ({}, AftermathScreen)):
        async with house(tmp_path, battle=battle, players=sitting) as (app, pilot):
            screen = app.screen_stack[0]
            assert isinstance(screen, BattleScreen)
            if not sitting:
                await pilot.press("enter")
            await until(
                pilot, lambda screen=screen: screen.ready and screen.session.orders, "the choice"
            )  # type: ignore[misc]
            await pilot.press("E", "h")
            assert isinstance(app.screen, expected)


async def test_a_finished_battle_is_judged_for_all_and_leads_into_the_replay(
    tmp_path: Path, over: Battle, told: Told
) -> None:
    """When it is opened from a replay, both pages close, and the replay shows the position before
    the choice.
    """
    async with house(tmp_path, start=lambda: ReplayScreen(over)) as (app, pilot):
        await pilot.press("E")
        screen = await judged(pilot, app)
        assert {each.seat for each in screen.choices} == {"A", "B"}
        await pilot.press("down")
        second = screen.choices[1]
        await pilot.press("enter")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.reel.n == second.n - 1


async def test_it_leads_to_both_ghosts_in_the_replay(
    tmp_path: Path, over: Battle, told: Told
) -> None:
    """After Enter the replay shows the position, with advice on what was chosen and what was
    better.
    """
    async with house(tmp_path, start=lambda: ReplayScreen(over)) as (app, pilot):
        await pilot.press("E")
        await judged(pilot, app)
        await pilot.press("enter")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await until(pilot, lambda: screen.advice.advised.ready, "the advice")
        words = [mark.text for mark in screen.advice.advised.marks() if isinstance(mark, Spot)]
        assert words == ["better", "chosen"]


async def test_a_choice_is_tried_again_until_the_best_is_found(tmp_path: Path, told: Told) -> None:
    """The order to steer by 0 degrees is called worse, with the reason; then 45 degrees is found to
    be the best.

    Neither order is carried out in the battle.
    """
    battle = duel(2)
    async with house(tmp_path, start=opened(battle, [], "A")) as (app, pilot):
        listed = await judged(pilot, app)
        await pilot.press("t")
        screen = app.screen
        assert isinstance(screen, RetryScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "the question")
        assert "RED, TRY AGAIN" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: "4.6 points worse" in screen_of(app), "the verdict")
        assert "4.6 points worse; for the best: brings the gun to bear" in screen_of(app)
        await pilot.press("u")
        assert "orders are not carried out here: you only see their worth" in screen_of(app)
        await pilot.press("right", "right", "right", "enter")
        await until(pilot, lambda: "Found" in screen_of(app), "the best")
        assert screen.battle.position == 0
        await pilot.press("q")
        assert app.screen is listed
    assert battle.position == 2


async def test_judging_goes_on_beside_the_keys_and_is_kept(
    tmp_path: Path, over: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the first choice is judged, the page says so and can be left; judging goes on later."""
    told, go = Told(monkeypatch), Event()

    def slowly(_: object, *asked: Any) -> tuple[Advice, ...]:
        assert go.wait(20)
        return told.answer(*asked)

    monkeypatch.setattr(PondThinking, "advice", slowly)
    async with house(tmp_path, start=opened(over, [])) as (app, pilot):
        await pilot.press("h")
        assert "0 of 6 choices judged" in screen_of(app)
        assert "No choice has to be played on so far; still judging." in screen_of(app)
        await pilot.press("escape")
        assert isinstance(app.screen, AftermathScreen)
        go.set()
        screen = await judged(pilot, app)
        assert screen.hindsight is cached_hindsight(over, ("A", "B"), screen.own)
        asked = len(told.asked)
        await pilot.press("escape")
        await judged(pilot, app)
        assert len(told.asked) == asked


async def test_a_battle_without_a_mistake_says_so(tmp_path: Path, over: Battle) -> None:
    """The pond itself judges every answer as good as any other."""
    async with house(tmp_path, start=opened(over, [])) as (app, pilot):
        await judged(pilot, app)
        assert "No choice cost anything." in screen_of(app)
        await pilot.press("enter", "down")
        assert isinstance(app.screen, HindsightScreen)


@pytest.mark.parametrize(
    ("size", "glyphs"), [((80, 24), "ascii"), ((140, 45), "ascii"), ((140, 45), "unicode")]
)
async def test_the_page_looks_as_its_picture(
    tmp_path: Path, size: tuple[int, int], glyphs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture shows a quick start of two ensigns, judged by invented figures; the third choice
    is highlighted.
    """
    battle = Battle.new("oak_iron", "quickstart", seed=5, title="Mixed company")
    monkeypatch.setattr(type(battle.game.thinking), "advice", lambda *_: ())
    monkeypatch.setattr(type(battle.game.thinking), "quick_score", by_its_place)
    players = {seat: make_player("ensign", battle.game, 3, seat) for seat in ("A", "B")}
    while battle.position < 90:
        decision = battle.pending()[0]
        answer = players[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, answer)
    options: dict[str, Any] = {"start": opened(battle, [], "A"), "size": size, "glyphs": glyphs}
    async with house(tmp_path, **options) as (app, pilot):
        await judged(pilot, app)
        await pilot.press("down", "down")
        drawn = screen_of(app) + "\n"
    picture = FRAMES / f"hindsight_{size[0]}x{size[1]}_{glyphs}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        picture.write_text(drawn, encoding="utf-8")
    assert drawn == picture.read_text(encoding="utf-8")
    assert glyphs == "unicode" or drawn.isascii()


def by_its_cost(_: object, choice: CostlyChoice, before: int, count: int) -> Trial:
    """Return an invented pair of battles: the more a better answer is worth, the more of them it
    wins.
    """
    better = float(before % 10 < min(9, 3 + choice.cost))
    chosen = float(before % 10 < 3)
    return Trial(n=choice.n, of=1, better=better, chosen=chosen, squares=abs(better - chosen))


def by_its_place(_: object, view: Any, decision: Any, answer: Any) -> float:
    """Judge an option by its place in the list, and a dial by how far it is turned."""
    option = decision.option(answer.option)
    return (answer.dial or 0.0) / 10 - 0.9 * float(decision.options.index(option))


async def test_what_makes_no_difference_is_no_costly_choice(
    tmp_path: Path, over: Battle, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While battles are simulated, the list says how many; then the choice disappears from it."""
    halted, free = Event(), Event()

    def alike(_: object, choice: CostlyChoice, before: int, count: int) -> Trial:
        if before == 5:
            halted.set()
            free.wait(20)
        return Trial(n=choice.n, of=1, better=1.0, chosen=1.0, squares=0.0)

    monkeypatch.setattr("engine.sitting.hindsight.run_trials", alike)
    async with house(tmp_path, start=opened(over, [], "A")) as (app, pilot):
        await pilot.press("h")
        screen = app.screen
        assert isinstance(screen, HindsightScreen)
        await until(pilot, halted.is_set, "five battles are played on")
        screen.draw()
        await pilot.pause()
        seen = screen_of(app)
        assert "being played on: 5 of 60" in seen
        assert "not tried out yet" in seen
        assert not re.search(r"\bcost(ly| most)\b", seen)
        free.set()
        await until(pilot, lambda: screen.hindsight.over, "all is played on")
        screen.draw()
        await pilot.pause()
        assert screen.hindsight.listed()
        assert screen.choices == ()
        assert "No choice made a difference." in screen_of(app)


async def test_ones_own_choices_stand_above_those_of_others(
    tmp_path: Path, over: Battle, told: Told
) -> None:
    """Each group has a heading that says whose chances the figures are."""
    async with house(tmp_path, start=opened(over, [], "B")) as (app, pilot):
        await judged(pilot, app)
        lines = screen_of(app).splitlines()
    (mine,) = [n for n, line in enumerate(lines) if "won: your answer / best" in line]
    (theirs,) = [n for n, line in enumerate(lines) if "won: their answer / best" in line]
    rows = {n: line for n, line in enumerate(lines) if re.match(r"[> ]+\d+  T\d", line[1:])}
    assert mine < theirs
    assert {n > theirs for n, line in rows.items() if " Red " in line} == {True}
    assert {mine < n < theirs for n, line in rows.items() if " Blue " in line} == {True}


async def test_what_a_choice_won_is_told_whole_on_a_small_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This is so however long the list is: the list is scrolled, and the sentence is not cut."""
    monkeypatch.setattr(
        "tui.review.hindsight_screen.effect_text",
        lambda *_, named: f"won {'so ' * 60}ends",
    )
    battle = Battle.open(save_battle(tmp_path, "Long", turns=99), write=False)
    monkeypatch.setattr(PondThinking, "quick_score", by_its_place)
    async with house(tmp_path, start=opened(battle, [], "A"), size=(80, 24)) as (app, pilot):
        screen = await judged(pilot, app)
        many = [each for each in screen.hindsight.listed() for _ in range(9)]
        monkeypatch.setattr(screen.hindsight, "listed", lambda: tuple(many))
        for key in ("home", "end"):
            await pilot.press(key)
            screen.draw()
            await pilot.pause()
            seen = screen_of(app)
            assert " ends." in seen
            assert re.search(r"won: (your|their) answer / best", seen)


async def test_choices_are_gone_through_and_a_second_click_shows_one(
    tmp_path: Path, over: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PondThinking, "quick_score", by_its_place)
    watched: list[int] = []
    async with house(tmp_path, start=opened(over, watched, "A", "B")) as (app, pilot):
        screen = await judged(pilot, app)
        assert len(screen.choices) >= 2
        places = []
        for key in ("end", "up", "home"):
            await pilot.press(key)
            places.append(screen.index)
        assert places[0] == len(screen.choices) - 1
        assert places[1:] == [len(screen.choices) - 2, 0]
        other = screen.choices[1].n
        screen._clicked(other)
        assert (screen.n, watched) == (other, [])
        screen._clicked(other)
        assert watched == [other - 1] or watched


def test_what_is_judged_is_judged_once(over: Battle) -> None:
    hindsight = cached_hindsight(over, ("A", "B"))
    while not hindsight.over:
        hindsight.step(over)
    judged = hindsight.judged
    hindsight.step(over)
    assert hindsight.judged == judged


# A battle of Iron & Oak looked back on: the costliest order, its price, and trying it again.


async def test_the_costliest_order_is_tried_again_until_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ship first holds beside the edge that wins: the cost is shown with both chances.

    She holds again, and then crosses the edge.
    """
    monkeypatch.setattr("engine.sitting.hindsight.run_trials", run_trials)
    battle = last_turn("maneuver_0")
    position = battle.position
    start = lambda: AftermathScreen(battle, lambda _: None)  # noqa: E731
    async with house(tmp_path, start=start) as (app, pilot):
        await pilot.press("h")
        screen = app.screen
        assert isinstance(screen, HindsightScreen)
        await until(pilot, lambda: screen.hindsight.over, "all is played on")
        screen.draw()
        await pilot.pause()
        seen = " ".join(screen_of(app).split())
        assert "Orders of the turn Monitor" in seen
        assert "better Maneuver 1: next box" in seen
        told = re.search(r"won 0 of \d+ battles .* and (\d+) with the better one", seen)
        assert told, seen
        assert int(told[1]) > 0
        await pilot.press("t")
        tried = app.screen
        assert isinstance(tried, RetryScreen)
        await until(pilot, lambda: tried.ready and tried.session.orders, "the sheet")
        assert "TRY AGAIN" in screen_of(app)
        await pilot.press("2", "enter")
        await until(pilot, lambda: "Try again." in screen_of(app), "that it was not the best")
        assert re.search(r"\d\.\d Victory Points worse", screen_of(app))
        await pilot.press("x")
        await until(pilot, lambda: "Try again." in screen_of(app), "no sheet is sealed")
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Found" in screen_of(app), "the best")
        await pilot.press("q")
        assert app.screen is screen
    assert battle.position == position


async def test_nothing_is_redone_or_taken_back_while_an_order_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IronOakReview, "plays_on", False)
    battle = last_turn("maneuver_0")
    start = lambda: AftermathScreen(battle, lambda _: None)  # noqa: E731
    async with house(tmp_path, start=start) as (app, pilot):
        await pilot.press("h")
        screen = app.screen
        assert isinstance(screen, HindsightScreen)
        await until(pilot, lambda: screen.hindsight.over and screen.choices, "all is judged")
        await pilot.press("t")
        tried = app.screen
        assert isinstance(tried, RetryScreen)
        await until(pilot, lambda: tried.ready and tried.session.orders, "the sheet")
        for key in ("U", "ctrl+t"):
            await pilot.press(key)
            assert GUARDED[:20] in " ".join(screen_of(app).split())
