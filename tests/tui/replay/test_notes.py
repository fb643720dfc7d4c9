"""Notes by a person who watches: circles and arrows on any chart, the list of notes, and what
others see of them.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.files.facts import facts_of
from engine.files.library_actions import archive_battle, copy_battle
from engine.game.chart import Pointer, Ring
from engine.kernel.battle import Battle
from engine.review.notes import Arrow, Circle, Note, add, notes_on
from engine.sitting.watching.reel import Reel
from tests.tui.running import house, save_battle, screen_of, until
from tui.chart.viewport import framed_chart, kind_of, places
from tui.cli import main
from tui.host.hosted_battle import HostedReplayScreen
from tui.replay import notes_keys
from tui.replay.note_marks import note_marks
from tui.replay.notes_keys import NotesScreen, note_row
from tui.replay.screen import ReplayScreen
from tui.terminal.terminal import Glyphs


def own(tmp_path: Path, name: str) -> Path:
    """Return a player's own copy of a sample battle."""
    return Path(shutil.copy(f"saves/sample_{name}.battle", tmp_path / f"{name}.battle"))


@pytest.mark.parametrize("name", ["boarding", "frigates", "ironclads"])
@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_circles_and_arrows_are_drawn_on_every_board(name: str, glyphs: Glyphs) -> None:
    with Battle.open(f"saves/sample_{name}.battle", write=False) as battle:
        reel = Reel(battle, 20)
        scene = reel.game.screen.scene(reel.view())
        keys = reel.game.screen.subjects(reel.view())
        at, other = places(scene)[:2]
        marks = note_marks([Circle(keys[0]), Circle("nobody"), Arrow(at, other)], scene)
        assert [type(mark) for mark in marks] == [Ring, Pointer]
        (elsewhere,) = note_marks([Circle(at=at)], scene)
        assert isinstance(elsewhere, Ring)
        assert elsewhere.at == at
        window = kind_of(scene.board).whole(70, 20, places(scene))
        plain = framed_chart(scene, window, glyphs)
        noted = framed_chart(scene, window, glyphs, marks)
        changed = [
            sign
            for before, after in zip(plain.glyphs, noted.glyphs, strict=True)
            for was, sign in zip(before, after, strict=True)
            if was != sign
        ]
        assert set(changed) <= set("*><^v" if glyphs == "ascii" else "•►◄▲▼")
        assert len(changed) > 6
        assert plain.glyphs == framed_chart(scene, window, glyphs).glyphs


async def test_a_mark_is_drawn_by_the_cursor_and_kept_by_a_note(tmp_path: Path) -> None:
    path = own(tmp_path, "boarding")
    battle = Battle.open(path, write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle, 20)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("m", "m")
        assert "1 mark here" in screen_of(app)
        await pilot.press("m", "l", "l", "l", "j", "m")
        assert "2 marks here" in screen_of(app)
        assert {type(mark) for mark in screen.notes.marks()} == {Ring, Pointer}
        await pilot.press("n", *"@ben the rake", "enter")
        (note,) = notes_on(battle)
        assert (note.n, note.with_author) == (20, "ben: the rake")
        assert [type(mark) for mark in note.marks] == [Circle, Arrow]
        assert "ben: the rake" in screen_of(app)
        await pilot.press("escape", "m", "escape")  # what is begun is dropped
        assert len(screen.notes.marks()) == 2
        await pilot.press("escape", "right")
        assert screen.notes.marks() == ()
        await pilot.press("*", "N")
        await until(pilot, lambda: isinstance(app.screen, NotesScreen), "the list")
        await pilot.press("up")
        assert "ben: the rake  [2 marks]" in screen_of(app)
        assert "2 notes" in screen_of(app)
        await pilot.press("d")
        assert "The note is removed" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen, "the replay")
        assert screen.reel.n == 21
        await pilot.press(":", *"entry 21", "enter")
        assert screen.reel.n == 21


