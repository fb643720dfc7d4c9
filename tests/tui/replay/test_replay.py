"""The replay screen with battles on the pond, a game that it does not know."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import FileFault
from engine.files.saved_battles import named_players, players_to_continue
from engine.files.saves import samples
from engine.game.chart import Boxes, Hexes, Sea
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.review.notes import notes_on
from engine.sitting.watching.reel import Reel
from tests.tui.rest import PATIENCE
from tests.tui.running import house, save_battle, screen_of, until
from tui.battle.screen import BattleScreen
from tui.chart.layouts import layout
from tui.chart.viewport import place_of, things
from tui.replay.reel_rows import replay_layout, timeline
from tui.replay.screen import ReplayScreen
from tui.screens.settings import Settings
from tui.terminal.page import text_of

ROOT = Path(__file__).resolve().parents[3]
SAVES = ROOT / "saves"


def watching(battle: Battle, at: int = 0) -> dict[str, Any]:
    """Return the options with which the application starts with this replay."""
    return {"start": lambda: ReplayScreen(battle, at)}


@pytest.fixture
def battle(tmp_path: Path) -> Battle:
    """Return a finished battle of six entries in three turns, opened for a replay."""
    return Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (140, 45)])
async def test_the_replay_shows_chart_entry_and_timeline(
    tmp_path: Path, battle: Battle, size: tuple[int, int]
) -> None:
    """The screen shows both boats, the words of entry 4 with its dice, and T1 to T3 on the
    timeline.
    """
    async with house(tmp_path, size=size, **watching(battle, 4)) as (app, _):
        seen = screen_of(app)
    assert seen.isascii()
    for words in ("entry 4 of 6", "Red fires: 5, a hit", "|T1", "|T2", "T3", "4/6", "paused"):
        assert words in seen


def test_the_mark_of_the_entry_hides_no_turn_number() -> None:
    with Battle.open(samples()["broadsides"], write=False) as duel:
        reel = Reel(duel, 0)
        while reel.go(reel.n + 1):
            row = text_of(timeline(reel, 100, "ascii", f"{reel.n}/{reel.end}"))
            assert not re.search(r"\|T?O\d", row), row
        assert reel.n == reel.end


async def test_both_ships_of_a_duel_stay_in_view(tmp_path: Path) -> None:
    """At the start they are farther apart than the chart is high."""
    with Battle.open(samples()["frigates"], write=False) as duel:
        async with house(tmp_path, size=(80, 24), **watching(duel, 0)) as (app, pilot):
            for _ in range(12):
                view = app.screen.viewport.view
                assert all(view.shows(place) for _, place, _ in things(app.screen.scene))
                await pilot.press("right")


@pytest.mark.parametrize(
    ("sample", "sign"),
    [("broadsides", "damage, fatigue"), ("frigates", "hull, guns"), ("ironclads", "hits left")],
)
async def test_s_lists_all_ships_of_the_entry_and_the_signs(
    tmp_path: Path, sample: str, sign: str
) -> None:
    """The list is the same as in a battle; it can be scrolled to its end, and S leads back to the
    same entry.
    """
    battle = Battle.open(SAVES / f"sample_{sample}.battle", write=False)
    async with house(tmp_path, (80, 24), **watching(battle, 12)) as (app, pilot):
        replay = app.screen
        await pilot.press("S")
        await until(pilot, lambda: "SHIPS" in screen_of(app), "the ships")
        assert f"entry 12 of {battle.position}" in screen_of(app)
        seen = screen_of(app)
        while "This is the end of the list" not in screen_of(app):
            assert "more lines below" in screen_of(app)
            await pilot.press("pagedown")
            seen += screen_of(app)
        assert "To win" in seen
        assert "Signs" in seen
        assert sign in seen
        await pilot.press("i")
        await until(pilot, lambda: "CARDS AND RULES" in screen_of(app), "the words")
        await pilot.press("escape", "S")
        await until(pilot, lambda: app.screen is replay, "the replay")
        assert "entry 12 of" in screen_of(app)


async def test_keys_step_by_entry_activation_turn_and_to_the_ends(
    tmp_path: Path, battle: Battle
) -> None:
    """Right and Left go by an entry, ] by an activation, } and { by a turn, Home and End to the
    ends.
    """
    async with house(tmp_path, **watching(battle)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        stops = []
        for key in ("right", "]", "}", "{", "left", "end", "home"):
            await pilot.press(key)
            stops.append(screen.reel.n)
    assert stops == [1, 2, 4, 2, 1, 6, 0]


async def test_go_to_takes_a_turn_or_an_entry_and_says_what_is_wrong(
    tmp_path: Path, battle: Battle
) -> None:
    """':' asks in the prompt; t3 and 5 lead there, t9 is refused with a reason."""
    async with house(tmp_path, **watching(battle)) as (app, pilot):
        await pilot.press("colon", "t", "3", "enter")
        assert "entry 4 of 6" in screen_of(app)
        await pilot.press("colon", "5", "enter")
        assert "entry 5 of 6" in screen_of(app)
        await pilot.press("colon", "t", "9", "enter")
        assert "there is no turn 9" in screen_of(app)
        assert "entry 5 of 6" in screen_of(app)


async def test_notes_and_bookmarks_stay_in_the_battle(tmp_path: Path, battle: Battle) -> None:
    """n writes a note, which is shown beside its entry; * adds a star to the timeline.

    The battle is over, so that its file stays as it is.
    """
    before = (tmp_path / "Duel.battle").read_bytes()
    async with house(tmp_path, **watching(battle, 2)) as (app, pilot):
        await pilot.press("n", *"gage", "enter", "right", "*")
        await pilot.press("left")
        assert "*" in screen_of(app).splitlines()[-3]
        assert "gage" in screen_of(app)
    again = Battle.open(tmp_path / "Duel.battle", write=False)
    assert [(note.kind, note.n) for note in notes_on(again)] == [("note", 2), ("bookmark", 3)]
    assert (tmp_path / "Duel.battle").read_bytes() == before
    again.close()


async def test_p_plays_on_from_here_as_a_new_battle(tmp_path: Path, battle: Battle) -> None:
    """A new battle begins at entry 4 and names the old one, which does not change."""
    async with house(tmp_path, **watching(battle, 4)) as (app, pilot):
        await pilot.press("p")
        assert "Who plays on? Enter for A=human B=ensign" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the new battle")
        assert app.battle
        assert app.battle.header.options["players"] == {"A": "human", "B": "ensign"}
        assert app.battle.position >= 4
        assert app.battle.header.parent
        assert app.battle.header.parent.entry == 4
    assert len(list(tmp_path.glob("*.battle"))) == 2


async def test_who_plays_on_can_be_said(tmp_path: Path, battle: Battle) -> None:
    """An unknown seat or player is refused, nothing begins, and the typed line stays."""
    refused = (
        ("c=human", "there is no seat 'C'; write a seat (A, B)"),
        ("b=nelson", "'nelson' is not a player; the players are human"),
        ("blue", "there is no seat 'BLUE'; write a seat (A, B)"),
    )
    async with house(tmp_path, **watching(battle, 4)) as (app, pilot):
        for typed, said in refused:
            await pilot.press("p")
            await pilot.press(*("equals_sign" if sign == "=" else sign for sign in typed), "enter")
            assert said in screen_of(app)
            assert typed in screen_of(app)  # to be mended
            assert app.battle is None
            await pilot.press("escape")
        await pilot.press("p", *"a", "equals_sign", *"ensign", "space", *"b", "equals_sign")
        await pilot.press(*"human", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the new battle")
        assert app.battle
        assert app.battle.header.options["players"] == {"A": "ensign", "B": "human"}


def test_of_a_battle_between_computers_a_person_takes_a_seat() -> None:
    sample = Battle.open(SAVES / "sample_boarding.battle", write=False)
    assert "human" not in named_players(sample.header).values()
    assert players_to_continue(sample, ["A", "B"])["A"] == "human"
    sample.close()


async def test_there_is_no_playing_on_where_the_battle_is_over(
    tmp_path: Path, battle: Battle
) -> None:
    """At the last entry the key p says that the battle is over."""
    async with house(tmp_path, **watching(battle, 6)) as (app, pilot):
        await pilot.press("p")
        assert "the battle is over at this entry" in screen_of(app)


async def test_space_plays_to_the_end_and_stops_there(tmp_path: Path, battle: Battle) -> None:
    """At the highest speed the entries follow each other quickly; at the end the replay pauses."""
    async with house(tmp_path, **watching(battle)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("9", "space")
        assert screen.playing
        async with asyncio.timeout(PATIENCE):
            while screen.playing:
                await pilot.pause(0.02)
        assert "entry 6 of 6" in screen_of(app)
        assert "paused" in screen_of(app)


async def test_a_key_ends_an_animation_at_its_last_frame(
    tmp_path: Path, battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With animation, the dice of entry 4 roll in several frames; the next key shows the last
    one.
    """
    settings = Settings(animation=True)
    seen: list[str] = []
    async with house(tmp_path, settings=settings, **watching(battle, 3)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        draw = screen.draw_panel

        def watched() -> None:
            draw()
            if screen.dice:
                seen.append(screen.panel.text)

        monkeypatch.setattr(screen, "draw_panel", watched)
        await pilot.press("right")
        await until(pilot, lambda: seen, "falling dice")
        await pilot.press("right")
        assert screen.reel.n == 5
    assert not any("a hit" in text for text in seen)


@pytest.mark.parametrize(
    ("key", "name", "words"),
    [
        ("r", "Duel.md", "# Duel"),
        ("c", "Duel.cast", '"version": 2'),
        ("p", "Duel-4.svg", "<svg"),
        ("f", "Duel-film.svg", "<animate"),
        ("h", "Duel.html", "<!doctype html>"),
    ],
)
async def test_e_exports_a_report_a_cast_or_a_picture(
    tmp_path: Path, battle: Battle, key: str, name: str, words: str
) -> None:
    """The key e asks which; the prompt then says where the file is."""
    async with house(tmp_path, **watching(battle, 4)) as (app, pilot):
        await pilot.press("e")
        assert "r report in Markdown" in screen_of(app)
        await pilot.press(key)
        await app.workers.wait_for_complete()
        await until(pilot, lambda: "Written:" in screen_of(app), "the sentence that it is written")
    assert words in (tmp_path / "exports" / name).read_text()


async def test_a_running_battle_shows_no_secret(tmp_path: Path) -> None:
    """Red has chosen in secret: the replay says that an order was given, but not which."""
    path = save_battle(tmp_path, "Duel", turns=1)
    battle = Battle.open(path)
    battle.answer("A", Answer("steer", 45.0))
    async with house(tmp_path, **watching(battle, 3)) as (app, _):
        assert "Red: gives an order" in screen_of(app)
        assert "steer 45" not in screen_of(app)


async def test_overlays_have_the_keys_of_the_battle(tmp_path: Path) -> None:
    """g shows range rings around the ship, f the formation; they stay from entry to entry.

    The help names each once, and the palette finds them.
    """
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False)
    async with house(tmp_path, size=(120, 60), **watching(battle, 20)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        plain = screen.chart.text
        await pilot.press("g")
        assert 'musket 6"' in screen.chart.text
        assert 'musket 6"' not in plain
        await pilot.press("right", "left", "f", "b", "w")
        assert screen.chart.text != plain
        assert screen.viewport.overlays == ["range", "formation", "arcs", "wind"]
        await pilot.press("g", "f", "b", "w")
        assert screen.chart.text == plain
        await pilot.press("question_mark")
        assert screen_of(app).count("range rings") == 1
        await pilot.press("escape", "ctrl+p", *"range")
        assert "range rings" in screen_of(app)
    battle.close()


async def test_the_replay_of_a_battle_at_hand_is_a_players_own(tmp_path: Path) -> None:
    """With R from a battle of one person, her own secret order is shown, and her note has her
    name.
    """
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=1))
    battle.answer("A", Answer("steer", 45.0))
    player = make_player("ensign", battle.game, 1, "B")
    monkey = {"battle": battle, "players": {"B": player}}
    async with house(tmp_path, size=(100, 30), **monkey) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "the next question")
        await pilot.press("R", "right", "right", "right")
        assert "steer 45" in screen_of(app)
        await pilot.press("n", *"mine", "enter")
        assert "Red: mine" in screen_of(app)
    assert [(note.seat, note.text) for note in battle.notes] == [("A", "mine")]


