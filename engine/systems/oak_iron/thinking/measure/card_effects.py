"""Forecast of a squadron's next fight, a turn or two from now, and of the effect of cards in it.

Initiative cards are chosen before ships move, so places are guesses: ships are assumed to close to
a suitable range, where a broadside can fire with a fixed probability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import AttackKind, Band
from engine.systems.oak_iron.effects.hits import hidden
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import band, volley
from engine.systems.oak_iron.state.ships import distance, enemies, fighting
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.expected_harm import harm
from engine.systems.oak_iron.thinking.measure.hull_condition import rest_terms
from engine.systems.oak_iron.thinking.measure.reach import speeds
from engine.systems.oak_iron.thinking.measure.replies import best_range
from engine.systems.oak_iron.thinking.measure.weights import Values
from engine.systems.oak_iron.victory import strike

BEARS: Final = 0.6
"""The chance that a broadside can fire at an enemy within range. It is more than a half, because
ships turn to achieve that."""
CLOSING: Final = 0.5
"""Two ships come nearer in a turn by this fraction of both their speeds. It is well below 1,
because they seldom head straight at each other."""
LOADED: Final = (0.4, 0.8, 1.0)
"""The fraction of a ship's fire that counts if no side, one side, or both sides are loaded. It is
not 0, 0.5 and 1, because she may load a side before she fires, and rarely has targets on both
sides."""
NEAREST: Final = 3
"""How many of the nearest enemies are considered for each ship; farther ones are rarely her best
target."""
ARMS: Final = ("yard_arm", "pistol", "musket")
"""The range bands at which Partial Fire is possible."""


class Pair(NamedTuple):
    """A ship, one of her enemies, and the gap in inches that is expected between them."""

    ship: str
    foe: str
    inches: float

    @property
    def band(self) -> Band:
        """The range band of the expected gap; '' beyond Cannon Shot."""
        return band(self.inches)


class ComingFight:
    """The fight that a squadron expects after a number of moves.

    With `bare`, the cards that are face up now have no effect, because they will be back in hand.
    """

    def __init__(self, view: State, squadron: str, moves: int, bare: bool = True) -> None:
        self.squadron, self.moves = squadron, moves
        self.view = view
        if bare:
            squadrons = {
                key: replace(each, face_up="", borrowed=UNSET)
                for key, each in view.squadrons.items()
            }
            self.view = replace(view, squadrons=squadrons)
        self.ships = tuple(ship for ship in view.own_ships(squadron) if ship.fights)
        self.pairs = tuple(pair for ship in self.ships for pair in self._pairs(ship))
        if self.moves >= 2:
            # Each ship that will have fired before the fight has one side unloaded.
            fight = {key for pair in self.pairs if pair.band for key in (pair.ship, pair.foe)}
            emptied = {
                key: replace(ship, reload=("port",) if key in fight else ())
                for key, ship in self.view.ships.items()
            }
            self.view = replace(self.view, ships=emptied)

    def _pairs(self, ship: Ship) -> list[Pair]:
        """Return a ship paired with each of her nearest enemies, the nearest first."""
        tools = book().measures.tools
        found = []
        for foe in enemies(self.view, ship.id):
            # The gap in inches that is expected when the fight begins.
            now = distance(self.view, ship.id, foe.id)
            able = (speeds(self.view, each.id) for each in (ship, foe))
            fastest = (max(speed["large"], speed["windward"]) for speed in able)
            way = sum(tools[speed].length for speed in fastest if speed)
            later = max(min(now, best_range(self.view, foe)), now - CLOSING * self.moves * way)
            found.append(Pair(ship.id, foe.id, later))
        return sorted(found, key=lambda pair: pair.inches)[:NEAREST]

    def fire(self, view: State | None = None) -> float:
        """Return the worth of the squadron's fire in the fight: each ship fires at her best target.

        `view` is the forecast with a card in effect; by default it is the one without a card.
        """
        best = {ship.id: 0.0 for ship in self.ships}
        for pair in self.pairs:
            found = _fired(view or self.view, pair.ship, pair.foe, pair.band)
            best[pair.ship] = max(best[pair.ship], found)
        return sum(best.values())

    def danger(self, view: State | None = None) -> float:
        """Return the worth of the enemy's fire at the squadron: each enemy fires at its best
        target.

        It is multiplied by the squadron's fraction of its side's ships, because enemies fire at
        other squadrons too.
        """
        best: dict[str, float] = {}
        for pair in self.pairs:
            found = _fired(view or self.view, pair.foe, pair.ship, pair.band)
            best[pair.foe] = max(best.get(pair.foe, 0.0), found)
        side = fighting(self.view, self.view.squadrons[self.squadron].side)
        return sum(best.values()) * len(self.ships) / max(1, len(side))

    def arms(self, ship: str, card: str = "", tires: bool = False) -> float:
        """Return the worth of the Partial Fire that a card lets a ship make at her best target.

        With `tires`, it causes Fatigue only.
        """
        return max(
            (
                _shot(self.view, pair.ship, pair.foe, "partial_fire", pair.band, card, tires)
                for pair in self.pairs
                if pair.ship == ship and pair.band in ARMS
            ),
            default=0.0,
        )

    def of(self, ship: str) -> float:
        """Return the worth of a ship's fire at her best target in the coming fight."""
        own = (pair for pair in self.pairs if pair.ship == ship)
        return max((_fired(self.view, ship, pair.foe, pair.band) for pair in own), default=0.0)

    def gap(self, ship: str) -> float:
        """Return the gap to a ship's nearest enemy in the fight, in inches; 99 without an enemy."""
        # 99 inches without an enemy: beyond every range, and finite for arithmetic.
        return min((pair.inches for pair in self.pairs if pair.ship == ship), default=99.0)

    def engaged(self, ship: str) -> bool:
        """Tell whether a ship will have an enemy within Cannon Shot in the fight."""
        return within(self.gap(ship), book().measures.cannon)


