"""The words that data files and battle files share, as literal types."""

from __future__ import annotations

from typing import Literal

WeatherEdge = Literal["north", "east", "south", "west"]
"""An edge of the table; the wind blows straight across from the weather edge."""
TerrainKind = Literal["shoal", "rocks", "island", "land", "fog"]
Symbol = Literal["skull", "cannon", "musket", "swords", "sail"]
"""A face of the die."""
