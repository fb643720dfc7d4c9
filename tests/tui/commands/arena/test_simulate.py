"""The results of many battles: printed, drawn, stored, and continued."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import tests.pond.game  # noqa: F401 - registers the pond
import tui.commands.arena.simulate as command
from engine.arena import BattleResult, Bout, Match, Stuck
from engine.game.parts.review import Aftermath, Score, ShipTally
from engine.kernel import registry
from engine.kernel.registry import system
from tests.pond.opinions import PondReview
from tui.cli import main
from tui.commands.arena.results import FORMATS, SIGNS, PlotBar, Results, bars, curves, pictures
from tui.commands.parser import build
from tui.commands.progress import Progress, rate, span
from tui.commands.source import field

Run = Callable[..., tuple[int, str, str]]
FLEETS = ("leeward_station", "curacao_convoy", "leeward_station", "brethren_of_tortuga")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `simulate` and returns (exit code, output, errors)."""

    def command(*words: object) -> tuple[int, str, str]:
        code = main(["simulate", *map(str, words)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


@pytest.fixture
def pond(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the pond the only game, with its shots counted as points."""
    monkeypatch.setattr(registry, "_HOMES", {})
    monkeypatch.setattr(registry, "_SYSTEMS", {"pond": system("pond")})

    def counted(start: object, entries: tuple[object, ...]) -> Aftermath:
        boats = (ShipTally("A", "", "Red", (len(entries),)), ShipTally("B", "", "Blue", (1,)))
        scores = (Score(1, "Red", 0, 9), Score(1, "Blue", 2, 9), Score(3, "Red", 1, 9))
        return Aftermath(
            sides=("Red", "Blue"),
            score_name="Holes",
            scores=scores,
            count_name="Boats",
            counted=("orders",),
            ships=boats,
        )

    monkeypatch.setattr(PondReview, "aftermath", lambda _, *asked: counted(*asked))


def fought(number: int, winner: str = "", reason: str = "withdrawal") -> BattleResult:
    scores = ((0, 0), (0, 1), (1, 2))
    counts = {"hits": (number, 2)}
    return BattleResult(
        number=number,
        winner=winner,  # type: ignore[arg-type]
        turns=3,
        commands=50 + number,
        reason=reason,
        scores=scores,
        counts=counts,
    )


def results(*all_: BattleResult, wanted: int = 0, **changes: object) -> Results:
    match = Match(game="sea", scenario="duel", a="captain", b="ensign", seed=7, mirror=True)
    return Results(
        match=match,
        wanted=wanted or len(all_),
        fought=all_,
        kept=0,
        seconds=2.0,
        points="Strike points",
        counts="Ships",
    )


FOUR = results(fought(0, "a"), fought(1, "b"), fought(2, "a"), fought(3, "", "last turn"))


def test_the_text_says_everything() -> None:
    assert FORMATS["text"](FOUR).splitlines() == [
        "duel, 4 battles from seed 7, sides swapped every other battle",
        "",
        "  won by              95% interval",
        "  captain  2  50.0%  15.0 to 85.0%",
        "  ensign   1  25.0%   4.6 to 69.9%",
        "  drawn    1  25.0%   4.6 to 69.9%",
        "",
        "  on average  points  hits",
        "  captain       1.00  1.50",
        "  ensign        2.00  2.00",
        "  points are the other player's strike points; ships",
        "  3.00 turns, 52 commands",
        "",
        "  decided by             95% interval",
        "  withdrawal  3  75.0%  30.1 to 95.4%",
        "  last turn   1  25.0%   4.6 to 69.9%",
        "",
        "  2.0 seconds, 2.0 battles a second",
    ]


def test_the_table_of_figures_has_their_intervals() -> None:
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"](FOUR))))
    won = next(row for row in rows if (row["figure"], row["of"]) == ("won", "a"))
    assert (won["player"], won["count"], won["value"]) == ("captain", "2", "0.5")
    assert (won["low"], won["high"]) == ("0.150039", "0.849961")
    hits = next(row for row in rows if (row["figure"], row["of"]) == ("hits", "a"))
    assert (hits["value"], hits["low"], hits["high"]) == ("1.5", "0.234849", "2.765151")
    assert [row["of"] for row in rows if row["figure"] == "decided"] == ["withdrawal", "last turn"]


def test_the_table_of_battles_has_a_row_for_each_by_number() -> None:
    rows = list(csv.DictReader(io.StringIO(FORMATS["battles"](FOUR))))
    assert [row["number"] for row in rows] == ["0", "1", "2", "3"]
    assert [row["seed"] for row in rows] == ["7", "8", "9", "10"]
    assert [row["first"] for row in rows] == ["a", "b", "a", "b"]
    assert [row["winner"] for row in rows] == ["a", "b", "a", ""]
    assert (rows[3]["points_a"], rows[3]["points_b"]) == ("1", "2")
    assert (rows[3]["hits_a"], rows[3]["hits_b"]) == ("3", "2")
    assert rows[3]["decided"] == "last turn"


@pytest.mark.parametrize("form", FORMATS)
def test_what_was_stopped_before_anything_was_over_is_printed_too(form: str) -> None:
    told = FORMATS[form](results(wanted=9))
    assert told
    if form == "text":
        assert told == "duel, 0 of 9 battles from seed 7, sides swapped every other battle, stopped"


@pytest.mark.usefixtures("pond")
def test_points_and_counts_are_those_of_the_game(run: Run) -> None:
    code, out, err = run("duel", "--games", 2, "--seed", 3, "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["points_name"] == "Holes"
    curve = [(each["a"]["mean"], each["b"]["mean"]) for each in told["points_by_turn"]]
    assert curve == [(0, 2), (0, 2), (1, 2)]
    assert told["counts"]["orders"]["b"] == {"mean": 1.0, "margin": 0.0}
    assert told["counts"]["orders"]["a"]["mean"] * 2 == told["commands"]


@pytest.mark.usefixtures("pond")
@pytest.mark.parametrize("form", ["battles", "csv"])
def test_the_same_is_printed_whatever_the_jobs(run: Run, form: str) -> None:
    words = ("duel", "--games", 9, "--mirror", "--b", "lieutenant", "--format", form)
    one, two, three = (run(*words, "--jobs", jobs)[1] for jobs in (1, 2, 3))
    assert one == two == three
    assert one.count("\n") >= 9


@pytest.mark.usefixtures("pond")
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--json", "--csv"), "give only one of --format, --json and --csv"),
        (("--json", "--format", "text"), "give only one of --format, --json and --csv"),
        (("--csv", "--plot"), "--plot draws below text, so it cannot be used with the form csv"),
        (("--cluster", "x:1", "--jobs", "2"), "--jobs cannot be used with --cluster"),
        (("--cluster", "x:1", "--saves", "here"), "--saves cannot be used with --cluster"),
        (("--cluster", "x"), "'x' is not the address of a Dask scheduler"),
        (("--a", "exec:no-such-program"), "no-such-program is not a program"),
        (("--resume", "."), "cannot be kept: is a directory"),
    ],
)
def test_what_does_not_go_together_is_said_in_a_line(
    run: Run, words: tuple[str, ...], complaint: str
) -> None:
    code, out, err = run("duel", "--games", 2, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


@pytest.mark.usefixtures("pond")
def test_one_form_named_twice_is_still_one(run: Run) -> None:
    assert run("duel", "--games", 1, "--csv", "--format", "csv")[0] == 0


@pytest.mark.usefixtures("pond")
def test_results_are_kept_and_only_the_rest_is_fought(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "duel.results"
    words = ("duel", "--seed", 3, "--format", "battles")
    whole = run(*words, "--games", 6)[1]
    numbers: list[int] = []
    fight_all = command.fight_bouts

    def noted(bouts: Iterator[Bout], *others: object) -> object:
        for bout in bouts:
            numbers.append(bout.number)
            yield from fight_all([bout])

    monkeypatch.setattr(command, "fight_bouts", noted)
    assert run(*words, "--games", 4, "--resume", file)[0] == 0
    assert run(*words, "--games", 6, "--resume", file)[1] == whole
    assert numbers == [0, 1, 2, 3, 4, 5]
    assert run(*words, "--games", 2, "--resume", file)[1].splitlines() == whole.splitlines()[:3]
    code, _, err = run("duel", "--seed", 4, "--games", 6, "--resume", file)
    assert (code, err.count("\n")) == (2, 1)
    assert "has the results of another match: its seed is 3, not 4" in err


@pytest.mark.usefixtures("pond")
def test_a_stop_prints_what_there_is_and_goes_on_later(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("duel", "--games", 5, "--resume", tmp_path / "results")
    fight_all = command.fight_bouts

    def stopped(bouts: Iterator[Bout], *others: object) -> object:
        going = fight_all(bouts)
        yield next(going)
        yield next(going)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "fight_bouts", stopped)
    code, out, err = run(*words)
    assert (code, err) == (130, "")
    assert out.startswith("duel, 2 of 5 battles from seed 1, stopped\n")
    monkeypatch.setattr(command, "fight_bouts", fight_all)
    code, out, _ = run(*words)
    assert code == 0
    assert out.startswith("duel, 5 battles from seed 1\n")
    assert out.endswith("; 2 fought in an earlier run\n")


@pytest.mark.usefixtures("pond")
@pytest.mark.parametrize("over", [0, 2])
def test_a_fault_is_told_after_what_there_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, over: int
) -> None:
    fight_all = command.fight_bouts

    def faulty(bouts: Iterator[Bout], *others: object) -> object:
        going = fight_all(bouts)
        for _ in range(over):
            yield next(going)
        raise Stuck("the battle with seed 3 is stuck")

    monkeypatch.setattr(command, "fight_bouts", faulty)
    code, out, err = run("duel", "--games", 5)
    assert (code, err) == (2, "weathergage: the battle with seed 3 is stuck\n")
    assert out.startswith("duel, 2 of 5 battles" if over else "")
    assert bool(out) == bool(over)


def test_squadrons_are_named_instead_of_a_scenario(run: Run) -> None:
    words = ("--games", 1, "--random-setup", "--json")
    told = json.loads(run("leeward_station", "Curacao Convoy", *words)[1])
    assert (told["scenario"], told["squadrons"][0]) == ("patrol", "leeward_station")
    as_before = run("patrol", "--squadrons", "leeward_station", "curacao_convoy", *words)[1]
    same = json.loads(as_before)
    assert {**same, "seconds": 0} == {**told, "seconds": 0}


def test_four_squadrons_are_fleets(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Match] = []

    def told(bouts: Iterator[Bout], *others: object) -> object:
        asked.extend(bout.match for bout in bouts)
        yield from ()

    monkeypatch.setattr(command, "fight_bouts", told)
    assert run(*FLEETS, "--games", 1)[0] == 0
    assert (asked[0].scenario, asked[0].options) == ("fleet", {"squadrons": list(FLEETS)})


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("leeward_station", "flying_gang"), "for a skirmish, needed: one for a patrol"),
        (("leeward_station", "nobody"), "nobody is neither a squadron file nor"),
        (("patrol", "leeward_station"), "patrol is neither a squadron file nor"),
        (("leeward_station", "x", "--squadrons", "y"), "name them once"),
        (("leeward_station",), "no scenario is called 'leeward_station'"),
    ],
)
def test_squadrons_that_do_not_meet_are_refused(
    run: Run, words: tuple[str, ...], complaint: str
) -> None:
    code, out, err = run(*words, "--games", 1)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


DOCUMENT = Path(__file__).parents[4] / "docs" / "bots.md"
EXAMPLES = re.findall(r"^weathergage (simulate .*)$", DOCUMENT.read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("words", EXAMPLES)
def test_the_examples_of_the_document_are_understood(words: str) -> None:
    chosen = build().parse_args(shlex.split(words))
    assert chosen.games
    assert field(chosen).scenario in ("quickstart", "patrol", "skirmish")


# Pictures ------------------------------------------------------------------------------


@pytest.mark.usefixtures("pond")
@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_pictures_stand_below_the_text_without_colours(run: Run, glyphs: str) -> None:
    words = ("duel", "--games", 6, "--b", "lieutenant", "--glyphs", glyphs)
    plain, drawn = run(*words)[1].splitlines(), run(*words, "--plot")[1].splitlines()
    assert drawn[: len(plain) - 1] == plain[:-1]  # the last line tells the time
    picture = "\n".join(drawn[len(plain) :])
    for title in (
        "won by",
        "decided by",
        "battles by length in turns",
        "holes against a (ensign) and b",
    ):
        assert f"\n  {title}" in picture
    assert "\x1b" not in picture
    assert picture.isascii() == (glyphs == "ascii")
    assert max(map(len, drawn)) <= 80


def test_a_bar_is_as_long_as_what_it_tells() -> None:
    rows = [
        PlotBar("captain", 0.5, 0.75, "62%"),
        PlotBar("a", 0.0, 0.25, "9%"),
        PlotBar("b", 1, 1, "100%"),
    ]
    assert bars(rows, SIGNS["ascii"], 39) == [
        "  captain |##########:::::       62%",
        "  a       |:::::                  9%",
        "  b       |#################### 100%",
    ]


def test_curves_rise_to_their_values_and_cross_in_stars() -> None:
    drawn = curves([[0, 2, 4], [4, 4, 0]], "ab", SIGNS["ascii"], 80)
    assert drawn[0].startswith("  4.00 |     bbbbb")
    assert drawn[0].endswith("a")
    assert drawn[10].startswith("  0.00 |     a")
    assert drawn[10].endswith("b")
    assert any("*" in line for line in drawn)
    assert drawn[-1].split() == ["1", "2", "3"]


def test_many_turns_are_drawn_in_few_columns() -> None:
    drawn = curves([list(range(90))], "a", SIGNS["ascii"], 80)
    assert max(map(len, drawn[:-1])) <= 100
    assert drawn[-1].strip() == "turns 1 to 90"


# Progress ------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def stderr(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a terminal that stands for stderr."""
    terminal = Terminal()
    monkeypatch.setattr("tui.commands.progress.sys", SimpleNamespace(stderr=terminal))
    return terminal


def test_progress_tells_rate_and_time_left_by_what_is_fresh(stderr: Terminal) -> None:
    clock = iter([0.0, *[10.0] * 9])
    progress = Progress(200, kept=150, clock=lambda: next(clock))
    assert stderr.getvalue().startswith("\r[######################........] 150/200")
    for _ in range(20):
        progress._done += 1
    assert progress.line().endswith("] 170/200  2.0 a second, 15 s left")


def test_progress_is_wiped_in_the_end(stderr: Terminal) -> None:
    with Progress(2) as progress:
        progress.step()
    drawn = stderr.getvalue()
    assert drawn.endswith(" \r")
    assert "\x1b" not in drawn


def test_no_progress_is_drawn_into_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr("tui.commands.progress.sys", SimpleNamespace(stderr=pipe))
    with Progress(2) as progress:
        progress.step()
    assert pipe.getvalue() == ""


def test_rates_and_spans_are_told_in_fitting_units() -> None:
    assert rate(50, 2) == "25 a second"
    assert rate(4, 60, "battles") == "4.0 battles a minute"
    assert rate(1, 7200) == "0.5 an hour"
    assert (span(48.2), span(700), span(12_000)) == ("48 s", "12 min", "3 h 20 min")


def test_of_no_battles_there_is_nothing_to_draw() -> None:
    assert pictures(results(wanted=4), "ascii", 80) == []
    assert any("won by" in line for line in pictures(FOUR, "ascii", 80))


@pytest.mark.usefixtures("pond")
def test_results_that_were_cut_off_are_told_and_fought_anew(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "results"
    words = ("duel", "--seed", 3, "--games", 3, "--resume", file)
    whole = run(*words)[1].splitlines()
    file.write_bytes(file.read_bytes()[:-9])
    code, out, err = run(*words)
    assert (code, out.splitlines()[:-1]) == (0, whole[:-1])
    assert out.endswith("; 2 fought in an earlier run\n")
    assert f"weathergage: the last line of {file} was not whole: " in err
