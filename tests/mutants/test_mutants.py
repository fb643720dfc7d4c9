"""Which faults are put into code and where, and that a test which enters the code notices them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.__main__ import changed, drawn, equivalents, not_entered, noticed
from tests.mutants.entered import Entered, blocks_of
from tests.mutants.faults import faults
from tests.mutants.not_entered import NOT_ENTERED
from tests.tui.rest import PATIENCE

LONGEST = 10 * PATIENCE
"""The maximum number of seconds for a process of mutation tests on a busy machine."""
CODE = '''"""A module."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    NEVER = 1

LIMIT: Literal[3] = 3


def near(inches: float, most: float = 2.5) -> bool:
    """Tell whether it is near."""
    if not inches:
        raise ValueError(f"{inches:4}" + "inches")
    return inches <= most and inches % 2 == 1


class Ship:
    """A ship."""

    def fire(self) -> list[int]:
        """Fire."""
        shots = [LIMIT]
        shots.append(-4)
        return shots if shots else [True]
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small module in a temporary folder, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    path = Path("guns.py")
    path.write_text(CODE, encoding="utf-8")
    return path


def test_each_kind_of_fault_is_put_in_and_types_and_docstrings_are_left_alone(module: Path) -> None:
    told = [str(each).partition(" ")[2] for each in faults(module)]
    assert told == [
        "3 -> 4",
        "(near) 2.5 -> 3.5",
        "(near) not inches -> (inches)",
        '(near) raise ValueError(f"{inches:4}" + "inches") -> pass',
        "(near) inches <= most and inches % 2 == 1 -> (inches <= most or inches % 2 == 1)",
        "(near) inches <= most and inches % 2 == 1 -> (inches % 2 == 1)",
        "(near) inches <= most and inches % 2 == 1 -> (inches <= most)",
        "(near) inches <= most -> (inches < most)",
        "(near) inches % 2 == 1 -> (inches % 2 != 1)",
        "(near) inches % 2 -> (inches + 2)",
        "(near) 2 -> 3",
        "(near) 1 -> 2",
        "(Ship.fire) shots.append(-4) -> pass",
        "(Ship.fire) -4 -> (4)",
        "(Ship.fire) 4 -> 5",
        "(Ship.fire) shots -> (not (shots))",
        "(Ship.fire) True -> False",
    ]
    for each in faults(module):
        changed = each.put(module.read_bytes())
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(CODE))


def test_conditions_on_changed_lines_are_found(module: Path) -> None:
    def git(*words: str) -> None:
        who = "-c", "user.name=anna", "-c", "user.email=anna@example.org"
        subprocess.run(["git", *who, *words], check=True, capture_output=True)

    git("init")
    git("add", "guns.py")
    git("commit", "-m", "guns: the first")
    assert changed("HEAD", ["guns.py"]) == {}
    more = (
        "\n\ndef far(inches: float) -> bool:\n    return inches > 5 or not near(inches) or False\n"
    )
    module.write_text(CODE + more, encoding="utf-8")
    git("add", "guns.py")
    git("commit", "-m", "guns: what is far")
    lines = changed("1", ["guns.py"])[Path("guns.py")]
    assert len(CODE.splitlines()) + 4 in lines
    assert 16 not in lines
    found = [each for each in faults(module) if each.of_a_condition and each.line in lines]
    assert [each.now for each in found] == [
        "(inches > 5 and (not near(inches)) and False)",
        "(not near(inches) or False)",
        "(inches > 5 or False)",
        "(inches > 5 or not near(inches))",
    ]
    assert changed("HEAD", ["sails.py"]) == {}


def test_the_same_seed_draws_the_same_faults(module: Path) -> None:
    assert drawn(["guns.py"], 5, 7) == drawn(["guns.py"], 5, 7) != drawn(["guns.py"], 5, 8)
    assert len(drawn(["guns.py"], 99, 7)) == len(faults(module))


def test_blocks_are_bodies_of_functions_and_branches(module: Path) -> None:
    found = [(each.inside, each.first) for each in blocks_of(module.as_posix())]
    assert found == [("near", 13), ("near", 14), ("Ship.fire", 23)]


