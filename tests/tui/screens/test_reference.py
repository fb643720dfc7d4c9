"""The reference: links between terms, and the terms that matter at the moment."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.base.errors import FileFault
from engine.game.panel import Guard, Profile
from engine.game.parts.words import Diagram, Term
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tests.pond.game import PondGame
from tests.pond.words import PondWords
from tests.tui.running import house, save_battle, screen_of, until
from tui.battle.screen import BattleScreen
from tui.panel.pictures import profile
from tui.replay.screen import ReplayScreen
from tui.screens import reference
from tui.screens.help import HelpScreen
from tui.screens.reference import ReferenceScreen
from tui.start import saved_battles

TERMS = (
    Term("boat", "Gunboat", "ship", ("one gun",), links=("gun",)),
    Term("gun", "Gun", "rule", ("fires within its reach at a boat",), links=("reach", "boat")),
    Term("reach", "Reach", "rule", ("five inches",)),
)


@pytest.fixture(autouse=True)
def pond_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give the pond a reference of three terms, of which two matter at the moment."""
    monkeypatch.setattr(PondWords, "terms", lambda self: TERMS)
    monkeypatch.setattr(PondWords, "terms_now", lambda self, view, key: ("reach", "boat", "lost"))
    monkeypatch.setattr(reference, "systems", lambda: ("pond",))
    monkeypatch.setenv("WEATHERGAGE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: tmp_path / "none")


def reference_of(app: Any) -> ReferenceScreen:
    assert isinstance(app.screen, ReferenceScreen)
    return app.screen


async def test_a_link_is_marked_followed_and_left_again(tmp_path: Path) -> None:
    """At the term Gun, Right marks the link [Gunboat], Enter follows it, and Backspace leads back
    to the marked link.
    """
    async with house(tmp_path, start=ReferenceScreen) as (app, pilot):
        await pilot.press("down")
        seen = screen_of(app)
        assert any(row.startswith(" > Gun ") for row in seen.splitlines())
        assert "[Reach]  Gunboat" in seen
        assert "Enter goes to Reach" in seen
        await pilot.press("right", "enter")
        assert reference_of(app).term == TERMS[0]
        await pilot.press("enter")
        assert reference_of(app).term == TERMS[1]
        await pilot.press("backspace", "backspace")
        assert "[Gunboat]" in screen_of(app)
        await pilot.press("left")
        assert "[Reach]" in screen_of(app)


async def test_a_followed_link_comes_back_to_what_was_searched(tmp_path: Path) -> None:
    """A search for 'fires' finds only Gun; a link leads away from it, and back to it."""
    async with house(tmp_path, start=ReferenceScreen) as (app, pilot):
        await pilot.press(*"fires", "enter")
        assert "3 found" in screen_of(app)
        await pilot.press("escape")
        seen = screen_of(app)
        assert "Search: fires_" in seen
        assert "1 found" in seen


async def test_the_terms_that_matter_now_are_one_key_away(tmp_path: Path) -> None:
    """In the replay i lists Reach and Gunboat; letters search all terms; Esc leads back, and then
    out.
    """
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle)) as (app, pilot):
        await pilot.press("i")
        assert "what matters now" in screen_of(app)
        assert reference_of(app).found == [TERMS[2], TERMS[0]]
        await pilot.press(*"fires")
        assert reference_of(app).found == [TERMS[1]]
        await pilot.press("escape")
        assert "2 found" in screen_of(app)
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)


