"""How ships, hexes and sums are named in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from engine.systems.wooden_ships.data.facts import Hits
from engine.systems.wooden_ships.state.events.gunnery import Modifiers
from engine.systems.wooden_ships.state.state import State

WINDS = ("", "N", "NE", "SE", "S", "SW", "NW")
ATTITUDES = {
    "A": "wind on the quarter",
    "B": "before the wind",
    "C": "close-hauled",
    "D": "in the wind's eye",
}
MODIFIERS = {
    "crew": "crew",
    "initial": "first broadside",
    "rake": "rake",
    "sections": "sections away",
    "captured": "captured",
}
_PLAIN = {"all_hands": "all hands were boarding"}
"""Words of a status that are written otherwise in files."""


def in_words(status: Iterable[str]) -> str:
    """Return the words of a ship's status as a player reads them."""
    return ", ".join(_PLAIN.get(word, word) for word in status)


def ship_name(state: State, ship: str) -> str:
    """Return a ship as the log calls her: `A1 Mars`."""
    return state.ships[ship].label if ship in state.ships else ship


def seat_name(state: State, seat: str) -> str:
    """Return a seat's name."""
    return state.seats[seat].name if seat in state.seats else seat


def hits_in_words(hits: Hits) -> str:
    """Return hits in words: `3 hull, 1 crew`, or `no hit`."""
    names = ("hull", "gun", "crew", "rigging")
    found = [f"{count} {name}" for count, name in zip(hits, names, strict=True) if count]
    return ", ".join(found) or "no hit"


def sum_in_words(base: int, modifiers: Modifiers, table: int) -> str:
    """Return a table with all that makes it up: `base 0, crew +2, rake +3: table 5`."""
    parts = [f"base {base}"]
    parts += [
        f"{words} {value:+d}"
        for name, words in MODIFIERS.items()
        if (value := getattr(modifiers, name))
    ]
    held = f" of {base + modifiers.total}" if base + modifiers.total > table else ""
    return f"{', '.join(parts)}: table {table}{held}"


def share_in_words(share: str) -> str:
    """Return points in words: `1 point`, `23/2 points`."""
    return f"{share} point" if share == "1" else f"{share} points"
