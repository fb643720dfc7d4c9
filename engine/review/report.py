"""A report on a battle, with the facts that a spectator may know, as text, Markdown or JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base.text import clean, join_names, winning
from engine.game.chart import Mark, Scene, Throw
from engine.game.game import Outcome, Seat
from engine.game.panel import SideLine
from engine.game.parts.review import Aftermath, Cells, columns, tables
from engine.kernel.battle import Battle
from engine.kernel.leaving import LEAVING, leaving_text, who_played, with_seat_names
from engine.kernel.seen import SeenBattle, visible_events
from engine.review.chapters import Chapter, battle_start, extract_chapter, title_of
from engine.review.curve import CostlyChoice, Trial, effect_text
from engine.review.notes import stored_notes
from engine.review.spectators import ShipState

# Story: the account of a battle, moment by moment, as one viewer sees it, for pages and texts.


class Moment(msgspec.Struct, frozen=True):
    """The chart and the texts of one entry of a shared battle."""

    n: int
    """The number of the entry; 0 is the start."""
    scene: Scene
    status: str
    """Turn, phase and points in one line."""
    lines: tuple[str, ...] = ()
    """The log lines about the entry."""
    smoke: tuple[Mark, ...] = ()
    ships: tuple[SideLine | ShipState, ...] = ()
    """The sides, each followed by its ships."""
    dice: tuple[Throw, ...] = ()
    """The dice rolled in this entry."""
    tracks: tuple[Mark, ...] = ()
    """The paths of ships that moved in this entry, as marks for the chart."""
    said: str = ""
    """The caption of the entry in a film: sentences of the battle's prose; '' for none."""


class Remark(msgspec.Struct, frozen=True):
    """A note or a bookmark after an entry, or the proved cost of a choice."""

    n: int
    text: str
    kind: str = "note"
    """The kind of the remark: `note`, or `cost`."""


class Curve(msgspec.Struct, frozen=True):
    """A curve over the entries, such as a side's chance to win."""

    name: str
    style: str
    """The style in which the curve is drawn: `a` for the first side's colour, `b` for the second's.
    """
    points: tuple[tuple[int, float], ...]
    most: float = 0.0
    """The value at the top of the drawing; 0 means the greatest value of all curves."""


class Story(msgspec.Struct, kw_only=True, frozen=True):
    """A battle, or a part of one, in the form in which it is shared as a page or text."""

    title: str
    about: str
    """A sentence that names the game, the sides and the date."""
    moments: tuple[Moment, ...]
    turns: tuple[tuple[str, int], ...] = ()
    """The turns as pairs: the name, such as `turn 3`, and the number of the turn's first entry."""
    remarks: tuple[Remark, ...] = ()
    ending: str = ""
    curves: tuple[Curve, ...] = ()
    prose: tuple[tuple[str, int, str], ...] = ()
    """The battle as prose: triples (heading such as `Turn 3`, number of the first entry that the
    paragraph is about, paragraph)."""
    luck: tuple[str, ...] = ()
    """Lines on how much dice and choices contributed to the result; () if the battle was not
    judged."""
    dice: tuple[tuple[str, tuple[Cells, ...]], ...] = ()
    """Tables that compare the battle's dice with fair dice: pairs (heading such as `By side`,
    rows). The first row has the column titles."""
    end: int
    """The number of the battle's last entry."""


# A report of a battle as a spectator sees it, as text, Markdown or JSON.


COSTLIEST = "Costliest choices"
HEADS: Cells = ("entry", "turn", "seat", "asked", "chosen", "better", "because", "won")
COST = "cost"
"""The kind of a remark about a costly choice."""
LEFT = "left"
"""The kind of a remark about steps outside the rules, such as a resignation or a seat handed over.
"""


class ReportLine(msgspec.Struct, frozen=True):
    """One event of entry `n` in words, with its turn and phase."""

    n: int
    turn: str
    phase: str
    seat: str
    text: str


class RemarkRow(msgspec.Struct, frozen=True):
    """A note or bookmark after entry `n`."""

    n: int
    kind: str
    seat: str
    text: str


