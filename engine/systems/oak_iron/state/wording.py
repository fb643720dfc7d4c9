"""Words for ships, cards, distances and sail settings, the same on every screen and in every
log.
"""

from __future__ import annotations

from engine.base.text import join_names
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
"""The words for each point of sail (angle to the wind), for readers who do not know the terms."""
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
    """Return the name of a squadron or fleet; a fleet has no key but its name."""
    return (state.squadrons[key].name if key in state.squadrons else "") or key


def card_name(card: str) -> str:
    """Return an initiative card's name; 'a card' for a hidden card."""
    if card == HIDDEN:
        return "a card"
    record = book().cards.get(card)
    return record.name if record is not None else plain(card)


def valued(card: str) -> str:
    """Return an initiative card's value and name: '2 Careful Aim'."""
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
    """Return the remark on a shot that fog or dim light makes longer: the range band that
    counts.
    """
    return f"fog or dim light: as {BAND_WORDS.get(reach, 'beyond cannon shot')}"


def heading(degrees: float) -> str:
    """Return a heading in whole degrees, 0 to 359."""
    return str(round(degrees) % 360)


def angle(degrees: float) -> str:
    """Return the angle of a turn, positive to starboard, as words: '20 to port'."""
    return f"{abs(degrees):g} to {'starboard' if degrees > 0 else 'port'}"


def faces(symbols: tuple[Symbol, ...]) -> str:
    """Return the symbols on dice as one text: 'skull musket sail'."""
    return " ".join(symbols)


def thing(state: State, key: str) -> str:
    """Return how a ship or a piece of terrain is called: 'A1 Swan', or the terrain's name."""
    for piece in state.terrain:
        if piece.id == key:
            return piece.name or f"the {piece.kind}"
    return who(state, key)


# The tokens on a ship: as a string of letters for the chart, and as words.


SIGNS = "*!%x@psfmagew"
"""The letters that the chart shows beside a ship for her conditions, in this order. The data set's
glossary explains each."""


def has_wake(ship: Ship) -> bool:
    """Tell whether a ship has a wake marker, that is, has moved but not yet attacked this turn."""
    return ship.moved and not ship.attacked


def tokens(state: State, ship: Ship, wake: bool = False) -> str:
    """Return the letters for a ship's conditions, in the order of `SIGNS`.

    The letter `w` (has moved) is included only if `wake` is set.
    """
    wreck = ship.out_of_action
    signs = (
        ("*", state.is_flagship(ship.id)),
        ("!", ship.shaken and not wreck),
        ("%", ship.crippled and not wreck),
        ("x", wreck),
        ("@", bool(ship.captured_by)),
        ("p", "port" in ship.reload),
        ("s", "starboard" in ship.reload),
        ("f", ship.sail == "full"),
        ("m", ship.sail == "minimal"),
        ("a", ship.sail == "anchored"),
        ("g", ship.aground),
        ("e", bool(state.holds(ship.id))),
        ("w", wake and has_wake(ship)),
    )
    return "".join(sign for sign, lies in signs if lies)


def statuses(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the conditions of a ship as phrases, such as 'aground'."""
    held = state.holds(ship.id)
    captor = squadron_name(state, ship.captured_by) if ship.captured_by else ""
    lost = {"sunk": "sunk", "destroyed": "destroyed", "left": "off the table", "": ""}[ship.lost]
    sayings = (
        (lost, bool(lost)),
        ("flagship", state.is_flagship(ship.id)),
        ("out of action", ship.out_of_action and not lost),
        ("shaken: may only rally", ship.shaken and not ship.out_of_action),
        ("crippled: speed 2 at most", ship.crippled and not ship.out_of_action),
        (f"captured by {captor}", bool(captor)),
        (f"entangled with {join_names(list(held))}", bool(held)),
        ("aground", ship.aground),
        ("landing party ashore", ship.landing_party is not None),
        (f"carries the {ship.token}", ship.token in ("dignitary", "cargo")),
        ("has moved", has_wake(ship)),
        ("has acted", ship.attacked),
        ("cut free this turn", ship.cut_free),
    )
    return tuple(words for words, holds in sayings if holds)
