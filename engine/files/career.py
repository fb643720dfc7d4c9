"""A captain's log: the finished battles of one person as a career, computed from the library alone.

It has the finished battles in which a single person of this machine fought, for one side. The
counts of a battle are cached in the cache folder until the battle's file changes, and can be
computed again at any time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.base import files
from engine.base.errors import FileFault, WeatherGageError
from engine.base.files import UNREADABLE, read_bytes
from engine.base.text import join_names, pluralized
from engine.files.facts import own_seats
from engine.files.library import Library, LibraryRow
from engine.files.own_folders import cache_folder, is_nowhere
from engine.game.game import Seat
from engine.game.parts.review import ShipTally
from engine.kernel.battle import Battle
from engine.kernel.opening import as_file_fault
from engine.review.spectators import without_secrets
from engine.review.tale import Paragraph, longest_shot, tale

NAME = "career.json"
LARGEST = 64 * 1024 * 1024
FOUGHT = ("won", "lost", "drawn")
PRIZE = "captured"
"""The first word of a captured ship's fate, in every game; such a ship is the captain's prize."""
LOST = (PRIZE, "sunk", "wreck", "destroyed", "struck", "surrendered")
"""The first words of the fates of lost ships. A ship whose fate begins otherwise has survived."""
AT_ONCE = 8
"""The number of battles that are counted before the cache is written and the page is redrawn."""
NO_BATTLE = "No battle of yours is over yet: fight one to its end, and it is written here."


class LongShot(msgspec.Struct, frozen=True):
    """A shot that hit.

    Its `reach` (distance) can be compared with other shots of the same game.
    """

    reach: int
    words: str
    """The shot in words, such as `Shannon hit Chesapeake at 7 hexes`."""


class Cruise(msgspec.Struct, frozen=True):
    """One battle of a career: the ships that the captain led, captured and lost."""

    ships: tuple[str, ...] = ()
    prizes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    shot: LongShot | None = None


class _Kept(msgspec.Struct, frozen=True):
    """The cache entry of a file: the file's stamp, and its battle as part of the career.

    `cruise` is None where the battle is not part of the career.
    """

    stamp: str
    cruise: Cruise | None


class Entry(msgspec.Struct, frozen=True):
    """A battle in the captain's log: its row in the library, and its counts."""

    row: LibraryRow
    cruise: Cruise

    @property
    def summary(self) -> str:
        """The battle in one line, such as `won against captain: prize Sainte Anne`."""
        facts = self.row.facts
        assert facts is not None, "a battle of the log has been read"
        against = f" against {facts.opponent}" if facts.opponent else ""
        parts = (
            _named("prize", self.cruise.prizes),
            _named("lost", self.cruise.lost, "lost"),
        )
        more = "; ".join(filter(None, parts))
        return f"{facts.standing}{against}{f': {more}' if more else ''}"


class Career:
    """The captain's log of a library.

    Call `count` with the `unread` battles, so that they appear in it.
    """

    def __init__(self, library: Library, path: Path | None = None) -> None:
        """`path` is the cache file; by default it is in the cache folder, if there is one."""
        folder = cache_folder()
        self.path = path or (None if is_nowhere(folder) else folder / NAME)
        self._library = library
        self._kept = _read(self.path)

    @property
    def unread(self) -> list[LibraryRow]:
        """The finished battles that have not been counted, or whose files have changed since."""
        return [row for row in self._over() if self._known(row) is None]

    def count(self, rows: Iterable[LibraryRow]) -> None:
        """Count some battles, and store the result in the cache."""
        self._kept |= {row.key: _Kept(row.stamp, cruise_of(row.path)) for row in rows}
        if self.path is not None:
            with suppress(FileFault, OSError):
                files.write(self.path, msgspec.json.encode(self._kept), private=True)

    @property
    def entries(self) -> list[Entry]:
        """The battles of the career, latest first."""
        known = ((row, self._known(row)) for row in self._over())
        found = [Entry(row, kept.cruise) for row, kept in known if kept and kept.cruise]
        return sorted(
            found,
            key=lambda each: (
                (each.row.facts.began if each.row.facts else "") or each.row.day,
                each.row.key,
            ),
            reverse=True,
        )

    def _over(self) -> Iterator[LibraryRow]:
        """Yield the finished battles that may be in the log.

        Of several copies of a battle only the first is yielded.
        """
        seen: set[str] = set()
        for row in self._library.rows:
            facts = row.facts
            if facts and facts.standing in FOUGHT and row.place in ("own", "mail", "archive"):
                if facts.id not in seen:
                    yield row
                seen |= {facts.id} - {""}

    def _known(self, row: LibraryRow) -> _Kept | None:
        kept = self._kept.get(row.key)
        return kept if kept and kept.stamp == row.stamp else None


