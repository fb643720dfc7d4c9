"""Words for ships, cards, distances and settings, the same on every screen and in every log."""

from __future__ import annotations

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Band, Symbol
from engine.systems.oak_iron.state.state import HIDDEN, Sail, Ship, State

SAIL_WORDS: dict[Sail, str] = {
    "full": "full sail",
    "battle": "battle sail",
    "minimal": "minimal sail",
    "anchored": "anchored",
}
POINT_WORDS = {"large": "large", "windward": "windward", "eye": "in the wind's eye"}
BAND_WORDS = {
    "yard_arm": "yard arm",
    "pistol": "pistol shot",
    "musket": "musket shot",
    "cannon": "cannon shot",
    "beyond": "beyond cannon shot",
}


def who(state: State, ship_id: str) -> str:
    """Return a ship's id and name: 'A1 Swan'."""
    ship = state.ships.get(ship_id)
    return f"{ship_id} {ship.name}" if ship is not None and ship.name else ship_id


def squadron_name(state: State, key: str) -> str:
    """Return the name of a squadron; a fleet goes by its own."""
    return (state.squadrons[key].name if key in state.squadrons else "") or key


def card_name(card: str) -> str:
    """Return an initiative card's name; a hidden one is 'a card'."""
    if card == HIDDEN:
        return "a card"
    record = book().cards.get(card)
    return record.name if record is not None else plain(card)


def valued(card: str) -> str:
    """Return a card with its value: '2 Careful Aim'."""
    record = book().cards.get(card)
    return f"{record.value} {record.name}" if record is not None else card_name(card)


def plain(name: str) -> str:
    """Return an id as words: 'close_combat' is 'close combat'."""
    return name.replace("_", " ")


def type_name(ship: Ship) -> str:
    """Return the name of a ship's type, in small letters: 'petite fregate'."""
    record = book().ships.get(ship.type)
    return (record.name if record is not None else plain(ship.type)).lower()


def inches(distance: float) -> str:
    """Return a distance with at most one decimal: '4"', '2.5"'."""
    shown = f"{distance:.1f}"
    return f'{shown.removesuffix(".0")}"'


def dimmed(reach: Band) -> str:
    """Return the note for a shot through fog or in dim light: the band that counts."""
    return f"fog or dim light: as {BAND_WORDS.get(reach, 'beyond cannon shot')}"


def heading(degrees: float) -> str:
    """Return a heading in whole degrees, 0 to 359."""
    return str(round(degrees) % 360)


def angle(degrees: float) -> str:
    """Return a turn with its direction: '20 to port'."""
    return f"{abs(degrees):g} to {'starboard' if degrees > 0 else 'port'}"


def faces(symbols: tuple[Symbol, ...]) -> str:
    """Return the faces of dice in words: 'skull musket sail'."""
    return " ".join(symbols)


def thing(state: State, key: str) -> str:
    """Return a ship's id and name, or the name of a piece of terrain."""
    for piece in state.terrain:
        if piece.id == key:
            return piece.name or f"the {piece.kind}"
    return who(state, key)
