"""The words that data files and battle files share, as literal types."""

from __future__ import annotations

from typing import Literal

WeatherEdge = Literal["north", "east", "south", "west"]
"""An edge of the table; the wind blows straight across from the weather edge."""
TerrainKind = Literal["shoal", "rocks", "island", "land", "fog"]
Symbol = Literal["skull", "cannon", "musket", "swords", "sail"]
"""A face of the die."""

Side = Literal["port", "starboard"]
AnySide = Literal[Side, ""]
AnyEdge = Literal[Side, "bow", "stern", ""]
FireKind = Literal["broadside", "partial_fire", "close_combat", "landing_party"]
"""An attack that a player declares."""
AttackKind = Literal[FireKind, "fire_ship"]
Aim = Literal["hull", "rigging", "crew"]
Rake = Literal["", "bow", "stern"]
Band = Literal["", "yard_arm", "pistol", "musket", "cannon", "beyond"]
"""A band of the ruler: from near to far; `beyond` is where fog moves a shot at Cannon Shot.

'' is out of range, and in Close Combat, which knows no range.
"""
