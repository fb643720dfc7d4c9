"""`export`: the formats in which a battle is shared, what is refused, and what is never
revealed.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from struct import unpack
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.kernel.battle import Battle
from engine.players import make_player
from tests.tui.commands.test_sealed_files import FILES, other_answers, secrets
from tests.tui.share.test_page import unpacked
from tui.cli import main

SEED = 918273645
NASTY = "```\n# <script>alert(1)</script> [x](y) \x1b[2J"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def battle(tmp_path: Path) -> Battle:
    """Return a battle that has begun, with control characters in its title, and notes of each
    player and of nobody.
    """
    path = tmp_path / "begun.battle"
    battle = Battle.new("oak_iron", "quickstart", 5, path=path, title=NASTY)
    players = {key: make_player("ensign", battle.game, 2, key) for key in "AB"}
    for _ in range(12):
        asked = battle.pending()[0]
        battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))
    for seat in ("A", "B", ""):
        battle.note(f"{NASTY} by {seat or 'nobody'}", seat, 3)
    battle.close()
    return battle


def exported(battle: Battle, name: str, *words: str) -> Path:
    assert battle.path
    to = battle.path.with_name(name)
    assert main(["export", str(battle.path), "--to", str(to), *words]) == 0
    return to


def test_each_form_is_written_and_named(battle: Battle, capsys: Captured) -> None:
    for name in ("a.html", "a.svg", "a.md", "a.cast"):
        to = exported(battle, name)
        assert gc.isenabled(), "garbage is looked for again"
        assert capsys.readouterr().out == f"{to}\n"
        assert "\x1b[2J" not in to.read_text().replace("\\u001b", "\x1b") or name == "a.cast"
    for name in ("b.svg", "b.SVG"):
        drawn = exported(battle, name, "--at", "4", "--width", "500", "--palette", "light")
        root = ElementTree.fromstring(drawn.read_text())
        assert root.get("width") == "500"
        assert "prefers-color-scheme" not in drawn.read_text()
    assert "prefers-color-scheme" in (drawn.parent / "a.svg").read_text()


def test_text_has_diagrams_of_chosen_moments_in_letters_or_beside_it(
    battle: Battle, capsys: Captured
) -> None:
    text = exported(battle, "a.md", "--moments", "t1, 5,end", "--seat", "A").read_text()
    assert text.count("```text") == 3
    assert "<script>" not in text
    assert "\\<script\\>" in text
    capsys.readouterr()
    shown = exported(battle, "b.md", "--moments", "5", "--diagrams", "svg").read_text()
    assert "](<b-5.svg>)" in shown
    assert ElementTree.parse(battle.path.with_name("b-5.svg"))  # type: ignore[union-attr]
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_film_has_notes_as_markers_and_waits_no_longer_than_it_says(battle: Battle) -> None:
    second = _lines(exported(battle, "a.cast", "--seat", "A"))
    third = _lines(exported(battle, "b.cast", "--seat", "A", "--cast-version", "3"))
    assert second[0]["version"] == 2
    assert third[0]["term"] == {"cols": 120, "rows": 40}
    assert second[0]["idle_time_limit"] == third[0]["idle_time_limit"] == 2.0
    marks = [data for _, kind, data in second[1:] if kind == "m"]
    assert any("by A" in mark for mark in marks)
    assert not any("by B" in mark for mark in marks)
    times = [at for at, *_ in third[1:]]
    assert sum(times) == pytest.approx(second[-1][0])


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_while_a_battle_goes_on_notes_are_those_of_the_seat_that_looks(battle: Battle) -> None:
    said = {}
    for seat in ("", "A", "B"):
        text = exported(battle, f"by{seat}.html", *(("--seat", seat) if seat else ())).read_text()
        said[seat] = {each for each in "AB" if f"by {each}" in text}
    assert said == {"": set(), "A": {"A"}, "B": {"B"}}


@pytest.mark.parametrize("game", FILES)
def test_no_export_of_a_battle_that_goes_on_tells_what_a_watcher_may_not_see(
    game: str, tmp_path: Path
) -> None:
    scenario, choices = FILES[game]
    path = tmp_path / "sealed.battle"
    with Battle.new(game, scenario, SEED, path=path) as battle:
        players = {
            each.key: make_player("ensign", battle.game, 2, each.key)
            for each in battle.game.seats(battle.state)
        }
        for _ in range(choices):
            asked = battle.pending()[0]
            battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))
    with Battle.open(path, write=False) as battle:
        hidden = secrets(battle)
        for name in ("a.html", "a.svg", "a.md", "a.cast", "film.svg"):
            part = ("--from", "start") if name == "film.svg" else ()
            text = exported(battle, name, *part).read_text()
            text += json.dumps(unpacked(text)) if name == "a.html" else ""
            assert not {each for each in hidden if each in text}, name
            assert str(SEED) not in text


@pytest.mark.parametrize("game", FILES)
def test_of_two_secret_choices_the_same_is_exported(game: str, tmp_path: Path) -> None:
    told = []
    for choice in (0, -1):
        path = tmp_path / str(choice) / "sealed.battle"
        path.parent.mkdir()
        scenario = "hampton_roads" if game == "iron_oak" else FILES[game][0]
        with Battle.new(game, scenario, SEED, path=path) as battle:
            asked = next(each for each in battle.pending() if each.secret)
            other = next(
                each.key for each in battle.game.seats(battle.state) if each.key != asked.seat
            )
            battle.answer(asked.seat, other_answers(battle, asked)[choice])
            to = [exported(battle, name) for name in ("a.html", "a.svg", "a.md", "a.cast")]
            to.append(exported(battle, "b.html", "--seat", other))
            to.append(exported(battle, "film.svg", "--from", "start", "--seat", other))
            told.append([each.read_text() for each in to])
    assert told[0] == told[1]


def test_pixels_are_those_of_the_picture_and_need_a_library(
    battle: Battle, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    dark, light = exported(battle, "a.png"), exported(battle, "b.png", "--palette", "light")
    wide = exported(battle, "c.png", "--width", "400", "--at", "0")
    sizes = [unpack(">II", each.read_bytes()[16:24]) for each in (dark, light, wide)]
    assert sizes[0][0] == sizes[1][0] == 900
    assert sizes[2][0] == 400
    assert dark.read_bytes() != light.read_bytes()
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    to = dark.with_name("d.png")
    capsys.readouterr()
    assert main(["export", str(battle.path), "--to", str(to)]) == 2
    assert "a PNG needs the library resvg_py; type" in capsys.readouterr().err
    assert not to.exists()


def test_what_was_never_shown_is_told_only_when_the_owner_says_so(tmp_path: Path) -> None:
    """In a sample battle a card stays face down to the end: its name appears only with --open."""
    closed, opened = tmp_path / "closed.html", tmp_path / "opened.html"
    for to, words in ((closed, ()), (opened, ("--open",))):
        assert main(["export", "sample:broadsides", "--to", str(to), *words]) == 0
    assert "lays a card face down" in closed.read_text()
    assert len(opened.read_text()) != len(closed.read_text())
    watcher, owner = (set(_log(each)) for each in (closed, opened))
    assert owner - watcher


def _log(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line.startswith("<li")]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--to", "{}/a.jpg"), "pictures are .svg and .png"),
        (("--to", "{}/begun.html"), "is there already"),
        (("--to", "{}/begun.battle/a.html"), "cannot be written"),
        (("--to", "/proc/none/a.svg"), "cannot be written"),
        (("--to", "{}/a.xyz"), "or --chapter NAME of a chain"),
        (("--to", "{}/a.svg", "--at", "999"), "there is no entry 999"),
        (("--to", "{}/a.html", "--at", "3"), "--at cannot be used for a file .html"),
        (("--to", "{}/a.html", "--from", "9", "--until", "3"), "cannot end at entry 3"),
        (("--to", "{}/a.html", "--until", "999"), "there is no entry 999"),
        (("--to", "{}/a.gif", "--from", "turn:99"), "there is no turn 99"),
        (
            ("--to", "{}/a.gif", "--from", "noon"),
            "'noon' is not a moment: write an entry such as 151",
        ),
        (("--to", "{}/a.gif", "--to", "{}/b.gif"), "`export` writes one file, not "),
        (("--to", "{}/a.gif", "--until", "3", "--to", "turn:1"), "--to turn:1 is the second"),
        (("--to", "{}/a.gif", "--at", "3", "--from", "2"), "--at shows one moment"),
        (("--to", "{}/a.html", "--seat", "Z"), "there is no seat Z"),
        (("--to", "{}/a.html", "--open"), "the battle is not over"),
        (
            ("--to", "{}/a.html", "--open", "--seat", "A"),
            "--open shows all cards, so it cannot be combined with --seat",
        ),
        (("--to", "{}/a.md", "--moments", "t99"), "there is no turn 99"),
        (("--to", "{}/taken.md", "--diagrams", "svg", "--moments", "3"), "taken-3.svg is there"),
        (("--to", "{}/a.html", "--chapter", "x"), "has no chapters"),
        (
            ("--to", "{}/a.html", "--chapter", "x", "--from", "1"),
            "--chapter cannot be combined with --from and --until",
        ),
    ],
)
def test_what_cannot_be_exported_is_refused_in_a_sentence(
    battle: Battle, words: tuple[str, ...], why: str, capsys: Captured
) -> None:
    assert battle.path
    folder = battle.path.parent
    (folder / "begun.html").write_text("mine")
    (folder / "taken-3.svg").write_text("mine")
    before = set(folder.iterdir())
    assert main(["export", str(battle.path), *(word.format(folder) for word in words)]) == 2
    err = capsys.readouterr().err
    assert why in err
    assert err.count("\n") == 1
    assert set(folder.iterdir()) == before
    assert (folder / "begun.html").read_text() == "mine"


def test_a_damaged_file_is_named_and_nothing_is_written(battle: Battle, capsys: Captured) -> None:
    assert battle.path
    lines = battle.path.read_bytes().splitlines(keepends=True)
    battle.path.write_bytes(b"".join((*lines[:5], b"{broken}\n", *lines[6:])))
    to = battle.path.with_name("a.html")
    assert main(["export", str(battle.path), "--to", str(to)]) == 2
    assert str(battle.path) in capsys.readouterr().err
    assert not to.exists()
