"""The battle screen with the pond, a small game that no module of tui/ knows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from textual.events import MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, Paste
from textual.pilot import Pilot

from engine.base.errors import FileFault
from engine.game.chart import News, Trace
from engine.game.decision import Answer
from engine.game.parts.screen import Preview
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.sitting.typed_words import SearchMatch
from tests.pond.game import PondGame
from tests.pond.screen import PondScreen
from tests.tui.rest import PATIENCE
from tests.tui.running import house, screen_of, until
from tui.app import WeatherGageApp
from tui.battle import screen as battle_screen
from tui.battle.panel import Panel
from tui.battle.screen import BattleScreen
from tui.battle.stage import ANSWER_MOMENT
from tui.chart.viewport import place_of
from tui.input.actions import overlay_actions
from tui.input.keys import Keymap
from tui.screens.game_app import open_destination
from tui.screens.reference import ReferenceScreen
from tui.screens.settings import Settings
from tui.terminal.page import Line, text_of


def solo(battle: Battle) -> dict[str, Any]:
    """Return a computer player for Blue, as {seat: player}."""
    return {"B": make_player("ensign", battle.game, 3, "B")}


def duel(orders: int = 0) -> Battle:
    """Return a battle on the pond after some orders, each straight ahead."""
    battle = Battle.new(PondGame(), "duel", 7)
    for _ in range(orders):
        battle.answer(battle.pending()[0].seat, Answer("steer"))
    return battle


@asynccontextmanager
async def playing(
    battle: Battle, tmp_path: Path, players: dict[str, Any] | None = None, **options: Any
) -> AsyncIterator[tuple[BattleScreen, Pilot[None]]]:
    """Run the application in a battle, wait until a person has to choose, and yield the screen."""
    options.setdefault("size", (100, 30))
    players = solo(battle) if players is None else players
    async with house(tmp_path, battle=battle, players=players, **options) as (app, pilot):
        screen = app.screen_stack[0]
        assert isinstance(screen, BattleScreen)
        await until(
            pilot, lambda: screen.ready and not screen.session.thinking, "the screen stands"
        )
        if players:
            await until(
                pilot, lambda: screen.session.orders or screen.session.over, "a person is asked"
            )
        yield screen, pilot


def shown(pilot: Pilot[None]) -> str:
    """Return all text on the screen."""
    assert isinstance(pilot.app, WeatherGageApp)
    return screen_of(pilot.app)


async def test_a_battle_is_shown_with_chart_card_orders_and_prompt(tmp_path: Path) -> None:
    """The screen shows both boats, Red's card, her orders, who has to choose, and the keys."""
    async with playing(duel(), tmp_path) as (_, pilot):
        screen = shown(pilot)
        for part in ("A", "B", "Gunboats on a Pond", "-- Orders", ">1. Steer", "RED", "Enter take"):
            assert part in screen
        assert screen.isascii()


async def test_what_changes_often_is_drawn_once_for_a_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(duel(), tmp_path) as (screen, pilot):
        drawn: list[int] = []
        laid = Panel.lines

        def counted(*args: Any) -> list[Line]:
            drawn.append(1)
            return laid(*args)

        monkeypatch.setattr(Panel, "lines", counted)
        for _ in range(5):
            screen.draw()
        await until(pilot, lambda: drawn, "a frame comes")
        await pilot.pause()
        assert len(drawn) == 1


