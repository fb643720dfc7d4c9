"""Fights a list of battles and prints the results: as text, bars, JSON or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, NamedTuple

import msgspec

from engine.arena import BattleResult, Bout, Match, Mean, Share, Tally, fight_bouts, tally_of
from engine.base.errors import WeatherGageError
from engine.base.text import pluralized
from tui.commands.grammar import FINE, INTERRUPTED
from tui.commands.progress import Progress, rate
from tui.terminal.terminal import Glyphs

# Fight a schedule of battles with a progress bar; the results are kept even if it is stopped.


class FoughtBattles(msgspec.Struct):
    """The results of the battles that were finished, and the reason why others were not fought."""

    wanted: int
    found: list[tuple[Bout, BattleResult]] = []
    stop: BaseException | None = None
    """What stopped the battles: Ctrl+C or an error; None if all were finished."""

    @property
    def worth_telling(self) -> bool:
        """Whether results should be printed: not if an error came before the first battle was
        finished.
        """
        return bool(self.found) or not isinstance(self.stop, WeatherGageError)

    def code(self) -> int:
        """Return the exit code of the command; raises the error that stopped the battles, if
        any.
        """
        if isinstance(self.stop, WeatherGageError):
            raise self.stop
        return INTERRUPTED if self.stop else FINE


def fight_all(bouts: Iterable[Bout], wanted: int, jobs: int) -> FoughtBattles:
    """Fight battles until all are finished, Ctrl+C is pressed, or one of them fails."""
    fights = FoughtBattles(wanted)
    with Progress(wanted) as progress:
        try:
            with closing(fight_bouts(bouts, jobs)) as ending:
                for bout, result in ending:
                    fights.found.append((bout, result))
                    progress.step()
        except (KeyboardInterrupt, WeatherGageError) as stop:
            fights.stop = stop
    return fights


# Tables for people: aligned columns for a terminal, or Markdown.


TableRow = Sequence[str]


def columns(rows: Sequence[TableRow], left: int = 1) -> list[str]:
    """Return rows as aligned lines, two spaces before each column.

    The first `left` columns are aligned to the left, the others, usually numbers, to the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "".join(
            f"  {cell.ljust(width) if place < left else cell.rjust(width)}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown(rows: Sequence[TableRow], left: int = 1) -> list[str]:
    """Return rows, the first with column titles, as a Markdown table."""
    head, *rest = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    rule = "|".join("---" if place < left else "---:" for place in range(len(rows[0])))
    return [f"| {head} |", f"|{rule}|", *(f"| {row} |" for row in rest)]


# Bars and curves in text, without colours, in ASCII or Unicode.


WIDEST = 100
"""The maximum width of a picture in columns, however wide the terminal is."""
LEAST_BAR = 10
"""The minimum width of a full bar in columns, however narrow the terminal is."""
ROWS = 10
"""The height of a curve in rows, without the lowest. It is even, because the middle row has a
label."""
STRIDE = 6
"""The maximum number of columns for one turn: more would only stretch the curve."""


class Signs(NamedTuple):
    """The characters with which bars and curves are drawn."""

    full: str
    may_be: str
    upright: str
    corner: str
    level: str


SIGNS: dict[Glyphs, Signs] = {
    "ascii": Signs("#", ":", "|", "+", "-"),
    "unicode": Signs("█", "▒", "│", "└", "─"),
}


class PlotBar(NamedTuple):
    """A bar with its name and the number beside it.

    It is solid up to `sure` and lighter from there to `may_be`; both are fractions of the full
    length.
    """

    name: str
    sure: float
    may_be: float
    figure: str


def pictures(results: Results, glyphs: Glyphs, columns: int) -> list[str]:
    """Return the lines of pictures of the results: who won, why, after how many turns, points by
    turn.
    """
    tally, signs, width = results.tally, SIGNS[glyphs], min(columns, WIDEST)
    if not tally.games:
        return []
    a, b = results.names
    won = [(a, tally.wins["a"]), (b, tally.wins["b"]), ("drawn", tally.wins["drawn"])]
    most = max(tally.lengths.values())
    turns = range(min(tally.lengths), max(tally.lengths) + 1)
    counts = [(turn, tally.lengths.get(turn, 0)) for turn in turns]
    parts = [
        _titled(f"won by ({signs.may_be} 95% interval)", bars(_shares(won), signs, width)),
        _titled("decided by", bars(_shares(list(tally.reasons.items())), signs, width)),
        _titled(
            "battles by length in turns",
            bars(
                [
                    PlotBar(str(turn), count / most, count / most, str(count))
                    for turn, count in counts
                ],
                signs,
                width,
            ),
        ),
    ]
    if tally.points_by_turn:
        players = f"a ({results.match.a[:NAME]}) and b ({results.match.b[:NAME]})"
        title = f"{results.points.lower()} against {players} by turn; * = both"
        lines = [
            [each.a.mean for each in tally.points_by_turn],
            [each.b.mean for each in tally.points_by_turn],
        ]
        parts.append(_titled(title, curves(lines, "ab", signs, width)))
    return [line for part in parts for line in part]


def _titled(title: str, lines: Sequence[str]) -> list[str]:
    return ["", f"  {title}", *lines]


def _shares(shares: Sequence[tuple[str, Share]]) -> list[PlotBar]:
    return [PlotBar(name, each.low, each.high, f"{each.share:.1%}") for name, each in shares]


def bars(rows: Sequence[PlotBar], signs: Signs, width: int) -> list[str]:
    """Return a line for each bar: solid up to `sure`, lighter from there to `may_be`."""
    names = max(len(row.name) for row in rows)
    figures = max(len(row.figure) for row in rows)
    space = max(width - names - figures - 8, LEAST_BAR)
    lines = []
    for row in rows:
        sure, may_be = round(row.sure * space), round(row.may_be * space)
        bar = signs.full * sure + signs.may_be * (may_be - sure)
        name = row.name.rjust(names) if row.name.isdecimal() else row.name.ljust(names)
        lines.append(f"  {name} {signs.upright}{bar:{space}} {row.figure:>{figures}}")
    return lines


def curves(lines: Sequence[Sequence[float]], names: str, signs: Signs, width: int) -> list[str]:
    """Return the lines of a picture of curves over turns 1, 2, ...; each is drawn with its letter,
    and `*` where they meet.
    """
    turns = max(map(len, lines))
    top = max(max(line) for line in lines) or 1.0
    margin = len(f"{top:.2f}")
    stride = min(STRIDE, max(1, (width - margin - 6) // turns))
    grid = [[" "] * (stride * turns) for _ in range(ROWS + 1)]
    for line, name in zip(lines, names, strict=True):
        for column, value in _drawn(line, stride):
            row = grid[ROWS - round(value / top * ROWS)]
            row[column] = name if row[column] in (" ", name) else "*"
    rows = []
    for place, cells in enumerate(grid):
        value = top * (ROWS - place) / ROWS
        label = f"{value:.2f}" if place % (ROWS // 2) == 0 else ""
        rows.append(f"  {label:>{margin}} {signs.upright}{''.join(cells)}".rstrip())
    rows.append(f"  {'':{margin}} {signs.corner}{signs.level * (stride * turns)}")
    ticks = "".join(f"{turn:>{stride}}" if stride > 2 else "" for turn in range(1, turns + 1))
    rows.append(f"  {'':{margin}}  {ticks or f'turns 1 to {turns}'}")
    return rows


def _drawn(line: Sequence[float], stride: int) -> Iterator[tuple[int, float]]:
    """Yield (column, value) for each column of a curve; between two turns the value is
    interpolated.
    """
    previous = line[0]
    for turn, value in enumerate(line):
        for step in range(1 if turn else stride, stride + 1):
            yield turn * stride + step - 1, previous + (value - previous) * step / stride
        previous = value


# Print the results of a match: as text, as JSON, as CSV tables.


NAME = 16
"""The maximum width of a player's name in columns; a longer name is truncated."""


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """The finished battles of a match, and everything else that is needed to print them."""

    match: Match
    wanted: int
    fought: tuple[BattleResult, ...]
    """The results, sorted by number."""
    kept: int
    """The number of these battles that an earlier run of the command had fought."""
    seconds: float
    points: str
    """The game's name for the points that count against a side."""
    counts: str
    """The game's names for its counts of ships, such as ships lost."""

    @property
    def tally(self) -> Tally:
        """The sums and averages of the results."""
        return tally_of(self.fought)

    @property
    def names(self) -> tuple[str, str]:
        """The players' names, shortened; equal names get (a) and (b)."""
        a, b = self.match.a[:NAME], self.match.b[:NAME]
        return (f"{a} (a)", f"{b} (b)") if a == b else (a, b)


def as_text(results: Results) -> str:
    """Return the results as text for people."""
    tally = results.tally
    match, games = results.match, len(results.fought)
    named = [str(name) for name in match.options.get("squadrons", ())]
    named += [f"{key}={value}" for key, value in match.options.items() if key != "squadrons"]
    what = f"{match.scenario} ({', '.join(named)})" if named else match.scenario
    count = (
        pluralized(games, "battle")
        if games == results.wanted
        else f"{games} of {results.wanted} battles"
    )
    sides = ", sides swapped every other battle" if match.mirror else ""
    stopped = "" if games == results.wanted else ", stopped"
    lines = [f"{what}, {count} from seed {match.seed}{sides}{stopped}"]
    if tally.games:
        a, b = results.names
        rows: list[TableRow] = [("won by", "", "", "95% interval")]
        for name, share in (
            (a, tally.wins["a"]),
            (b, tally.wins["b"]),
            ("drawn", tally.wins["drawn"]),
        ):
            rows.append((name, *_share(share)))
        reasons: list[TableRow] = [("decided by", "", "", "95% interval")]
        reasons += ((reason, *_share(share)) for reason, share in tally.reasons.items())
        lines += ["", *columns(rows), "", *_average(results, tally), "", *columns(reasons)]
    if tally.games:
        fresh = len(results.fought) - results.kept
        kept = f"; {results.kept} fought in an earlier run" if results.kept else ""
        pace = f", {rate(fresh, results.seconds, 'battles')}" if fresh else ""
        lines += ["", f"  {results.seconds:.1f} seconds{pace}{kept}"]
    return "\n".join(lines)


def _average(results: Results, tally: Tally) -> list[str]:
    """Return lines with the averages of each player and of whole battles."""
    figures = {"points": tally.points} if tally.points_by_turn else {}
    figures |= tally.counts
    a, b = results.names
    turns, counts = tally.lengths, results.counts[:1].lower() + results.counts[1:]
    span = f" ({min(turns)} to {max(turns)})" if len(turns) > 1 else ""
    commands = f"{tally.commands / tally.games:.0f} commands"
    lines = [f"  {_mean(tally.length)} turns{span}, {commands}"]
    if not figures:
        return lines
    rows: list[TableRow] = [
        ("on average", *figures),
        (a, *(_mean(each.a) for each in figures.values())),
        (b, *(_mean(each.b) for each in figures.values())),
    ]
    return [
        *columns(rows),
        f"  points are the other player's {results.points.lower()}; {counts}",
        *lines,
    ]


def _share(share: Share) -> TableRow:
    return (
        str(share.count),
        f"{share.share:.1%}",
        f"{100 * share.low:.1f} to {100 * share.high:.1f}%",
    )


def _mean(mean: Mean) -> str:
    return f"{mean.mean:.2f}"


def as_json(results: Results) -> str:
    """Return the results as one line of JSON for programs."""
    match = results.match
    facts = {
        "scenario": match.scenario,
        "a": match.a,
        "b": match.b,
        "seed": match.seed,
        "mirror": match.mirror,
        **match.options,
        "wanted": results.wanted,
        **msgspec.structs.asdict(results.tally),
        "points_name": results.points,
        "seconds": results.seconds,
    }
    return msgspec.json.encode(facts).decode()


def as_csv(results: Results) -> str:
    """Return the figures as CSV, one in each row with the bounds of its 95 % confidence
    interval.
    """
    tally = results.tally
    rows: list[Sequence[Any]] = [
        ("figure", "of", "player", "count", "value", "low", "high"),
        ("battles", "", "", tally.games, "", "", ""),
    ]
    for of, player in (("a", results.match.a), ("b", results.match.b), ("drawn", "")):
        rows.append(("won", of, player, *_bounds(tally.wins[of])))
    for figure, each in (("points", tally.points), *tally.counts.items()):
        rows.append((figure, "a", results.match.a, "", *_around(each.a)))
        rows.append((figure, "b", results.match.b, "", *_around(each.b)))
    rows.append(("turns", "", "", "", *_around(tally.length)))
    rows += [("decided", why, "", *_bounds(share)) for why, share in tally.reasons.items()]
    return _written(rows)


def as_battles(results: Results) -> str:
    """Return the battles as CSV, one in each row, sorted by number."""
    heads = list(dict.fromkeys(head for fought in results.fought for head in fought.counts))
    pairs = [f"{head}_{player}" for head in ("points", *heads) for player in "ab"]
    first = ("number", "seed", "first", "winner", "turns", "commands", "decided", *pairs)
    return _written(
        [
            first,
            *(
                (
                    fought.number,
                    results.match.seed + fought.number,
                    "b" if results.match.swapped(fought.number) else "a",
                    fought.winner,
                    fought.turns,
                    fought.commands,
                    fought.reason,
                    *(
                        count
                        for pair in (
                            fought.score,
                            *(fought.counts.get(head, (0, 0)) for head in heads),
                        )
                        for count in pair
                    ),
                )
                for fought in results.fought
            ),
        ]
    )


def _bounds(share: Share) -> Iterator[float]:
    yield from (share.count, share.share, share.low, share.high)


def _around(mean: Mean) -> tuple[float, float | str, float | str]:
    if mean.margin is None:
        return mean.mean, "", ""
    return mean.mean, round(mean.mean - mean.margin, 6), round(mean.mean + mean.margin, 6)


def _written(rows: Iterable[Sequence[Any]]) -> str:
    page = io.StringIO()
    csv.writer(page, lineterminator="\n").writerows(rows)
    return page.getvalue().rstrip("\n")


FORMATS: dict[str, Callable[[Results], str]] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
    "battles": as_battles,
}
