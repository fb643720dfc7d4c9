"""Effects of cards on hits, critical dice, Fatigue and Fortitude (Oak & Iron ch. 4).

Fortitude is the number of hits that make one point of damage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import AttackKind, Band, Rake, ShipType, Symbol
from engine.systems.oak_iron.effects.dice import Firing
from engine.systems.oak_iron.machine import Moment, name_of, worth
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.table.sight import from_weather

# Effects on how hard a ship is to damage: boxes of her tracks, Fortitude, range.


BOXES = 7
"""The number of boxes of each track, damage and Fatigue, on a ship without cards that change it."""

DAMAGE_BOXES: Moment[Callable[[], int]] = Moment("damage_boxes")
"""Hook: the number of boxes that the damage track gains; negative if it loses boxes."""

FATIGUE_BOXES: Moment[Callable[[], int]] = Moment("fatigue_boxes")
"""Hook: the number of boxes that the fatigue track gains; negative if it loses boxes."""


@DAMAGE_BOXES("stout")
@FATIGUE_BOXES("additional_crew", "built_in_additional_crew")
def one_box_more() -> int:
    """Stout (damage track), Additional Crew (fatigue track): 1 box more."""
    return 1


@DAMAGE_BOXES("unseasoned_timbers")
@FATIGUE_BOXES("low_morale")
def one_box_less() -> int:
    """Unseasoned Timbers (damage track), Low Morale (fatigue track): 1 box less."""
    return -1


def damage_boxes(
    kind: ShipType, options: tuple[str, ...] = (), upgrades: tuple[str, ...] = ()
) -> int:
    """Return the number of boxes of a ship's damage track, with rules, options and upgrades."""
    return _boxes(DAMAGE_BOXES, kind, options, upgrades)


def fatigue_boxes(
    kind: ShipType, options: tuple[str, ...] = (), upgrades: tuple[str, ...] = ()
) -> int:
    """Return the number of boxes of a ship's fatigue track, with rules, options and upgrades."""
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
"""The range bands that are at Musket Shot or closer."""

TARGET_FORTITUDE: Moment[Callable[[State, AttackKind, Band], int]] = Moment("target_fortitude")
"""Hook called with (state, kind of attack, range band): how the target's own cards change her
Fortitude."""

GUNS_FORTITUDE: Moment[Callable[[State, AttackKind, Band], int]] = Moment("guns_fortitude")
"""Hook called with (state, kind of attack, range band): how the attacker's guns change the target's
Fortitude; never above 0."""

FREEBOARD: Moment[Callable[[], int]] = Moment("freeboard")
"""Hook: how many hits an attack on this ship needs to cause its first Fatigue."""


HIDDEN_AT: Moment[Callable[[Band], bool]] = Moment("hidden_at")
"""Hook called with (reach): whether a card forbids attacks on this ship at the range band
`reach`."""

TOUGH: Moment[Callable[[], bool]] = Moment("tough")
"""Hook: whether the second point of damage from each attack on this ship is ignored."""


@HIDDEN_AT("deception")
@worth(deception=lambda turn: 0.2 * turn.ships)
def deception(reach: Band) -> bool:
    """Deception: the ship may not be attacked at Cannon Shot, or at Musket Shot through fog."""
    return reach in ("cannon", "beyond")


@TOUGH("resilient")
@worth(resilient=lambda turn: 0.4 * turn.fight)
def resilient() -> bool:
    """Resilient: the second point of damage from each attack on the ship is ignored."""
    return True


@TARGET_FORTITUDE("small")
def small(state: State, kind: AttackKind, reach: Band) -> int:
    """Small: the ship's Fortitude is 1 higher at Cannon Shot, so a damage needs one hit more."""
    return int(reach in ("cannon", "beyond"))


@GUNS_FORTITUDE("weight_of_fire")
def weight_of_fire(state: State, kind: AttackKind, reach: Band) -> int:
    """Return -1 for a Broadside at Musket Shot or closer, which needs one hit fewer for a damage
    (rule Weight of Fire), else 0.
    """
    return -int(kind == "broadside" and reach in NEAR)


def on_fortitude(
    state: State, firer: Ship, victim: Ship, kind: AttackKind, reach: Band
) -> Iterator[tuple[str, int]]:
    """Yield (source, change) for the cards and rules that change the target's Fortitude."""
    for source, gain in TARGET_FORTITUDE.on(state, victim):
        yield source, gain(state, kind, reach)
    for source, loss in GUNS_FORTITUDE.on(state, firer):
        yield source, loss(state, kind, reach)


