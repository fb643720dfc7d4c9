"""The facts of a battle file that a library lists, and the tags that a player gave it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from engine.base import files
from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.files import UNREADABLE, Missing, decode_data, read_bytes
from engine.base.text import clean, join_names
from engine.files import desks
from engine.files.saved_battles import named_players, players_text, waiting_text
from engine.game.game import Outcome
from engine.kernel.battle import Battle
from engine.kernel.journal import Damage, Seating
from engine.kernel.opening import as_file_fault
from engine.review.notes import notes_on

# The facts of a battle file that a library lists. They contain no secret: while a battle goes on,
# only the turn and the points in a watcher's view, and the notes that everybody may read. The facts
# of a hosted battle include its position only if its founder lets people watch it live.


HOSTED = "hosted"
"""The folder of a host's battles, inside the folder of battles."""
PAPERS = ".papers"
"""The ending of the name of a file in which a host keeps the terms of a battle, beside the battle
file."""
LARGEST_PAPERS = 1024 * 1024
LONGEST = 200
"""The maximum number of characters in a title, in the players and in a result."""
NOTES = 4000
"""A search covers at most this many characters of a battle's notes."""
SHOWN = 5
"""At most this many notes of a battle are shown beside a list."""
ON_A_HOST = "still being played on its host"


class Facts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The facts of a battle file that the library shows."""

    system: str = ""
    """The title of the battle's game."""
    title: str = ""
    scenario: str = ""
    players: str = ""
    began: str = ""
    """When the battle began, as `2026-11-20T12:00:00`; '' where the file does not say."""
    standing: str = ""
    """How the battle stands or ended: `open`, `won`, `lost`, `drawn`, `over` or `damaged`. `over`
    is a battle that has ended without being won or lost by one person of this machine."""
    winner: str = ""
    """The winner's name if `standing` is `over`; else ''."""
    turn: str = ""
    result: str = ""
    """The winner and the reason; while the battle goes on, the seats that have to choose."""
    length: int = 0
    """The number of commands in the battle, without those that were undone."""
    notes: int = 0
    noted: tuple[str, ...] = ()
    """The first notes on a finished battle."""
    id: str = ""
    parent: str = ""
    """The id of the battle that this one was forked from; '' for none."""
    parent_file: str = ""
    fault: str = ""
    """Why the battle's file cannot be read, in a sentence."""
    lasting: bool = True
    """Whether the facts can be cached, because they depend on nothing but the file, this program
    and its game systems."""
    found_by: str = ""
    """More words that a search for the battle may use, besides the words that a list shows."""

    @property
    def ended(self) -> str:
        """How the battle stands or ended: its `standing`, or who won, as in `Red won`."""
        return f"{self.winner} won" if self.winner else self.standing

    @property
    def opponent(self) -> str:
        """The opponent of the person of this machine who played, such as `lieutenant`.

        If not exactly one person of this machine played, all players are named.
        """
        mine, _, others = self.players.partition(" v ")
        return others if mine.startswith("you ") else self.players


class _Terms(msgspec.Struct, frozen=True):
    watching: str = "live"


class _Papers(msgspec.Struct, frozen=True):
    id: str
    terms: _Terms
    file: str = ""


def facts_of(path: Path) -> Facts:
    """Return the facts of a battle file.

    For a file that cannot be read, the only fact is the reason.
    """
    try:
        with Battle.open(path, write=False) as battle, as_file_fault(battle):
            return _facts(battle, path)
    except WeatherGageError as error:
        fault = clean(str(error)).replace(clean(str(path)), clean(path.name))
        return Facts(standing="damaged", fault=fault, lasting=isinstance(error, Damage))
    except OSError as error:
        return Facts(standing="damaged", fault=f"{clean(path.name)}: {error}", lasting=False)


def is_hosted(path: Path) -> bool:
    """Tell whether a battle file belongs to a host on this machine."""
    return path.parent.name == HOSTED


def is_open_to_all(path: Path) -> bool:
    """Tell whether everybody may watch a host's battle live."""
    for papers in path.parent.glob(f"*{PAPERS}"):
        try:
            read = msgspec.json.decode(read_bytes(papers, LARGEST_PAPERS, "papers"), type=_Papers)
        except (*UNREADABLE, WeatherGageError):
            continue
        if (read.file or f"{read.id}.battle") == path.name:
            return read.terms.watching == "live"
    return False


