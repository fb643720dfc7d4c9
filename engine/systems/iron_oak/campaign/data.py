"""The data set of a campaign, which is also the data set of its battles: the same ships and tables.

Both read the folder data/iron_oak/ with a user's own records applied, and have one version. So the
types of the campaign's facts are next to the types of the battles' facts.
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
