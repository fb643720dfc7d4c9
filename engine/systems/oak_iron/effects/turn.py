"""Effects of cards before the first turn, in the Initiative Phase, and on strike points."""

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
"""Hook: how many Fortune Points an admiral's keyword adds when the battle begins."""

MUST_DEFEND: Moment[Callable[[], bool]] = Moment("must_defend")
"""Hook: whether a squadron that wins the choice of role must defend."""

TAKES_ATTACK: Moment[Callable[[], bool]] = Moment("takes_attack")
"""Hook: whether a squadron that has become the defender may choose to attack instead."""


@STARTING_FORTUNE("lucky")
def lucky() -> int:
    """Lucky: a squadron with this admiral begins with 1 Fortune Point more."""
    return 1


@MUST_DEFEND("defender")
def defender() -> bool:
    """Defender: the squadron must defend if it wins the choice of role."""
    return True


@TAKES_ATTACK("raider")
def raider() -> bool:
    """Raider: a squadron that has become the defender may choose to attack instead."""
    return True


def fortune(admiral: str) -> int:
    """Return the Fortune Points that a squadron begins with.

    `admiral` is the id of its admiral, '' for none.
    """
    words = book().admirals[admiral].keywords if admiral else ()
    return FORTUNE + sum(STARTING_FORTUNE[word]() for word in words if word in STARTING_FORTUNE)


def must_defend(state: State, squadron: str) -> bool:
    """Tell whether a squadron must defend if it wins the choice of role."""
    return any(must() for _, must in MUST_DEFEND.of(state, squadron))


def takes_attack(state: State, squadron: str) -> bool:
    """Tell whether a squadron that has become the defender may choose to attack instead."""
    return any(may() for _, may in TAKES_ATTACK.of(state, squadron))


# Effects in the Initiative Phase, and cards that lend another card (Oak & Iron ch. 4).


TIES: Moment[Callable[[], bool]] = Moment("ties")
"""Hook: whether a squadron wins a tie of initiative cards, before admirals are compared."""

SWAPS: Moment[Callable[[State, str], bool]] = Moment("swaps")
"""Hook called with (state, squadron): whether it may exchange its face-down card before cards are
revealed."""


@TIES("tactician")
def tactician() -> bool:
    """Tactician: the squadron wins a tie of initiative cards."""
    return True


@SWAPS("clever")
def clever(state: State, squadron: str) -> bool:
    """Clever: once in a battle, the squadron may exchange its face-down card before the reveal."""
    return not any("clever" in ship.used for ship in state.own_ships(squadron))


def wins_ties(state: State, squadron: str) -> bool:
    """Tell whether a squadron wins a tie of initiative cards, before admirals are compared."""
    return any(wins() for _, wins in TIES.of(state, squadron))


def swap(state: State, squadron: str) -> str:
    """Return the keyword that lets a squadron exchange its face-down card now; '' for none."""
    own = state.squadrons[squadron]
    if not own.face_down or own.laid_open or not own.hand:
        return ""
    return next((card for card, may in SWAPS.of(state, squadron) if may(state, squadron)), "")


class Loan(msgspec.Struct, frozen=True):
    """The cards of which a squadron may choose one as its second initiative card for this turn.

    With `own`, they are cards of its own hand.
    """

    cards: tuple[str, ...]
    own: bool = False


LENDS: Moment[Callable[[State, str], Loan]] = Moment("lends")
"""Hook called with (state, squadron): the cards of which the squadron may choose one as a second
initiative card for this turn."""


@LENDS("await_new_orders")
@worth(await_new_orders=lambda turn: 0.4 * turn.fight)
def await_new_orders(state: State, squadron: str) -> Loan:
    """Await New Orders: the squadron may choose a second card from its own hand."""
    return Loan(state.squadrons[squadron].hand, own=True)


@LENDS("adaptive_tactics")
@worth(adaptive_tactics=lambda turn: 0.4 * turn.fight)
def adaptive_tactics(state: State, squadron: str) -> Loan:
    """Adaptive Tactics: the squadron may choose a second card among those that enemies discarded.

    Cards that themselves give a second card are excluded.
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
"""Hook: how many strike points a card adds against the squadron when this ship is lost or
captured."""

SHAME: Moment[Callable[[State, str], int]] = Moment("shame")
"""Hook called with (state, squadron): strike points that a card adds against the whole squadron,
whatever ships it has lost."""

BEARS: Moment[Callable[[], int]] = Moment("bears")
"""Hook: how many strike points beyond its number of ships a squadron can have without
withdrawing."""


@LOSS("valuable")
def valuable() -> int:
    """Valuable: the loss or capture of the ship gives 1 strike point more."""
    return 1


@SHAME("pompous")
def pompous(state: State, squadron: str) -> int:
    """Pompous: 1 strike point against the squadron while its Flagship is Crippled on the table."""
    flagship = state.ships.get(state.squadrons[squadron].flagship)
    return int(flagship is not None and flagship.afloat and flagship.crippled)


@BEARS("dogged")
def dogged() -> int:
    """Dogged: the squadron can have 1 strike point more before it withdraws."""
    return 1


def loss(state: State, ship: Ship) -> int:
    """Return the strike points that cards add to those for the loss or capture of a ship."""
    return sum(points() for _, points in LOSS.on(state, ship))


def shame(state: State, squadron: str) -> int:
    """Return the strike points that cards add against a squadron as a whole."""
    return sum(points(state, squadron) for _, points in SHAME.of(state, squadron))


def more_borne(state: State, squadron: str) -> int:
    """Return how many strike points beyond its number of ships a squadron can have."""
    return sum(points() for _, points in BEARS.of(state, squadron))