async def test_the_pictures_of_another_game_are_not_offered(tmp_path: Path) -> None:
    """The application's keymap may still have keys of another game that was played in it."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        own = [each.id for each in screen.game.screen.overlays()]
        screen.keymap.add(overlay_actions("battle", [("elsewhere", "what is not here")]))
        found = [action.name for action in screen.keymap.actions("battle")]
        assert "overlay_elsewhere" in found
        assert all(screen.knows(f"overlay_{each}") for each in own)
        assert not screen.knows("overlay_elsewhere")
        screen.press("?")
        await until(pilot, lambda: "Everywhere" in shown(pilot) or "Orders" in shown(pilot), "help")
        assert "what is not here" not in shown(pilot)


async def test_the_dial_is_turned_taken_and_undone(tmp_path: Path) -> None:
    """The dial shows [ < 15 degrees > ]; then the order is taken, and undone."""
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        start = battle.position
        await pilot.press("right")
        assert "[ < 15 degrees > ]" in shown(pilot)
        await pilot.press("enter")
        await until(
            pilot, lambda: battle.position > start and screen.session.orders, "the order is given"
        )
        await pilot.press("u")
        assert "Take the order back anyway?  Enter/y yes   Esc/n no" in shown(pilot)
        await pilot.press("y")
        assert battle.position == start
        await pilot.press("U")
        await until(pilot, lambda: battle.position > start, "it is done again")


async def test_what_is_not_open_is_listed_with_the_reason(tmp_path: Path) -> None:
    """The order to lay the gun is listed as unavailable: the other boat is more than 5 inches
    off.
    """
    async with playing(duel(), tmp_path) as (_, pilot):
        assert "more than 5" not in shown(pilot)
        await pilot.press("y")
        assert "Lay the gun: the other" in shown(pilot)


async def test_a_first_time_player_is_led(tmp_path: Path) -> None:
    """The list of orders says what Left and Right do and which orders are not available; G switches
    this off.
    """
    settings = Settings(animation=False, guide=True)
    async with playing(duel(), tmp_path, settings=settings) as (_, pilot):
        assert "Left/Right turn the dial" in shown(pilot)
        assert "Lay the gun: the other" in shown(pilot)
        await pilot.press("G")
        assert "Left/Right turn the dial" not in shown(pilot)


async def test_words_give_an_order(tmp_path: Path) -> None:
    """The typed words `:steer 45` turn the boat and move it; while typing, the possible meanings
    are listed.
    """
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        start = battle.position
        await pilot.press(*":steer", "space", "4", "5")
        assert "> Steer [45 degrees]" in shown(pilot)
        await pilot.press("enter")
        await until(
            pilot, lambda: battle.position > start and screen.session.orders, "the order is given"
        )
        mine = next(entry for entry in battle.entries if entry.seat == "A")
        assert mine.command.angle == 45.0


async def test_words_that_mean_nothing_are_answered_in_a_sentence(tmp_path: Path) -> None:
    """The message is: Nothing here is called 'zz'."""
    async with playing(duel(), tmp_path) as (_, pilot):
        await pilot.press(":", "z", "z", "enter")
        assert "No order or command here is called 'zz'." in shown(pilot)


async def test_the_cursor_looks_round_and_measures(tmp_path: Path) -> None:
    """Space lets the arrows move the cursor; Escape goes back to the orders."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("space")
        cell = screen.chart.cursor
        assert cell is not None
        await pilot.press("right")
        assert screen.chart.cursor == (cell[0] + 1, cell[1])
        assert "back to the orders" in shown(pilot)
        await pilot.press("m", "escape", "escape")
        assert screen.chart.cursor is None


async def test_help_for_typing_is_a_key_away_and_a_rebound_key_is_shown(tmp_path: Path) -> None:
    """When undo is on the key z, the line of keys says so, and u does nothing."""
    keymap = Keymap(chosen={"battle.undo": ("z",)})
    async with playing(duel(), tmp_path, keymap=keymap) as (_, pilot):
        assert "undo" not in shown(pilot).splitlines()[-1], "nothing is done yet"
        await pilot.press("enter")
        assert "z undo" in shown(pilot)


async def test_a_list_says_how_many_lines_are_below(tmp_path: Path) -> None:
    """The list of all ships is longer than the panel: its last row counts the lines below, until
    the end is reached.
    """
    quick = Battle.new("oak_iron", "quickstart", 4)
    async with playing(quick, tmp_path, size=(80, 24)) as (screen, pilot):
        await pilot.press("S")
        count = len(screen.panel_text.listed(screen.panel_size()[0]))
        told = re.search(r"(\d+) more lines below", shown(pilot))
        assert told
        assert 1 < int(told[1]) < count
        await pilot.press("end")
        await pilot.pause()
        assert "more lines below" not in shown(pilot)