Proved = Sequence[tuple[CostlyChoice, Trial]]
"""Costly choices with the playouts that prove their cost."""


class Report(msgspec.Struct, kw_only=True, frozen=True):
    """The content of a report on a battle, before it is written as text, Markdown or JSON."""

    game: str
    system: str
    """The full title of the game system."""
    title: str
    scenario: str
    seed: int
    created: str
    rules: str
    data: str
    seats: dict[str, str]
    players: dict[str, tuple[str, ...]]
    """In a battle between people, {seat: its players, the earliest first}; else {}."""
    against: str
    """The opponents in words: allies joined by `and`, sides by `against`."""
    lines: tuple[ReportLine, ...]
    remarks: tuple[RemarkRow, ...]
    taken_back: int
    """How often commands were taken back that may not be undone without the others' consent."""
    outcome: Outcome | None
    winners: tuple[str, ...]
    """The names of all seats on the winning sides."""
    aftermath: Aftermath = Aftermath()
    choices: tuple[CostlyChoice, ...] = ()
    """The choices that are proved to have cost most, costliest first, if they were requested."""
    trials: tuple[Trial, ...] = ()
    """The results of the playouts from each of `choices`."""
    chapter: str = ""
    """The chapter that the report is about; '' for the whole battle."""


def report(battle: Battle, costly: Proved = (), chapter: Chapter | None = None) -> Report:
    """Return the report of a battle, or of one chapter of it, without undone commands.

    `costly` are costly choices with their proofs; the report marks them where they were made, and
    also lists them. For a chapter, ending and statistics are those of its battle alone.
    """
    if chapter is not None:
        # The ending is that of the battle fought in the chapter.
        _, first, last = chapter
        whole = report(battle, tuple(each for each in costly if first < each[0].n <= last))
        fought, offset = None, battle_start(battle, chapter)
        if offset is not None:
            fought = report(extract_chapter(battle, chapter))
        after = fought.aftermath if fought else Aftermath()
        moments = tuple(replace(each, n=each.n + (offset or 0)) for each in after.moments)
        return replace(
            whole,
            title=f"{whole.title}: {chapter.name}",
            lines=tuple(line for line in whole.lines if first < line.n <= last),
            remarks=tuple(each for each in whole.remarks if first < each.n <= last),
            taken_back=0,
            outcome=fought.outcome if fought else None,
            winners=fought.winners if fought else (),
            aftermath=replace(after, moments=moments),
            chapter=chapter.name,
        )
    header, outcome = battle.header, battle.outcome()
    seats = battle.game.seats(battle.state)
    return Report(
        game=battle.game.name,
        system=battle.game.title,
        title=title_of(battle),
        scenario=header.scenario,
        seed=header.seed,
        created=header.created,
        rules=header.rules,
        data=header.data,
        seats={seat.key: seat.name for seat in seats},
        players=who_played(battle.log, seats, header.options) if is_between_people(battle) else {},
        against=sides_text(battle),
        lines=tuple(battle_lines(battle)),
        remarks=(*_written_on(battle), *_left(battle)),
        taken_back=sum(record.kind == "take_back" for record in battle.log),
        outcome=outcome,
        winners=winners(seats, outcome),
        aftermath=battle.game.review.aftermath(battle.at(0), battle.entries),
        choices=tuple(choice for choice, _ in costly),
        trials=tuple(trial for _, trial in costly),
    )


def is_between_people(battle: SeenBattle) -> bool:
    """Tell whether a battle was played between people whose names are in its file."""
    return bool(battle.header.options.get("persons"))


def sides_text(battle: SeenBattle) -> str:
    """Return the opponents in words: `Red against Blue`, `anna (Red) and ben (Red II) against ...`.

    In a battle between people, the name of a seat comes after the names of all players that had the
    seat.
    """
    seats = battle.game.seats(battle.at(0))
    played = (
        who_played(battle.log, seats, battle.header.options) if is_between_people(battle) else {}
    )
    sides: dict[str, list[str]] = {}
    for seat in seats:
        who = ", then ".join(played.get(seat.key, ()))
        sides.setdefault(seat.fights_for, []).append(f"{who} ({seat.name})" if who else seat.name)
    return clean(" against ".join(join_names(names) for names in sides.values()))


