"""Effects before the first turn, in the Initiative Phase, and on strike points."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import Moment, worth
from engine.systems.oak_iron.state.state import Ship, State

# Effects before the first turn: a squadron's Fortune and its role (Oak & Iron ch. 6 and 7).


FORTUNE = 3
"""The Fortune Points that a squadron begins with (Oak & Iron ch. 5)."""

STARTING_FORTUNE: Moment[Callable[[], int]] = Moment("starting_fortune")
"""Hook: the Fortune Points that an admiral brings."""

MUST_DEFEND: Moment[Callable[[], bool]] = Moment("must_defend")
"""Hook: whether a squadron that may choose its role must defend."""

TAKES_ATTACK: Moment[Callable[[], bool]] = Moment("takes_attack")
"""Hook: whether a squadron that would defend may choose to attack."""


@STARTING_FORTUNE("lucky")
def lucky() -> int:
    """Lucky: 1 Fortune Point more."""
    return 1


@MUST_DEFEND("defender")
def defender() -> bool:
    """Defender: the squadron must defend."""
    return True


@TAKES_ATTACK("raider")
def raider() -> bool:
    """Raider: the squadron may choose to attack."""
    return True


def fortune(admiral: str) -> int:
    """Return the Fortune Points of a squadron; `admiral` is the id of its admiral, '' for none."""
    words = book().admirals[admiral].keywords if admiral else ()
    return FORTUNE + sum(STARTING_FORTUNE[word]() for word in words if word in STARTING_FORTUNE)


def must_defend(state: State, squadron: str) -> bool:
    """Tell whether a squadron that chooses its role must defend."""
    return any(must() for _, must in MUST_DEFEND.of(state, squadron))


def takes_attack(state: State, squadron: str) -> bool:
    """Tell whether a squadron that would defend may attack instead."""
    return any(may() for _, may in TAKES_ATTACK.of(state, squadron))


# Effects in the Initiative Phase, and cards that lend another card (Oak & Iron ch. 4).


TIES: Moment[Callable[[], bool]] = Moment("ties")
"""Hook: whether a squadron wins a tie before admiral values are compared."""

SWAPS: Moment[Callable[[State, str], bool]] = Moment("swaps")
"""Hook called with (state, squadron): whether it may change its face-down card before the
reveal."""


@TIES("tactician")
def tactician() -> bool:
    """Tactician: the squadron wins ties."""
    return True


@SWAPS("clever")
def clever(state: State, squadron: str) -> bool:
    """Clever: the squadron may change its card once in a battle."""
    return not any("clever" in ship.used for ship in state.own_ships(squadron))


def wins_ties(state: State, squadron: str) -> bool:
    """Tell whether a squadron wins a tie for initiative."""
    return any(wins() for _, wins in TIES.of(state, squadron))


def swap(state: State, squadron: str) -> str:
    """Return the card that lets a squadron change its face-down card now; '' for none."""
    own = state.squadrons[squadron]
    if not own.face_down or own.laid_open or not own.hand:
        return ""
    return next((card for card, may in SWAPS.of(state, squadron) if may(state, squadron)), "")


class Loan(msgspec.Struct, frozen=True):
    """The initiative cards from which a squadron may apply a second card this turn. With `own`,
    they are cards of its own hand.
    """

    cards: tuple[str, ...]
    own: bool = False


LENDS: Moment[Callable[[State, str], Loan]] = Moment("lends")
"""Hook called with (state, squadron): the cards from which the squadron may apply a second card
this turn."""


@LENDS("await_new_orders")
@worth(await_new_orders=lambda turn: 0.4 * turn.fight)
def await_new_orders(state: State, squadron: str) -> Loan:
    """Await New Orders: the second card comes from the squadron's own hand."""
    return Loan(state.squadrons[squadron].hand, own=True)


@LENDS("adaptive_tactics")
@worth(adaptive_tactics=lambda turn: 0.4 * turn.fight)
def adaptive_tactics(state: State, squadron: str) -> Loan:
    """Adaptive Tactics: a card that an enemy has discarded, except cards that themselves lend a
    card.
    """
    side = state.squadrons[squadron].side
    found = {
        card
        for each in state.squadrons.values()
        if each.side != side
        for card in each.discarded
        if card not in LENDS
    }
    return Loan(tuple(sorted(found)))


# Effects on strike points and on withdrawal (Oak & Iron ch. 4, End Phase).


LOSS: Moment[Callable[[], int]] = Moment("loss")
"""Hook: the additional strike points for a ship that is lost or captured."""

SHAME: Moment[Callable[[State, str], int]] = Moment("shame")
"""Hook called with (state, squadron): the additional strike points of the squadron as a whole."""

BEARS: Moment[Callable[[], int]] = Moment("bears")
"""Hook: how many more strike points a squadron bears before it withdraws."""


@LOSS("valuable")
def valuable() -> int:
    """Valuable: 1 strike point more."""
    return 1


@SHAME("pompous")
def pompous(state: State, squadron: str) -> int:
    """Pompous: 1 strike point while the Flagship is on the table and Crippled."""
    flagship = state.ships.get(state.squadrons[squadron].flagship)
    return int(flagship is not None and flagship.afloat and flagship.crippled)


@BEARS("dogged")
def dogged() -> int:
    """Dogged: the squadron bears 1 strike point more."""
    return 1


def loss(state: State, ship: Ship) -> int:
    """Return the additional strike points that cards give for a lost ship."""
    return sum(points() for _, points in LOSS.on(state, ship))


def shame(state: State, squadron: str) -> int:
    """Return the additional strike points that cards give for a squadron."""
    return sum(points(state, squadron) for _, points in SHAME.of(state, squadron))


def more_borne(state: State, squadron: str) -> int:
    """Return how many strike points beyond its number of ships a squadron bears."""
    return sum(points() for _, points in BEARS.of(state, squadron))
