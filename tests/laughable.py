"""The book of what a person would laugh at: whole battles of computer players, looked through.

One module a game system finds what there is to laugh at in a battle of it, `BOOKS` names them. A
player who ought to know better is laughed at never, or for the reason that stands in `EXCUSED`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple, Protocol

from engine.arena import crews, play_out
from engine.kernel.battle import Battle

BOOKS = {
    "iron_oak": "tests.engine.systems.iron_oak.laughable",
    "oak_iron": "tests.engine.systems.oak_iron.laughable",
    "wooden_ships": "tests.engine.systems.wooden_ships.laughable",
}
"""The module of each game: a function `laughs`, and `EXCUSED`."""


class Laugh(NamedTuple):
    """What somebody did, by its kind, and at which entry of the battle it is to be seen."""

    kind: str
    seat: str
    entry: int
    words: str


class Book(Protocol):
    """What a module of a game has."""

    EXCUSED: dict[str, str]
    """Kinds of laughs that are no fault of the player's, with the reason."""

    def laughs(self, battle: Battle) -> Iterator[Laugh]:
        """Yield what there is to laugh at in a battle that is over, in the order of its entries."""


class Found(NamedTuple):
    """A laugh, and in which battle of which player it is to be seen."""

    battle: str
    player: str
    laugh: Laugh

    def __str__(self) -> str:
        laugh = self.laugh
        return f"{self.battle}, entry {laugh.entry}: {self.player} ({laugh.seat}) {laugh.words}"


def fought(game: str, scenario: str, seed: int, players: tuple[str, str]) -> list[Found]:
    """Fight a battle; return what there is to laugh at in it, what is excused left out."""
    book: Book = import_module(BOOKS[game])  # type: ignore[assignment]
    battle = Battle.new(game, scenario, seed)
    seated = crews(battle.game, battle.state, seed, *players)
    play_out(battle, seated)
    names = {seat: player.name for seat, player in seated.items()}
    label = f"{game} {scenario}, seed {seed}"
    return [
        Found(label, names.get(each.seat, ""), each)
        for each in book.laughs(battle)
        if each.kind not in book.EXCUSED
    ]


def counted(found: list[Found]) -> Counter[tuple[str, str]]:
    """Return how often each player was laughed at for each kind."""
    return Counter((each.player, each.laugh.kind) for each in found)
