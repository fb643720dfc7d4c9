"""Boarding in rows: the chances of each choice of sections, and what it costs."""

from __future__ import annotations

from engine.game.panel import Heading, Row, words
from engine.systems.wooden_ships.boarding.capture import needed
from engine.systems.wooden_ships.boarding.odds import odds
from engine.systems.wooden_ships.boarding.parties import free_sections
from engine.systems.wooden_ships.data.facts import Quality
from engine.systems.wooden_ships.fleet.status import (
    crewless,
    own_squares,
    quality,
    surrendered,
    working_crew,
)
from engine.systems.wooden_ships.fleet.ties import snagged_with
from engine.systems.wooden_ships.gunnery.shot import firing_row
from engine.systems.wooden_ships.state.sides import friends, in_order
from engine.systems.wooden_ships.state.state import Ship, State


def party_rows(view: State, ship: Ship, option: str) -> tuple[Row, ...]:
    """Return what boarding or defending would bring with one section, two, up to all."""
    kind, _, to = option.partition(":")
    if kind == "OBP":
        target = view.ships[to]
        taken = [words("undefended: taken at once", "ok")]
        table = _table(view, ship, target, f"Against all hands of {to}")
        return (*table, *taken, *_prisoners(view, ship, target), *_price(view, ship))
    if kind == "DBP":
        rows: list[Row] = []
        for other in in_order(snagged_with(view, ship.id)):
            foe = view.ships[other]
            if not (friends(view, ship, foe) or surrendered(foe) or crewless(foe)):
                rows += _table(view, ship, foe, f"If all hands of {other} board")
        return (*rows, *_price(view, ship)) if rows else ()
    if kind == "TBP" and surrendered(view.ships[to]):
        return (*_prisoners(view, ship, view.ships[to]), *_price(view, ship))
    return ()


def choices(view: State, ship: Ship) -> list[tuple[str, int]]:
    """Return the sections that may be sent together, `1-2`, with their squares: from the first."""
    squares, free = working_crew(ship), free_sections(view, ship)
    found = []
    for count in range(1, len(free) + 1):
        sent = free[:count]
        name = f"{sent[0]}-{sent[-1]}" if count > 1 else f"{sent[0]}"
        found.append((name, sum(squares[number - 1] for number in sent)))
    return found


def _table(view: State, ship: Ship, other: Ship, title: str) -> list[Row]:
    """Return a line of exact chances after a turn's rounds for each choice of sections."""
    theirs, theirs_quality = sum(working_crew(other)), quality(other)
    head = f"{'sections':<11}{'win':>6}{'lose':>6}{'open':>6}"
    rows: list[Row] = [Heading(f"{title} ({theirs})"), words(head, "dim")]
    for name, squares in choices(view, ship):
        rows.append(words(_line(f"{name} ({squares})", squares, ship, theirs, theirs_quality)))
    return rows


def _line(name: str, mine: int, ship: Ship, theirs: int, their_quality: Quality) -> str:
    found = odds(mine, quality(ship), theirs, their_quality)
    shares = (found.win, found.lose + found.neither, found.open)
    return f"{name:<11}" + "".join(f"{share:>6.0%}" for share in shares)


def _prisoners(view: State, ship: Ship, target: Ship) -> list[Row]:
    """Return what prize crew her crew calls for, and whether that is to be had."""
    prisoners = own_squares(target)
    if not prisoners:
        return []
    wanted, have = needed(prisoners), sum(squares for _, squares in choices(view, ship)[-1:])
    text = f"prize crew: needs {wanted} for {prisoners}"
    return [words(f"{text}, has {have}", "warning") if have < wanted else words(text)]


def _price(view: State, ship: Ship) -> list[Row]:
    """Return what sections that are sent away cost: tables, and with all of them the next plot."""
    guns = [firing_row(count).section for count in ship.guns if count]
    rows: list[Row] = []
    if guns and not ship.prize:
        rows.append(words(f"each section away: {min(guns):+d} table", "dim"))
    if len(free_sections(view, ship)) == len([each for each in working_crew(ship) if each]):
        rows.append(words("all away: no fire, no plot next turn", "dim"))
    return rows