async def test_a_line_of_the_log_leads_to_its_ship(tmp_path: Path) -> None:
    """L shows the log with its last line marked; Enter shows the ship of that line; L shows the
    card again.
    """
    async with playing(duel(2), tmp_path) as (screen, pilot):
        await pilot.press("L")
        assert "shows the ship of the highlighted line" in shown(pilot)
        assert screen.session.chosen == len(screen.session.battle_log.lines("A")) - 1
        # A player who comes back has the line that was chosen of a list that may be shorter now.
        lines = screen.session.battle_log.lines("A")
        screen.changes.choose_line(len(lines) + 50)
        await pilot.pause()
        assert lines[-1].text[:20] in shown(pilot)
        await pilot.press("up", "L")
        assert "Enter take" in shown(pilot)


async def test_the_log_opens_at_its_end_though_long_lines_take_several_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(duel(2), tmp_path) as (screen, pilot):
        log = screen.session.battle_log.lines("A")
        long = [replace(log[0], text=f"{n} {'word ' * 40}end") for n in range(30)]
        monkeypatch.setattr(type(screen.session), "log_lines", lambda _: long)
        await pilot.press("L")
        assert screen.session.chosen > len(long)
        assert shown(pilot).rstrip().count("end") >= 1
        assert "29 word" in shown(pilot)


async def test_the_chosen_line_of_a_long_list_is_marked_in_its_place(tmp_path: Path) -> None:
    """The window of five rows is around the chosen line; only that line is marked."""
    async with playing(duel(2), tmp_path) as (screen, pilot):
        await pilot.press("L")
        listed = [text_of(line) for line, _ in screen.panel_text.listed(20)]
        assert len(listed) > 7
        for at, first in ((0, 0), (4, 2), (len(listed) - 1, len(listed) - 5)):
            screen.changes.choose_line(at)
            rows = screen.panel_text.lines(20, 5, False)
            below = len(listed) - first - 5
            expected = [each.rstrip() for each in listed[first : first + 5]]
            expected[4:] = [f"{below + 1} more lines below"] if below else expected[4:]
            assert [text_of(row).rstrip() for row in rows] == expected
            marked = [place for place, row in enumerate(rows) if row[0][0] == "chosen"]
            assert marked == [at - first]


async def test_all_ships_stand_in_a_list_and_enter_goes_to_one(tmp_path: Path) -> None:
    """S lists all ships; Enter selects the ship of the marked line and centres the chart on her."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("S")
        for _ in range(12):
            if screen.viewport.selected == "B":
                break
            await pilot.press("down", "enter")
        assert screen.viewport.selected == "B"
        await pilot.press("escape")
        assert screen.session.shows == ""


async def test_a_click_selects_a_ship_and_the_wheel_zooms(tmp_path: Path) -> None:
    """The mouse can do what these keys do."""
    async with playing(duel(), tmp_path, size=(140, 45)) as (screen, pilot):
        other = next(
            key
            for key in screen.game.screen.subjects(screen.view)
            if key != screen.viewport.selected
        )
        column, row = screen.viewport.view.to_cell(place_of(screen.scene, other))
        await pilot.click(screen.chart, offset=(int(column) + 3, int(row) + 1))
        assert screen.viewport.selected == other
        scale = screen.viewport.view.rows_per_inch
        await pilot._post_mouse_events(
            [MouseScrollDown], screen.chart, offset=(int(column) + 3, int(row) + 1), button=0
        )
        assert screen.viewport.view.rows_per_inch < scale


async def test_the_palette_finds_a_command_by_name(tmp_path: Path) -> None:
    """ctrl+p, some letters and Enter show the whole table."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("+")
        scale = screen.viewport.view.rows_per_inch
        await pilot.press("ctrl+p", *"whole", "enter")
        await until(pilot, lambda: pilot.app.screen is screen, "the battle is back")
        assert screen.viewport.view.rows_per_inch < scale


