"""The events of a battle as far as a seat may know them: log lines, animations, and the steps of a
replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from engine.base.text import capitalized, correct_grammar, pluralized, winning
from engine.game.chart import Glide, News, Picture, Shift, Spectacle, Tableau, Together
from engine.game.game import Outcome, Record
from engine.kernel.leaving import LEAVING, REASONS, leaving_text, with_seat_names
from engine.kernel.seen import SeenBattle, visible_events
from engine.kernel.timeline import Happening

# The log of a battle, one readable line for each event.


ALL = "*"
"""Used instead of a seat when the battle is over: the reader may know everything that any seat
knew."""

OWN_SIDE = ", to their own side"
"""The text after the name of a person whose chat message was for one side only."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log; `at` is the number of the command that it is about or follows."""

    at: int
    seat: str
    text: str
    said: bool = False
    """Whether the line is a person's chat message."""


class BattleLog:
    """The log of a battle for each seat. The lines of undone commands disappear from the log.

    Lines are cached for each command, because computing them needs the states between the
    command's events, and a long log is read at every frame.
    """

    def __init__(self, battle: SeenBattle) -> None:
        self.battle = battle
        self._told: dict[tuple[str, int], tuple[Record, tuple[LogLine, ...]]] = {}
        """A cache of lines by (seat, number of the command). The lines of an undone command stay in
        it until a new command has the same number."""
        self._read: dict[str, tuple[tuple[int, int], list[LogLine]]] = {}
        """A cache of the lines that each seat read last, with the battle's position and the length
        of its log at that time; when either has changed, the lines are computed again."""

    def lines(self, viewer_seat: str) -> list[LogLine]:
        """Return all lines that a seat may know, oldest first; an empty seat stands for a
        watcher.
        """
        viewer_seat = self._reader(viewer_seat)
        now = self.battle.position, len(self.battle.log)
        if viewer_seat not in self._read or self._read[viewer_seat][0] != now:
            entries = self.battle.entries
            texts = [line for record in entries for line in self._lines_of(record, viewer_seat)]
            self._read[viewer_seat] = now, self._with_talk([*self._opening(), *texts], viewer_seat)
        return self._read[viewer_seat][1]

    def latest(self, viewer_seat: str, count: int, until: int | None = None) -> list[LogLine]:
        """Return the last `count` lines, without lines after the command `until`.

        Earlier lines are not computed, because a long battle has thousands of commands.
        """
        viewer_seat = self._reader(viewer_seat)
        texts: list[LogLine] = []
        last = self.battle.position if until is None else until
        at = last
        while at > 0 and len(texts) < count:
            texts = [*self._lines_of(self.battle.entries[at - 1], viewer_seat), *texts]
            at -= 1
        if at == 0:
            texts = [*self._opening(), *texts]
        lines = self._with_talk(texts, viewer_seat, after=at if at else -1)
        shown = [line for line in lines if line.at <= last]
        return shown[len(shown) - count :] if count < len(shown) else shown

    def _reader(self, viewer_seat: str) -> str:
        """Return the seat for which lines are computed: `viewer_seat`, or `ALL` when the battle is
        over.
        """
        return viewer_seat if self.battle.outcome() is None else ALL

    def _lines_of(self, record: Record, viewer_seat: str) -> tuple[LogLine, ...]:
        kept = self._told.get((viewer_seat, record.at))
        if kept is None or kept[0] is not record:
            lines = []
            reader = record.seat if viewer_seat == ALL else viewer_seat
            for before, event, _ in visible_events(self.battle, record.at):
                text = self.battle.game.words.tell(before, event, reader)
                if text:
                    lines.append(LogLine(record.at, record.seat, text))
            kept = record, tuple(lines)
            self._told[viewer_seat, record.at] = kept
        return kept[1]

    def _with_talk(self, texts: list[LogLine], viewer_seat: str, after: int = -1) -> list[LogLine]:
        """Return the lines with the chat messages written after command number `after`, each
        inserted at its place.
        """
        # Chat, resignations and offers are lines that no command causes.
        seats = self.battle.game.seats(self.battle.state)
        side = next((seat.side for seat in seats if seat.key == viewer_seat), "")
        persons = self.battle.header.options.get("persons", {})
        lines = []
        for record, names in with_seat_names(self.battle.log, seats, persons):
            if record.kind == "chat" and (record.to in ("", side) or viewer_seat == ALL):
                who = f"{names.get(record.seat, record.seat)}{OWN_SIDE * bool(record.to)}"
                text = f'{who}: "{record.text}"'
            elif record.kind in LEAVING:
                text = f"{leaving_text(record, names)}."
            else:
                continue
            at = min(record.at, self.battle.position)
            lines.append(LogLine(at, record.seat, text, record.kind == "chat"))
        said = [line for line in lines if line.at > after]
        return sorted([*texts, *said], key=lambda line: line.at) if said else texts

    def _opening(self) -> list[LogLine]:
        """Return lines with date, place and stakes of the battle, if the game has them."""
        game = self.battle.game
        wording = game.screen.opening(game.view(self.battle.at(0), ""))
        if wording is None:
            return []
        sentences = wording.text.replace(". ", ".\n").split("\n")
        return [LogLine(0, "", text) for text in (wording.title, *sentences)]


