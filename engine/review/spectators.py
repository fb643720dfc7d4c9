"""What spectators see of a finished battle: the battle with its secrets still hidden, and lists of
its ships.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engine.game.chart import Hull, Scene
from engine.game.game import Game
from engine.game.panel import Row, ShipLine, SideLine, Title, Track

if TYPE_CHECKING:
    from engine.game.game import Record
    from engine.game.question import Question
    from engine.kernel.battle import Battle
    from engine.kernel.journal import Header
    from engine.kernel.seen import Change, SeenBattle
    from engine.kernel.timeline import Happening

# A finished battle that is shown as if it were under way, so that cards that were never shown stay
# hidden.


class CoveredBattle:
    """A finished battle that claims not to be over, so that other code does not reveal its secrets;
    it cannot be played.

    Each member is written out instead of delegated, so that a future member of `Battle` reveals
    nothing by default.
    """

    def __init__(self, battle: SeenBattle) -> None:
        self._battle = battle

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game system, with its rules."""
        return self._battle.game

    @property
    def header(self) -> Header:
        """The header of the battle, which is the first line of its file."""
        return self._battle.header

    @property
    def path(self) -> Path | None:
        """The battle's file."""
        return self._battle.path

    @property
    def notice(self) -> str:
        """What the players must be told about the battle's file, such as damage; '' for nothing."""
        return self._battle.notice

    @property
    def why_closed(self) -> str:
        """Why no command is accepted."""
        return "this view only shows the battle"

    @property
    def seed(self) -> int:
        """The seed for the random numbers that a screen needs."""
        return self._battle.seed

    @property
    def position(self) -> int:
        """The number of commands in the battle."""
        return self._battle.position

    @property
    def state(self) -> Any:
        """The state after all commands."""
        return self._battle.state

    @property
    def entries(self) -> tuple[Record, ...]:
        """The commands, oldest first."""
        return self._battle.entries

    @property
    def log(self) -> list[Record]:
        """The entries of the battle's file, including talk, notes and undos."""
        return self._battle.log

    @property
    def notes(self) -> tuple[Record, ...]:
        """The notes and bookmarks."""
        return self._battle.notes

    def pending(self) -> tuple[Question, ...]:
        """Return the open questions."""
        return self._battle.pending()

    def view(self, seat: str) -> Any:
        """Return the state as a seat sees it; an empty `seat` stands for a watcher."""
        return self._battle.game.view(self._battle.state, seat)

    def outcome(self) -> None:
        """Return None: a covered battle counts as not over."""

    def at(self, n: int) -> Any:
        """Return the state after the nth command; 0 is the start."""
        return self._battle.at(n)

    def moment(self, n: int) -> tuple[Any, Record]:
        """Return the state before the nth command (from 1), and that command."""
        return self._battle.moment(n)

    def unfolded(self, n: int) -> tuple[Happening, ...]:
        """Return the events of the nth command (from 1), each with the states before and
        after it.
        """
        return self._battle.unfolded(n)

    def subscribe(self, observer: Callable[[Any, Change], None]) -> Callable[[], None]:
        """Register an observer; the returned function unsubscribes it."""
        return self._battle.subscribe(observer)

    def fork(self, n: int) -> Battle:
        """Return a fork in memory, which begins after the nth command."""
        return self._battle.fork(n)

    def close(self) -> None:
        """Close the battle's file."""
        self._battle.close()


def without_secrets(battle: SeenBattle) -> SeenBattle:
    """Return a view of a battle with all secrets hidden, whether it is over or not."""
    return CoveredBattle(battle)


# The ships of a battle at one moment, for the roster beside a shared chart.


class ShipState(msgspec.Struct, frozen=True, cache_hash=True):
    """A ship in a list of ships at one moment of a battle: her class or captain, remaining
    strength, and state.
    """

    key: str
    name: str
    owner: str
    kind: str = ""
    """The ship's class, rate or captain, as in the head of her card."""
    tracks: tuple[tuple[str, int, int], ...] = ()
    """The ship's tracks (rows of boxes for damage): triples such as (`crew`, boxes filled, all
    boxes)."""
    doing: str = ""
    """The ship's state in words: `her turn`, `guns empty: port`, `out of the battle`, or the
    system's own note."""


class _Card(NamedTuple):
    """The facts on a ship's card that never change: her kind, and {letter of a track: its name}."""

    kind: str
    words: dict[str, str]


class Fleets:
    """Makes the lists of ships (rosters) of a battle; a shared page needs one for each moment."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._cards: dict[str, _Card] = {}
        self._latest: dict[str, tuple[ShipLine, Hull | None, ShipState]] = {}
        """A cache: {ship: (her roster row, her mark on the chart, the state made from both)}. It
        saves time because few ships change in an entry."""
        self._last: tuple[object, object, tuple[SideLine | ShipState, ...]] = (None, None, ())
        """A cache: (rows, marks, the latest roster, which was made from both)."""

    def at(self, view: Any, scene: Scene) -> tuple[SideLine | ShipState, ...]:
        """Return the roster of one moment: the sides, each followed by its ships."""
        rows = self._game.screen.forces(view)
        if rows is not self._last[0] or scene.marks is not self._last[1]:
            hulls = {mark.key: mark for mark in scene.marks if isinstance(mark, Hull)}
            self._last = rows, scene.marks, tuple(self._rows(view, rows, hulls))
        return self._last[2]

    def _rows(
        self, view: Any, rows: Iterable[Row], hulls: dict[str, Hull]
    ) -> Iterator[SideLine | ShipState]:
        for row in rows:
            if isinstance(row, SideLine):
                yield row
            elif isinstance(row, ShipLine):
                made_of = row, hulls.get(row.key)
                had = self._latest.get(row.key)
                # fast, because the items of two tuples are first compared by identity
                if had is None or had[:2] != made_of:
                    had = self._latest[row.key] = (*made_of, self._state(view, *made_of))
                yield had[2]

    def _state(self, view: Any, row: ShipLine, hull: Hull | None) -> ShipState:
        if row.key not in self._cards:
            rows = self._game.screen.card(view, row.key)
            words = [each.label for each in rows if isinstance(each, Track)]
            kind = next((each.right for each in rows if isinstance(each, Title)), "")
            # The note is left out, because it says where the ship is now; the kind must not change.
            kind = kind.removesuffix(row.note).rstrip(", ") if row.note else kind
            self._cards[row.key] = _Card(kind, {word[:1]: word for word in reversed(words)})
        card = self._cards[row.key]
        return ShipState(
            key=row.key,
            name=row.name,
            owner=row.owner,
            kind=card.kind,
            tracks=tuple((card.words.get(a, a), b, c) for a, b, c in row.tracks),
            doing=", ".join(filter(None, (_doing(hull), row.note))),
        )


def _doing(hull: Hull | None) -> str:
    if hull is None:
        return ""
    if hull.state != "live":
        return "out of the battle"
    empty = [
        side
        for side, loaded in (("port", hull.port_loaded), ("starboard", hull.starboard_loaded))
        if not loaded
    ]
    guns = f"guns empty: {' and '.join(empty)}" if empty else ""
    return ", ".join(filter(None, ("her turn" if hull.active else "", guns)))
