"""How the rules run: the agenda of steps, the ledger of events, hooks for cards, a seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.kit import by_type
from engine.kit import ledger as kit
from engine.kit.agenda import Agenda
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import HIDDEN, Ship, Squadron, State

# Hooks: the points of the rules at which cards work, and the effects active on a ship.


ON_PAPER = {
    "supply_ship": "its keywords work: Double Rations and Valuable",
    "merchants": "its keywords work: Undermanned and Closed Quarters",
    "corsairs": "its keywords work: Fierce and Boarders",
    "kapers": "its keyword works: Daring",
    "buccaneers": "its keyword works: Marksmen",
    "double_rations": "brings an initiative card into the hand",
    "intrepid": "brings an initiative card into the hand",
    "doughty": "brings an initiative card into the hand",
    "buccaneer_tactics": "widens the choice of the hand",
    "indecisive": "makes the hand smaller",
    "mixed_hand": "widens the choice of the hand",
    "rogues": "bars ships of the line from the squadron",
    "no_ships_of_the_line": "bars ships of the line from the squadron",
    "fast_ships": "makes options cheaper",
    "heavily_armed": "makes options cheaper",
    "stout_ships": "makes options cheaper",
    "large_crews": "makes options cheaper",
    "skill": "is a value of the ship, given by `rerolls.skill`",
}
"""The cards whose effect needs no function during play: {card id: why not}."""

F = TypeVar("F", bound=Callable[..., Any])


MOMENTS: dict[str, Moment[Any]] = {}
"""Every hook, by its name."""


class Moment(by_type.Moment[F]):
    """A hook: a named point of the rules where functions of cards (effects) are called.

    An effect applies to a ship, or to a squadron as a whole.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name, MOMENTS)

    def on(self, state: State, ship: Ship) -> tuple[tuple[str, F], ...]:
        """Return (id, effect) for every effect of this hook on a ship, her own effects first.

        The id is that of the card or rule that has the effect.
        """
        return self.among(at_work(state, ship))

    def of(self, state: State, squadron: str) -> tuple[tuple[str, F], ...]:
        """Return (id, effect) for every effect of this hook on a squadron as a whole.

        The id is that of the card or rule that has the effect.
        """
        return self.among(for_squadron(state, state.squadrons[squadron]))


SQUADRON_WIDE = frozenset(
    {
        "clever",
        "defender",
        "dogged",
        "pompous",
        "raider",
        "superior_coordination",
        "tactician",
    }
)
"""The keywords of admirals that affect the whole squadron; all other keywords affect only the
admiral's ship."""