async def test_the_battle_explains_what_is_asked_about_the_selected_ship(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the battle i asks the game about the selected boat; Esc leads back to the battle."""
    asked: list[str] = []

    def terms_now(game: PondGame, view: Any, key: str) -> tuple[str, ...]:
        asked.append(key)
        return ("gun",)

    monkeypatch.setattr(PondWords, "terms_now", terms_now)
    battle = Battle.new("pond", "duel", 7)
    players = {"B": make_player("ensign", battle.game, 3, "B")}
    async with house(tmp_path, battle=battle, players=players) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "a person is asked")
        await pilot.press("i")
        assert asked == [screen.viewport.selected]
        assert asked != [""]
        assert reference_of(app).found == [TERMS[1]]
        await pilot.press("escape")
        assert app.screen is screen


async def test_short_words_on_a_card_are_explained_by_their_terms(tmp_path: Path) -> None:
    """`fort 1`, `broad 3` and `skill 0` stand for terms that the panel never writes out; the word
    `turn` in an order does not mean the turn of the game.
    """
    battle = Battle.new("oak_iron", "quickstart", 3)
    players = {seat: make_player("ensign", battle.game, 3, seat) for seat in "AB"}
    while (question := battle.pending()[0]).seat != "A" or question.kind != "manoeuvre":
        view = battle.view(question.seat)
        battle.answer(question.seat, players[question.seat].choose(view, question))
    async with house(tmp_path, (100, 36), battle=battle, players={"B": players["B"]}) as (
        app,
        pilot,
    ):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "a person is asked")
        app.settings = msgspec.structs.replace(app.settings, panel="all")
        await pilot.press("down", "up")
        await until(pilot, lambda: " fort " in screen_of(app), "the figures of her card")
        await pilot.press("i")
        assert {"fortitude", "broadside"} <= {term.id for term in reference_of(app).found}
    assert "turn" not in battle.game.words.named_in("turn, then sail 3")


async def test_the_battle_explains_what_the_panel_names_the_marked_answer_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A term that is only in the panel comes after those of the question; one of the highlighted
    answer comes before them.
    """
    battle = Battle.new("pond", "duel", 7)
    players = {"B": make_player("ensign", battle.game, 3, "B")}
    async with house(tmp_path, battle=battle, players=players) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "a person is asked")
        orders = screen.session.orders
        assert orders
        marked = Term("marked", orders.option.label, "card", ("-",))
        named = Term("named", "Battle log", "card", ("-",))
        silent = Term("silent", "Keelhauling", "card", ("-",))
        monkeypatch.setattr(PondWords, "terms", lambda self: (*TERMS, silent, named, marked))
        await pilot.press("i")
        found = [term.id for term in reference_of(app).found]
        assert found[:3] == ["marked", "reach", "boat"]
        assert "named" in found[3:]
        assert "silent" not in found


async def test_help_asked_for_twice_explains_the_rules(tmp_path: Path) -> None:
    """? explains the screen, and says so; a second ? lists the terms that matter at the moment."""
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle)) as (app, pilot):
        await pilot.press("question_mark")
        assert "? again explains the rules that matter now" in screen_of(app)
        await pilot.press("question_mark")
        assert reference_of(app).kind == reference.NOW


async def test_help_on_a_boat_or_a_shoal_explains_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the arrows move the cursor, ? on the selected boat lists her terms, and on open water
    the keys of the screen.
    """
    monkeypatch.setattr(PondWords, "terms_of", lambda self, view, key: ("gun",) if key else ())
    battle = Battle.new("pond", "duel", 7)
    players = {"B": make_player("ensign", battle.game, 3, "B")}
    async with house(tmp_path, battle=battle, players=players) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "a person is asked")
        await pilot.press("c", "space")
        assert "? explains the ship there" in screen_of(app)
        await pilot.press("question_mark")
        assert reference_of(app).found == [TERMS[1]]
        await pilot.press("escape")
        screen.viewport.cursor = 0, 0
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)


async def test_help_in_a_replay_explains_what_the_cursor_is_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys h j k l move the cursor; on a boat, ? lists her terms; Escape hides the cursor."""
    monkeypatch.setattr(PondWords, "terms_of", lambda self, view, key: ("gun",) if key else ())
    battle = Battle.new("pond", "duel", 7)
    async with house(tmp_path, start=lambda: ReplayScreen(battle)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "c", "l", "h", "question_mark")
        assert reference_of(app).found == [TERMS[1]]
        await pilot.press("escape", "escape")
        assert app.screen is screen
        assert not screen.looking