def _written_on(battle: Battle) -> Iterator[RemarkRow]:
    """Yield the notes in a battle's file; if the battle is over, also those in the file of notes
    beside it.
    """
    yield from (RemarkRow(each.at, each.kind, each.seat, each.text) for each in battle.notes)
    if battle.outcome() is not None:
        yield from (
            RemarkRow(note.n, note.kind, "", note.with_author) for note in stored_notes(battle)
        )


def render_report(whole: Report, form: str) -> str:
    """Return a report in one of `FORMATS`, ending in a newline."""
    return FORMATS[form](whole)


def battle_lines(battle: Battle, first: int = 1, last: int | None = None) -> Iterator[ReportLine]:
    """Yield the lines that a spectator reads about the entries from `first` to `last`."""
    game = battle.game
    for record in battle.entries[first - 1 : last]:
        for before, event, _ in visible_events(battle, record.at):
            if text := game.words.tell(before, event, ""):
                status = game.screen.status(game.view(before, ""))
                yield ReportLine(record.at, status.turn, status.phase, record.seat, text)


def _text(whole: Report) -> Iterator[str]:
    """Yield the lines of a report as plain text."""
    yield f"{whole.title}, {whole.system}"
    yield _particulars(whole)
    for (turn, phase), lines in _chapters(whole):
        yield ""
        yield _chapter(turn, phase)
        for line in lines:
            yield (
                f"{line.n:5}  {line.text}"
                if isinstance(line, ReportLine)
                else f"       {_noted(line)}"
            )
    yield ""
    yield from _ending(whole)
    if whole.outcome and whole.aftermath.history:
        yield f"In history: {whole.aftermath.history}"
    for part in tables(whole.aftermath):
        yield from ("", part.heading, *(f"  {line}".rstrip() for line in columns(part.rows)))
    if whole.choices:
        yield from ("", COSTLIEST, *_costs(whole))


def _markdown(whole: Report) -> Iterator[str]:
    """Yield the lines of a report as Markdown."""
    yield f"# {escape_markdown(whole.title)}"
    yield ""
    yield escape_markdown(f"{whole.system}: {_particulars(whole)}")
    for (turn, phase), lines in _chapters(whole):
        yield ""
        yield f"## {escape_markdown(_chapter(turn, phase))}"
        yield ""
        for line in lines:
            if isinstance(line, ReportLine):
                yield f"- {line.n}: {escape_markdown(line.text)}"
            else:
                yield f"- *{escape_markdown(_noted(line))}*"
    yield ""
    yield from (f"**{escape_markdown(line)}**" for line in _ending(whole))
    if whole.outcome and whole.aftermath.history:
        yield from ("", escape_markdown(f"In history: {whole.aftermath.history}"))
    for part in tables(whole.aftermath):
        yield from _table(part.heading, part.rows)
    if whole.choices:
        yield from _table(COSTLIEST, (HEADS, *(_told_choice(*each) for each in _costly(whole))))


def _table(heading: str, cells: tuple[Cells, ...]) -> Iterator[str]:
    """Yield the lines of a Markdown table with a heading; the first row has the column titles."""
    head, *rows = ([escape_markdown(cell) for cell in row] for row in cells)
    yield from ("", f"## {escape_markdown(heading)}", "", _cells(head))
    yield from (_cells(["---"] * len(head)), *(_cells(row) for row in rows))


def _chapters(whole: Report) -> Iterator[tuple[tuple[str, str], Iterator[ReportLine | RemarkRow]]]:
    """Yield each (turn, phase) with its lines; a remark comes after the lines of its entry."""
    costs = (
        RemarkRow(choice.n, COST, "", effect_text(choice, trial))
        for choice, trial in _costly(whole)
    )
    items: list[ReportLine | RemarkRow] = [*whole.lines, *whole.remarks, *costs]
    items.sort(key=lambda item: (item.n, isinstance(item, RemarkRow)))
    chapter = (whole.lines[0].turn, whole.lines[0].phase) if whole.lines else ("", "")
    placed = []
    for item in items:
        chapter = (item.turn, item.phase) if isinstance(item, ReportLine) else chapter
        placed.append((chapter, item))
    for key, group in groupby(placed, key=lambda pair: pair[0]):
        yield key, (item for _, item in group)