def spectacles_of(battle: SeenBattle, record: Record) -> Iterator[tuple[Any, Spectacle]]:
    """Yield the spectacles (animations) of a command, each with the state in which it is shown.

    A `News` spectacle is shown with the state after its event, any other with the state before.

    Nothing is yielded for a command that was taken back in the meantime.
    """
    if record not in battle.entries[record.at - 1 : record.at]:
        return
    for before, event, after in visible_events(battle, record.at):
        spectacle = battle.game.screen.spectacle(before, event)
        if isinstance(spectacle, News):
            yield after, spectacle
        elif spectacle is not None:
            yield before, spectacle


def missed_lines(battle: SeenBattle, viewer_seat: str, left_at: int | None) -> list[str]:
    """Return the log lines that a seat may know about commands after the first `left_at` ones.

    [] if `left_at` is None (the person did not leave). Chat and commands that were taken back are
    left out.
    """
    if left_at is None:
        return []
    told = BattleLog(battle).lines(viewer_seat)
    return [line.text for line in told if line.at > left_at and not line.said]


def missed_text(told: list[str]) -> str:
    """Return a sentence about what a person has missed; '' for nothing."""
    if not told:
        return ""
    return f"Since you left: {pluralized(len(told), 'line')} of the log, the last: {told[-1]}"


# Acts and steps: the events of a command one by one, each with the state in which it is shown. An
# act is an event to animate; a step is an event described in words.


MOST_TOLD = 3
"""One command shows at most this many pictures, since pictures of twenty broadsides would take a
minute."""
_GRAVITY: tuple[Picture, ...] = (
    "end",
    "eve",
    "flagship",
    "cards",
    "sunk",
    "blast",
    "torpedo",
    "ram",
    "colours",
    "fort",
    "past",
    "fire",
    "mast",
    "rake",
)
"""The kinds of picture, the most important first; they decide which ones to show if a command has
too many."""


class StageAct(msgspec.Struct, frozen=True):
    """One event to animate: the state in which it is shown, its animation, and its picture."""

    state: Any
    spectacle: Spectacle | None = None
    meets: tuple[str, ...] = ()
    """The keys of the ships that the chart zooms in on, until another act names other ships."""
    tableau: Tableau | None = None
    number: int = 0
    """The event's index among the events of its command."""


def moving_ships(spectacle: Spectacle | None) -> tuple[str, ...]:
    """Return the keys of the ships that a spectacle moves."""
    if isinstance(spectacle, Together):
        return tuple(key for part in spectacle.parts for key in moving_ships(part))
    return (spectacle.key,) if isinstance(spectacle, Glide) else ()


def acts(battle: SeenBattle, record: Record) -> list[StageAct]:
    """Return the acts (events to animate) of a command; [] if it was taken back in the meantime."""
    if record not in battle.entries[record.at - 1 : record.at]:
        return []
    # Pictures that belong together are merged: only the first is kept, with the sentences of all.
    found = list(_acts(battle, record))
    said: dict[str, list[str]] = {}
    for act in found:
        if act.tableau and act.tableau.joins:
            said.setdefault(act.tableau.joins, []).append(act.tableau.text)
    merged: list[StageAct] = []
    for act in found:
        wording = act.tableau
        if wording and wording.joins:
            every = said.pop(wording.joins, None)
            wording = msgspec.structs.replace(wording, text=" ".join(every)) if every else None
            merged.append(msgspec.structs.replace(act, tableau=wording))
        else:
            merged.append(act)
    texts = [act for act in merged if act.tableau]
    texts.sort(key=lambda act: _GRAVITY.index(act.tableau.picture) if act.tableau else 0)
    left = {id(act) for act in texts[:MOST_TOLD]}
    return [
        act if id(act) in left else msgspec.structs.replace(act, tableau=None) for act in merged
    ]


