"""The command `squadron`: exit codes, JSON, printed squadrons."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine.systems.oak_iron.own_data import use

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "tests" / "squadrons" / "example.toml"
READY = sorted((ROOT / "data" / "oak_iron" / "squadrons").glob("*.toml"))
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """Return a squadron file with two faults."""
    text = EXAMPLE.read_text("utf-8")
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace('"sweeps"', '"stout"').replace('"reload", ', ""), "utf-8")
    return path


def test_squadrons_of_wooden_ships_are_checked_and_fight_from_the_command_line(
    run: Run, tmp_path: Path
) -> None:
    """A faulty file gives a sentence; a good one fights against a random squadron, and against a
    shipped one.
    """
    path = tmp_path / "mine.toml"
    path.write_text(
        'game = "wooden_ships"\nname = "Mine"\nlimit = 30\n[[ships]]\ntype = "fr-sol2-74"\n'
    )
    assert run("squadron", "check", path) == (0, "Mine: legal, 24 of 30 points\n", "")
    for against in ([], ["toulon_squadron"]):
        words = ("simulate", "any_ships", "--games", 1, "--squadrons", path, *against)
        code, out, err = run(*words, "--option", "turn_limit=2", "--format", "json")
        assert (code, err) == (0, "")
        assert json.loads(out)["games"] == 1
    path.write_text(path.read_text().replace("74", "75"))
    code, out, _ = run("squadron", "check", path)
    assert code == 1
    assert "ships[0].type: found 'fr-sol2-75'" in out
    assert "did you mean 'fr-sol2-74'" in out


@pytest.mark.parametrize("path", [EXAMPLE, *READY], ids=lambda path: path.stem)
def test_legal_squadron_is_told_with_its_points(run: Run, path: Path) -> None:
    code, out, err = run("squadron", "check", path)
    assert (code, err) == (0, "")
    assert ": legal, " in out
    assert out.count("\n") == 1


def test_faults_are_told_a_line_each(run: Run, wrong: Path) -> None:
    code, out, err = run("squadron", "check", wrong)
    assert (code, err) == (1, "")
    head, *lines = out.splitlines()
    assert head == "Jamaica Station: not legal, 46 of 100 points"
    assert [line.split(":")[0].strip() for line in lines] == ["ships[2].options[0]", "hand"]


def test_a_design_that_only_one_side_can_win_says_so(run: Run, tmp_path: Path) -> None:
    """It is legal all the same; the text has a note, and JSON too if there is one."""
    ready = ROOT / "data" / "iron_oak" / "designs" / "river_mouth.toml"
    text = ready.read_text("utf-8")
    path = tmp_path / "lopsided.toml"
    path.write_text(text.replace('    "confederate:destroy:2",\n', ""), "utf-8")
    code, out, err = run("squadron", "check", path)
    assert (code, err) == (0, "")
    assert "\n  note: Only the Union can win this battle" in out
    code, out, _ = run("squadron", "check", path, "--json")
    assert json.loads(out)["notes"][0].startswith("Only the Union")
    assert "notes" not in json.loads(run("squadron", "check", ready, "--json")[1])


def test_json_has_verdict_points_limit_and_faults(run: Run, wrong: Path) -> None:
    code, out, _ = run("squadron", "check", EXAMPLE, "--json")
    assert code == 0
    assert json.loads(out) == {"legal": True, "points": 47, "limit": 100, "faults": []}
    code, out, _ = run("squadron", "check", "--json", wrong)
    assert code == 1
    told = json.loads(out)
    assert set(told) == {"legal", "points", "limit", "faults"}
    assert told["legal"] is False
    assert [sorted(fault) for fault in told["faults"]] == [["path", "text"]] * 2


def test_game_that_nobody_knows_is_a_fault(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text('game = "checkers"\n')
    code, out, _ = run("squadron", "check", tmp_path / "odd.toml", "--json")
    assert code == 1
    told = json.loads(out)
    assert (told["points"], told["limit"]) == (0, None)
    assert told["faults"][0]["path"] == "game"
    code, out, _ = run("squadron", "print", tmp_path / "odd.toml")
    assert code == 1
    assert "game: found 'checkers'" in out


@pytest.mark.parametrize("doing", ["check", "print"])
@pytest.mark.parametrize("content", [None, b"", b"[[ships", b"\xff\xfe"])
def test_unreadable_file_is_told_in_one_line(
    run: Run, tmp_path: Path, doing: str, content: bytes | None
) -> None:
    path = tmp_path / "bad.toml"
    if content is not None:
        path.write_bytes(content)
    code, out, err = run("squadron", doing, path)
    assert (code, out) == (2, "")
    assert err.startswith(f"weathergage: {path}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [(), ("check",), ("sink", "x"), ("print", "x", "--format", "svg")]
)
def test_wrong_use_is_told_in_one_line(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run("squadron", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("words", [(), ("check",), ("print",)])
def test_help_has_an_example(run: Run, words: tuple[str, ...]) -> None:
    code, out, _ = run("squadron", *words, "--help")
    assert code == 0
    assert "example:\n  weathergage squadron" in out


def test_sheet_is_printed_as_text_and_as_markdown(run: Run, wrong: Path) -> None:
    code, out, _ = run("squadron", "print", EXAMPLE)
    assert code == 0
    assert out.startswith("Jamaica Station\n===")
    code, out, _ = run("squadron", "print", EXAMPLE, "--format", "md")
    assert code == 0
    assert out.startswith("# Jamaica Station\n")
    code, out, _ = run("squadron", "print", wrong)
    assert code == 1
    assert "Not legal" in out


def test_ready_squadron_is_known_by_name(run: Run) -> None:
    assert run("squadron", "check", "flying_gang")[1].startswith("The Flying Gang: legal")


def test_ones_own_squadron_is_known_by_name(run: Run, tmp_path: Path, wrong: Path) -> None:
    (tmp_path / "squadrons").mkdir()
    (tmp_path / "squadrons" / "mine.toml").write_bytes(wrong.read_bytes())
    code, out, _ = run("squadron", "check", "mine", "--saves", tmp_path)
    assert (code, out.startswith("Jamaica Station: not legal")) == (1, True)
    assert run("squadron", "print", "Jamaica Station", "--saves", tmp_path)[0] == 1
    code, out, err = run("squadron", "check", "nobodys", "--saves", tmp_path)
    assert (code, out) == (2, "")
    assert "nobodys is neither a squadron file nor the name of a squadron" in err


def test_own_records_change_the_price(run: Run, tmp_path: Path) -> None:

    (tmp_path / "ships.toml").write_text("[sloop]\npoints = 9\n")
    try:
        assert "49 of 100" in run("squadron", "check", EXAMPLE, "--data", tmp_path)[1]
    finally:
        use(None)


def test_squadron_needs_neither_terminal_nor_geometry() -> None:
    probe = (
        "import sys; from tui.cli import main; "
        f"main(['squadron', 'check', {str(EXAMPLE)!r}]); "
        "main(['squadron', 'print', 'flying_gang']); "
        "print({'textual', 'rich', 'shapely'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "set()"