async def test_help_lists_the_keys_of_the_replay(tmp_path: Path, battle: Battle) -> None:
    """The key ? explains the screen and its keys; Esc returns to the same entry."""
    async with house(tmp_path, size=(120, 40), **watching(battle, 2)) as (app, pilot):
        await pilot.press("question_mark")
        seen = screen_of(app)
        assert "play on from here as a new battle" in seen
        assert "1 .. 9" in seen
        await pilot.press("escape")
        assert "entry 2 of 6" in screen_of(app)


async def test_a_click_on_the_timeline_goes_there(tmp_path: Path, battle: Battle) -> None:
    """A click on the first cell of the timeline goes to the start, one on its last cell to the
    end.
    """
    async with house(tmp_path, **watching(battle, 3)) as (app, pilot):
        lines = screen_of(app).splitlines()
        row = next(y for y, line in enumerate(lines) if "paused" in line)
        await pilot.click(offset=(lines[row].index(" 3/6") - 1, row))
        assert "entry 6 of 6" in screen_of(app)
        await pilot.click(offset=(2, row))
        assert "entry 0 of 6" in screen_of(app)


async def test_a_note_on_a_sample_goes_to_a_copy_of_the_players_own(tmp_path: Path) -> None:
    """The sample stays the same byte for byte; the copy can be verified, and the replay goes on
    with it.
    """
    sample = SAVES / "sample_boarding.battle"
    before = sample.read_bytes()
    battle = Battle.open(sample, write=False)
    async with house(tmp_path, **watching(battle, 20)) as (app, pilot):
        await pilot.press("n", *"hm", "enter")
        assert "your notes are in boarding.battle" in screen_of(app)
        await pilot.press("n", *"so", "enter")
    battle.close()
    assert sample.read_bytes() == before
    copy = Battle.open(tmp_path / "boarding.battle", write=False)
    assert [note.text for note in notes_on(copy)] == ["hm", "so"]
    copy.close()