def _fired(view: State, firer: str, target: str, reach: Band) -> float:
    """Return the worth of a ship's fire in a turn: of a broadside or of Partial Fire, the better
    one.

    The broadside counts with the chance that it can fire.
    """
    if not reach or hidden(view, view.ships[target], reach):
        return 0.0
    guns = BEARS * _shot(view, firer, target, "broadside", reach)
    guns *= LOADED[2 - len(view.ships[firer].reload)]
    return max(guns, _shot(view, firer, target, "partial_fire", reach) if reach in ARMS else 0.0)


def _shot(  # noqa: PLR0913  (the facts of an attack)
    view: State,
    firer: str,
    target: str,
    kind: AttackKind,
    reach: Band,
    card: str = "",
    tires: bool = False,
) -> float:
    shot = volley(view, firer, target, kind, reach, card=card)
    return harm(view, target, odds.attack_odds(view, firer, target, shot, kind, "hull", tires))


# The effect of an initiative card in the coming fight, as terms of the evaluation.
#
# Gun fire is computed by the rules themselves, with and without the card. Effects on crews, sails
# and boarders are heuristics, one for each card or group of cards.


CardTerms = Callable[[ComingFight], Values]
CARD_TERMS: Final[dict[str, CardTerms]] = {}
"""{card id: heuristic for its effects other than gun fire}."""
IN_TIME: Final = 0.5
"""The chance that an enemy is in reach at the moment when a card allows an attack."""
HAND: Final = 0.3
"""The worth, in points of damage, of the Crew Action that an attack by a card uses up."""
STAGGERED: Final = 0.4
"""The chance that an enemy crew fails the Skill Test of the card Raise the Black."""
SPREAD: Final = 0.4
"""The chance that the flagship rallies and a friend then passes the Skill Test of the card Zeal."""
CLOSE: Final = 8.0
"""A sideways shift helps if the nearest enemy is within this gap in inches."""


def effect(coming: ComingFight, card: str) -> Values:
    """Return the evaluation terms, {name: value}, of a card's effect in the expected fight.

    They are differences between the fight with and without the card.
    """
    # The view with the card face up, crews rested and sides loaded.
    view, key = coming.view, coming.squadron
    own = replace(view.squadrons[key], face_up=card)
    ships = dict(view.ships)
    for ship in _concerned(coming, card):
        if card in RESTING and ship.fatigue:
            ships[ship.id] = replace(ship, fatigue=ship.fatigue - 1)
        if card in LOADING:
            ships[ship.id] = replace(ship, reload=ship.reload[1:])
    then = replace(view, squadrons={**view.squadrons, key: own}, ships=ships)
    found = {
        "card_fire": coming.fire(then) - coming.fire(),
        "card_guard": coming.danger(then) - coming.danger(),
    }
    return {**found, **(CARD_TERMS[card](coming) if card in CARD_TERMS else {})}


RESTING: Final = ("take_courage", "intrepid", "double_rations", "doughty")
"""The cards that remove Fatigue from ships."""
LOADING: Final = ("reload", "fast_loaders")
"""The cards that load a side of ships."""
IN_LINE: Final = ("take_courage", "reload", "fleet_maneuver", "fire_as_she_bears")
"""The cards that affect only ships in Formation."""


def _concerned(coming: ComingFight, card: str) -> list[Ship]:
    """Return the ships that a card would affect at their present places."""
    view, key = coming.view, coming.squadron
    ships = [view.ships[ship.id] for ship in coming.ships]
    if card in IN_LINE:
        formed = in_formation(view, key)
        return [ship for ship in ships if ship.id in formed]
    if card in ("intrepid", "zeal"):
        flag, musket = view.squadrons[key].flagship, book().measures.musket
        there = flag in view.ships and view.ships[flag].afloat
        return [ship for ship in ships if there and within(distance(view, ship.id, flag), musket)]
    if card == "doughty":
        struck = view.squadrons[key].strike_points_last_turn or strike.points(view, key)
        return ships if struck else []
    return ships