async def test_the_end_says_who_won_and_what_to_press(tmp_path: Path) -> None:
    """The prompt says: A DRAW: the day is over. R watch it again, M menu, q quit."""
    battle = duel()
    while battle.pending():
        question = battle.pending()[0]
        battle.answer(question.seat, Answer(question.options[-1].id))
    async with playing(battle, tmp_path) as (_, pilot):
        screen = shown(pilot)
        assert "-- The end" in screen
        assert any(word in screen for word in ("WINS", "A DRAW"))
        assert "q quit" in screen


async def test_a_small_terminal_says_so_and_nothing_is_lost(tmp_path: Path) -> None:
    """In a window smaller than 80 by 24 there is one line of text; when it grows, the battle is
    shown again.
    """
    async with playing(duel(), tmp_path) as (_, pilot):
        await pilot.press("right")
        await pilot.resize_terminal(79, 24)
        await until(pilot, lambda: "needs 80x24, this is 79x24" in shown(pilot), "the sign")
        assert "Orders" not in shown(pilot)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "[ < 15 degrees > ]" in shown(pilot), "the battle")


async def test_quitting_asks_while_the_battle_goes_on(tmp_path: Path) -> None:
    """Enter and `y` quit, Esc and `n` do not; the question says how to reach the menu."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        for answer in ("n", "escape"):
            await pilot.press("q", "right")
            assert "Quit? The battle is saved. (The menu: Esc, then M.)" in shown(pilot)
            assert "Esc/n no" in shown(pilot)
            await pilot.press(answer)
            assert screen.session.question is None
            assert "Enter take" in shown(pilot)


async def test_enter_answers_what_is_likely(tmp_path: Path) -> None:
    """To undo beyond a die, a confirmation is asked; Enter gives it."""
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        start = battle.position
        await pilot.press("enter")
        await until(
            pilot, lambda: battle.position > start and screen.session.orders, "the order is given"
        )
        await pilot.press("u", "enter")
        assert battle.position == start


@asynccontextmanager
async def animated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: float = 1.0
) -> AsyncIterator[tuple[BattleScreen, Pilot[None]]]:
    """Take an order, and wait until its animation runs, at `pace` times its usual seconds."""
    monkeypatch.setattr(PondScreen, "spectacle", lambda *_: News("A gull crosses"))
    monkeypatch.setattr("tui.battle.stage.PACES", {True: pace})
    settings = Settings(animation=True, guide=False)
    async with playing(duel(), tmp_path, settings=settings) as (screen, pilot):
        await until(pilot, lambda: not screen.course.stage.just_ended, "the moment after")
        screen.press("enter")
        async with asyncio.timeout(PATIENCE):
            while not screen.session.playing:
                await asyncio.sleep(0)  # a pilot's pause would be longer than a frame
        yield screen, pilot


async def test_any_key_ends_an_animation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a die rolls, a key jumps to the last frame, and does nothing else."""
    async with animated(tmp_path, monkeypatch) as (screen, pilot):
        scale = screen.viewport.view
        screen.press("+")
        async with asyncio.timeout(0.8):  # one frame would have taken longer
            while screen.session.playing:
                await asyncio.sleep(0)
        assert screen.viewport.view == scale
        await until(pilot, lambda: screen.session.orders, "the next question")


