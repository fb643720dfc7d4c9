"""Boarding and broadsides in rows: sums, faces, chances, what each choice costs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.text import counted
from engine.game.panel import Heading, Row, words
from engine.systems.wooden_ships.boarding.aboard import odds
from engine.systems.wooden_ships.boarding.capture import needed
from engine.systems.wooden_ships.boarding.parties import free_sections
from engine.systems.wooden_ships.data.facts import Aim, Hits, Quality
from engine.systems.wooden_ships.fleet import (
    crewless,
    own_squares,
    quality,
    snagged_with,
    sum_in_words,
    surrendered,
    working_crew,
)
from engine.systems.wooden_ships.foresight.volleys import Chances, chances, ready_again, waiting
from engine.systems.wooden_ships.gunnery.fire_orders import Chosen, read_volley
from engine.systems.wooden_ships.gunnery.shot import firing_row, open_aims, outcomes, shot
from engine.systems.wooden_ships.gunnery.targets import candidates
from engine.systems.wooden_ships.state.state import SIDES, Ship, State, friends, in_order

# Boarding in rows: the chances of each choice of sections, and what it costs.


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


# Broadsides in rows: the sum, the six faces aim beside aim, chances, and hold or fire.


LETTERS = "hgcr"
"""Hull, guns, crew, rigging, as the ships' lines have them."""


def volley_rows(view: State, ship: Ship, option: str) -> tuple[Row, ...]:
    """Return what an order to fire may do, side by side of the ship; for holding what is kept."""
    choices = read_volley(option)
    rows: list[Row] = []
    for choice in choices:
        names = (choice.target,) if choice.target else candidates(view, ship, choice.side)
        for name in names:
            rows += _at(view, ship, choice, view.ships[name])
    fired = tuple(choice.side for choice in choices)
    turns = ready_again(ship, fired, view.turn)
    if turns and choices:
        sides = "side" if len(turns) == 1 else "sides"
        ready = ", ".join(map(str, turns))
        rows.append(words(f"{len(turns)} {sides} to load: ready in turn {ready}", "dim"))
    if not choices:
        rows += _kept(ship)
    return tuple(rows)


def _at(view: State, ship: Ship, choice: Chosen, target: Ship) -> list[Row]:
    aimed = shot(ship, choice.side, target)
    aims = open_aims(view, ship, target, aimed.range)
    aim = choice.aim if choice.aim in aims else aims[0]
    rake = f", {aimed.rake} rake" if aimed.rake else ""
    # The aim that is ordered stands first, the other one beside it.
    ordered = (aim, *(other for other in aims if other != aim))
    found = [chances(view, ship, choice.side, target, each) for each in ordered]
    return [
        Heading(f"{choice.side.capitalize()} at {target.label}"),
        words(sum_in_words(aimed.base, aimed.modifiers, aimed.table)),
        words(f"range {aimed.range}{rake}, {counted(aimed.guns, 'gun')}"),
        words(_columns("aim", [f"[{ordered[0]}]", *ordered[1:]]), "dim"),
        *_chances(found),
        words(_columns("mean", [_mean(each.mean) for each in found])),
        *(
            words(_columns(f"die {face}", [_short(each.faces[face - 1]) for each in found]))
            for face in range(1, 7)
        ),
        *_waiting(ship, choice, target, aim),
    ]


def _columns(name: str, cells: Sequence[str]) -> str:
    return f"{name:<9}" + "".join(f"{cell:<11}" for cell in cells).rstrip()


def _short(hits: Hits) -> str:
    """Return hits in short: `2h 1g`; `-` for none."""
    found = [f"{count}{letter}" for count, letter in zip(hits, LETTERS, strict=True) if count]
    return " ".join(found) or "-"


def _mean(mean: Sequence[float]) -> str:
    """Return the two largest expected hits, as much as the column has room for."""
    two = sorted(sorted(range(len(LETTERS)), key=lambda at: -mean[at])[:2])
    return " ".join(f"{mean[at]:.1f}{LETTERS[at]}" for at in two if mean[at]) or "-"


def _chances(found: Sequence[Chances]) -> list[Row]:
    """Return the lines of what is possible at all: she strikes, loses a mast or a crew section."""
    rows: list[Row] = []
    for name, counts in (
        ("strikes", [each.strikes for each in found]),
        ("rigging", [each.rigging for each in found]),
        ("crew", [each.crew for each in found]),
    ):
        if any(counts):
            rows.append(words(_columns(name, [f"{count} of 6" for count in counts]), "ok"))
    return rows


def _waiting(ship: Ship, choice: Chosen, target: Ship, aim: Aim) -> list[Row]:
    found = waiting(ship, choice.side, target)
    if found is None:
        return []
    now, plain, close = (_hits(each.table, aim) for each in (found.now, found.plain, found.close))
    texts = [f"first broadside +{found.bonus}: {now:.1f} hits, else {plain:.1f}"]
    if found.now.range > 1:
        texts.append(f"kept to range 1: table {found.close.table}, {close:.1f} hits")
    return [words(each, "dim") for each in texts]


def _hits(table: int, aim: Aim) -> float:
    """Return the expected hits of all kinds of a table; below 0 nothing is fired."""
    return sum(map(sum, outcomes(table, aim))) / 6 if table >= 0 else 0.0


def _kept(ship: Ship) -> list[Row]:
    """Return what holding keeps."""
    pairs = zip(SIDES, ship.loaded, strict=True)
    first = [side for side, load in pairs if load == "initial"]
    if not first:
        return []
    both = "both first broadsides" if len(first) == 2 else f"the first broadside of {first[0]}"
    return [words(f"keeps {both}", "dim")]
