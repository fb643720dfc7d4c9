"""Branches: the battles that were forked from each other, as a tree, by the first line of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.base.clean import clean
from engine.files import desks
from engine.files.facts import is_hosted
from engine.files.library import named_players, saved_at
from engine.files.shelves import battle_files
from engine.kernel.journal import Header


class Branch(NamedTuple):
    """A battle of a tree: its file, where it left its parent, and who plays it."""

    path: Path
    id: str
    parent: str
    """The id of the battle that it left; '' of the root."""
    entry: int
    """After which entry it left."""
    players: str
    created: str
    level: int = 0

    @property
    def told(self) -> str:
        """The branch in a line: `from entry 40: human v captain, 2026-11-26`."""
        left = f"from entry {self.entry}: " if self.parent else ""
        return f"{left}{self.players or self.path.stem}, {self.created[:10]}".rstrip(", ")


def tree_of(path: Path | None, header: Header, folders: Iterable[Path]) -> list[Branch]:
    """Return the branches of a battle's tree, the root first, each below the one that it left.

    Battles of a host and by mail are left out: their files are others' as well. So are those of
    another game, whatever parent they name.
    """
    own = [_branch(path, header)] if path else []
    known: dict[str, Branch] = {each.id: each for each in own}
    for each in _read(folders, header.game):
        known.setdefault(each.id, each)  # a copy has the id of what it was copied from
    if header.id not in known:
        return []
    root, seen = known[header.id], {header.id}
    while root.parent in known and root.parent not in seen:
        seen.add(root.parent)
        root = known[root.parent]
    below: dict[str, list[Branch]] = {}
    for each in known.values():
        if each.parent:
            below.setdefault(each.parent, []).append(each)
    return list(_walked(root, below))


def _walked(root: Branch, below: dict[str, list[Branch]]) -> Iterator[Branch]:
    """Yield a tree without going down twice into what names itself as its parent."""
    left, seen = [root], set[str]()
    while left:
        each = left.pop()
        if each.id in seen:
            continue
        seen.add(each.id)
        yield each
        found = sorted(below.get(each.id, ()), key=lambda one: (one.entry, one.created, one.id))
        left += [one._replace(level=each.level + 1) for one in reversed(found)]


def _read(folders: Iterable[Path], game: str) -> Iterator[Branch]:
    for folder in dict.fromkeys(folders):
        for path in battle_files(folder):
            if is_hosted(path) or desks.is_by_mail(path):
                continue
            saved = saved_at(path)
            if saved and saved.header and saved.header.game == game:
                yield _branch(path, saved.header)


def _branch(path: Path, header: Header) -> Branch:
    parent = header.parent
    return Branch(
        path,
        header.id,
        parent.id if parent else "",
        parent.entry if parent else 0,
        " v ".join(map(clean, named_players(header).values())),
        clean(header.created),
    )