async def test_a_key_that_comes_a_moment_after_the_last_frame_answers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a key was meant to end the animation, which had just ended by itself; the next key
    counts.
    """
    async with animated(tmp_path, monkeypatch, pace=0.2) as (screen, pilot):
        await until(pilot, lambda: screen.session.orders, "the next question")
        asked, stage = screen.session.orders, screen.course.stage
        ended = stage._last_frame
        assert ended > 0, "it has ended by itself"
        for key in ("enter", "space"):
            for late in (0.02, 0.1, 0.3, 0.5):
                monkeypatch.setattr("tui.battle.stage.monotonic", lambda late=late: ended + late)
                screen.press(key)
                assert screen.session.orders is asked, (key, late)
                assert not screen.session.chart.looking, (key, late)
        monkeypatch.setattr("tui.battle.stage.monotonic", lambda: ended + 0.1)
        screen.press("q")
        assert screen.session.question, "a page is opened all the same"
        screen.press("n")
        assert screen.session.question is None, "and what is asked by it takes the next key"
        monkeypatch.setattr(stage, "_last_frame", ended)
        monkeypatch.setattr("tui.battle.stage.monotonic", lambda: ended + ANSWER_MOMENT + 0.01)
        screen.press("enter")
        assert screen.session.orders is not asked


async def test_a_command_that_shows_nothing_does_not_end_the_moment_after_an_animation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So an Enter that was meant for the player's own animation does not answer after a silent pass
    of the computer.
    """
    async with animated(tmp_path, monkeypatch, pace=0.2) as (screen, pilot):
        await until(pilot, lambda: screen.session.orders, "the next question")
        stage, ended = screen.course.stage, screen.course.stage._last_frame
        nothing = SimpleNamespace(acts=())
        monkeypatch.setattr("tui.battle.stage.performance", lambda *_: nothing)
        await stage.play(screen.session.battle.entries[-1])
        assert stage._last_frame == ended


async def test_while_something_is_shown_the_hints_are_those_that_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with animated(tmp_path, monkeypatch) as (screen, _):
        names = [hint.partition("=")[0] for hint in screen.prompt_text.hints()]
        assert names == ["look", "pan_west", "log", "squadrons", "help", "menu"]
        assert "Enter" not in screen.prompt_text.standing()


async def test_advice_asked_for_while_dice_fall_comes_with_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key ends the animation and is kept: the next question opens with its advice."""
    async with animated(tmp_path, monkeypatch) as (screen, pilot):
        assert screen.session.orders is None
        screen.press("h")
        await until(pilot, lambda: screen.session.advised, "advice")
        assert "Advice" in shown(pilot)


async def test_advice_asked_for_while_dice_fall_is_not_kept_for_another_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the keyboard was passed, the next person's question opens without advice."""
    monkeypatch.setattr(PondScreen, "spectacle", lambda *_: News("A gull crosses"))
    settings = Settings(animation=True, guide=False)
    async with house(tmp_path, battle=duel(), players={}, settings=settings) as (app, pilot):
        screen = app.screen_stack[0]
        assert isinstance(screen, BattleScreen)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen and screen.session.orders, "Red's question")
        screen.course.skip_animation("advice")
        screen.press("enter")
        await until(pilot, lambda: app.screen is not screen, "the keyboard is passed")
        await pilot.press("enter")
        await until(
            pilot, lambda: app.screen is screen and screen.session.orders, "Blue's question"
        )
        assert not screen.session.advising