def fortitude_terms(  # noqa: PLR0913  (the facts of an attack)
    state: State, firer: Ship, victim: Ship, kind: AttackKind, reach: Band, rake: Rake
) -> tuple[str, ...]:
    """Return why fire at a hull counts with another Fortitude than that on the target's card.

    The terms are the Fortitude on the card, and each card or rule that changes it, such as `1`
    and `Small +1`. Return () if it counts as on the card. For the forecast and the log of an
    attack: shots that are only weighed need no words.
    """
    printed = book().ships[victim.type].fortitude
    if kind not in ("broadside", "partial_fire"):
        return ()
    if rake == "stern":
        return (f"{printed}", "1 in a stern rake") if printed > 1 else ()
    changes = list(on_fortitude(state, firer, victim, kind, reach))
    found = tuple(f"{name_of(source)} {change:+d}" for source, change in changes if change)
    return (f"{printed}", *found) if found else ()


@FREEBOARD("high_freeboard")
def high_freeboard() -> int:
    """High Freeboard: an attack on the ship needs 2 hits for its first Fatigue."""
    return 2


@FREEBOARD("very_high_freeboard")
def very_high_freeboard() -> int:
    """Very High Freeboard: an attack on the ship needs 3 hits for its first Fatigue."""
    return 3


def hidden(state: State, ship: Ship, reach: Band) -> str:
    """Return the card that forbids attacks on a ship at the range band `reach`; '' for none."""
    return next((source for source, at in HIDDEN_AT.on(state, ship) if at(reach)), "")


def tough(state: State, ship: Ship) -> str:
    """Return the card that makes a ship ignore the second damage of an attack; '' for none."""
    return next((source for source, now in TOUGH.on(state, ship) if now()), "")


# Effects on hits, critical dice and Fatigue (Oak & Iron ch. 4, Attack Phase).


SECOND_LOOK: Moment[Callable[[], bool]] = Moment("second_look")
"""Hook: whether the critical dice of this ship's attack that show no result may be re-rolled
once."""


@SECOND_LOOK("careful_aim")
@worth(careful_aim=lambda turn: 0.3 * turn.fight)
def careful_aim() -> bool:
    """Careful Aim: critical dice without a result may be re-rolled once."""
    return True


def second_look(state: State, ship: Ship) -> bool:
    """Tell whether a ship's critical dice that show no result may be re-rolled once."""
    return any(may() for _, may in SECOND_LOOK.on(state, ship))


BURNS: Moment[Callable[[], int]] = Moment("burns")
"""Hook: how many critical dice a fire ship rolls when she burns beside an enemy."""


@BURNS("fire_ship")
def fire_ship() -> int:
    """Fire Ship: when she burns beside an enemy, she rolls 5 critical dice."""
    return 5


# Effects on Fatigue: the dice that Fatigue takes from a roll, and points that are prevented.


STEADY: Moment[Callable[[], int]] = Moment("steady")
"""Hook: how many points of Fatigue take no dice from any roll of this ship. If several cards have
such an effect, only the largest counts."""

EASED: Moment[Callable[[str], int]] = Moment("eased")
"""Hook called with (purpose of a roll): how many points of Fatigue take no dice from this roll. The
effects of several cards add up."""

UNDAUNTED: Moment[Callable[[State, Ship], bool]] = Moment("undaunted")
"""Hook called with (state, ship): whether the next point of Fatigue that she would take is
ignored."""


SPARED: Moment[Callable[[], int]] = Moment("spared")
"""Hook: how many points of Fatigue from each attack this ship does not take, beginning with the
first."""

UNTIRED: Moment[Callable[[Ship], bool]] = Moment("untired")
"""Hook called with (ship): whether her rolls lose no dice to Fatigue at all."""


@SPARED("down")
@worth(down=lambda turn: 0.5 * turn.weary + 0.1 * turn.fight)
def down() -> int:
    """Down!: the ship does not take the first point of Fatigue from each attack."""
    return 1


@UNTIRED("bravado")
@worth(bravado=lambda turn: 0.8 * turn.weary)
def bravado(ship: Ship) -> bool:
    """Bravado: a ship that is not Shaken loses no dice to Fatigue."""
    return not ship.shaken


@STEADY("persistent")
def persistent() -> int:
    """Persistent: the first point of Fatigue takes no die from the ship's rolls."""
    return 1