async def test_hints_stand_apart_where_they_share_the_prompt(
    tmp_path: Path, battle: Battle
) -> None:
    """In a window without a line of keys the hints are in the prompt, with three blanks between
    them.
    """
    async with house(tmp_path, size=(120, 40), **watching(battle, 0)) as (app, _):
        assert "Right entry   ] activation" in screen_of(app)


async def test_keys_go_from_mark_to_mark(tmp_path: Path, battle: Battle) -> None:
    """> goes to the next note or bookmark, < to the one before."""
    async with house(tmp_path, **watching(battle, 0)) as (app, pilot):
        await pilot.press("right", "*", "right", "right", "*", "home")
        stops = []
        for key in (">", ">", "<"):
            await pilot.press(key)
            stops.append(app.screen.reel.n)
        assert stops == [1, 3, 1]


async def test_an_overlay_that_shows_nothing_says_so(tmp_path: Path) -> None:
    """The overlay of the key o is empty here: no ship has an enemy in range, so there are no
    odds.
    """
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False)
    async with house(tmp_path, size=(120, 46), **watching(battle, 0)) as (app, pilot):
        await pilot.press("o")
        assert "Nothing to show now" in screen_of(app)
        await pilot.press("o", "g")
        assert "Nothing to show now" not in screen_of(app)
    battle.close()


