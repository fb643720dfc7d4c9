"""Random squadrons that are legal, in any mixture that the check of squadrons accepts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from engine.kit.dataset import using
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.data.facts import GameSize
from engine.systems.oak_iron.squadrons.check import check_roster

Table = dict[str, Any]

FITTINGS = 24
"""How many options, upgrades, captains and skill points are tried for one squadron."""


def legal(table: Table) -> bool:
    """Tell whether a squadron file, given as parsed TOML, has no fault."""
    with using(shipped()):
        return not check_roster("", table)[1].found


def random_squadron(size: str, random: Random) -> Table:
    """Return a legal random squadron for a size of game, in the form of a parsed TOML file."""
    faction = random.choice(sorted(shipped().factions))
    while True:
        table = _bare(shipped().sizes[size], faction, random)
        if legal(table):
            break
    for _ in range(FITTINGS):
        fitted = deepcopy(table)
        _fit(random.choice(fitted["ships"]), random)
        if legal(fitted):
            table = fitted
    return table


def _bare(size: GameSize, faction: str, random: Random) -> Table:
    """Return a squadron of ships without extras, an admiral and a hand of cards; it may not be
    legal yet.
    """
    known = shipped()
    admirals = [each for each in known.admirals.values() if each.faction in ("any", faction)]
    own = [each for each in admirals if each.faction == faction]
    admiral = random.choice(random.choice((own, own, own, admirals)))
    count = max(5, 5 + admiral.value - ("indecisive" in admiral.keywords))
    types = list(_types(size, faction, size.points - admiral.cost, random))
    flagship = random.randrange(len(types))
    return {
        "game": "oak_iron",
        "name": f"{known.factions[faction].name} Squadron",
        "size": size.id,
        "faction": faction,
        "admiral": admiral.id,
        "hand": _hand(faction, count, random),
        "ships": [
            {"type": kind, "name": f"Ship {at + 1}"}
            | ({"flagship": True} if at == flagship else {})
            for at, kind in enumerate(types)
        ],
    }


def _types(size: GameSize, faction: str, points: int, random: Random) -> Iterator[str]:
    """Yield random types of ships that the points can buy, with a few points left for extras."""
    sailing = [each for each in shipped().ships.values() if faction in each.factions]
    if not size.ships_of_the_line:
        sailing = [each for each in sailing if not each.ship_of_the_line]
    cheapest = min(each.points for each in sailing)
    left = points - random.randint(4, max(5, points // 4))
    wanted = random.randint(size.fewest, size.most)
    for still in range(wanted - 1, -1, -1):
        dear = [each for each in sailing if each.points <= left - still * cheapest]
        kind = random.choice(dear or [min(sailing, key=lambda each: each.points)])
        left -= kind.points
        yield kind.id


def _hand(faction: str, count: int, random: Random) -> list[str]:
    """Return random cards without a symbol, of the nation or of any, at most two of each value."""
    guest = random.choice(sorted(shipped().factions))
    cards = [each for each in shipped().cards.values() if each.faction in ("any", faction, guest)]
    hand: list[str] = []
    values: list[int] = []
    for card in random.sample(cards, len(cards)):
        if values.count(card.value) < 2 and len(hand) < count:
            hand.append(card.id)
            values.append(card.value)
    return hand


def _fit(ship: Table, random: Random) -> None:
    """Add a random extra to a ship, which may be illegal for her."""
    known = shipped()
    match random.choice(("options", "upgrades", "upgrades", "commander", "skill")):
        case "options":
            sold = sorted(known.ships[ship["type"]].options) or sorted(known.rules)
            ship.setdefault("options", []).append(random.choice(sold))
        case "upgrades":
            ship.setdefault("upgrades", []).append(random.choice(sorted(known.upgrades)))
        case "commander":
            ship["commander"] = random.choice(sorted(known.commanders))
        case _:
            ship["skill"] = random.choice(sorted(known.skills))


def write(table: Table, path: Path) -> Path:
    """Write a squadron to a file, and return its path."""
    head = {key: value for key, value in table.items() if key != "ships"}
    lines = [f"{key} = {json.dumps(value)}" for key, value in head.items()]
    for ship in table["ships"]:
        lines += ["", "[[ships]]", *(f"{key} = {json.dumps(value)}" for key, value in ship.items())]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path
