"""Print the results of a match: as text, as JSON, as CSV tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from engine.arena import Fought, Match, Mean, Share, Tally, tallied
from engine.base.counting import counted
from tui.commands.arena.tables import TableRow, columns
from tui.commands.progress import rate

NAME = 16
"""Columns of a player's name; a longer one is cut."""


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """A match with the battles that are over, all or not, and what is needed to print them."""

    match: Match
    wanted: int
    fought: tuple[Fought, ...]
    """By number."""
    kept: int
    """How many of them an earlier run fought."""
    seconds: float
    points: str
    """The game system's name of points against a side."""
    counts: str
    """Its name of the counts of ships."""

    @property
    def tally(self) -> Tally:
        """The results counted together."""
        return tallied(self.fought)

    @property
    def names(self) -> tuple[str, str]:
        """The players' names, cut to `NAME`, marked (a) and (b) when they are equal."""
        a, b = self.match.a[:NAME], self.match.b[:NAME]
        return (f"{a} (a)", f"{b} (b)") if a == b else (a, b)


def as_text(results: Results) -> str:
    """Return the results for people."""
    tally = results.tally
    lines = [_heading(results)]
    if tally.games:
        lines += ["", *_won(results, tally), "", *_average(results, tally), "", *_decided(tally)]
    return "\n".join([*lines, "", *_pace(results)] if tally.games else lines)


def _heading(results: Results) -> str:
    match, games = results.match, len(results.fought)
    named = [str(name) for name in match.options.get("squadrons", ())]
    named += [f"{key}={value}" for key, value in match.options.items() if key != "squadrons"]
    what = f"{match.scenario} ({', '.join(named)})" if named else match.scenario
    count = (
        counted(games, "battle")
        if games == results.wanted
        else f"{games} of {results.wanted} battles"
    )
    sides = ", sides swapped every other battle" if match.mirror else ""
    stopped = "" if games == results.wanted else ", stopped"
    return f"{what}, {count} from seed {match.seed}{sides}{stopped}"


def _won(results: Results, tally: Tally) -> list[str]:
    a, b = results.names
    rows: list[TableRow] = [("won by", "", "", "95% interval")]
    for name, share in ((a, tally.wins["a"]), (b, tally.wins["b"]), ("drawn", tally.wins["drawn"])):
        rows.append((name, *_share(share)))
    return columns(rows)


def _average(results: Results, tally: Tally) -> list[str]:
    """Return a row of averages for each player, and the averages of whole battles."""
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
    return [*columns(rows), f"  points are {results.points.lower()} against; {counts}", *lines]


def _decided(tally: Tally) -> list[str]:
    rows: list[TableRow] = [("what decided", "", "", "95% interval")]
    return columns([*rows, *((reason, *_share(share)) for reason, share in tally.reasons.items())])


def _pace(results: Results) -> list[str]:
    fresh = len(results.fought) - results.kept
    kept = f"; {results.kept} were fought before" if results.kept else ""
    pace = f", {rate(fresh, results.seconds, 'battles')}" if fresh else ""
    return [f"  {results.seconds:.1f} seconds{pace}{kept}"]


def _share(share: Share) -> TableRow:
    return (
        str(share.count),
        f"{share.share:.1%}",
        f"{100 * share.low:.1f} to {100 * share.high:.1f}%",
    )


def _mean(mean: Mean) -> str:
    return f"{mean.mean:.2f}"


def as_json(results: Results) -> str:
    """Return the results for programs, on one line."""
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
    """Return the figures as CSV, a row for each, with the bounds of its 95 % interval."""
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
    """Return the battles as CSV, a row for each, by number."""
    heads = list(dict.fromkeys(head for fought in results.fought for head in fought.counts))
    pairs = [f"{head}_{player}" for head in ("points", *heads) for player in "ab"]
    first = ("number", "seed", "first", "winner", "turns", "commands", "decided", *pairs)
    return _written([first, *(_row(results.match, fought, heads) for fought in results.fought)])


def _row(match: Match, fought: Fought, heads: Iterable[str]) -> Sequence[Any]:
    counts = (fought.counts.get(head, (0, 0)) for head in heads)
    return (
        fought.number,
        match.seed + fought.number,
        "b" if match.swapped(fought.number) else "a",
        fought.winner,
        fought.turns,
        fought.commands,
        fought.reason,
        *(count for pair in (fought.score, *counts) for count in pair),
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