async def test_space_stops_what_plays_and_begins_anew_at_the_end(
    tmp_path: Path, battle: Battle
) -> None:
    """Space and Escape both stop it; at the end, Space plays again from the start."""
    async with house(tmp_path, **watching(battle)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for key in ("space", "escape"):
            await pilot.press("space")
            assert screen.running
            await pilot.press(key)
            assert not screen.running
        await pilot.press("end", "space")
        assert screen.reel.n <= 1
        await pilot.press("space", "[")
        assert screen.reel.n == 0


async def test_ships_are_chosen_backwards_too(tmp_path: Path, battle: Battle) -> None:
    async with house(tmp_path, **watching(battle, 3)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("tab")
        first = screen.viewport.selected
        await pilot.press("tab")
        second = screen.viewport.selected
        await pilot.press("shift+tab")
        assert (screen.viewport.selected, first == second) == (first, False)


async def test_nothing_is_exported_by_another_key_and_a_full_disk_says_so(
    tmp_path: Path, battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Path:
        raise FileFault("the disk is full")

    async with house(tmp_path, **watching(battle)) as (app, pilot):
        await pilot.press("e", "z")
        assert "Nothing was exported" in screen_of(app)
        monkeypatch.setattr("tui.replay.screen.export", full)
        await pilot.press("e", "r")
        await until(pilot, lambda: "the disk is full" in screen_of(app), "the sentence")


async def test_who_plays_on_from_a_replay_leaves_the_battle_at_hand(
    tmp_path: Path, battle: Battle
) -> None:
    async with house(tmp_path, **watching(battle, 2)) as (app, pilot):
        other = Battle.new("pond", "duel", 3, path=tmp_path / "other.battle")
        app.battle = other
        await pilot.press("p", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the fork")
        assert other.why_closed == "this battle is closed"


async def test_what_a_battle_is_played_on_with_is_loaded_while_one_reads_who_does(
    tmp_path: Path, battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is loaded before the question; an error of the rules in this position is shown only
    when the battle is continued.
    """
    loaded: list[str] = []

    def trips(state: object) -> None:
        loaded.append("rules")
        raise KeyError("forged")

    monkeypatch.setattr("tui.replay.reel_keys._load_screens", lambda: loaded.append("screens"))
    async with house(tmp_path, **watching(battle, 2)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("right", "left")
        assert loaded == []
        monkeypatch.setattr(type(screen.game), "pending", lambda _, state: trips(state))
        await pilot.press("p")
        await until(pilot, lambda: "rules" in loaded, "the rules")
        assert loaded == ["screens", "rules"]
        assert "Who plays on? Enter for A=human B=ensign" in screen_of(app)
        monkeypatch.undo()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the fork")


def test_a_replay_is_opened_without_the_screen_of_a_battle() -> None:
    code = "import sys, tui.replay.screen; print('tui.battle.screen' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


async def test_a_click_on_a_ship_selects_her_and_goes_nowhere(
    tmp_path: Path, battle: Battle
) -> None:
    async with house(tmp_path, **watching(battle, 3)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for key in ("B", "A"):
            column, row = screen.viewport.view.to_cell(place_of(screen.scene, key))
            await pilot.click(screen.chart, offset=(int(column) + 3, int(row) + 1))
            assert screen.viewport.selected == key
        assert screen.reel.n == 3


async def test_at_the_end_a_film_stands_still(tmp_path: Path, battle: Battle) -> None:
    async with house(tmp_path, **watching(battle, 5)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("space")
        screen.reel.go(screen.reel.end)
        screen._on()
        assert not screen.playing
        assert "paused" in screen_of(app)


async def test_a_replay_that_is_not_on_the_screen_yet_draws_nothing(
    battle: Battle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drawing that is requested before comes with the first frame."""
    drawn: list[str] = []
    monkeypatch.setattr(ReplayScreen, "draw_words", lambda _: drawn.append("words"))
    async with house(tmp_path / "own") as (app, pilot):
        replay = ReplayScreen(battle)
        replay.draw()
        assert not drawn
        app.open(replay)
        await until(pilot, lambda: drawn, "the first frame")


async def test_the_chart_of_a_wide_replay_has_the_room_that_a_second_log_took(
    tmp_path: Path,
) -> None:
    """At 200 by 50 only the third column shows the log, and the whole table is drawn larger."""
    battle = Battle.open(SAVES / "sample_broadsides.battle", write=False)
    async with house(tmp_path, size=(200, 50), **watching(battle, 11)) as (app, _):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        spots = replay_layout(200, 50, screen.scene.board)
        usual = layout(200, 50, screen.scene.board)
        assert usual.log.height > 0
        assert spots.log.height == 0
        assert spots.board.width > usual.chart.width
        assert spots.board.height > usual.chart.height
        assert spots.timeline.top == spots.chart.top + spots.chart.height
        seen = screen_of(app)
        assert seen.count("Activate A1 Swallow") == 1
        look = screen.viewport.view
        board = screen.scene.board
        assert isinstance(board, Sea)
        corners = ((0.1, 0.1), (board.width - 0.1, board.height - 0.1))
        assert all(map(look.shows, corners))


@pytest.mark.parametrize("columns", range(160, 260, 9))
@pytest.mark.parametrize("lines", [40, 45, 50, 60])
def test_the_parts_of_a_replay_never_overlap(columns: int, lines: int) -> None:
    for board in (Sea(36, 36), Sea(72, 36), Boxes(5, 5), Boxes(9, 5), Hexes()):
        spots = replay_layout(columns, lines, board)
        assert spots.chart.left + spots.chart.width < spots.panel.left
        assert spots.panel.left + spots.panel.width <= columns
        assert spots.panel.width >= 24
        if spots.third.height:
            assert spots.panel.left + spots.panel.width < spots.third.left
            assert spots.third.left + spots.third.width <= columns
            assert spots.third.width >= 30
        for part in (spots.chart, spots.panel, spots.third, spots.log):
            assert not part.height or part.top + part.height <= spots.timeline.top
        assert spots.timeline.top < spots.prompt.top < lines


async def test_a_long_search_lets_other_keys_in_and_is_stopped(tmp_path: Path) -> None:
    """Escape ends the search, not the replay; after a step to another entry, the search no longer
    jumps.
    """
    battle = Battle.open(SAVES / "sample_fleet.battle", write=False)
    async with house(tmp_path, **watching(battle, 0)) as (app, _):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for key in ("escape", "right"):
            at = screen.reel.n
            for each in (":", *"hornpipe", "enter"):
                screen.press(each)
            assert "Looking for 'hornpipe'" in screen.sentence
            screen._searching = True
            screen.press(key)
            assert screen.reel.n == at + (key == "right")
        assert app.screen is screen


async def test_what_is_typed_is_looked_for_before_enter(tmp_path: Path) -> None:
    """When Enter is pressed nothing is left to search; the search ends with the typed line."""
    battle = Battle.open(SAVES / "sample_fleet.battle", write=False)
    async with house(tmp_path, **watching(battle, 0)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for each in (":", *"hornpipe"):
            screen.press(each)
        told, end = screen.reel.finding._told, screen.reel.end
        await until(pilot, lambda: len(told) == end, "every entry is told while it is typed")
        screen.press("enter")
        assert screen.sentence.startswith("no entry has 'hornpipe'")
        assert screen.typed
        assert screen.typed.text == "hornpipe"