@STEADY("veteran_crew")
def veteran_crew() -> int:
    """Veteran Crew: the first two points of Fatigue take no dice from the ship's rolls."""
    return 2


@EASED("daring")
def daring(purpose: str) -> int:
    """Daring: one point of Fatigue takes no die from a Skill Test for a Seamanship Action."""
    return int(purpose == "seamanship")


@UNDAUNTED("brave")
def brave(state: State, ship: Ship) -> bool:
    """Brave: the ship ignores the first point of Fatigue that she would take in each turn."""
    return mark(state, "brave") not in ship.used


def mark(state: State, source: str) -> str:
    """Return the entry in a ship's `used` effects for a card that works once a turn, like
    `brave@3`.
    """
    return f"{source}@{state.turn}"


def effective_fatigue(state: State, ship: Ship, purpose: str = "") -> int:
    """Return how many points of a ship's Fatigue take dice from a roll, with effects of cards."""
    if not ship.fatigue:
        return 0
    if any(fresh(ship) for _, fresh in UNTIRED.on(state, ship)):
        return 0
    steady = max((points() for _, points in STEADY.on(state, ship)), default=0)
    eased = sum(points(purpose) for _, points in EASED.on(state, ship))
    return max(ship.fatigue - steady - eased, 0)


def fatigue_spared(state: State, ship: Ship) -> int:
    """Return how many points of Fatigue from each attack a ship does not take, because of cards."""
    return sum(points() for _, points in SPARED.on(state, ship))


def fatigue_spared_by(state: State, ship: Ship) -> str:
    """Return the card that saves a ship the first Fatigue of an attack; '' for none."""
    return next((source for source, points in SPARED.on(state, ship) if points()), "")


def fatigue_ignored_by(state: State, ship: Ship) -> str:
    """Return the card that makes a ship ignore the next point of Fatigue; '' for none."""
    return next((source for source, now in UNDAUNTED.on(state, ship) if now(state, ship)), "")


INSPIRES: Moment[Callable[[], float]] = Moment("inspires")
"""Hook: how near, in inches, a ship must be for the commander to remove 1 Fatigue from her; his own
ship counts too."""


@INSPIRES("inspiring")
def inspiring() -> float:
    """Inspiring: the commander may remove 1 Fatigue from a ship within Musket Shot.

    Returns that distance in inches.
    """
    return book().measures.musket


def reach(state: State, ship: Ship) -> float:
    """Return the inches within which a ship's commander may remove Fatigue from ships; -1 if he
    cannot.
    """
    return max((inches() for _, inches in INSPIRES.on(state, ship)), default=-1.0)


# Effects on the result of an attack's roll: hits, added dice, Fatigue, range (Oak & Iron ch. 4).


GUNS = ("broadside", "partial_fire")
MELEES = ("close_combat", "landing_party")
"""The kinds of attack that men fight hand to hand, without guns."""

DAMAGING: Moment[Callable[[AttackKind], tuple[Symbol, ...]]] = Moment("damaging")
"""Hook called with (kind of attack): the symbols of which two or more in a roll cause 1 damage."""

MORE_DICE: Moment[Callable[[AttackKind, Band], tuple[Symbol, ...]]] = Moment("more_dice")
"""Hook called with (kind of attack, range band): the symbols that each add a die to the attack. If
an added die shows one of these symbols, the target takes 1 Fatigue."""

BITTER: Moment[Callable[[AttackKind], int]] = Moment("bitter")
"""Hook called with (kind of attack): how much more Fatigue the target takes if the attack has
caused any."""


SHARPER: Moment[Callable[[State, Ship, Ship, Band], tuple[Symbol, ...]]] = Moment("sharper")
"""Hook called with (state, firer, target, range band): symbols that are hits as well when guns fire
at the hull."""

BLUNTED: Moment[Callable[[AttackKind], tuple[Symbol, ...]]] = Moment("blunted")
"""Hook called with (kind of attack): the only symbols that are hits on this ship; () if her cards
exclude no symbol."""

AGAIN: Moment[Callable[[Band], tuple[Symbol, ...]]] = Moment("again")
"""Hook called with (range band): the symbols that each add a die to the attack; added dice that
show them add dice too."""

PRESSED: Moment[Callable[[AttackKind, Band], int]] = Moment("pressed")
"""Hook called with (kind of attack, range band): how much more Fatigue the target takes if the
attack scores any hit."""