async def test_a_list_without_notes_says_so_and_takes_none_away(tmp_path: Path) -> None:
    battle = Battle.open(own(tmp_path, "boarding"), write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle, 20)) as (app, pilot):
        await pilot.press("N")
        await until(pilot, lambda: isinstance(app.screen, NotesScreen), "the list")
        assert "Nobody has written a note yet." in screen_of(app)
        await pilot.press("d", "enter")
        assert isinstance(app.screen, NotesScreen)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")


def test_who_has_no_name_here_has_none_in_his_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("no such user")

    monkeypatch.delenv("WEATHERGAGE_NAME")
    monkeypatch.setattr(notes_keys, "getuser", nobody)
    assert notes_keys.own_name() == ""


async def test_a_battle_that_goes_on_takes_notes_in_its_file_and_no_marks(tmp_path: Path) -> None:
    path = save_battle(tmp_path, "Duel", turns=2)
    battle = Battle.open(path, write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle, 2)) as (app, pilot):
        await pilot.press("m")
        assert "marks can only be drawn on a battle that is over and has a file" in screen_of(app)
        await pilot.press("n", *"@me so", "enter", "N")
        await until(pilot, lambda: isinstance(app.screen, NotesScreen), "the list")
        await pilot.press("d")
        assert "this note is an entry of the battle, and cannot be changed" in screen_of(app)
    with Battle.open(path, write=False) as again:
        assert [note.text for note in again.notes] == ["@me so"]
    assert not list(tmp_path.glob("*.notes"))


async def test_guests_of_a_host_see_and_find_none_that_stand_beside(tmp_path: Path) -> None:
    battle = Battle.open(own(tmp_path, "ironclads"), write=False)
    add(battle, Note(n=5, by="anna", text="gravy"))
    assert Reel(battle).find("gravy") == 5
    async with house(tmp_path, start=lambda: HostedReplayScreen(battle, 5)) as (app, pilot):
        assert "gravy" not in screen_of(app)
        for key, why in (("n", "saves nothing"), ("m", "saves nothing"), ("B", "no branches")):
            await pilot.press(key)
            assert why in screen_of(app)
        screen = app.screen
        assert isinstance(screen, HostedReplayScreen)
        with pytest.raises(Refused, match="no entry has 'gravy'"):
            screen.reel.find("gravy")


def test_the_library_counts_them_and_they_go_where_the_battle_goes(tmp_path: Path) -> None:
    path = own(tmp_path, "ironclads")
    with Battle.open(path, write=False) as battle:
        add(battle, Note(n=5, by="anna", text="she should have stood off"))
    facts = facts_of(path)
    assert (facts.notes, facts.noted) == (1, ("anna: she should have stood off",))
    assert "stood off" in facts.found_by
    copy = copy_battle(path, tmp_path).path
    assert facts_of(copy).notes == 1
    assert facts_of(archive_battle(path, tmp_path).path).notes == 1


def test_pages_pictures_and_texts_have_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = own(tmp_path, "ironclads")
    with Battle.open(path, write=False) as battle:
        key = battle.game.screen.subjects(battle.at(5))[0]
        add(battle, Note(n=5, by="<b>", text="<script>", marks=(Circle(key),)))
    for ending in ("html", "md", "svg"):
        to = tmp_path / f"told.{ending}"
        at = ["--at", "5"] if ending == "svg" else []
        assert main(["export", str(path), "--to", str(to), *at]) == 0
        text = to.read_text()
        assert "<b>: <script>" not in text or ending == "md"
        assert "&lt;script&gt;" in text or ending in ("svg", "md")
        assert "line collision" in text or ending != "svg"


def test_a_note_has_the_turn_of_its_own_battle_in_a_chain() -> None:
    """The turns of each battle begin with one.

    If the entry of a note is gone, the note has the turn of the last entry.
    """
    with Battle.open("saves/sample_campaign.battle", write=False) as battle:
        reel = Reel(battle)
        third = reel.chapters[2].first + 9
        rows = [note_row(reel, Note(n=n, by="anna", text="here")) for n in (third, reel.end + 5)]
        turns = [battle.game.turn(battle.at(n)) for n in (third, reel.end)]
        assert max(battle.game.turn(battle.at(n)) for n in range(third)) > turns[0]
        assert [row.split()[1:] for row in rows] == [[f"T{n}", "anna:", "here"] for n in turns]