async def test_a_page_opens_while_dice_fall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key of the log ends the animation and also opens the log."""
    async with animated(tmp_path, monkeypatch) as (screen, pilot):
        screen.press("L")
        await until(pilot, lambda: screen.session.orders, "the next question")
        assert screen.session.shows == "log"


async def test_two_quick_enters_take_one_order(tmp_path: Path) -> None:
    """The second Enter only ends the animation; then the next question is asked."""
    battle = duel()
    settings = Settings(animation=True, guide=False)
    async with playing(battle, tmp_path, settings=settings) as (screen, pilot):
        asked = screen.session.orders
        screen.press("enter")
        screen.press("enter")
        await until(
            pilot,
            lambda: screen.session.orders and screen.session.orders is not asked,
            "the next question",
        )
        assert [entry.seat for entry in battle.entries].count("A") == 1


async def test_a_player_is_told_that_the_file_was_lost_and_where_the_battle_goes_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "duel.battle"
    battle = Battle.new(PondGame(), "duel", 7, path=path)
    async with playing(battle, tmp_path) as (screen, pilot):
        path.unlink()
        await pilot.press("enter")
        await until(pilot, lambda: battle.position > 0, "the order is acknowledged")
        await until(
            pilot, lambda: "deleted by another program" in shown(pilot), "the player is told"
        )
        assert "duel-2.battle" in shown(pilot)
        assert screen.battle.path == path.with_name("duel-2.battle")
    battle.close()
    assert Battle.open(path.with_name("duel-2.battle"), write=False).log == battle.log


async def test_a_watcher_is_told_that_the_file_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "duel.battle"
    Battle.new(PondGame(), "duel", 7, path=path).close()
    watched = Battle.open(path, write=False)
    async with playing(watched, tmp_path, players={}) as (screen, pilot):
        path.unlink()
        screen.course.follow()
        await until(pilot, lambda: "no more of it can be watched" in shown(pilot), "it is told")
    watched.close()


async def test_a_watched_battle_takes_no_order(tmp_path: Path) -> None:
    """A second program that opens the battle shows it, and says that it can only be watched."""
    path = tmp_path / "duel.battle"
    with_file = Battle.new(PondGame(), "duel", 7, path=path)
    watched = Battle.open(path, write=False)
    async with playing(watched, tmp_path, players={}) as (screen, pilot):
        assert "watched" in shown(pilot)
        with_file.answer("A", Answer("steer"))
        with_file.answer("B", Answer("steer"))
        await until(pilot, lambda: "turn 2" in shown(pilot).lower(), "the next turn comes in")
        assert screen.session.orders is None


async def test_rings_follow_when_the_dial_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the dial turns, only the ghost (preview) moves; a moment later the rings around it
    appear, too.
    """
    ring = Trace("ring", ((1.0, 1.0), (2.0, 2.0)))
    seen = PondScreen.preview

    def preview(self: PondGame, *asked: Any) -> Preview:
        ghost = seen(self, *asked).marks
        angle = asked[2].dial or 0.0
        moved = Trace("ring", (ring.points[0], (angle, 2.0)))
        return Preview((*ghost, moved), quick_marks=ghost)

    monkeypatch.setattr(PondScreen, "preview", preview)
    monkeypatch.setattr(battle_screen, "REST", 0.5)
    async with playing(duel(), tmp_path) as (screen, pilot):

        def reach() -> list[float]:
            traces = [mark for mark in screen.extras() if isinstance(mark, Trace)]
            return [trace.points[1][0] for trace in traces if trace.kind == "ring"]

        await pilot.press("right")
        assert screen.session.turning
        assert reach() == [0.0]
        await until(pilot, lambda: not screen.session.turning, "the dial rests")
        assert reach() == [15.0]


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (140, 45)])
async def test_every_size_shows_prompt_and_orders(
    tmp_path: Path, size: tuple[int, int], glyphs: str
) -> None:
    """At each size the screen shows who has to choose, the key to take the order, and the list of
    orders.
    """
    async with playing(duel(), tmp_path, size=size, glyphs=glyphs) as (_, pilot):
        screen = shown(pilot)
        assert "RED" in screen
        assert "Enter take" in screen
        assert ">1. Steer" in screen
        assert screen.isascii() == (glyphs == "ascii")


async def test_an_empty_log_says_so_and_so_does_y_where_nothing_is_closed(tmp_path: Path) -> None:
    async with playing(duel(), tmp_path) as (screen, pilot):
        orders = screen.session.orders
        assert orders
        if orders.decision.closed:
            orders.decision = replace(orders.decision, closed=())
        await pilot.press("y")
        assert "Every order is possible here." in shown(pilot)
        assert not screen.session.why
        screen.session.log_lines = list  # type: ignore[method-assign]
        await pilot.press("L")
        assert "Nothing has happened yet." in shown(pilot)