def _chapter(turn: str, phase: str) -> str:
    return ", ".join(filter(None, (turn.capitalize(), phase.capitalize())))


def _particulars(whole: Report) -> str:
    parts = [whole.against, f"seed {whole.seed}", whole.created]
    return ", ".join(filter(None, parts))


def _costly(whole: Report) -> Iterator[tuple[CostlyChoice, Trial]]:
    return zip(whole.choices, whole.trials, strict=True)


def _costs(whole: Report) -> Iterator[str]:
    """Yield a line for each costly choice: the chosen answer, the better answer, and how many
    playouts were won after each.
    """
    for each, trial in _costly(whole):
        yield f"{each.n:5}  T{each.turn:<3} {each.name}  {each.question}"
        yield from (f"       chosen: {each.chosen}", f"       better: {each.better}")
        if each.reason:
            yield f"       because: {each.reason.words}"
        yield f"       {effect_text(each, trial, named=False)}"


def _told_choice(each: CostlyChoice, trial: Trial) -> Cells:
    asked = (str(each.n), f"T{each.turn}", each.name, each.question, each.chosen, each.better)
    won = (
        f"{trial.chosen:.0f} of {trial.of} battles after the chosen answer, {trial.better:.0f} "
        "after the better one"
    )
    return (*asked, each.reason.words if each.reason else "", won)


def _left(battle: Battle) -> Iterator[RemarkRow]:
    """Yield the remarks about resignations, offers, agreements and seats handed over."""
    for record, names in with_seat_names(
        battle.log, battle.game.seats(battle.state), battle.header.options.get("persons", {})
    ):
        if record.kind in LEAVING:
            text = leaving_text(record, names)
            yield RemarkRow(min(record.at, battle.position), LEFT, record.seat, text)


def _noted(remark: RemarkRow) -> str:
    if remark.kind == COST:
        return f"(a costly choice: {remark.text})"
    if remark.kind == LEFT:
        return f"({remark.text})"
    who = f"{remark.kind} by {remark.seat}" if remark.seat else remark.kind
    return f"({who}: {remark.text})"


def _ending(whole: Report) -> Iterator[str]:
    """Yield sentences that say how the battle ended."""
    if whole.taken_back:
        often = {1: "once", 2: "twice"}.get(whole.taken_back, f"{whole.taken_back} times")
        yield f"Commands were taken back {often}."
    if whole.outcome or not whole.chapter:
        yield _ended(whole.outcome, whole.winners)


def outcome_text(seats: Iterable[Seat], outcome: Outcome | None) -> str:
    """Return how a battle ended, in a sentence."""
    return _ended(outcome, winners(seats, outcome))


def winners(seats: Iterable[Seat], outcome: Outcome | None) -> tuple[str, ...]:
    """Return the names of all seats on the winning sides."""
    won = outcome.winners if outcome else ()
    return tuple(seat.name for seat in seats if seat.fights_for in won)


def _ended(outcome: Outcome | None, won: tuple[str, ...]) -> str:
    if outcome is None:
        return "The battle goes on."
    if not won:
        return f"Nobody wins: {outcome.told}"
    return f"{winning(*won)}: {outcome.told}"


def _cells(row: list[str]) -> str:
    return f"| {' | '.join(row)} |"


def escape_markdown(text: Any) -> str:
    """Return a text with Markdown's special characters escaped."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", str(text))


def _json(whole: Report) -> str:
    return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n"


def _lines(told: Iterable[str]) -> str:
    return "".join(f"{clean(line)}\n" for each in told for line in each.split("\n"))


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": lambda whole: _lines(_text(whole)),
    "md": lambda whole: _lines(_markdown(whole)),
    "json": _json,
}
"""{name of a format on the command line: function that writes a report in it}."""