def at_work(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ids of all cards and rules that affect a ship: her own, her squadron's, and
    events.
    """
    squadron = state.squadrons[ship.squadron]
    return _at_work(book().version, ship, squadron, state.events_in_force)


def abilities(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ids of the cards and rules that belong to a ship and affect her.

    They are special rules, options, upgrades (each followed by its keywords), and the keywords of
    her commander. The captain of a flagship has no effect while the admiral is aboard (Oak & Iron
    ch. 4, Transfer Flag).
    """
    return _own(ship, state.squadrons[ship.squadron])


def _own(ship: Ship, squadron: Squadron) -> tuple[str, ...]:
    admiral = squadron.admiral if squadron.flagship == ship.id else ""
    return _abilities(
        book().version, ship.type, ship.options, ship.upgrades, admiral, ship.commander
    )


def for_squadron(state: State, squadron: Squadron) -> tuple[str, ...]:
    """Return the ids of the cards and rules that affect a whole squadron.

    They are its face-up card, second cards that it applies, active events, rules of its faction,
    those keywords of its admiral that affect the squadron, and its conditions.
    """
    return _wide(squadron, state.events_in_force)


def _wide(squadron: Squadron, events: tuple[str, ...]) -> tuple[str, ...]:
    return _for_squadron(
        book().version,
        squadron.face_up,
        squadron.borrowed or (),
        events,
        squadron.faction,
        squadron.admiral,
        squadron.conditions,
    )


@lru_cache(maxsize=2048)
def _at_work(
    version: str, ship: Ship, squadron: Squadron, events: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the ids of all cards and rules that affect a ship; see `at_work`.

    Cached, because each shot needs them some twenty times.
    """
    return _own(ship, squadron) + _wide(squadron, events)


@lru_cache(maxsize=2048)
def _abilities(  # noqa: PLR0913  (what it is cached by)
    version: str,
    kind: str,
    options: tuple[str, ...],
    upgrades: tuple[str, ...],
    admiral: str,
    commander: str,
) -> tuple[str, ...]:
    own = (*book().ships[kind].special_rules, *options)
    if admiral:
        words = book().admirals[admiral].keywords
        own += tuple(word for word in words if word not in SQUADRON_WIDE)
    elif commander:
        own += book().commanders[commander].keywords
    for upgrade in upgrades:
        own += (upgrade, *book().upgrades[upgrade].keywords)
    # A keyword that grants a card has the card's id, but must not have the card's effect.
    return tuple(source for source in own if source not in ON_PAPER)


@lru_cache(maxsize=2048)
def _for_squadron(  # noqa: PLR0913  (what it is cached by)
    version: str,
    card: str,
    borrowed: tuple[str, ...],
    events: tuple[str, ...],
    faction: str,
    admiral: str,
    conditions: tuple[str, ...],
) -> tuple[str, ...]:
    words = book().admirals[admiral].keywords if admiral else ()
    wide = tuple(word for word in words if word in SQUADRON_WIDE)
    nation = book().factions[faction].rules if faction else ()
    return (*((card,) if card else ()), *borrowed, *events, *nation, *wide, *conditions)


def keywords(squadron: Squadron) -> tuple[str, ...]:
    """Return the keywords of a squadron's admiral; () after he is lost."""
    return book().admirals[squadron.admiral].keywords if squadron.admiral else ()


def name_of(source: str) -> str:
    """Return the name of a card or rule, as shown in the sum that explains a number of dice."""
    records = book()
    for kind in (
        records.cards,
        records.rules,
        records.upgrades,
        records.keywords,
        records.faction_rules,
        records.events,
        records.conditions,
    ):
        if source in kind:
            return str(kind[source].name)
    return source.replace("_", " ").capitalize()


# The worth of initiative cards to computer players: registered beside each card's effect, by its
# id.
#
# The figures are guesses in points: the card's effect on one ship, times the number of ships
# affected.


class NextTurn(NamedTuple):
    """The state of a squadron before a turn, as numbers from which the worth of a card is
    estimated.

    Only ships that can still fight are counted.
    """

    ships: int
    fight: int
    """The number of ships that have an enemy near enough to fight."""
    formed: int
    """The number of ships that are in Formation."""
    tired: int
    """The number of ships in Formation that have Fatigue."""
    empty: int
    """The number of reload markers (sides that have to be loaded) on ships in Formation."""
    idle: int
    """The number of reload markers (sides that have to be loaded) on all ships."""
    weary: float
    """The sum, over all ships, of the filled fraction of the fatigue track."""
    loose: int
    """The number of ships that are not in Formation."""


Worth = Callable[[NextTurn], float]
CARD_WORTH: dict[str, Worth] = {}
"""{initiative card id: function that computes the card's worth in points from a `NextTurn`}."""


def worth(**cards: Worth) -> Callable[[F], F]:
    """Return a decorator that records how much an effect's cards are worth, in `CARD_WORTH`.

    Used as `worth(card_id=function)`, beside the effect of the card.
    """

    def marked(effect: F) -> F:
        CARD_WORTH.update(cards)
        return effect

    return marked


# The agenda and the ledger of Oak & Iron: chapters register here what their steps do.


RULES = Agenda[State]()


# The ledger of one decision: the state so far, the dice, and the facts written down.


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """Collects the events of one decision, keeps the state after them, and rolls the game's
    dice.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, ev.Planned)

    def _faces(self, count: int) -> tuple[Symbol, ...]:
        table = book().dice.faces
        return tuple(table[face - 1] for face in self.faces(count, len(table)))

    def roll(self, purpose: str, ship: str, count: int) -> tuple[Symbol, ...]:
        """Roll `count` dice for a ship, record the roll as an event, and return the symbols."""
        faces = self._faces(count)
        self.write(ev.DiceRolled(purpose, ship, faces))
        return faces

    def chance(self, sides: int) -> int:
        """Return the next die as a number from 1 to `sides`.

        It writes no event: the caller's own event must record the die.
        """
        return self.face(sides)

    def add(self, card: str, count: int) -> tuple[Symbol, ...]:
        """Roll dice that a card adds to the current roll, record them, and return their symbols."""
        faces = self._faces(count)
        self.write(ev.DiceAdded(card, faces))
        return faces

    def draw(self) -> Symbol:
        """Return the symbol of the next die.

        It writes no event: the caller's own event must record the die.
        """
        return self._faces(1)[0]

    def reroll(
        self, by: ev.Rerolling, ship: str, places: Sequence[int], squadron: str = ""
    ) -> None:
        """Re-roll the dice at the positions `places` of the current roll, and record the new faces.

        When a Fortune Point pays for it, `squadron` is the squadron that spends the point.
        """
        roll = self.state.roll
        assert roll is not None
        if by == "fortune" and squadron:
            left = self.state.squadrons[squadron].fortune - 1
            self.write(ev.FortuneSpent(squadron, left))
        fresh = dict(zip(places, self._faces(len(places)), strict=True))
        faces = tuple(fresh.get(place, face) for place, face in enumerate(roll.faces))
        self.write(ev.DiceRerolled(by, ship, tuple(places), faces))


def count(faces: Sequence[Symbol], purpose: str) -> int:
    """Return how many faces count as results in a roll for `purpose`, by the dice table."""
    wanted = book().dice.counts[purpose]
    return sum(1 for face in faces if face in wanted)


# The view of a seat, and when undo is no longer free.


_DICE = (
    ev.DiceRolled,
    ev.DiceRerolled,
    ev.DiceAdded,
    ev.SinkingRolled,
    ev.OfficerRolled,
    ev.EventDrawn,
    ev.CardLaidAtRandom,
    ev.WeatherShifted,
    ev.CurrentSet,
)


def view(state: State, seat: str) -> State:
    """Return the state as a seat sees it: cards that the seat may not see are hidden.

    An empty `seat` stands for a spectator, from whom every hand is hidden.
    """
    # The other seats see the number of a squadron's cards, not which they are.
    squadrons = {
        key: each
        if key == seat
        else replace(
            each,
            hand=(HIDDEN,) * len(each.hand),
            face_down=HIDDEN if each.face_down and not each.laid_open else each.face_down,
        )
        for key, each in state.squadrons.items()
    }
    return replace(state, squadrons=squadrons)


def undo_barrier(events: Iterable[ev.AnyEvent]) -> str:
    """Return why undoing these events needs the other seats' consent; '' if undo is free.

    The reason is that a die was rolled or a card was revealed.
    """
    for event in events:
        if isinstance(event, _DICE):
            return "dice were rolled"
        if isinstance(event, ev.CardsRevealed | ev.CardBorrowed | ev.CardLaidOpen):
            return "a card was revealed"
    return ""