def meeting(battle: SeenBattle, record: Record) -> tuple[str, ...]:
    """Return the keys of the ships that a command brought together, or else of those that moved
    last.
    """
    found: tuple[str, ...] = ()
    if record in battle.entries[record.at - 1 : record.at]:
        for _, spectacle, _, meets in _scenes(battle, record):
            found = meets or moving_ships(spectacle) or found
    return found


class _Seen(NamedTuple):
    """An event with its spectacle (animation); `met`: whether ships meet in it; `meets`: the keys
    of the ships that the chart zooms in on.
    """

    happening: Happening[Any, Any]
    spectacle: Spectacle | None
    met: bool
    meets: tuple[str, ...]


def _scenes(battle: SeenBattle, record: Record) -> Iterator[_Seen]:
    screen = battle.game.screen
    meets: tuple[str, ...] = ()
    for happening in visible_events(battle, record.at):
        before, event, _ = happening
        spectacle, met = screen.spectacle(before, event), screen.meeting(before, event)
        if met or isinstance(spectacle, Glide | Shift | Together):
            meets = met
        yield _Seen(happening, spectacle, bool(met), meets)


def _acts(battle: SeenBattle, record: Record) -> Iterator[StageAct]:
    for number, (happening, spectacle, met, meets) in enumerate(_scenes(battle, record)):
        before, event, after = happening
        tableau = battle.game.screen.tableau(before, event)
        ended = battle.game.outcome(after) is not None and battle.game.outcome(before) is None
        if ended:
            line = battle.game.words.tell(before, event, "")
            tableau = _end(battle, after, tableau, line)
        if spectacle is not None or tableau is not None or met:
            # News and pictures are shown with the state after the event, all other spectacles with
            # the state before the event.
            text = spectacle is None or isinstance(spectacle, News)
            yield StageAct(after if text else before, spectacle, meets, tableau, number)


def _end(battle: SeenBattle, state: Any, wording: Tableau | None, line: str) -> Tableau:
    """Return the picture at the end of a battle: it names the winner and the last blow to the
    losers.

    `line` is the log line about the end itself, which does not count as such a blow.
    """
    outcome = battle.game.outcome(state)
    reason = f"{outcome.told.rstrip('.')}." if outcome else ""
    shown = wording or Tableau("end", "", reason)
    text = capitalized(correct_grammar(shown.text) or reason)
    looked_back = battle.game.review.aftermath(battle.at(0), battle.entries)
    losers = {
        key
        for seat in battle.game.seats(state)
        if outcome and outcome.winners and not {seat.key, seat.side} & set(outcome.winners)
        for key in (seat.key, seat.side)
    }
    moments = [
        each for each in looked_back.moments if each.words != line and each.against in losers
    ]
    if moments:
        last, unit = moments[-1], looked_back.moments_by
        text = f"{text} It was decided in {unit} {last.turn}: {last.words.rstrip('.')}."
    return msgspec.structs.replace(shown, title=winners(battle, outcome), text=text)


def winners(battle: SeenBattle, outcome: Outcome | None) -> str:
    """Return the winner as `RED WINS`; '' until the battle is over.

    The seats of a fleet win together, so the name of the fleet is used for them.
    """
    if outcome is None:
        return ""
    names = outcome.winning_names(battle.game.seats(battle.state))
    if not names:
        return "NO WINNER" if outcome.reason == REASONS["stop"] else "A DRAW"
    return winning(*names).upper()


class StepText(NamedTuple):
    """An event in words: its index among the command's events, the state after it, its log line."""

    number: int
    after: Any
    line: str


def steps(battle: SeenBattle, n: int, seat: str) -> list[StepText]:
    """Return the events of the nth command (from 1) that a seat may know, in words."""
    tell = battle.game.words.tell
    return [
        StepText(number, after, line)
        for number, (before, event, after) in enumerate(visible_events(battle, n))
        if (line := tell(before, event, seat))
    ]
