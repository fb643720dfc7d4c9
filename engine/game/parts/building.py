"""How forces are built for a game system: catalogue, check, paper. Tables are those of files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.base.errors import SetUpFault
from engine.base.generic import S
from engine.game.parts.catalogue import Catalogue, Section
from engine.game.parts.document import Document
from engine.game.parts.part import Part


class Verdict(msgspec.Struct, frozen=True):
    """What is said of a squadron: its points, and every fault as (key path, text)."""

    name: str = ""
    points: int = 0
    limit: int | None = None
    """The points that it may have; None while that is unknown."""
    faults: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    """What is worth saying though it breaks no rule, as that only one side can win."""

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.faults


class Switch(msgspec.Struct, frozen=True):
    """An option of a set-up that a form offers with a few values, the usual one first."""

    name: str
    """The name of the option."""
    label: str
    values: tuple[tuple[str, str], ...]
    """(value, in words); '' leaves the option out."""


class Building(Part[S]):
    """Squadrons, or whatever a system's sides are made of."""

    kind: str = "squadron"
    """What one of its files holds, in a word for lists."""
    unit: str = "ship"
    units: str = "ships"
    """What its files list, one by one, in a word or two; one and several."""
    names_ships: bool = True
    """Whether its ships have names of their own, and one of them the flag."""
    usual: str = ""
    """The ready one that is played where a whole battle is named by none."""
    about: str = ""
    """What stands in one of its files, in sentences for the help of a builder."""
    whole_battle: bool = False
    """Whether one file holds both sides, so that all seats sail by the same."""
    makes: bool = False
    """Whether the game makes a squadron for a seat that has none, named '' in the options."""
    carries: tuple[str, ...] = ()
    """What a series may carry from battle to battle, such as `crew`."""

    def ready(self) -> Mapping[str, Path]:
        """Return the squadrons that ship with the game: names and files."""
        return {}

    def check(self, table: Mapping[str, Any]) -> Verdict:
        """Say whether a parsed squadron file is legal, or everything that is wrong with it."""
        return Verdict(faults=(("game", f"{self.game.title} has no squadron files"),))

    def document(self, table: Mapping[str, Any]) -> Document:
        """Return a squadron on paper, with its faults where it is not legal."""
        return Document("Squadron", self.check(table).faults[0])

    def catalogue(self, table: Mapping[str, Any]) -> Catalogue:
        """Return what may be chosen for a squadron, as far as its table is built."""
        return Catalogue((), Section("type", "Ships", ()))

    def scenario_for(self, squadrons: Sequence[str]) -> str:
        """Return the scenario that squadrons, files or ready ones, are fit for; or `SetUpFault`."""
        title = self.game.title
        raise SetUpFault("set-up", [("squadrons", f"{title} has no squadron files")])

    def squadrons_a_side(self, scenario: str) -> tuple[int, ...]:
        """Return the numbers of squadrons a side that the set-up's option `a_side` may name."""
        return ()

    def switches(self, scenario: str) -> tuple[Switch, ...]:
        """Return the options that a form of a new battle offers for a scenario."""
        return ()

    def like(self, ended: S, begun: S) -> S:
        """Return a battle at its start, played as the battle before it was.

        A series that was begun by an older edition goes on by it, so that it is decided again as
        it was.
        """
        return begun

    def carried(self, ended: S, begun: S, what: str) -> S:
        """Return a battle at its start with what the battle before left of what is carried."""
        return begun
