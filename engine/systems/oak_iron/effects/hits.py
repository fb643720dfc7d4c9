"""Effects on hits, critical dice, Fatigue, and Fortitude (Oak & Iron ch. 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import AttackKind, Band, ShipType, Symbol
from engine.systems.oak_iron.effects.dice import Firing
from engine.systems.oak_iron.machine import Moment, worth
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.table.sight import from_weather

# Effects on how hard a ship is to damage: boxes of her tracks, Fortitude, range.


BOXES = 7
"""The number of boxes of each track (damage, Fatigue) of a ship that no card changes."""

DAMAGE_BOXES: Moment[Callable[[], int]] = Moment("damage_boxes")
"""Hook: the number of boxes that the damage track gains; negative if it loses boxes."""

FATIGUE_BOXES: Moment[Callable[[], int]] = Moment("fatigue_boxes")
"""Hook: the number of boxes that the fatigue track gains; negative if it loses boxes."""


@DAMAGE_BOXES("stout")
@FATIGUE_BOXES("additional_crew", "built_in_additional_crew")
def one_box_more() -> int:
    """Stout, Additional Crew: 1 box more."""
    return 1


@DAMAGE_BOXES("unseasoned_timbers")
@FATIGUE_BOXES("low_morale")
def one_box_less() -> int:
    """Unseasoned Timbers, Low Morale: 1 box less."""
    return -1


def damage_boxes(
    kind: ShipType, options: tuple[str, ...] = (), upgrades: tuple[str, ...] = ()
) -> int:
    """Return the number of boxes of a damage track, as special rules, options and upgrades change
    it.
    """
    return _boxes(DAMAGE_BOXES, kind, options, upgrades)


def fatigue_boxes(
    kind: ShipType, options: tuple[str, ...] = (), upgrades: tuple[str, ...] = ()
) -> int:
    """Return the number of boxes of a fatigue track, as special rules, options and upgrades change
    it.
    """
    return _boxes(FATIGUE_BOXES, kind, options, upgrades)


def _boxes(
    moment: Moment[Callable[[], int]],
    kind: ShipType,
    options: tuple[str, ...],
    upgrades: tuple[str, ...],
) -> int:
    # A card counts once, even if the ship's own rules and an option both name it.
    fitted = dict.fromkeys((*kind.special_rules, *options, *upgrades))
    return BOXES + sum(moment[source]() for source in fitted if source in moment)


# Effects on how hard a ship is to damage: Fortitude, hits for Fatigue, range, second damage.


NEAR = ("yard_arm", "pistol", "musket")
"""The bands up to Musket Shot."""

TARGET_FORTITUDE: Moment[Callable[[State, AttackKind, Band], int]] = Moment("target_fortitude")
"""Hook called with (state, kind, reach): the change of the target's Fortitude that her own cards
cause."""

GUNS_FORTITUDE: Moment[Callable[[State, AttackKind, Band], int]] = Moment("guns_fortitude")
"""Hook called with (state, kind, reach): the change of the target's Fortitude that the attacker's
guns cause, 0 or less."""

FREEBOARD: Moment[Callable[[], int]] = Moment("freeboard")
"""Hook: the number of hits needed for the first Fatigue."""


HIDDEN_AT: Moment[Callable[[Band], bool]] = Moment("hidden_at")
"""Hook called with (reach): whether the ship may not be attacked at the range band `reach`."""

TOUGH: Moment[Callable[[], bool]] = Moment("tough")
"""Hook: whether the second point of damage of each attack is ignored."""


@HIDDEN_AT("deception")
@worth(deception=lambda turn: 0.2 * turn.ships)
def deception(reach: Band) -> bool:
    """Deception: the ship is not attacked at Cannon Shot, or at a range that fog turns into it."""
    return reach in ("cannon", "beyond")


@TOUGH("resilient")
@worth(resilient=lambda turn: 0.4 * turn.fight)
def resilient() -> bool:
    """Resilient: each attack does 1 damage less, but no less than 1."""
    return True


@TARGET_FORTITUDE("small")
def small(state: State, kind: AttackKind, reach: Band) -> int:
    """Small: Fortitude is 1 higher at Cannon Shot."""
    return int(reach in ("cannon", "beyond"))


@GUNS_FORTITUDE("weight_of_fire")
def weight_of_fire(state: State, kind: AttackKind, reach: Band) -> int:
    """Weight of Fire: a Broadside at Musket Shot or closer needs one hit fewer."""
    return -int(kind == "broadside" and reach in NEAR)


@FREEBOARD("high_freeboard")
def high_freeboard() -> int:
    """High Freeboard: 2 hits for the first Fatigue."""
    return 2


@FREEBOARD("very_high_freeboard")
def very_high_freeboard() -> int:
    """Very High Freeboard: 3 hits for the first Fatigue."""
    return 3


def hidden(state: State, ship: Ship, reach: Band) -> str:
    """Return the card that forbids attacks on a ship at the range band `reach`; '' when
    none does.
    """
    return next((source for source, at in HIDDEN_AT.on(state, ship) if at(reach)), "")


def tough(state: State, ship: Ship) -> str:
    """Return the card that prevents the second damage of an attack on a ship, '' when none does."""
    return next((source for source, now in TOUGH.on(state, ship) if now()), "")


# Effects on hits, critical dice and Fatigue (Oak & Iron ch. 4, Attack Phase).


SECOND_LOOK: Moment[Callable[[], bool]] = Moment("second_look")
"""Hook: whether critical dice without a result may be re-rolled once."""


@SECOND_LOOK("careful_aim")
@worth(careful_aim=lambda turn: 0.3 * turn.fight)
def careful_aim() -> bool:
    """Careful Aim: critical dice without a result may be re-rolled once."""
    return True


def second_look(state: State, ship: Ship) -> bool:
    """Tell whether a ship's critical dice without a result may be re-rolled once."""
    return any(may() for _, may in SECOND_LOOK.on(state, ship))