async def test_a_token_is_searched_by_its_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """% finds the boat that has this token, although no line contains the sign."""
    signed = (replace(TERMS[0], signs="%"), *TERMS[1:])
    monkeypatch.setattr(PondWords, "terms", lambda self: signed)
    async with house(tmp_path, start=ReferenceScreen) as (app, pilot):
        await pilot.press("percent_sign")
        assert reference_of(app).found == [signed[0]]
        assert "Search: %_" in screen_of(app)


async def test_a_wide_screen_has_names_and_kinds_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80 columns a long kind is cut; at 120 it is complete beside the name."""
    name, kind = "Cornelis Evertsen the Youngest", "initiative card"
    monkeypatch.setattr(PondWords, "terms", lambda self: (Term("long", name, kind, ("x",)),))
    for columns, whole in ((80, False), (120, True)):
        async with house(tmp_path, size=(columns, 24), start=ReferenceScreen) as (app, _):
            line = screen_of(app).splitlines()[2]
            assert (f"> {name}" in line and f" {kind} " in line) is whole


async def test_a_kind_is_never_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80 columns a long name is shortened for it; the name is complete beside the list."""
    name, kind = "Cornelis Evertsen the Youngest", "rule of an upgrade"
    monkeypatch.setattr(PondWords, "terms", lambda self: (Term("long", name, kind, ("x",)),))
    async with house(tmp_path, start=ReferenceScreen) as (app, _):
        assert f"Cornelis ..     {kind} " in screen_of(app).splitlines()[2]


async def test_a_text_is_wrapped_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise there would be short lines in the middle of a paragraph."""
    monkeypatch.undo()
    start = lambda: ReferenceScreen("squadron", "oak_iron")  # noqa: E731
    async with house(tmp_path, start=start) as (app, _):
        term = next(each for each in app.screen.found if len(each.lines[0]) > 120)
        app.screen._move(app.screen.found.index(term))
        app.screen.draw()
        told = [line[39:] for line in screen_of(app).splitlines()]
        for row in wrap(term.lines[0], 40):
            assert row in told


async def test_one_key_leads_out_however_many_links_were_followed(tmp_path: Path) -> None:
    """Esc goes back; Ctrl+W leaves at once."""
    battle = Battle.new(PondGame(), "duel", 7)
    other = {"B": make_player("ensign", battle.game, 1, "B")}
    async with house(tmp_path, battle=battle, players=other) as (app, pilot):
        await until(pilot, lambda: app.screen.ready and app.screen.session.orders, "the battle")
        await pilot.press("K")
        reference_of(app).game = "pond"
        reference_of(app)._find()
        await pilot.press("down", "enter", "down", "enter")
        assert reference_of(app).trail
        await pilot.press("ctrl+w")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle again")


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
async def test_a_ship_as_she_is_now_stands_below_her_words(tmp_path: Path, glyphs: str) -> None:
    """The drawing is complete at 80 by 24, with as many words above it as fit."""
    now = Profile("A", "casemate", (Guard("S", "side", 4, 2),), fires=(3,), smoke=1)

    def start() -> ReferenceScreen:
        return ReferenceScreen(game="pond", now=("boat", "gun"), profiles={"boat": now})

    async with house(tmp_path, start=start, glyphs=glyphs) as (app, pilot):
        drawn = ["".join(text for _, text in line) for line in profile(now, 40, app.screen.glyphs)]
        lines = [line[39:] for line in screen_of(app).splitlines()]
        first = next(row for row, line in enumerate(lines) if drawn[0].rstrip() in line)
        for row, line in enumerate(drawn, first):
            assert lines[row].rstrip() == line.rstrip()
        assert any("one gun" in line for line in lines[:first])
        await pilot.press("down")
        assert drawn[-1].strip() not in screen_of(app)


async def test_another_game_and_a_letter_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ctrl+g shows the terms of the next game; after the last comes the first.

    Backspace removes a letter.
    """
    monkeypatch.setattr(reference, "systems", lambda: ("pond", "wooden_ships"))
    async with house(tmp_path, start=ReferenceScreen) as (app, pilot):
        screen = reference_of(app)
        await pilot.press(*"gunx")
        assert screen.found == []
        assert screen.diagram is None
        await pilot.press("backspace")
        assert screen.words == "gun"
        assert TERMS[1] in screen.found
        await pilot.press("ctrl+g")
        assert screen.game == "wooden_ships"
        await pilot.press("ctrl+g")
        assert screen.game == "pond"


