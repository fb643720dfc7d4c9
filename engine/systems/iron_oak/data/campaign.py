"""The types of the campaign's facts: forces, how battles are rolled, repairs, yard cards. Iron &
Oak 8.0.

A table for a die is a tuple of rows (highest face of the row, result), lowest row first.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from engine.game.position import nearest
from engine.kit.records import Records
from engine.systems.iron_oak.data.facts import (
    Box,
    Count,
    Dice,
    Direction,
    Drm,
    Edge,
    Fact,
    Part,
    Side,
    Speed,
    Wind,
)

T = TypeVar("T")
Rows = tuple[tuple[int, str], ...]
Victory = Literal["spoils", "run_past", "transports", "target", "break_out"]
YARD_KINDS = (
    "crew_grade",
    "fast_repair",
    "in_short_supply",
    "limited_ammunition",
    "out_of_the_mist",
    "replacements",
    "yard_fire",
)
BATTLE_KINDS = ("engagement", "passage", "escort", "defend", "blockade")


def row_of(rows: tuple[tuple[int, T], ...], face: int) -> T:
    """Return the result of a face; above the last row, the last row's result.

    >>> rows = (3, "none"), (10, "slow"), (12, "lost")
    >>> row_of(rows, 3), row_of(rows, 4), row_of(rows, 99)
    ('none', 'slow', 'lost')
    """
    return next((given for most, given in rows if face <= most), rows[-1][1])


class Forces(Fact, frozen=True, kw_only=True):
    """The limits for a side's fleet in a war: ships, Victory Points, Crack and Green crews (Iron &
    Oak 8.3.1).
    """

    min_ships: Count
    max_ships: Count
    victory_points: int
    crack: Count
    green: Count


class YardDraw(Fact, frozen=True, kw_only=True):
    """How many yard cards each side draws after a battle and may keep in hand (Iron & Oak
    8.7.4).
    """

    winner_draws: Count
    loser_draws: Count
    hand: Count


class Points(Fact, frozen=True, kw_only=True):
    """How many points a refit gives: a base, which a low or a high d10 changes (Iron & Oak 8.8)."""

    base: Count
    low: int
    high: int
    low_max: int
    high_min: int

    def of(self, roll: int) -> int:
        """Return the points for a roll with its modifiers.

        >>> from engine.systems.iron_oak.data.book import shipped
        >>> [shipped().campaign.repair.of(roll) for roll in (1, 5, 12)]
        [5, 10, 15]
        """
        change = self.low if roll <= self.low_max else self.high if roll >= self.high_min else 0
        return self.base + change


class EndRolls(Fact, frozen=True, kw_only=True):
    """The highest d10 faces that make the next battle the last, by the number of the battle just
    fought.

    Iron & Oak 8.7.6.
    """

    after: dict[str, Count]
    later: Count

    def ends_on(self, battle: int) -> int:
        """Return the highest d10 face that makes the battle after this one the last; 0 if no die is
        rolled after it.
        """
        first = min(int(each) for each in self.after)
        if battle < first or battle % 2:
            return 0
        return self.after.get(str(battle), self.later)


class WaterRolls(Fact, frozen=True, kw_only=True):
    """How the water, its wind and the hour are rolled (Iron & Oak 8.4.1)."""

    current: tuple[tuple[int, Speed], ...]
    direction: tuple[tuple[int, Direction], ...]
    wind: tuple[tuple[int, Wind], ...]
    night: Count
    banks: Rows
    outer_rows: Rows
    inner_rows: Rows
    false_contacts: Count


class KindRolls(Fact, frozen=True, kw_only=True):
    """How the type of a battle and its attacker are rolled (Iron & Oak 8.4.1)."""

    battle: Rows
    attacker: Count


class Share(Part, frozen=True):
    """One side's share in a type of battle: its ships (fewest, most), cards, edge of the map and
    columns.

    Without columns the ships begin off the map, at the edge.
    """

    ships: tuple[Count, Count]
    cards: Count
    edge: Edge
    columns: tuple[int, ...] = ()


class BattleKind(Fact, frozen=True, kw_only=True):
    """A type of battle in a campaign: the shares of both sides, and the kind of victory (Iron & Oak
    8.1).
    """

    name: str
    about: str
    attacker: Share
    defender: Share
    turns: Count
    victory: Victory
    limits: tuple[tuple[int, int], ...] = ()
    """Rows (highest face of a d10, most Victory Points that a ship may be worth); () for no
    limit."""
    fort_sections: Count = 0
    fort_columns: tuple[int, ...] = ()
    mines: Dice = ""
    obstructions: Count = 0
    marker_columns: tuple[int, ...] = ()
    transports: Count = 0
    target_box: Box | Literal[""] = ""
    blockaders_only: bool = False
    defender_side: Side | Literal[""] = ""
    no_banks: bool = False
    may_anchor: bool = False


class YardKind(Fact, frozen=True, kw_only=True):
    """A kind of yard card, which is played between battles (Iron & Oak 8.9)."""

    name: str
    when: Literal["upcoming", "refit"]
    yard: Literal["own", "enemy", "either"]
    effect: str
    cancels: str = ""
    drm: Drm = 0
    kept: float
    """How much a computer player wants to keep the card when its hand is too large; the figure is a
    guess."""


class ExtraShip(Fact, frozen=True, kw_only=True):
    """The worth of a new ship by the roll of a d10, in Victory Points (Iron & Oak 8.9.6)."""

    worth: tuple[tuple[int, int], ...]
    second_card: Drm


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """All facts of the campaign: limits, tables, types of battles, yard cards."""

    forces: Forces
    yard: YardDraw
    repair: Points
    critical: Points
    crew: Points
    end: EndRolls
    water: WaterRolls
    kinds: KindRolls
    types: dict[str, BattleKind]
    yard_kinds: dict[str, YardKind]
    cards: dict[int, str]
    """{number of a yard card: its kind}."""
    extra_ship: ExtraShip


_SINGLE: dict[str, type[Fact]] = {
    "forces": Forces,
    "yard": YardDraw,
    "repair": Points,
    "critical": Points,
    "crew": Points,
    "end": EndRolls,
    "water": WaterRolls,
    "kinds": KindRolls,
}


def read_campaign(records: Records) -> Campaign | None:
    """Return the campaign's facts from its records; None if any record has a fault, which is
    recorded.
    """
    records.only("campaign", "single", "types")
    records.only("yard_cards", "kinds", "cards", "extra_ship")
    single = Records({"single": _table(records.tables["campaign"].get("single"))}, records.source)
    single.only("single", *_SINGLE)
    found = {name: single.single("single", name, kind) for name, kind in _SINGLE.items()}
    for path, why in single.faults:
        records.faults.append((f"campaign.toml: {path.replace('.toml: ', '.', 1)}", why))
    types = records.records("campaign", BattleKind, "types", BATTLE_KINDS)
    kinds = records.records("yard_cards", YardKind, "kinds", YARD_KINDS)
    extra = records.single("yard_cards", "extra_ship", ExtraShip)
    for file, wanted, there in (
        ("campaign.toml: types", BATTLE_KINDS, types),
        ("yard_cards.toml: kinds", YARD_KINDS, kinds),
    ):
        for name in wanted:
            if name not in there:
                records.note(file, name, "is missing or wrong")
    table = _table(records.tables["yard_cards"].get("cards"))
    cards: dict[int, str] = {}
    for kind in sorted(table.keys() - {*YARD_KINDS, *Fact.__struct_fields__}):
        records.note("yard_cards.toml: cards", kind, f"is not known{nearest(kind, YARD_KINDS)}")
    for kind in YARD_KINDS:
        numbers = table.get(kind)
        if not isinstance(numbers, list) or not all(isinstance(each, int) for each in numbers):
            records.note("yard_cards.toml: cards", kind, "is not a list of numbers")
            continue
        for number in numbers:
            if number in cards:
                records.note(
                    "yard_cards.toml: cards",
                    kind,
                    f"has {number}, which is a card of another kind too",
                )
            cards[number] = kind
    cards = dict(sorted(cards.items()))
    if records.faults or extra is None:
        return None
    return Campaign(
        types=types,
        yard_kinds=kinds,
        cards=cards,
        extra_ship=extra,
        **found,  # type: ignore[arg-type]  # each has the type that `_SINGLE` names
    )


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