BURNS: Moment[Callable[[], int]] = Moment("burns")
"""Hook: the number of critical dice that a ship rolls when she burns against an enemy."""


@BURNS("fire_ship")
def fire_ship() -> int:
    """Fire Ship: 5 critical dice."""
    return 5


# Effects on Fatigue: the dice that Fatigue takes from a roll, and points that are prevented.


STEADY: Moment[Callable[[], int]] = Moment("steady")
"""Hook: how many points of Fatigue take no dice from a roll; of several effects the largest
counts."""

EASED: Moment[Callable[[str], int]] = Moment("eased")
"""Hook called with (purpose of a roll): how many points of Fatigue do not count for this roll;
several effects add up."""

UNDAUNTED: Moment[Callable[[State, Ship], bool]] = Moment("undaunted")
"""Hook called with (state, ship): whether she ignores the next point of Fatigue."""


SPARED: Moment[Callable[[], int]] = Moment("spared")
"""Hook: how many of the first points of Fatigue of each attack a ship does not take."""

UNTIRED: Moment[Callable[[Ship], bool]] = Moment("untired")
"""Hook called with (ship): whether she counts as having no Fatigue."""


@SPARED("down")
@worth(down=lambda turn: 0.5 * turn.weary + 0.1 * turn.fight)
def down() -> int:
    """Down!: the first point of Fatigue of each attack is not taken."""
    return 1


@UNTIRED("bravado")
@worth(bravado=lambda turn: 0.8 * turn.weary)
def bravado(ship: Ship) -> bool:
    """Bravado: a ship that is not Shaken counts as having no Fatigue."""
    return not ship.shaken


@STEADY("persistent")
def persistent() -> int:
    """Persistent: the first point of Fatigue takes no die."""
    return 1


@STEADY("veteran_crew")
def veteran_crew() -> int:
    """Veteran Crew: the first two points of Fatigue take no dice."""
    return 2


@EASED("daring")
def daring(purpose: str) -> int:
    """Daring: one point of Fatigue does not count for Seamanship."""
    return int(purpose == "seamanship")


@UNDAUNTED("brave")
def brave(state: State, ship: Ship) -> bool:
    """Brave: the first point of Fatigue of each turn is ignored."""
    return mark(state, "brave") not in ship.used


def mark(state: State, source: str) -> str:
    """Return the name of the mark on a ship that has used an effect which works once a turn."""
    return f"{source}@{state.turn}"


