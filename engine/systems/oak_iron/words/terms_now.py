"""The reference's terms that matter: in the current step, and for a ship or piece of terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UnsetType

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state import steps
from engine.systems.oak_iron.state.state import HIDDEN, Attack, Ship, State, Terrain
from engine.systems.oak_iron.words.reference import terms
from engine.systems.oak_iron.words.tokens import tokens

_PHASES = ("initiative", "movement", "attack", "end")
_STEPS: dict[type[steps.AnyStep], tuple[str, ...]] = {
    steps.AttackChoice: ("broadside", "partial_fire", "close_combat", "line_of_sight"),
    steps.BoardingTest: ("boarding", "skill_test"),
    steps.Challenge: ("challenge_test", "admiral_value"),
    steps.CheckWithdrawal: ("strike_points", "withdrawal"),
    steps.CrewAction: ("reload_action", "rally", "repair", "change_sail_setting", "boarding"),
    steps.EyeTurn: ("in_the_winds_eye", "turning"),
    steps.LostFlagships: ("lost_flagship",),
    steps.Manoeuvre: ("move", "turning", "speed_rating"),
    steps.OfficerDie: ("officer_lost",),
    steps.PointOfSailChoice: ("point_of_sail",),
    steps.Prizes: ("capture", "shaken"),
    steps.Reactions: ("partial_fire",),
    steps.RepairTest: ("repair", "skill_test"),
    steps.RerollOffer: ("skill_value", "fortune_point"),
    steps.SeamanshipAction: ("change_heading", "adjust_speed", "cut_free"),
    steps.SeamanshipOffer: ("skill_test", "change_heading", "adjust_speed", "cut_free"),
    steps.SinkShips: ("sinking",),
    steps.TrimHand: ("admiral_value",),
}
"""Terms that each step is about; a step that is not listed has only those of its phase."""


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms that matter now, those of the step first, without repeats."""
    wanted = (
        *_asked(view),
        *_attack(view.attack),
        *terms_of(view, key),
        *(each.face_up for each in view.squadrons.values() if each.face_up != HIDDEN),
        *(f"event_{event}" for event in view.events_in_force),
        *((f"objective_{view.objective}",) if view.objective else ()),
        *_drafted(view),
        *(_around(view)),
    )
    return _known(wanted)


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms of a ship (her tokens first) or of a piece of terrain."""
    ship = view.ships.get(key)
    if ship is not None:
        return _known(_of_ship(view, ship))
    return _known(_of_piece(piece) for piece in view.terrain if piece.id == key)


def _known(wanted: Iterable[str]) -> tuple[str, ...]:
    """Return the terms that the reference has, without repeats."""
    known = {term.id for term in terms()}
    return tuple(dict.fromkeys(term for term in wanted if term in known))


def _asked(view: State) -> Iterator[str]:
    """Yield the terms of the current step, then the one of its phase."""
    if view.agenda:
        yield from _STEPS.get(type(view.agenda[-1]), ())
    if view.phase in _PHASES:
        yield f"{view.phase}_phase"


def _attack(attack: Attack | None) -> Iterator[str]:
    if attack is None:
        return
    yield attack.kind
    yield from ("hits", "critical_damage")
    if attack.band:
        yield attack.band
    if attack.rake:
        yield "raking"
    if attack.aim != "hull":
        yield f"targeting_{attack.aim}"


def _of_ship(view: State, ship: Ship) -> Iterator[str]:
    """Yield the terms of a ship's tokens in their order, then of her state, type and cards."""
    signed = {sign: term.id for term in book().glossary.values() for sign in term.sign}
    yield from (signed[sign] for sign in tokens(view, ship, wake=True))
    lying = (
        ("shaken", ship.shaken),
        ("crippled", ship.crippled),
        ("battle_sail", ship.sail == "battle"),
        ("cut_free", ship.cut_free),
        ("landing_party", ship.landing_party is not None),
        ("fatigue", ship.fatigue > 0),
        ("damage", ship.damage > 0),
    )
    yield from (term for term, lies in lying if lies)
    active = view.activation
    if active is not None and active.ship == ship.id and active.point:
        yield "in_the_winds_eye" if active.point == "eye" else active.point
    yield ship.type
    for rule in (*book().ships[ship.type].special_rules, *ship.options):
        yield from (rule, f"rule_{rule}")
    yield from (f"upgrade_{card}" for card in ship.upgrades)
    if ship.commander:
        yield f"commander_{ship.commander}"
    if view.is_flagship(ship.id):
        yield view.squadrons[ship.squadron].admiral


def _drafted(view: State) -> Iterator[str]:
    """Yield the scenario cards on offer, then those that the squadrons have."""
    if not isinstance(view.plan, UnsetType):
        for kind, offered in view.plan.offers.items():
            yield from (f"{kind}_{card}" for card in offered)
        for cards in view.plan.drafted.values():
            yield from (f"{kind}_{card}" for kind, card in cards.items())
    for squadron in view.squadrons.values():
        yield from (f"condition_{card}" for card in squadron.conditions)


def _around(view: State) -> Iterator[str]:
    """Yield the terms of the terrain on the table and of the optional rules in play."""
    yield from map(_of_piece, view.terrain)
    if view.rules.formation and not view.rules.quick_start:
        yield "formation"
    if view.rules.scrolling_sea:
        yield "scrolling_sea"


def _of_piece(piece: Terrain) -> str:
    """Return the term for the kind of a piece of terrain."""
    return "island" if piece.kind == "land" else piece.kind