async def test_the_dial_goes_by_five_and_its_value_is_typed(tmp_path: Path) -> None:
    """The keys } and { turn it by five steps; # asks for the value, and refuses one that is not on
    the dial.
    """
    async with playing(duel(), tmp_path) as (screen, pilot):
        orders = screen.session.orders
        dial, start = orders.decision.dial, orders.dial
        await pilot.press("}")
        assert orders.dial == dial.turned(start, 5)
        await pilot.press("{")
        assert orders.dial == start
        await pilot.press("#", *f"{dial.high:g}", "enter")
        assert orders.dial == dial.high
        await pilot.press("#", *"abc", "enter")
        assert "'abc' is not a value of the dial" in shown(pilot)
        assert orders.dial == dial.high


async def test_the_chart_is_written_as_a_picture_from_play(tmp_path: Path) -> None:
    """P writes a picture of the chart, and the message says where."""
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("ctrl+e")
        assert "Written:" in shown(pilot)
        picture, pixels = sorted(
            (tmp_path / "exports").glob("*-chart.*"), key=lambda each: each.suffix, reverse=True
        )
        drawn = picture.read_text(encoding="utf-8")
        assert drawn.startswith("<svg")
        assert screen.viewport.selected in drawn
        assert pixels.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("keys", [("enter",), ("n", "enter")], ids=["at once", "later"])
async def test_a_computers_answer_that_cannot_be_written_is_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    """The disk is full when the computer player answers; the person decides when to try again."""
    battle = duel()
    full, answer = [False], battle.answer

    def submitted(seat: str, given: Any) -> tuple[Any, ...]:
        if seat == "B" and full[0]:
            raise FileFault("the.battle cannot be written: no space left on device")
        return answer(seat, given)

    monkeypatch.setattr(battle, "answer", submitted)
    async with playing(battle, tmp_path) as (screen, pilot):
        full[0] = True
        await pilot.press("enter")
        told = "cannot be written: no space left on device. Try again?"
        await until(pilot, lambda: told in screen_of(screen.app), "that it could not be written")
        stands, full[0] = battle.position, False
        await pilot.press(*keys)
        await until(pilot, lambda: battle.position > stands, "the answer of the computer")


async def test_the_chart_is_moved_by_keys_and_dragged_and_ships_are_chosen_backwards(
    tmp_path: Path,
) -> None:
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("plus", "plus", "plus")
        look = screen.viewport
        for key, field, sign in (
            ("right", "left", 1),
            ("left", "left", -1),
            ("down", "top", -1),
            ("up", "top", 1),
        ):
            before = getattr(look.view, field)
            await pilot.press(f"shift+{key}")
            assert (getattr(look.view, field) - before) * sign > 0, key
        seen = look.view
        await pilot.press("tab")
        first = look.selected
        await pilot.press("tab", "shift+tab")
        assert look.selected == first
        await pilot._post_mouse_events([MouseDown], screen.chart, offset=(16, 6), button=1)
        await pilot._post_mouse_events([MouseMove], screen.chart, offset=(28, 6), button=1)
        assert look.view != seen
        await pilot.press("minus", "minus")
        dragged = look.view
        await pilot._post_mouse_events([MouseScrollUp], screen.chart, offset=(20, 6), button=0)
        assert look.view != dragged


async def test_a_line_that_is_typed_takes_a_paste_and_goes_with_its_last_letter(
    tmp_path: Path,
) -> None:
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("colon")
        screen.post_message(Paste("ste"))
        await pilot.pause()
        assert screen.session.typed is not None
        assert screen.session.typed.text.endswith("ste")
        for _ in range(9):
            await pilot.press("backspace")
        assert screen.session.typed is None


async def test_where_no_order_has_a_dial_its_value_is_not_typed(tmp_path: Path) -> None:
    async with playing(duel(2), tmp_path) as (screen, pilot):
        orders = screen.session.orders
        assert orders is not None
        gun = next(at for at, each in enumerate(orders.decision.options) if not each.dial)
        orders.pick(gun)
        await pilot.press("number_sign")
        assert "The highlighted order has no dial." in screen_of(screen.game_app)