async def test_a_link_that_is_clicked_is_followed(tmp_path: Path) -> None:
    async with house(tmp_path, start=ReferenceScreen) as (app, pilot):
        await pilot.press("down")
        screen = reference_of(app)
        screen._clicked(1)
        assert screen.term == TERMS[0]


@pytest.mark.parametrize("what", ["terms", "a diagram"])
async def test_rules_that_cannot_be_read_are_told_in_a_sentence(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise FileFault("index.toml is torn")

    if what == "terms":
        monkeypatch.setattr(PondWords, "diagrams", broken)
    else:
        shown = Diagram("raking", "Raking", "Look.", "", terms=("boat",))
        monkeypatch.setattr(PondWords, "diagrams", lambda self: (shown,))
        monkeypatch.setattr(reference, "diagram", broken)
    async with house(tmp_path, size=(120, 40), start=ReferenceScreen) as (app, _):
        assert "index.toml is torn" in screen_of(app)
        assert (reference_of(app).found == []) is (what == "terms")


async def test_a_kind_that_another_game_has_not_gives_way_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, "systems", lambda: ("wooden_ships", "pond"))
    async with house(tmp_path, start=ReferenceScreen) as (app, pilot):
        screen = reference_of(app)
        await pilot.press("shift+tab")
        assert screen.kind != reference.EVERY
        await pilot.press("ctrl+g")
        assert screen.kind == reference.EVERY
        assert screen.found


async def test_a_link_of_the_same_name_has_its_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The term Rake has a diagram with the same name: no link seems to lead to itself."""
    monkeypatch.setattr(reference, "systems", lambda: ("wooden_ships",))
    shows = partial(ReferenceScreen, "rake", "wooden_ships")
    async with house(tmp_path, start=shows) as (app, _):
        screen = reference_of(app)
        screen.index = next(at for at, each in enumerate(screen.found) if each.id == "rake")
        screen.draw()
        assert "[Rake (diagram)]" in screen_of(app)
        assert "goes to Rake (diagram)" in screen_of(app)


def test_advice_does_not_lead_to_a_point_of_sail() -> None:
    (advice,) = (term for term in system("oak_iron").words.terms() if term.id == "advice")
    assert "large" not in advice.links


async def test_two_escapes_leave_from_anywhere(tmp_path: Path) -> None:
    """This also holds after a search and two links: the first Escape leads back to the search, the
    second one out.
    """
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle)) as (app, pilot):
        await pilot.press("i", *"fires", "enter", "enter", "escape")
        assert "Search: fires_" in screen_of(app)
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("i", *"fires", "escape", "x", "escape")
        assert isinstance(app.screen, ReferenceScreen), "typing in between begins again"


async def test_a_text_longer_than_its_room_says_how_much_more_and_scrolls(tmp_path: Path) -> None:
    """The text on the battle of Hampton Roads has more lines than a screen of 24 rows."""
    shows = partial(ReferenceScreen, "hampton roads 1862-03-09", "iron_oak")
    async with house(tmp_path, (80, 24), start=shows) as (app, pilot):
        screen = reference_of(app)
        assert screen.term
        assert screen.term.name == "Hampton Roads"
        whole = " ".join(screen.term.lines).split()
        first = screen_of(app)
        assert re.search(r"\d+ more lines below: shift\+Down", first)
        assert whole[-1] not in first
        while "more lines below" in screen_of(app) or "more line below" in screen_of(app):
            await pilot.press("shift+down")
        assert whole[-1] in screen_of(app)
        assert " above: shift+Up" in screen_of(app)
        await pilot.press("down", "up")
        assert screen_of(app) == first, "another term begins at its first line"
