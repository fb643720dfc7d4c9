"""The data of a war: the same set as that of its battles, for it has their ships and their tables.

One folder, data/iron_oak/, and one version of it: a user's own records hold for both. So the types
of the campaign's facts stand beside those of the battles, which read them.
"""

from __future__ import annotations

from engine.systems.iron_oak.data.book import BOOKS, Book, book
from engine.systems.iron_oak.data.campaign import BattleKind, Points, Share, YardKind, row_of
from engine.systems.iron_oak.data.facts import (
    EDGES,
    GRADES,
    BattleForce,
    BattleRecord,
    BattleSection,
    BattleUnit,
    Condition,
    Current,
    Direction,
    Edge,
    Fort,
    Grade,
    HitPlace,
    Marker,
    ShipCard,
    Shoal,
    Side,
    VictoryLine,
    Wind,
)

__all__ = [
    "BOOKS",
    "EDGES",
    "GRADES",
    "BattleForce",
    "BattleKind",
    "BattleRecord",
    "BattleSection",
    "BattleUnit",
    "Book",
    "Condition",
    "Current",
    "Direction",
    "Edge",
    "Fort",
    "Grade",
    "HitPlace",
    "Marker",
    "Points",
    "Share",
    "ShipCard",
    "Shoal",
    "Side",
    "VictoryLine",
    "Wind",
    "YardKind",
    "book",
    "row_of",
]