def _facts(battle: Battle, path: Path) -> Facts:
    header, game, outcome = battle.header, battle.game, battle.outcome()
    parent, players = header.parent, named_players(header)
    hidden = outcome is None and is_hosted(path) and not is_open_to_all(path)
    told = Facts(
        system=game.title,
        title=_short(header.title),
        scenario=_short(header.scenario),
        players=_short(players_text(battle)),
        began=clean(header.created)[:25],
        standing="open",
        id=_short(header.id),
        parent=_short(parent.id) if parent else "",
        parent_file=clean(Path(parent.path).name)[:LONGEST] if parent else "",
        found_by=" ".join((header.game, *map(clean, players.values()))),
        lasting=not is_hosted(path) or outcome is not None,
    )
    if hidden:
        return msgspec.structs.replace(told, result=ON_A_HOST)
    view = battle.state if outcome else battle.view("")
    status = game.screen.status(view)
    notes = [note for note in battle.notes if outcome or not note.to]
    beside = [] if is_hosted(path) else notes_on(battle)
    standing = _standing(battle, outcome, path) if outcome else "open"
    names = outcome.winning_names(game.seats(battle.state)) if outcome else ()
    count = len(beside) if outcome and beside else len(notes)
    words = " ".join(note.with_author for note in beside)[:NOTES] if outcome else ""
    return msgspec.structs.replace(
        told,
        title=told.title or _short(status.title),
        standing=standing,
        winner=_short(join_names(names)) if standing == "over" else "",
        turn=status.turn.lower(),
        result=_short(outcome.told if outcome else waiting_text(game, battle.state)),
        length=battle.position,
        notes=count,
        noted=tuple(_short(note.with_author) for note in beside[:SHOWN] if outcome and note.text),
        found_by=f"{told.found_by} {words}",
    )


def _standing(battle: Battle[Any, Any, Any], outcome: Outcome, path: Path) -> str:
    """Return how a finished battle ended for the person of this machine who played it.

    `over` if nobody of this machine played, or if persons of several sides did.
    """
    if not outcome.winners:
        return "drawn"
    sides = {seat.key: seat.fights_for for seat in battle.game.seats(battle.state)}
    mine = {sides[seat] for seat in own_seats(battle, path)}
    if len(mine) != 1:
        return "over"
    return "won" if mine & set(outcome.winners) else "lost"


def own_seats(battle: Battle[Any, Any, Any], path: Path) -> set[str]:
    """Return the seats that people of this machine played; in a battle by mail, the seats of the
    desk's owner.
    """
    seats = {seat.key for seat in battle.game.seats(battle.state)}
    if not desks.is_by_mail(path):
        players = named_players(battle.header)
        return seats & {seat for seat, player in players.items() if player == "human"}
    try:
        desk = desks.load(path.parent, path.stem)
    except WeatherGageError:
        return set()
    seated = msgspec.convert(battle.header.options, Seating).persons
    return seats & {seat for seat, who in seated.items() if desk and who == desk.me}


def _short(text: str) -> str:
    return clean(text[:LONGEST])


# Tags that a player puts on battles. They are stored in `tags.json` beside the battles, by the
# battle's id, so that a tag stays with a battle that is renamed or moved.


NAME = "tags.json"
LARGEST = 4 * 1024 * 1024
LONGEST_TAG = 24
"""The maximum number of characters in a tag."""
MOST = 12
"""The maximum number of tags of a battle."""
_decode = msgspec.json.Decoder(dict[str, list[str]]).decode


class TagFile:
    """The tags that a person gave to battles, in a file of a folder.

    A damaged file counts as empty, and it is not overwritten.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.fault = ""
        self._tags: dict[str, tuple[str, ...]] = {}

    def read(self) -> None:
        """Read the file of tags again."""
        self._tags, self.fault = {}, ""
        try:
            found = decode_data(_decode, read_bytes(self.path, LARGEST, "tags"), self.path)
        except Missing:
            return
        except FileFault as fault:
            self.fault = str(fault)
            return
        self._tags = {id_: tuple(map(_fit, tags[:MOST])) for id_, tags in found.items()}

    def of(self, id_: str) -> tuple[str, ...]:
        """Return the tags of a battle."""
        return self._tags.get(id_, ())

    def put(self, id_: str, tags: tuple[str, ...]) -> None:
        """Set the tags of a battle, replacing earlier ones; raises `FileFault` when they cannot be
        written.
        """
        self.read()
        if self.fault:
            raise FileFault(self.fault)
        self._tags = {**self._tags, id_: tags}
        kept = {key: each for key, each in self._tags.items() if each}
        data = msgspec.json.encode(kept)
        if len(data) > LARGEST:
            raise FileFault(f"{self.path} is full: it holds {LARGEST // 1024**2} MB of tags")
        files.write(self.path, data, private=False)
        self._tags = kept


def parse_tags(text: str) -> tuple[str, ...]:
    """Return the tags in a typed text, such as `fleet, to-study`.

    Raises `Refused` for too many tags.
    """
    tags = tuple(dict.fromkeys(filter(None, map(_fit, text.replace(",", " ").split()))))
    if len(tags) > MOST:
        raise Refused(f"a battle has at most {MOST} tags")
    return tags


def _fit(tag: str) -> str:
    return clean(tag).casefold().lstrip("#")[:LONGEST_TAG]