def count_all(career: Career, step: Callable[[], None]) -> None:
    """Count all battles that are not in the cache; call `step` once for each."""
    while unread := career.unread[:AT_ONCE]:
        career.count(unread)
        for _ in unread:
            step()


def cruise_of(path: Path) -> Cruise | None:
    """Return a battle as part of a career.

    None unless exactly one person of this machine fought in it, for one side only.
    """
    try:
        with Battle.open(path, write=False) as battle, as_file_fault(battle):
            own = own_seats(battle, path)
            seats = battle.game.seats(battle.state)
            mine = [seat for seat in seats if seat.key in own]
            if battle.outcome() is None or len({seat.fights_for for seat in mine}) != 1:
                return None
            allies = [seat for seat in seats if seat.fights_for == mine[0].fights_for]
            tallies = battle.game.review.aftermath(battle.at(0), battle.entries).ships
            ours = [each for each in tallies if _belongs(each, allies)]
            foes = [each for each in tallies if each not in ours]
            if len(mine) < len(allies):
                ours = [each for each in ours if (each.seat or each.key).startswith(tuple(own))]
            known = {each.name for each in ours} - {each.name for each in foes}
            far = longest_shot(battle, known)
            return Cruise(
                ships=tuple(each.name for each in ours),
                prizes=tuple(each.name for each in foes if each.fate.startswith(PRIZE)),
                lost=tuple(each.name for each in ours if each.fate.startswith(LOST)),
                shot=LongShot(far.reach, f"{far.ship} hit {far.other} {far.far}") if far else None,
            )
    except (WeatherGageError, OSError):
        return None


def _belongs(ship: ShipTally, seats: Sequence[Seat]) -> bool:
    """Tell whether a ship belongs to the side of these seats (players' places).

    The statistics of a game may name the side, the seat, or all of its seats; all these names are
    accepted.
    """
    names = {name for seat in seats for name in (seat.name, seat.side, seat.fights_for)}
    return ship.side in names or ship.side == join_names([seat.name for seat in seats])


def prose(entry: Entry) -> list[Paragraph]:
    """Return the story of a battle of the log, one paragraph for each turn; raises `FileFault`."""
    with Battle.open(entry.row.path, write=False) as battle, as_file_fault(battle):
        return tale(without_secrets(battle))


def summary(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return the summary of a career as a list of (heading, text), one for each line."""
    if not entries:
        return []
    standing = Counter(each.row.facts.standing for each in entries if each.row.facts)
    ships = Counter(name for each in entries for name in each.cruise.ships)
    prizes = [name for each in reversed(entries) for name in each.cruise.prizes]
    lost = [name for each in reversed(entries) for name in each.cruise.lost]
    battles = ", ".join(f"{word} {standing[word]}" for word in FOUGHT if standing[word])
    told = [
        ("Battles", f"{len(entries)}: {battles}"),
        ("Ships sailed", _often(ships)),
        ("Prizes", f"{len(prizes)}: {_often(Counter(prizes))}" if prizes else "none yet"),
        ("Ships lost", f"{len(lost)}: {_often(Counter(lost))}" if lost else "none"),
    ]
    farthest: dict[str, LongShot] = {}
    for each in reversed(entries):
        system = each.row.facts.system if each.row.facts else ""
        shot, best = each.cruise.shot, farthest.get(system)
        if shot and (best is None or shot.reach > best.reach):
            farthest[system] = shot
    told += [(f"Longest shot, {system}", shot.words) for system, shot in sorted(farthest.items())]
    return [(heading, words) for heading, words in told if words]


MOST = 12
"""The maximum number of names in a line of the summary."""


def _often(names: Counter[str]) -> str:
    """Return names with how often each occurs, the most frequent first: `Swallow (3), Fame`."""
    told = [f"{name} ({count})" if count > 1 else name for name, count in names.most_common(MOST)]
    more = len(names) - len(told)
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")


def _named(word: str, names: Sequence[str], many: str = "") -> str:
    """Return a word with names and their number, such as `2 prizes: Sainte Anne and Fame`; for one
    name `prize Sainte Anne`, for none ''.
    """
    if len(names) < 2:
        return f"{word} {names[0]}" if names else ""
    return (
        f"{f'{many} {len(names)}' if many else pluralized(len(names), word)}: {join_names(names)}"
    )


def _read(path: Path | None) -> dict[str, _Kept]:
    """Return the content of the cache; {} where it cannot be read."""
    if path is None:
        return {}
    try:
        return msgspec.json.decode(read_bytes(path, LARGEST, "a log"), type=dict[str, _Kept])
    except (*UNREADABLE, WeatherGageError, OSError):
        return {}
