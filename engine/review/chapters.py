"""The chapters of a battle file: what was fought from which entry to which."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from engine.base.errors import Refused
from engine.game.position import shown
from engine.kernel.seen import SeenBattle


class Chapter(NamedTuple):
    """A chapter: its name, the position where it begins, and the one where the next begins.

    Its commands are those after the first position up to and with the last.
    """

    name: str
    first: int
    last: int


def chapters(battle: SeenBattle) -> tuple[Chapter, ...]:
    """Return the chapters in their order; () of a battle that has none."""
    names = [battle.game.chapter(battle.at(n)) for n in range(battle.position + 1)]
    begins = [n for n, name in enumerate(names) if name and (n == 0 or name != names[n - 1])]
    ends = (*begins[1:], battle.position)
    return tuple(Chapter(names[n], n, end) for n, end in zip(begins, ends, strict=False))


def name_at(found: Sequence[Chapter], n: int) -> str:
    """Return the name of the chapter at a position; '' in a battle that has none."""
    return next((each.name for each in reversed(found) if each.first <= n), "")


def title_of(battle: SeenBattle) -> str:
    """Return a battle's title; one of battles in a chain is called by its game if by nothing."""
    if battle.header.title:
        return battle.header.title
    game = battle.game
    return game.title if game.chapter(battle.state) else game.screen.status(battle.view("")).title


def chapter_named(battle: SeenBattle, name: str) -> Chapter:
    """Return the chapter of that name; `Refused` names those that there are."""
    found = chapters(battle)
    wanted = " ".join(name.split()).lower()
    for each in found:
        if each.name.lower() == wanted:
            return each
    if not found:
        raise Refused("this battle has no chapters: it is a single one")
    known = [each.name for each in found]
    close = get_close_matches(wanted[:80], known, 1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    raise Refused(f"there is no chapter {shown(name)}; there are {', '.join(known)}{hint}")