@SHARPER("lee_gage_fire")
@worth(lee_gage_fire=lambda turn: 0.2 * turn.fight)
def lee_gage_fire(state: State, firer: Ship, target: Ship, reach: Band) -> tuple[Symbol, ...]:
    """Lee Gage Fire: at Cannon Shot a musket symbol is a hit on a ship that is wholly upwind.

    Returns the symbols that become hits; () if the firer is Aground or Anchored.
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
    """Repel Boarders: in a Close Combat against the ship only skulls are hits."""
    return book().dice.counts["repel_boarders"] if kind == "close_combat" else ()


@AGAIN("long_range_gunnery")
@worth(long_range_gunnery=lambda turn: 0.3 * turn.fight)
def long_range_gunnery(reach: Band) -> tuple[Symbol, ...]:
    """Long Range Gunnery: each cannon symbol adds a die at Cannon Shot, or at Musket Shot through
    fog.
    """
    return book().dice.counts["long_range_gunnery"] if reach in ("cannon", "beyond") else ()


@PRESSED("aggression")
@worth(aggression=lambda turn: 0.5 * turn.fight)
def aggression(kind: AttackKind, reach: Band) -> int:
    """Aggression: an attack with any hit causes 1 Fatigue more, at Musket Shot or closer or hand to
    hand.
    """
    return int(kind in MELEES or reach in NEAR)


@DAMAGING("expert_gunners")
def expert_gunners(kind: AttackKind) -> tuple[Symbol, ...]:
    """Expert Gunners: two or more skulls in a Broadside or Partial Fire cause 1 damage."""
    return book().dice.counts["expert_gunners"] if kind in GUNS else ()


@MORE_DICE("marksmen")
def marksmen(kind: AttackKind, reach: Band) -> tuple[Symbol, ...]:
    """Marksmen: each musket symbol adds a die, at Musket Shot or closer and in Close Combat."""
    near = kind == "close_combat" or (kind in GUNS and reach in NEAR)
    return book().dice.counts["marksmen_trigger"] if near else ()


@BITTER("brutal")
def brutal(kind: AttackKind) -> int:
    """Brutal: a Close Combat that causes Fatigue causes 1 more."""
    return int(kind == "close_combat")


def damaging_symbols(state: State, ship: Ship, kind: AttackKind) -> tuple[Symbol, ...]:
    """Return the symbols of which two or more in a ship's attack roll cause 1 damage."""
    return _symbols(symbols(kind) for _, symbols in DAMAGING.on(state, ship))


def more_dice(state: State, ship: Ship, kind: AttackKind, reach: Band) -> tuple[Symbol, ...]:
    """Return the symbols that each add a die to a ship's attack because of her cards."""
    return _symbols(symbols(kind, reach) for _, symbols in MORE_DICE.on(state, ship))


def fatigue_if_any_taken(state: State, ship: Ship, kind: AttackKind) -> int:
    """Return how much more Fatigue a ship's attack causes, because of cards, if it causes any."""
    return sum(points(kind) for _, points in BITTER.on(state, ship))


def hit_symbols(state: State, attack: Firing, printed: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    """Return the symbols that are hits in an attack at the hull, with the effects of cards.

    `printed` are the symbols that are hits without cards.
    """
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
    """Return (symbols, card): each of these symbols adds a die to a ship's attack.

    Added dice that show one of these symbols add dice too. ((), '') if no card does this.
    """
    found = [(symbols(reach), source) for source, symbols in AGAIN.on(state, ship)]
    return next(((symbols, source) for symbols, source in found if symbols), ((), ""))


def fatigue_if_any_hit(state: State, ship: Ship, kind: AttackKind, reach: Band) -> int:
    """Return how much more Fatigue a ship's attack causes, because of cards, if it has any hit."""
    return sum(points(kind, reach) for _, points in PRESSED.on(state, ship))


def count_showing(faces: Sequence[Symbol], symbols: tuple[Symbol, ...]) -> int:
    """Return the number of faces that show one of the given symbols."""
    return sum(face in symbols for face in faces)


def _symbols(found: Iterable[tuple[Symbol, ...]]) -> tuple[Symbol, ...]:
    return tuple(dict.fromkeys(symbol for symbols in found for symbol in symbols))


DIM: Moment[Callable[[], bool]] = Moment("dim")
"""Hook: whether every attack counts its range as one band longer, as through fog."""


@DIM("reduced_visibility")
def reduced_visibility() -> bool:
    """Reduced Visibility: every range counts as one band farther."""
    return True