def effective_fatigue(state: State, ship: Ship, purpose: str = "") -> int:
    """Return the points of Fatigue that take dice from a ship's roll, after the effects
    of cards.
    """
    if not ship.fatigue:
        return 0
    if any(fresh(ship) for _, fresh in UNTIRED.on(state, ship)):
        return 0
    steady = max((points() for _, points in STEADY.on(state, ship)), default=0)
    eased = sum(points(purpose) for _, points in EASED.on(state, ship))
    return max(ship.fatigue - steady - eased, 0)


def fatigue_spared(state: State, ship: Ship) -> int:
    """Return how many points of Fatigue a ship ignores in each attack."""
    return sum(points() for _, points in SPARED.on(state, ship))


def fatigue_spared_by(state: State, ship: Ship) -> str:
    """Return the card that prevents the first Fatigue of an attack on a ship, '' when none does."""
    return next((source for source, points in SPARED.on(state, ship) if points()), "")


def fatigue_ignored_by(state: State, ship: Ship) -> str:
    """Return the card with which a ship ignores the next point of Fatigue, '' when none does."""
    return next((source for source, now in UNDAUNTED.on(state, ship) if now(state, ship)), "")


INSPIRES: Moment[Callable[[], float]] = Moment("inspires")
"""Hook: the inches within which the commander takes 1 Fatigue off a friend or off his own ship."""


@INSPIRES("inspiring")
def inspiring() -> float:
    """Inspiring: the commander reaches ships within Musket Shot. Returns the distance in inches."""
    return book().measures.musket


def reach(state: State, ship: Ship) -> float:
    """Return the inches within which a ship's commander inspires; -1 if he does not inspire."""
    return max((inches() for _, inches in INSPIRES.on(state, ship)), default=-1.0)


# Effects on the result of an attack's roll: hits, added dice, Fatigue, range (Oak & Iron ch. 4).


GUNS = ("broadside", "partial_fire")
MELEES = ("close_combat", "landing_party")
"""The kinds of attack that are fought hand to hand."""

DAMAGING: Moment[Callable[[AttackKind], tuple[Symbol, ...]]] = Moment("damaging")
"""Hook called with (kind): the symbols that cause 1 damage if a roll shows two or more of them."""

MORE_DICE: Moment[Callable[[AttackKind, Band], tuple[Symbol, ...]]] = Moment("more_dice")
"""Hook called with (kind, reach): the symbols that each add a die; if an added die shows such a
symbol, the target takes 1 Fatigue."""

BITTER: Moment[Callable[[AttackKind], int]] = Moment("bitter")
"""Hook called with (kind): the Fatigue that is added if the attack has caused any Fatigue."""


SHARPER: Moment[Callable[[State, Ship, Ship, Band], tuple[Symbol, ...]]] = Moment("sharper")
"""Hook called with (state, firer, target, reach): further symbols that are hits when guns fire at
the hull."""

BLUNTED: Moment[Callable[[AttackKind], tuple[Symbol, ...]]] = Moment("blunted")
"""Hook called with (kind): the only symbols that are hits on a ship; () when no symbol is
excluded."""

AGAIN: Moment[Callable[[Band], tuple[Symbol, ...]]] = Moment("again")
"""Hook called with (reach): the symbols that each add a die, on added dice too."""

PRESSED: Moment[Callable[[AttackKind, Band], int]] = Moment("pressed")
"""Hook called with (kind, reach): the Fatigue that is added if the attack has any hit."""


@SHARPER("lee_gage_fire")
@worth(lee_gage_fire=lambda turn: 0.2 * turn.fight)
def lee_gage_fire(state: State, firer: Ship, target: Ship, reach: Band) -> tuple[Symbol, ...]:
    """Lee Gage Fire: muskets on the dice are hits at Cannon Shot on a ship that is
    wholly upwind.
    """
    if reach != "cannon" or firer.aground or firer.sail == "anchored":
        return ()
    edge, table = state.table.weather_edge, state.table.size
    own, other = (
        [from_weather(corner, edge, table) for corner in hull(ship).corners]
        for ship in (firer, target)
    )
    return book().dice.counts["lee_gage_fire"] if max(other) <= min(own) else ()


@BLUNTED("repel_boarders")
@worth(repel_boarders=lambda turn: 0.1 * turn.fight)
def repel_boarders(kind: AttackKind) -> tuple[Symbol, ...]:
    """Repel Boarders: in Close Combat only skulls hit the ship."""
    return book().dice.counts["repel_boarders"] if kind == "close_combat" else ()


