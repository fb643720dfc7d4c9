"""The saved battles: the search for their files, a summary of each battle for lists, the players.

The search reads one line of each file. A summary (turn, ships, outcome) is computed on first use,
and cached until the file changes.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.files import UNREADABLE, decode_fault, files_in
from engine.base.text import clean, join_names
from engine.game.chart import Scene
from engine.game.game import Game, Outcome, Seat
from engine.game.parts.screen import Status
from engine.game.position import format_value
from engine.kernel.battle import Battle
from engine.kernel.journal import LONGEST, NOTHING, Header, Seating
from engine.kernel.opening import as_file_fault
from engine.kernel.registry import system
from engine.players import PLAYERS, PROGRAM, SUBSTITUTE, Player, make_player

BIN = "bin"
"""The folder for discarded battles, inside the folder of battles."""
_HEAD = b'{"format":'
"""The first bytes of every battle file. The program recognises battle files by them."""


class Saved(msgspec.Struct, frozen=True):
    """A battle file: its header, or the reason why it cannot be read."""

    path: Path
    changed: float
    size: int
    header: Header | None = None
    fault: str = ""

    @property
    def title(self) -> str:
        """The battle's title, or the file's name."""
        header = self.header
        if header is None:
            return self.path.stem
        return header.title or header.scenario.replace("_", " ").capitalize() or self.path.stem

    @property
    def date(self) -> str:
        """The day when the battle began, as `20 Nov 2026`; if that is unknown, the day when the
        file was last written.
        """
        created = self.header.created if self.header else ""
        try:
            day = datetime.fromisoformat(created)
        except ValueError:
            day = datetime.fromtimestamp(self.changed)
        return f"{day.day} {day:%b %Y}"


class BattleSummary(msgspec.Struct, kw_only=True, frozen=True):
    """The facts of a battle that its row in a list shows."""

    game: str
    status: Status
    scene: Scene
    seats: str
    """The players, as `you Red v lieutenant`."""
    asked: str
    """Which seats (players' places) have to choose, as `Red to choose`; '' when the battle is
    over."""
    entries: int
    outcome: Outcome | None = None
    winner: str = ""
    """The winner's name; '' for a draw, and until the battle is over."""

    @property
    def result(self) -> str:
        """The winner and the reason; '' until the battle is over."""
        return self.outcome.told if self.outcome else ""


def find(folders: Iterable[Path]) -> list[Saved]:
    """Return the battle files in these folders; the file that was written last comes first."""
    found: dict[str, Saved] = {}
    for folder in folders:
        for path in files_in(folder):
            saved = saved_at(path)
            if saved:
                found.setdefault(os.path.realpath(path), saved)
    return sorted(found.values(), key=lambda saved: saved.changed, reverse=True)


def summarise(saved: Saved) -> BattleSummary:
    """Return the summary of a battle; raises `FileFault` when the file cannot be used."""
    if saved.fault:
        raise FileFault(saved.fault)
    return _summarised(saved.path, saved.changed, saved.size)


def title_of(saved: Saved) -> str:
    """Return a battle's title, or else its game's title, or else the name of its file."""
    if saved.header is None or saved.header.title:
        return saved.title
    try:
        return summarise(saved).status.title
    except WeatherGageError:
        return saved.title


def latest_unfinished(battles: Iterable[Saved]) -> Saved | None:
    """Return the first of `battles` that a person plays and that has not ended; None if none."""
    for saved in battles:
        try:
            if saved.header and has_person(saved.header) and not summarise(saved).outcome:
                return saved
        except WeatherGageError:
            continue
    return None


def has_person(header: Header) -> bool:
    """Tell whether a person plays in the battle.

    True also where the header names no players.
    """
    players = named_players(header)
    return not players or "human" in players.values()


def named_players(header: Header) -> dict[str, str]:
    """Return the players by seat as in the header, such as `{'A': 'human', 'B': 'lieutenant'}`."""
    players = header.options.get("players")
    if not isinstance(players, Mapping):
        return {}
    return {str(seat): str(player) for seat, player in players.items()}


def persons(header: Header) -> tuple[str, ...]:
    """Return the persons in the header of a battle by mail or on a host; () for other battles."""
    named = header.options.get("persons")
    found = named.values() if isinstance(named, Mapping) else ()
    return tuple(dict.fromkeys(clean(str(person)) for person in found))


def computers(battle: Battle, said: Mapping[str, str] | None = None) -> dict[str, Player]:
    """Return the computer players of a battle by seat, from its header and the command line.

    `said` is {seat: player} as the command line names them. A file must not start a program: where
    only the header names a program, a substitute plays, and the battle's notice says so.
    """
    named = named_players(battle.header)
    given = {seat: name for seat, name in (said or {}).items() if name}
    programs = {seat for seat, name in named.items() if name.startswith(PROGRAM)} - set(given)
    if programs:
        seats = [seat.name for seat in battle.game.seats(battle.state) if seat.key in programs]
        options = " ".join(f"--{seat.lower()} exec:..." for seat in sorted(programs))
        relieved = (
            f"a {SUBSTITUTE} plays {' and '.join(seats)}, because the program that the file names "
            f"is not started without your word; add {options} to let a program play"
        )
        battle.notice = "; ".join(filter(None, (battle.notice, relieved)))
    names = {**named, **dict.fromkeys(programs, SUBSTITUTE), **given}
    return {
        seat: make_player(name, battle.game, battle.seed, seat, programs=seat in given)
        for seat, name in names.items()
        if name != "human"
    }


def players_to_continue(battle: Battle, seats: Collection[str]) -> dict[str, str]:
    """Return {seat: player} for a battle that is continued: its players so far.

    A substitute takes the seat of a program, which a file must not start. If no person has played,
    a person takes the first seat, because a person has asked to continue.
    """
    named = named_players(battle.header)
    players = {seat: named.get(seat, "human") for seat in seats}
    players = {
        seat: SUBSTITUTE if name.startswith(PROGRAM) else name for seat, name in players.items()
    }
    if "human" not in players.values():
        players[next(iter(players))] = "human"
    return players


def parse_players(text: str, players: Mapping[str, str]) -> dict[str, str]:
    """Return {seat: player} after the changes in a text such as `a=human b=captain`.

    Raises `Refused` for any other text.
    """
    found = dict(players)
    for word in text.replace(",", " ").split():
        seat, _, name = word.partition("=")
        seat, name = seat.upper(), name.lower()
        players_known = ("human", *PLAYERS)
        if seat not in found:
            known = ", ".join(found)
            spelt = (
                f"write a seat ({known}) and a player ({', '.join(players_known)}), such as A=human"
            )
            raise Refused(f"there is no seat {format_value(seat)}; {spelt}")
        if name not in players_known and name.partition(":")[0] not in PLAYERS:
            near = get_close_matches(name[:80], players_known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            known = ", ".join(players_known)
            raise Refused(f"{format_value(name)} is not a player; the players are {known}{hint}")
        found[seat] = name
    return found


COMPUTER = "computer"
"""The word before the names of the players in a battle without a person. Without it, `lieutenant`
could be read as a person's rank."""


def seating_text(seats: Iterable[Seat], players: Mapping[str, str]) -> str:
    """Return the players in a few words: hot seat, you and your opponents, or the computer players.

    If no players are named, return the names of the seats (places of players).
    """
    seats = tuple(seats)
    if not players:
        return " v ".join(seat.name for seat in seats)
    names = [players.get(seat.key, "human") for seat in seats]
    if len(names) > 1 and all(name == "human" for name in names):
        return "hot seat"
    yours = [seat.name for seat, name in zip(seats, names, strict=True) if name == "human"]
    others = [name for name in names if name != "human"]
    if not yours and len(set(others)) == 1:
        return f"{COMPUTER} {others[0]}s"
    return f"you {yours[0]} v {', '.join(others)}" if yours else f"{COMPUTER} {' v '.join(others)}"


def waiting_text(game: Game[Any, Any, Any], state: Any) -> str:
    """Return which seats have to choose, as `Red and Blue to choose`; '' for none."""
    names = {seat.key: seat.name for seat in game.seats(state)}
    who = [names.get(question.seat, question.seat) for question in game.pending(state)]
    return f"{' and '.join(who)} to choose" if who else ""


def saved_at(path: Path) -> Saved | None:
    """Return the battle file at a path, recognised by the start of its first line; None for other
    files.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(_HEAD)) != _HEAD:
                return None
            line = _HEAD + file.readline(LONGEST)
        facts = path.stat()
    except OSError:
        return None
    known = Saved(path, facts.st_mtime, facts.st_size)
    try:
        header = msgspec.json.decode(line, type=Header)
        system(header.game)
        msgspec.convert(header.options, Seating)
    except UNREADABLE as error:
        fault = f"{path.name} has a damaged first line ({decode_fault(error)})"
        return msgspec.structs.replace(known, fault=fault)
    except Refused as error:
        return msgspec.structs.replace(known, fault=f"{path.name}: {error}")
    # The state at the start is dropped, because lists do not show it and it takes much memory.
    header = msgspec.structs.replace(header, start=NOTHING)
    return msgspec.structs.replace(known, header=header)


@lru_cache(maxsize=64)
def _summarised(path: Path, changed: float, size: int) -> BattleSummary:
    """Return the summary of a battle; `changed` and `size` only serve as keys of the cache."""
    with Battle.open(path, write=False) as battle, as_file_fault(battle):
        game, outcome = battle.game, battle.outcome()
        view = battle.state if outcome else battle.view("")
        return BattleSummary(
            game=game.title,
            status=game.screen.status(view),
            scene=game.screen.scene(view),
            seats=players_text(battle),
            asked="" if outcome else waiting_text(game, battle.state),
            entries=battle.position,
            outcome=outcome,
            winner=join_names(outcome.winning_names(game.seats(battle.state))) if outcome else "",
        )


def players_text(battle: Battle) -> str:
    """Return the players of a battle in words; in a battle by mail, the persons' names."""
    players = named_players(battle.header)
    seats = seating_text(battle.game.seats(battle.state), players)
    return seats if players else " v ".join(persons(battle.header)) or seats
