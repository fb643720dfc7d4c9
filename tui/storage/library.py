"""Library: the battles that lie in the saves folders, and what a list shows of each.

Finding them reads one line a file. What a battle has come to (its turn, its ships) is
worked out when it is looked at, and kept until the file changes.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.reading import UNREADABLE, misfit
from engine.game.chart import Scene
from engine.game.game import Game, Outcome, Seat, Status
from engine.kernel.battle import Battle
from engine.kernel.forgery import blaming
from engine.kernel.journal import LONGEST, Header, Seating
from engine.kernel.registry import system
from engine.players import PROGRAM, SUBSTITUTE, make_player

BIN = "bin"
_HEAD = b'{"format":'


class Saved(msgspec.Struct, frozen=True):
    """A battle file: what its first line says, or the sentence why it cannot be read."""

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
        """When the battle began, `20 Nov 2026`; else when the file was last written."""
        created = self.header.created if self.header else ""
        try:
            day = datetime.fromisoformat(created)
        except ValueError:
            day = datetime.fromtimestamp(self.changed)
        return f"{day.day} {day:%b %Y}"


class BattleSummary(msgspec.Struct, frozen=True):
    """What a list shows of a battle as it stands."""

    game: str
    status: Status
    scene: Scene
    seats: str
    """Who plays, `you Red, lieutenant Blue`."""
    asked: str
    """Whose choice it is, `Red to choose`; '' when the battle is over."""
    entries: int
    outcome: Outcome | None = None

    @property
    def result(self) -> str:
        """Who won and why; '' while the battle goes on."""
        return self.outcome.reason if self.outcome else ""


def find(folders: Iterable[Path]) -> list[Saved]:
    """Return the battle files of these folders, the one played last first."""
    found: dict[Path, Saved] = {}
    for folder in folders:
        for path in _files(folder):
            saved = _saved(path)
            if saved:
                found.setdefault(path.resolve(), saved)
    return sorted(found.values(), key=lambda saved: saved.changed, reverse=True)


def summarise(saved: Saved) -> BattleSummary:
    """Return what a battle has come to; `FileFault` when the file cannot be used."""
    if saved.fault:
        raise FileFault(saved.fault)
    return _summarised(saved.path, saved.changed, saved.size)


def title_of(saved: Saved) -> str:
    """Return a battle's title as its game writes it; the file's name when it cannot be read."""
    if saved.header is None or saved.header.title:
        return saved.title
    try:
        return summarise(saved).status.title
    except WeatherGageError:
        return saved.title


def latest_unfinished(battles: Iterable[Saved]) -> Saved | None:
    """Return the battle to continue: the one played last that goes on and has a person in it."""
    for saved in battles:
        try:
            if saved.header and has_person(saved.header) and not summarise(saved).outcome:
                return saved
        except WeatherGageError:
            continue
    return None


def has_person(header: Header) -> bool:
    """Tell whether a person plays in the battle; a battle that names no players has some."""
    players = named_players(header)
    return not players or "human" in players.values()


def named_players(header: Header) -> dict[str, str]:
    """Return who sits where, `{'A': 'human', 'B': 'lieutenant'}`, as the header says."""
    players = header.options.get("players")
    if not isinstance(players, Mapping):
        return {}
    return {str(seat): str(player) for seat, player in players.items()}


def computers(battle: Battle, said: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the computer players of a battle, seat by seat: as its header names them, or as
    is `said` on the command line.

    A file starts no program: a substitute plays for one that its header names, and the
    battle's notice says so.
    """
    named = named_players(battle.header)
    given = {seat: name for seat, name in (said or {}).items() if name}
    programs = {seat for seat, name in named.items() if name.startswith(PROGRAM)} - set(given)
    if programs:
        battle.notice = "; ".join(filter(None, (battle.notice, _relieved(battle, programs))))
    names = {**named, **dict.fromkeys(programs, SUBSTITUTE), **given}
    return {
        seat: make_player(name, battle.game, battle.seed, seat, programs=seat in given)
        for seat, name in names.items()
        if name != "human"
    }


def _relieved(battle: Battle, programs: Collection[str]) -> str:
    """Say which seats a substitute plays instead of the program that the file names."""
    seats = [seat.name for seat in battle.game.seats(battle.state) if seat.key in programs]
    options = " ".join(f"--{seat.lower()} exec:..." for seat in sorted(programs))
    return (
        f"a {SUBSTITUTE} plays {' and '.join(seats)}, for a file starts no program; "
        f"play it with {options} to let one play on"
    )


def discard(saved: Saved) -> Path:
    """Move a battle into the bin of its folder and return where it lies; `FileFault` if not."""
    folder = saved.path.parent / BIN
    number, target = 1, folder / saved.path.name
    while target.exists():
        number += 1
        target = folder / f"{saved.path.stem}-{number}{saved.path.suffix}"
    try:
        folder.mkdir(exist_ok=True)
        saved.path.rename(target)
    except OSError as error:
        reason = (error.strerror or "").lower()
        raise FileFault(f"{saved.path} cannot be moved: {reason}") from None
    return target


def seating(seats: Iterable[Seat], players: Mapping[str, str]) -> str:
    """Return who plays in a few words: hot seat, you and your opponents, or the computers.

    Where nobody is named, the seats.
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
        return f"{others[0]}s"
    return f"you {yours[0]} v {', '.join(others)}" if yours else " v ".join(others)


def asked(game: Game[Any, Any, Any], state: Any) -> str:
    """Return whose choice it is, `Red and Blue to choose`; '' when nobody's."""
    names = {seat.key: seat.name for seat in game.seats(state)}
    who = [names.get(question.seat, question.seat) for question in game.pending(state)]
    return f"{' and '.join(who)} to choose" if who else ""


def _files(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.is_file())
    except OSError:
        return []


def _saved(path: Path) -> Saved | None:
    """Return a file if its first line begins as a battle's does."""
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
        fault = f"{path.name} has a damaged first line ({misfit(error)})"
        return msgspec.structs.replace(known, fault=fault)
    except Refused as error:
        return msgspec.structs.replace(known, fault=f"{path.name}: {error}")
    return msgspec.structs.replace(known, header=header)


@lru_cache(maxsize=64)
def _summarised(path: Path, changed: float, size: int) -> BattleSummary:
    """Open a battle to look at it. Its time and size stand for what is in the file."""
    battle = Battle.open(path, write=False)
    try:
        with blaming(battle):
            return _seen(battle)
    finally:
        battle.close()


def _seen(battle: Battle) -> BattleSummary:
    game, outcome = battle.game, battle.outcome()
    view = battle.state if outcome else battle.view("")
    return BattleSummary(
        game=game.title,
        status=game.status(view),
        scene=game.scene(view),
        seats=seating(game.seats(battle.state), named_players(battle.header)),
        asked="" if outcome else asked(game, battle.state),
        entries=battle.position,
        outcome=outcome,
    )