async def test_a_battle_may_be_left_without_being_asked(tmp_path: Path) -> None:
    settings = Settings(animation=False, guide=False, confirm_ends=False)
    async with playing(duel(), tmp_path, settings=settings) as (screen, pilot):
        await pilot.press("q")
        await pilot.pause()
        assert screen.game_app._exit


async def test_a_battle_that_is_closed_takes_no_order(tmp_path: Path) -> None:
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        battle.why_closed, before = "this battle is closed", battle.position
        await pilot.press("enter")
        assert "this battle is closed" in screen_of(screen.game_app).lower()
        assert battle.position == before


async def test_nothing_to_take_back_is_told(tmp_path: Path) -> None:
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("ctrl+t")
        assert "nothing to take back" in screen_of(screen.game_app)


async def test_a_yes_that_cannot_be_done_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = duel(2)
    async with playing(battle, tmp_path) as (screen, pilot):

        def full(_: str) -> None:
            raise FileFault("no room on the disk")

        monkeypatch.setattr(battle, "take_back", full)
        screen.course.ask("Take the order back?", lambda: full(""))
        await pilot.press("x")
        assert screen.session.question
        await pilot.press("y")
        assert screen.session.question is None
        assert "no room on the disk" in screen_of(screen.game_app)


async def test_an_order_that_is_gone_is_not_taken_by_a_late_yes(tmp_path: Path) -> None:
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        before = battle.position
        screen.course.ask("Sure?", screen.course.submit_unconfirmed)
        screen.session.sitting.orders = None
        await pilot.press("y")
        assert battle.position == before


async def test_the_menu_is_reached_by_its_name(tmp_path: Path) -> None:
    async with playing(duel(), tmp_path) as (screen, pilot):
        await pilot.press("colon", *"menu", "enter")
        await pilot.pause()
        assert type(screen.game_app.screen).__name__ == "MenuScreen"


async def test_words_for_an_order_that_is_gone_give_none(tmp_path: Path) -> None:
    battle = duel()
    async with playing(battle, tmp_path) as (screen, pilot):
        before = battle.position
        await pilot.press("colon", *"steer")
        screen.session.sitting.orders = None
        await pilot.press("enter")
        assert battle.position == before
        assert screen.session.typed is None


async def test_every_destination_is_gone_to_by_its_name(tmp_path: Path) -> None:
    async with playing(duel(), tmp_path) as (screen, pilot):
        reference = SearchMatch(label="rules", place="reference")
        open_destination(reference, screen, screen.game_app)
        await pilot.pause()
        rules = screen.game_app.screen
        assert isinstance(rules, ReferenceScreen)
        assert rules.game == screen.game.name, "the rules of the game that is played"
        await pilot.press("escape")
        open_destination(SearchMatch(label="menu", place="menu"), screen, screen.game_app)
        await pilot.pause()
        assert type(screen.game_app.screen).__name__ == "MenuScreen"


async def test_a_picture_from_before_the_board_changed_is_drawn_whole_on_its_own(
    tmp_path: Path,
) -> None:
    """This happens in a campaign: its map is replaced by the waters of a battle while its last
    event is still animated.
    """
    river = Battle.new("iron_oak", "memphis", 1)
    scene = river.game.screen.scene(river.view(""))
    async with playing(duel(), tmp_path) as (screen, pilot):
        before = screen.viewport.view
        screen.draw_chart(scene)
        await pilot.pause()
        seen = screen_of(pilot.app)  # type: ignore[arg-type]
        assert all(row in seen for row in (" A :", " C : [=/#", " E :"))
        assert screen.viewport.view == before
        screen.draw_chart()
        await pilot.pause()
        assert "[=/#" not in screen_of(pilot.app)  # type: ignore[arg-type]


async def test_a_screen_that_is_gone_hears_no_more_of_its_battle(tmp_path: Path) -> None:
    battle = duel()
    heard = battle._observers._observers
    before = list(heard)
    async with playing(battle, tmp_path):
        assert len(heard) > len(before)
    assert heard == before
