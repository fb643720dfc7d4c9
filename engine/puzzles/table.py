"""The table of a check in Markdown: a row for each puzzle, and how many hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from engine.puzzles.checking import Checked
from engine.puzzles.puzzle import DIFFICULTIES, Puzzle

HEAD = (
    "| puzzle | difficulty | theme | lead when found | rounds | lead | error | holds |",
    "|---|---|---|---:|---:|---:|---:|---|",
)
_ROW = re.compile(
    r"^\| (?P<name>\w+) \| [^|]* \| [^|]* \| (?P<found>-?\d+\.\d+) "
    r"\| (?P<rounds>\d+) \| (?P<lead>-?\d+\.\d+) \| (?P<error>\d+\.\d+) \| yes \|$",
    re.M,
)


def table(puzzles: Sequence[Puzzle], checks: Mapping[str, Checked]) -> str:
    """Return the table of puzzles by their checks, which have their names."""
    holding = sum(checks[each.name].holds for each in puzzles)
    rows = [_row(each, checks[each.name]) for each in puzzles]
    return "\n".join([f"{holding} of {len(puzzles)} hold.", "", *HEAD, *rows])


def _row(puzzle: Puzzle, check: Checked) -> str:
    return (
        f"| {puzzle.name} | {DIFFICULTIES[puzzle.difficulty]} | {puzzle.theme} "
        f"| {puzzle.lead:.2f} | {check.rounds} | {check.lead:.2f} | {check.error:.2f} "
        f"| {'yes' if check.holds else check.fault} |"
    )


def checked_before(page: str, puzzles: Iterable[Puzzle], times: int) -> dict[str, Checked]:
    """Return the checks that a page tells of puzzles that held, and that are as they were then.

    Rounds and lead of a row have to be those of the puzzle; figures have two decimals.
    """
    rows = {row["name"]: row for row in _ROW.finditer(page)}
    return {
        each.name: Checked(each.name, int(row["rounds"]), float(row["lead"]), float(row["error"]))
        for each in puzzles
        if (row := rows.get(each.name))
        and row["found"] == f"{each.lead:.2f}"
        and row["rounds"] == str(times * each.rounds)
    }