def test_tests_of_a_function_are_those_that_enter_it_fastest_first() -> None:
    noted = {
        "tests": ["a", "b", "c"],
        "functions": {"guns.py": {"near": [2, 0], "Ship.fire": [1], "Ship.load": []}},
        "blocks": 4,
        "not_entered": [["guns.py", "Ship.load", 0, 30, 30]],
    }
    entered = Entered(noted)
    assert entered.of("guns.py", "near") == ["a", "c"]
    assert entered.of("guns.py", "Ship.load") == []
    assert entered.of("guns.py", "Ship") == ["b"], "a class's own lines are its methods' affair"
    assert entered.of("guns.py", "") == ["a", "b", "c"]
    assert entered.of("sails.py", "") == []
    assert entered.knows("guns.py", "near")
    assert not entered.knows("guns.py", "Ship.load")


def test_a_fault_is_noticed_by_a_test_that_looks_and_missed_by_one_that_does_not(
    module: Path,
) -> None:
    looks = "from guns import near\n\n\ndef test_near():\n    assert near(2.5, 2.5) is False\n"
    Path("test_guns.py").write_text(
        f"{looks}\n\ndef test_fire():\n    from guns import Ship\n\n    Ship().fire()\n",
        encoding="utf-8",
    )
    noted = {
        "tests": ["test_guns.py::test_near", "test_guns.py::test_fire"],
        "functions": {"guns.py": {"near": [0], "Ship.fire": [1]}},
        "blocks": 3,
        "not_entered": [],
    }
    by_text = {str(each).partition(" ")[2]: each for each in faults(module)}
    tree = Path()
    turned = by_text[
        "(near) inches <= most and inches % 2 == 1 -> (inches <= most or inches % 2 == 1)"
    ]
    assert noticed(turned, Entered(noted), tree)
    assert not noticed(by_text["(Ship.fire) True -> False"], Entered(noted), tree)
    assert module.read_text(encoding="utf-8") == CODE, "the tree is as it was"


def test_what_is_listed_as_equivalent_still_stands_in_the_code() -> None:
    listed = {(path, inside, was, now) for path, inside, was, now in equivalents()}
    for path in {each[0] for each in listed}:
        known = {
            (each.inside, " ".join(each.was.split()), " ".join(each.now.split()))
            for each in faults(Path(path))
        }
        assert {each[1:] for each in listed if each[0] == path} <= known


def test_what_is_not_entered_for_a_reason_is_told_apart(
    module: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(NOT_ENTERED, "guns.py (Ship.load)", "no powder here")
    noted = {
        "tests": [],
        "functions": {},
        "blocks": 9,
        "not_entered": [
            ["guns.py", "near", 0, 14, 14],
            ["guns.py", "Ship.load", 0, 30, 30],
            ["guns.py", "Ship.load", 1, 33, 33],
        ],
    }
    not_entered(Entered(noted), ["guns.py"])
    assert capsys.readouterr().out.splitlines() == [
        "guns.py:14 (near)",
        "2 in guns.py (Ship.load): no powder here",
        "1 blocks, and 2 for a reason, of 9 in all",
    ]


def test_declarations_and_texts_are_no_blocks(module: Path) -> None:
    load = "    def load():\n        nonlocal n\n        n += 1\n"
    module.write_text(f"def fire():\n    n = 0\n\n{load}\n    return load\n", encoding="utf-8")
    assert [(each.inside, each.first) for each in blocks_of(str(module))] == [
        ("fire", 2),
        ("fire.load", 6),
    ]


def test_each_function_that_no_test_enters_is_there_and_has_a_reason() -> None:
    for function, reason in NOT_ENTERED.items():
        path, _, inside = function.removesuffix(")").partition(" (")
        assert inside in {each.inside for each in blocks_of(path)}, function
        assert len(reason) > 20, function


def test_rows_of_the_coverage_table_bite() -> None:
    """Only some rows are checked, always the same; `python -m tests.mutants --rows --count 0`
    checks all.
    """
    command = [sys.executable, "-m", "tests.mutants", "--rows", "--count", "16", "--seed", "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "16 of 16 rows bite\n"


def test_a_row_whose_test_asserts_nothing_does_not_bite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = "engine/base/text.py: pluralized"
    looks, blind = tmp_path / "test_looks.py", tmp_path / "test_blind.py"
    asked = "from engine.base.text import pluralized\n\n\ndef test_it():\n    "
    looks.write_text(f"{asked}assert pluralized(2, 'ship') == '2 ships'\n", encoding="utf-8")
    blind.write_text(f"{asked}pluralized(2, 'ship')\n", encoding="utf-8")
    script = (
        "from tests.mutants.rows import Row, bites\n"
        f"print(bites(Row('', ({place!r},), ({str(looks)!r},))),"
        f" bites(Row('', ({place!r},), ({str(blind)!r},))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert done.stdout == "True False\n", done.stderr