@AGAIN("long_range_gunnery")
@worth(long_range_gunnery=lambda turn: 0.3 * turn.fight)
def long_range_gunnery(reach: Band) -> tuple[Symbol, ...]:
    """Long Range Gunnery: each cannon adds a die at Cannon Shot, or at a range that fog turns into
    it.
    """
    return book().dice.counts["long_range_gunnery"] if reach in ("cannon", "beyond") else ()


@PRESSED("aggression")
@worth(aggression=lambda turn: 0.5 * turn.fight)
def aggression(kind: AttackKind, reach: Band) -> int:
    """Aggression: 1 Fatigue more at Musket Shot or closer."""
    return int(kind in MELEES or reach in NEAR)


@DAMAGING("expert_gunners")
def expert_gunners(kind: AttackKind) -> tuple[Symbol, ...]:
    """Expert Gunners: two skulls of a Broadside or Partial Fire are 1 damage."""
    return book().dice.counts["expert_gunners"] if kind in GUNS else ()


@MORE_DICE("marksmen")
def marksmen(kind: AttackKind, reach: Band) -> tuple[Symbol, ...]:
    """Marksmen: each musket rolled adds a die at Musket Shot or closer and in Close Combat."""
    near = kind == "close_combat" or (kind in GUNS and reach in NEAR)
    return book().dice.counts["marksmen_trigger"] if near else ()


@BITTER("brutal")
def brutal(kind: AttackKind) -> int:
    """Brutal: 1 Fatigue more in Close Combat."""
    return int(kind == "close_combat")


def damaging_symbols(state: State, ship: Ship, kind: AttackKind) -> tuple[Symbol, ...]:
    """Return the symbols that cause 1 damage if a ship's roll shows two or more of them."""
    return _symbols(symbols(kind) for _, symbols in DAMAGING.on(state, ship))


def more_dice(state: State, ship: Ship, kind: AttackKind, reach: Band) -> tuple[Symbol, ...]:
    """Return the symbols that each add a die to a ship's attack."""
    return _symbols(symbols(kind, reach) for _, symbols in MORE_DICE.on(state, ship))


def fatigue_if_any_taken(state: State, ship: Ship, kind: AttackKind) -> int:
    """Return the Fatigue that a ship's attack adds if it has caused any Fatigue."""
    return sum(points(kind) for _, points in BITTER.on(state, ship))


def hit_symbols(state: State, attack: Firing, printed: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    """Return the symbols that are hits in an attack at the hull, given the printed symbols."""
    more = _symbols(
        symbols(state, attack.attacker, attack.target, attack.reach)
        for _, symbols in SHARPER.on(state, attack.attacker)
        if attack.kind in GUNS
    )
    hits = tuple(dict.fromkeys((*printed, *more)))
    for _, symbols in BLUNTED.on(state, attack.target):
        if only := symbols(attack.kind):
            hits = tuple(symbol for symbol in hits if symbol in only)
    return hits


def repeat_symbols(state: State, ship: Ship, reach: Band) -> tuple[tuple[Symbol, ...], str]:
    """Return (symbols, card): the symbols that each add a die to a ship's attack, on added dice
    too.
    """
    found = [(symbols(reach), source) for source, symbols in AGAIN.on(state, ship)]
    return next(((symbols, source) for symbols, source in found if symbols), ((), ""))


def fatigue_if_any_hit(state: State, ship: Ship, kind: AttackKind, reach: Band) -> int:
    """Return the Fatigue that a ship's attack adds when it hits at all."""
    return sum(points(kind, reach) for _, points in PRESSED.on(state, ship))


def count_showing(faces: Sequence[Symbol], symbols: tuple[Symbol, ...]) -> int:
    """Return the number of faces that show one of the given symbols."""
    return sum(face in symbols for face in faces)


def _symbols(found: Iterable[tuple[Symbol, ...]]) -> tuple[Symbol, ...]:
    return tuple(dict.fromkeys(symbol for symbols in found for symbol in symbols))


DIM: Moment[Callable[[], bool]] = Moment("dim")
"""Hook: whether every attack counts its range as if through fog."""


@DIM("reduced_visibility")
def reduced_visibility() -> bool:
    """Reduced Visibility: every range counts as one band farther."""
    return True