def card_terms(
    *cards: str,
) -> Callable[[Callable[[ComingFight, str], Values]], Callable[..., Values]]:
    """Return a decorator that registers a function as the heuristic for these cards, in
    `CARD_TERMS`.
    """

    def enter(look: Callable[[ComingFight, str], Values]) -> Callable[..., Values]:
        for card in cards:
            CARD_TERMS[card] = lambda coming, card=card: look(coming, card)  # type: ignore[misc]
        return look

    return enter


def _near(coming: ComingFight, ships: Iterable[Ship], inches: float) -> int:
    return sum(within(coming.gap(ship.id), inches) for ship in ships)


@card_terms(*RESTING)
def _rests(coming: ComingFight, card: str) -> Values:
    relief = (rest_terms(coming.view, ship)["rested"] for ship in _concerned(coming, card))
    return {"rested": sum(relief)}


@card_terms(*LOADING)
def _loads(coming: ComingFight, card: str) -> Values:
    return {"loading": float(sum(bool(ship.reload) for ship in _concerned(coming, card)))}


@card_terms("down")
def _down(coming: ComingFight, card: str) -> Values:
    return {"card_bound": float(sum(coming.engaged(ship.id) for ship in coming.ships))}


@card_terms("rolling_broadsides")
def _rolls(coming: ComingFight, card: str) -> Values:
    fire = (IN_TIME * coming.of(ship.id) - HAND for ship in coming.ships)
    return {"card_attack": sum(max(0.0, each) for each in fire)}


@card_terms("elan", "heavy_musket_volley")
def _arms(coming: ComingFight, card: str) -> Values:
    tires = card == "heavy_musket_volley"
    fire = (IN_TIME * coming.arms(ship.id, card, tires) - HAND for ship in coming.ships)
    return {"card_attack": sum(max(0.0, each) for each in fire)}


@card_terms("fire_as_she_bears")
def _as_she_bears(coming: ComingFight, card: str) -> Values:
    fire = sum(coming.of(ship.id) for ship in _concerned(coming, card))
    return {"card_attack": IN_TIME * fire}


@card_terms("small_arms")
def _small_arms(coming: ComingFight, card: str) -> Values:
    pistol = book().measures.pistol
    near = [ship for ship in coming.ships if within(coming.gap(ship.id), pistol)]
    return {"card_attack": IN_TIME * sum(coming.arms(ship.id, card, True) for ship in near)}


@card_terms("fleet_maneuver", "adjust_position", "engage_more_closely", "swift_vessels")
def _shifts(coming: ComingFight, card: str) -> Values:
    return {"card_way": float(_near(coming, _concerned(coming, card), CLOSE))}


@card_terms("favorable_wind")
def _fair_wind(coming: ComingFight, card: str) -> Values:
    # Speed helps to close, but hinders once ships are in range: hence the minus.
    near = sum(coming.engaged(ship.id) for ship in coming.ships)
    return {"card_way": len(coming.ships) - 1.5 * near}


@card_terms("shoals_ahead")
def _over_shoals(coming: ComingFight, card: str) -> Values:
    shoals = any(piece.kind == "shoal" for piece in coming.view.terrain)
    return {"card_way": float(shoals * len(coming.ships))}


@card_terms("lured_into_the_shoals")
def _lures(coming: ComingFight, card: str) -> Values:
    return {"card_way": float(any(coming.engaged(ship.id) for ship in coming.ships))}


@card_terms("boat_assault", "expert_boarding", "boarding_through_the_smoke", "boarders_away")
def _boards(coming: ComingFight, card: str) -> Values:
    return {"card_board": float(_near(coming, coming.ships, book().measures.pistol))}


@card_terms("repel_boarders")
def _repels(coming: ComingFight, card: str) -> Values:
    view = coming.view
    held = sum(
        any(view.opposed(foe, ship.id) for foe in view.holds(ship.id)) for ship in coming.ships
    )
    # Twice the weight of a chance to board, because these fights are certain.
    return {"card_board": 2.0 * held}


@card_terms("raise_the_black")
def _daunts(coming: ComingFight, card: str) -> Values:
    musket = book().measures.musket
    foes = {pair.foe for pair in coming.pairs if within(pair.inches, musket)}
    return {"fatigue": STAGGERED * sum(not coming.view.ships[foe].shaken for foe in foes)}


@card_terms("zeal")
def _cheers(coming: ComingFight, card: str) -> Values:
    flag = coming.view.squadrons[coming.squadron].flagship
    friends = [ship for ship in _concerned(coming, card) if ship.id != flag]
    return {"rested": SPREAD * sum(rest_terms(coming.view, ship)["rested"] for ship in friends)}
