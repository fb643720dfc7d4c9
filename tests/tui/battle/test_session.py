"""Keys change the session of a battle on the pond; no terminal is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.errors import WeatherGageError
from engine.files.own_folders import USUAL_FILES
from engine.game.chart import Tableau
from engine.game.decision import Decision, Option
from engine.game.question import NamedDraft, Offer, Sheet, Slot
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.sitting.adviser import Forecast
from engine.sitting.orders import Orders, Prompter
from engine.sitting.seats import SeatTable
from engine.sitting.sheet_orders import SheetOrders
from tests.pond.game import PondGame
from tui.battle.advice import BattleAdvice
from tui.battle.battle_keys import BattleKeys, OrderKeys
from tui.battle.changes import SessionChanges
from tui.battle.course import BattleCourse
from tui.battle.panel import Panel
from tui.battle.panel_keys import LeaveKeys, PanelKeys
from tui.battle.parts import sit_down
from tui.battle.prompt import Prompt
from tui.battle.session import BattleSession
from tui.battle.stage import Stage
from tui.battle.word_keys import WordKeys
from tui.input.actions import Action
from tui.input.keys import Keymap
from tui.screens.chart_model import ChartKeys, ChartModel, ScreenPart
from tui.screens.settings import Settings
from tui.terminal.page import text_of


class PlainApp:
    """Stands for the application, with what the keys of a battle need of it."""

    def __init__(self) -> None:
        self.settings = Settings(animation=False, guide=False)
        self.keymap = Keymap()
        self.glyphs = "ascii"
        self.own_files = USUAL_FILES
        self.left = False
        self.destinations = ()
        self.called: list[str] = []

    def exit(self) -> None:
        self.left = True

    def describe(self, error: WeatherGageError) -> str:
        return str(error)

    def call(self, sign: str, text: str = "") -> None:
        self.called.append(sign)


class PlainDisplay:
    """Stands for the screen of a session: it draws nothing, but records what was to be drawn and
    opened.
    """

    def __init__(self) -> None:
        self.app = PlainApp()
        self.drawn = ScreenPart(0)
        self.opened: list[tuple[Any, ...]] = []
        self.keys: BattleKeys | None = None

    def changed(self, parts: ScreenPart) -> None:
        self.drawn |= parts

    def panel_size(self) -> tuple[int, int]:
        return 40, 30

    def panel_texts(self) -> list[str]:
        return []

    def say(self, sentence: str) -> None:
        assert self.keys is not None
        self.keys.changes.say(sentence)

    def act(self, name: str) -> bool:
        assert self.keys is not None
        handler = self.keys.handlers().get(name)
        if handler is None:
            return False
        try:
            handler()
        except WeatherGageError as error:
            self.say(str(error))
        return True

    def knows(self, name: str) -> bool:
        assert self.keys is not None
        return name in self.keys.handlers()

    def live_actions(self) -> list[Action]:
        assert self.keys is not None
        return [each for each in Keymap().actions("battle") if self.knows(each.name)]

    def open_screen(self, name: str, *args: Any) -> None:
        self.opened.append((name, *args))

    def work(
        self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool = False
    ) -> None:
        asyncio.run(task())

    def stop_work(self, group: str) -> None:
        """Do nothing, because every task has ended before the next key."""


class Desk:
    """A person who plays Red in a duel, with all objects that work for the session."""

    def __init__(self, battle: Battle, players: dict[str, Any] | None = None) -> None:
        self.battle = battle
        self.session = BattleSession(battle, SeatTable(battle, players or {}))
        self.display = display = PlainDisplay()
        sitting = sit_down(self.session, display.app, display)
        self.forecast, self.course, _, self.prompt, self.panel, self.keys = sitting
        display.keys = self.keys
        self.course.changes.seen(True)
        self.course.advance()

    def press(self, *keys: str) -> None:
        for key in keys:
            if name := self.keys.press(key):
                self.display.act(name)

    def said(self) -> str:
        return text_of(self.prompt.lines(120, 1)[0])


@pytest.fixture
def desk() -> Desk:
    battle = Battle.new(PondGame(), "duel", 7)
    return Desk(battle, {"B": make_player("ensign", battle.game, 3, "B")})


def test_arrows_highlight_and_turn_what_the_session_holds(desk: Desk) -> None:
    assert desk.session.orders
    before = desk.session.orders.dial
    desk.press("right")
    assert desk.session.orders.dial != before
    desk.press("left")
    assert desk.session.orders.dial == before
    asked = desk.session.orders.option
    desk.press("down")
    assert desk.session.orders.option is not asked or len(desk.session.orders.decision.options) == 1


def test_a_session_shows_what_the_highlighted_order_would_do(desk: Desk) -> None:
    ahead = desk.forecast.marks()
    assert ahead
    desk.press("right")
    assert desk.forecast.marks() != ahead
    assert any("Steer" in text_of(line) for line in desk.panel.order_lines(40, 30))


def at_a_sheet(game: str, scenario: str) -> Desk:
    """Return the desk of the first player in a battle that begins with a sheet (form of orders)."""
    battle = Battle.new(game, scenario, 2)
    _, *others = battle.game.seats(battle.state)
    players = {each.key: make_player("ensign", battle.game, 3, each.key) for each in others}
    desk = Desk(battle, players)
    assert isinstance(desk.session.orders, SheetOrders)
    return desk


def below_the_sheet(desk: Desk, slot: str, height: int) -> tuple[int, list[str]]:
    """Return (how many lines a sheet leaves free in a panel, the lines with the answers to a
    slot).
    """
    lines = [text_of(line) for line in desk.panel.order_lines(40, height)]
    at = next(at for at, line in enumerate(lines) if line.startswith(f"-- {slot}"))
    return height - at, lines[at:]


@pytest.mark.parametrize(("height", "share"), [(24, 1 / 2), (39, 1 / 2), (40, 2 / 5), (50, 2 / 5)])
def test_options_get_half_of_what_a_sheet_leaves_and_in_a_tall_panel_two_fifths(
    height: int, share: float
) -> None:
    left, lines = below_the_sheet(at_a_sheet("wooden_ships", "mars_hercule"), "A1 Mars", height)
    assert len(lines) == int(left * share)


@pytest.mark.parametrize("height", [24, 30])
def test_reasons_that_are_opened_get_two_thirds_of_what_a_sheet_leaves(height: int) -> None:
    desk = at_a_sheet("iron_oak", "hampton_roads")
    assert "Closed now, and why:" not in below_the_sheet(desk, "Monitor", height)[1]
    desk.press("y")
    left, lines = below_the_sheet(desk, "Monitor", height)
    assert "Closed now, and why:" in lines
    assert len(lines) == left * 2 // 3


def test_warnings_and_routine_answers_stand_between_a_sheet_and_its_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = at_a_sheet("wooden_ships", "mars_hercule")
    orders = desk.session.orders
    assert isinstance(orders, SheetOrders)
    warnings = [f"{'-' * 36} {'-' * length}" for length in (2, 3)]
    monkeypatch.setattr(desk.panel, "warnings", lambda _: warnings)
    warned = [f" {warnings[0]}", f" {'-' * 36}", " ---"]
    offers = (Offer("as last turn", "3"),)
    orders.prompter = orders.prompter._replace(offers=lambda _: offers)
    for height, offered in ((30, [" t as last turn: 3"]), (10, [" t as last turn: 3"]), (9, [])):
        lines = [text_of(line).rstrip() for line in desk.panel.order_lines(40, height)]
        assert lines[1:5] == [">A1 Mars  ?", *warned]
        assert lines[5 : 5 + len(offered)] == offered
        assert lines[5 + len(offered)].startswith("-- A1 Mars, or type")


def test_a_long_forecast_and_the_cards_leave_the_options_of_a_sheet_few_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = at_a_sheet("wooden_ships", "mars_hercule")
    for forecast, lines in ((5, 14), (18, 6), (19, 5), (20, 4), (25, 4)):
        monkeypatch.setattr(desk.panel, "foreseen", lambda _, rows=forecast: [()] * rows)
        left, below = below_the_sheet(desk, "A1 Mars", 30)
        assert (left, len(below)) == (28, lines)
    assert len(desk.panel.order_lines(40, 30, 20)) == 20, "what nothing else needs is theirs"


@pytest.mark.parametrize("warnings", [(), ("Mind Hercule.",)], ids=["sound", "warned"])
@pytest.mark.parametrize(
    ("height", "forecast", "shown"), [(20, 0, 16), (20, 5, 11), (20, 20, 5), (8, 5, 2)]
)
def test_a_long_sheet_and_its_warnings_leave_room_for_options_and_a_forecast(
    monkeypatch: pytest.MonkeyPatch,
    height: int,
    forecast: int,
    shown: int,
    warnings: tuple[str, ...],
) -> None:
    """At least two lines of the sheet are always shown."""
    desk = at_a_sheet("wooden_ships", "trafalgar")
    monkeypatch.setattr(desk.panel, "foreseen", lambda _: [()] * forecast)
    monkeypatch.setattr(desk.panel, "warnings", lambda _: warnings)
    lines = [text_of(line) for line in desk.panel.order_lines(40, height)]
    _, second = (at for at, line in enumerate(lines) if line.startswith("-- "))
    assert second == max(shown, 2 + len(warnings))


def test_enter_gives_the_order_to_the_battle(desk: Desk) -> None:
    start = desk.battle.position
    desk.press("enter")
    assert desk.battle.position > start
    assert desk.session.orders  # Blue has answered meanwhile


def test_arrows_move_the_cursor_while_looking_and_escape_leads_back(desk: Desk) -> None:
    cursor = desk.session.chart.viewport.cursor
    desk.session.chart.viewport.resize(40, 20)
    desk.press("space", "right")
    assert desk.session.chart.looking
    assert desk.session.chart.viewport.cursor != cursor
    desk.press("m")
    assert desk.session.chart.viewport.measuring
    desk.press("escape", "escape")
    assert not desk.session.chart.looking


def test_the_panel_is_given_to_the_log_and_back(desk: Desk) -> None:
    desk.press("L")
    assert desk.session.shows == "log"
    assert "goes back" in desk.said()
    desk.press("escape")
    assert desk.session.shows == ""


def test_words_find_an_order_with_its_dial(desk: Desk) -> None:
    start = desk.battle.position
    desk.press(":", *"steer", "space", "3", "0")
    assert desk.session.typed
    assert desk.session.typed.chosen
    assert desk.session.typed.chosen.dial == 30.0
    desk.press("enter")
    assert desk.session.typed is None
    assert desk.battle.position > start


def test_words_that_mean_nothing_are_said(desk: Desk) -> None:
    desk.press(":", *"xyzzy", "enter")
    assert desk.session.sentence == "No order or command here is called 'xyzzy'."


def test_leaving_is_asked_about_and_answered(desk: Desk) -> None:
    desk.press("q")
    assert desk.session.question
    desk.press("n")
    assert desk.session.question is None
    assert not desk.display.app.left
    desk.press("q", "y")
    assert desk.display.app.left


def test_whoever_wants_no_questions_leaves_at_once(desk: Desk) -> None:
    settings = desk.display.app.settings
    desk.display.app.settings = replace(settings, confirm_ends=False)
    desk.press("q")
    assert desk.display.app.left


def test_a_battle_that_is_over_is_left_without_a_question(desk: Desk) -> None:
    while desk.battle.pending():
        desk.press("enter")
    assert desk.session.over
    desk.press("q")
    assert desk.session.question is None
    assert desk.display.app.left


@pytest.mark.parametrize("key", ["escape", "backspace"])
def test_a_line_is_not_typed_on_after_escape_or_when_nothing_is_left_to_erase(
    desk: Desk, key: str
) -> None:
    desk.press(":", "x", key)
    assert (desk.session.typed is None) == (key == "escape")
    desk.press(":" if key == "escape" else "left", "backspace")
    desk.press("backspace")
    assert desk.session.typed is None or desk.session.typed.text


def test_no_value_typed_leaves_the_dial_as_it_is(desk: Desk) -> None:
    assert desk.session.orders
    desk.press("right")
    stood = desk.session.orders.dial
    desk.press("#", "enter")
    assert (desk.session.orders.dial, desk.session.sentence) == (stood, "")
    desk.press("#", *"30", "enter")
    assert desk.session.orders.dial == 30.0


def test_reasons_that_are_shown_can_be_hidden_where_every_order_is_possible(desk: Desk) -> None:
    free = Decision("A", "go", "Which way?", (Option("on", "on", None), Option("off", "off", None)))
    desk.press("y")
    desk.session.sitting.orders = Orders(free)
    desk.press("y")
    assert (desk.session.why, desk.session.sentence) == (False, "")
    desk.press("y")
    assert desk.session.sentence == "Every order is possible here."
    desk.course.put(None)
    desk.press("y")
    assert desk.session.why, "for the next question"


def test_tab_goes_from_slot_to_slot_and_while_looking_round_from_ship_to_ship() -> None:
    desk = at_a_sheet("wooden_ships", "mars_hercule")
    viewport = desk.session.chart.viewport
    viewport.resize(40, 20)
    own = viewport.selected
    desk.press("tab")
    assert viewport.selected == own, "she is the only ship with orders"
    desk.press("space", "tab")
    assert viewport.selected not in ("", own)


def test_whoever_has_taken_an_order_back_is_not_called_to_the_same_choice(desk: Desk) -> None:
    """The player is called after a choice of another player, not after an undo."""
    settings = desk.display.app.settings
    desk.display.app.settings = replace(settings, bell_choice=True, notice="osc9")
    desk.press("enter")
    assert desk.display.app.called == ["bell", "osc9"]
    desk.battle.take_back("A")
    assert desk.battle.entries[-1].seat == "B"
    desk.course.advance()
    assert desk.session.orders
    assert desk.display.app.called == ["bell", "osc9"]


@pytest.mark.parametrize("playing", [False, True])
@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("painted", [False, True])
def test_an_opening_is_shown_again_while_a_question_is_open(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, painted: bool, asked: bool, playing: bool
) -> None:
    opening = Tableau("end", "THE POND", "") if painted else None
    begun: list[str] = []
    monkeypatch.setattr(type(desk.battle.game.screen), "opening", lambda *_: opening)
    monkeypatch.setattr(desk.display, "work", lambda _, group, alone: begun.append(group))
    desk.session.playing = playing
    if not asked:
        desk.course.put(None)
    shown = painted and asked and not playing
    assert desk.course.show_opening() == shown
    assert bool(begun) == shown


def test_a_question_of_the_program_takes_no_other_key(desk: Desk) -> None:
    desk.press("q", "L", "z")
    assert desk.session.question
    assert desk.session.shows == ""


def test_other_screens_are_opened_by_name(desk: Desk) -> None:
    desk.press("K", "O", "R")
    assert [name for name, *_ in desk.display.opened] == ["reference", "settings", "replay"]
    assert desk.display.opened[0] == ("reference", "", desk.session.game.name)


def test_what_is_kept_is_found_again_in_another_session(desk: Desk) -> None:
    desk.press("y", "space")
    again = BattleSession(desk.battle, desk.session.table)
    SessionChanges(again, desk.forecast, desk.display).restore(desk.session.kept())
    assert (again.why, again.chart.looking) == (True, True)
    assert again.chart.viewport is desk.session.chart.viewport
    assert again.orders is desk.session.orders


class Silent:
    """Stands for a screen; it may be stored, but none of its methods may be called."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"it was asked for {name}")


