"""Finds blunders that a person would laugh at, in whole battles between computer players.

Each game system has a module that finds the blunders in one of its battles (`BOOKS`). A strong
computer player must make none, except the kinds in `EXCUSED`, each with its reason.
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
"""{game: module that finds its blunders}; such a module is a `Book`."""


class Laugh(NamedTuple):
    """A blunder: its kind, the player's seat, and the entry of the battle."""

    kind: str
    seat: str
    entry: int
    words: str


class Book(Protocol):
    """What the module of a game provides to find blunders."""

    EXCUSED: dict[str, str]
    """{kind of blunder: the reason why it is not the player's fault}."""

    def laughs(self, battle: Battle) -> Iterator[Laugh]:
        """Yield the blunders of a finished battle, in the order of its entries."""


class Found(NamedTuple):
    """A blunder, together with the battle and the player."""

    battle: str
    player: str
    laugh: Laugh

    def __str__(self) -> str:
        laugh = self.laugh
        return f"{self.battle}, entry {laugh.entry}: {self.player} ({laugh.seat}) {laugh.words}"


def fought(game: str, scenario: str, seed: int, players: tuple[str, str]) -> list[Found]:
    """Fight a battle; return its blunders, without the excused kinds."""
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
    """Return {(player, kind of blunder): number}."""
    return Counter((each.player, each.laugh.kind) for each in found)
