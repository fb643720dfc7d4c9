"""Notes on finished battles, in a file beside each: several people write them, all can read them,
and no note is changed.
"""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from engine.base.errors import FileFault, Refused
from engine.game.parts.words import Landmark, Landmarks
from engine.kernel.battle import Battle
from engine.review.notes import (
    LARGEST,
    Arrow,
    Circle,
    Note,
    add,
    landmarks,
    notes_on,
    notes_path,
    remove_note,
    stored_notes,
)
from engine.review.report import render_report, report
from engine.series.game import SeriesGame
from engine.series.state import InBattle
from engine.sitting.watching.reel import Reel
from tests.pond.events import Event, Fired
from tests.pond.game import PondGame
from tests.pond.words import PondWords
from tests.tui.running import save_battle


@pytest.fixture
def battle(tmp_path: Path) -> Battle:
    """Return a finished battle with a note in its own file."""
    path = save_battle(tmp_path, "Duel", turns=99)
    with Battle.open(path) as battle:
        battle.note("by the seat", "A", at=1)
    return Battle.open(path, write=False)


def test_notes_stand_beside_the_battle_with_those_of_its_own_file(battle: Battle) -> None:
    assert battle.path
    before = battle.path.read_bytes()
    marks = (Circle("A"), Circle(at=(1.0, 2.0)), Arrow((0.0, 0.0), (3.0, 4.0)))
    first = add(battle, Note(n=4, by="anna", text="the\x1b[2Jgage", marks=marks))
    add(battle, Note(n=2, by="ben", kind="bookmark"))
    found = notes_on(battle)
    assert [(note.n, note.with_author) for note in found] == [
        (1, "Red: by the seat"),
        (2, "ben: a bookmark"),
        (4, f"anna: {first.text}"),
    ]
    assert "\x1b" not in first.text
    assert found[2].marks == marks
    assert "anna: the" in render_report(report(battle), "text")
    remove_note(battle, first)
    assert [note.n for note in notes_on(battle)] == [1, 2]
    with pytest.raises(Refused, match="entry of the battle"):
        remove_note(battle, found[0])
    assert battle.path.read_bytes() == before


def test_several_write_at_once_and_nothing_is_lost(battle: Battle) -> None:
    def write(by: str) -> None:
        for n in range(10):
            add(battle, Note(n=n % 6, by=by, text=f"{by} {n}"))

    threads = [Thread(target=write, args=(by,)) for by in ("anna", "ben", "carl")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stored_notes(battle)) == 30


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff\n", b'{"battle":"another","note":{"n":1,"id":"x","text":"no"}}\n',
     b'{"battle":7}\n', b"[]\n" * 9,
     b'{"battle":"OWN","note":{"n":1,"id":"x","marks":[{"type":"arrow","start":[0,0],"end":[1e300,0]}]}}',
     b'{"battle":"OWN","note":{"n":1,"id":"x","marks":[{"type":"circle","at":[0,-1e300]}]}}',
     b'{"battle":"OWN","note":{"n":-1,"id":"x","text":"before"}}'],
)  # fmt: skip
def test_what_cannot_be_read_or_is_of_another_battle_is_left_out(
    battle: Battle, data: bytes
) -> None:
    assert battle.path
    notes_path(battle.path).write_bytes(data.replace(b"OWN", battle.header.id.encode()))
    assert stored_notes(battle) == []
    add(battle, Note(n=1, text="after a line that was cut short"))
    assert [note.text for note in stored_notes(battle)] == ["after a line that was cut short"]


def test_a_note_that_cannot_be_is_refused_with_a_reason(battle: Battle, tmp_path: Path) -> None:
    assert battle.path
    for note, why in (
        (Note(n=99, text="x"), "there is no entry 99"),
        (Note(n=1), "needs words or marks"),
        (Note(n=1, marks=(Circle("A"),) * 99), "at most [0-9]+ marks"),
    ):
        with pytest.raises(Refused, match=why):
            add(battle, note)
    open_ = Battle.open(save_battle(tmp_path, "Open", turns=1), write=False)
    with pytest.raises(Refused, match="when it is over"):
        add(open_, Note(n=1, text="x"))
    notes_path(battle.path).write_bytes(b"\n" * LARGEST)
    with pytest.raises(FileFault, match="is full"):
        add(battle, Note(n=1, text="x"))
    notes_path(battle.path).unlink()
    notes_path(battle.path).mkdir()
    with pytest.raises(FileFault):
        add(battle, Note(n=1, text="x"))
    assert [note.n for note in notes_on(battle)] == [1]


# Guns, losses and captures are found by a battle's events, whatever the system.


@pytest.mark.parametrize(
    ("name", "shot", "loss", "capture"),
    [
        ("saves/sample_broadsides", 27, [94, 95], [95]),
        ("saves/sample_frigates", 6, [31], [31]),
        ("saves/sample_ironclads", 10, [43, 60], []),
        ("saves/sample_campaign", 29, [72, 141, 549, 617, 630, 667, 724, 732], [549]),
    ],
)
def test_shots_losses_and_captures_are_gone_to_one_after_the_other(
    name: str, shot: int, loss: list[int], capture: list[int]
) -> None:
    with Battle.open(f"{name}.battle", write=False) as battle:
        found = landmarks(battle)
        assert (found["loss"], found["capture"]) == (loss, capture)
        reel = Reel(battle, battle.position)
        assert reel.find("shot") == found["shot"][0] == shot  # how it opened, wherever one stands
        assert reel.find("next shot") == shot  # round the end
        assert reel.find("previous shot") == found["shot"][-1 - (found["shot"][-1] == reel.end)]
        assert reel.find("LOSS") == reel.find(" first   loss ") == loss[0]
        reel.go(loss[0])
        assert reel.find("loss") == loss[1 % len(loss)]
        if not capture:
            with pytest.raises(Refused, match="no ship is taken in this battle"):
                reel.find("capture")


def test_a_series_has_those_of_its_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    def landmark(_: PondWords, event: Event) -> tuple[Landmark, ...]:
        return ("shot",) if isinstance(event, Fired) else ()

    none: Landmarks = {}
    words = SeriesGame(PondGame()).words
    assert PondWords.landmarks == none
    monkeypatch.setattr(PondWords, "landmarks_of", landmark)
    assert words.landmarks_of(InBattle(Fired("A", 6, True))) == ("shot",)
    assert words.landmarks_of(Fired("A", 6, True)) == ()