def test_a_display_is_asked_nothing_while_those_who_work_at_a_session_are_made() -> None:
    """The screen passes itself on before it is ready."""
    battle = Battle.new(PondGame(), "duel", 7)
    session = BattleSession(battle, SeatTable(battle, {}))
    sitting = sit_down(session, PlainApp(), Silent())  # type: ignore[arg-type]
    assert sitting.keys.handlers()


def test_each_class_stays_small() -> None:
    """A class on which many others depend tends to grow; the limit is twenty public methods."""
    keys = (BattleKeys, OrderKeys, PanelKeys, WordKeys, LeaveKeys, ChartKeys)
    for part in (
        BattleSession,
        BattleCourse,
        Prompt,
        Panel,
        BattleAdvice,
        Forecast,
        Stage,
        ChartModel,
        *keys,
    ):
        own = [name for name in vars(part) if not name.startswith("_")]
        assert len(own) <= 20, part


def test_words_are_found_in_the_log_and_looked_for_on(desk: Desk) -> None:
    """`/` shows the log at the line that was found; Enter alone finds the next.

    Words may be typed that say in which direction.
    """
    for _ in range(3):
        desk.press("enter")
    lines = [line.text.lower() for line in desk.session.log_lines()]
    places = [at for at, text in enumerate(lines) if "turn" in text]
    assert len(places) > 2
    desk.press("/", *"turn", "enter")
    assert (desk.session.shows, desk.session.chosen) == ("log", places[0])
    assert f"line 1 of {len(places)} with 'turn'" in desk.session.sentence
    desk.press("/", "enter")
    assert desk.session.chosen == places[1]
    desk.press("/", *"previous turn", "enter")
    assert desk.session.chosen == places[0]
    desk.press("/", *"previous turn", "enter")
    assert desk.session.chosen == places[-1]
    desk.press("/", *"first turn", "enter")
    assert desk.session.chosen == places[0]
    desk.press("/", *"t2", "enter")
    assert "with 't2'" in desk.session.sentence
    desk.press("/", *"12", "enter")
    assert desk.session.sentence == "no line of the log has '12'"
    desk.press("/", *"hornpipe", "enter")
    assert desk.session.sentence == "no line of the log has 'hornpipe'"
    desk.press("/", *"loss", "enter")
    assert desk.session.sentence == "no ship is lost so far"


def test_what_no_answer_foresees_leaves_no_row(desk: Desk) -> None:
    """Below advice there is a blank row before the forecast only if there is a forecast."""
    assert desk.session.adviser.chosen == -1
    assert desk.course.advice._forecast(40, 10) == []


def test_a_draft_by_name_begins_anew_on_another_sheet() -> None:
    """The key fills in the next draft of the same sheet; on another sheet, the first one."""
    named = [NamedDraft("ahead", {}), NamedDraft("turn together", {})]
    slot = Slot("A1", "A1", (Option("0", "hold", ()), Option("1", "one ahead", ())))
    desk = Desk(Battle.new(PondGame(), "duel", 7))
    keys, sitting = desk.keys.drafts, desk.session.sitting

    def said(sheet: str) -> str:
        orders = Sheet(sheet, "A", "orders", "", (slot,))
        sitting.orders = SheetOrders(orders, {}, Prompter(drafts=lambda _: tuple(named)))
        keys.act_draft()
        return desk.session.sentence

    assert "All ships drafted: ahead." in said("orders 1")
    assert "All ships drafted: turn together." in said("orders 1")
    assert "All ships drafted: ahead." in said("orders 1"), "after the last comes the first"
    assert "All ships drafted: ahead." in said("orders 2")
    named[:] = [NamedDraft("wear", {}), NamedDraft("tack", {})]
    assert "All ships drafted: wear." in said("orders 2"), "what filled it last is offered no more"
    named.clear()
    assert said("orders 2") == "No ready-made drafts here: fill the slots one by one."
