"""What one tells others about: rakes, masts, fires, prizes, wrecks, flagships, cards turned up."""

from __future__ import annotations

from typing import Any

from engine.base.counting import some
from engine.game.tableau import Card, Tableau
from engine.kit.by_type import Pictures
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.sides import card_value, sides, squadrons_of
from engine.systems.oak_iron.state.state import SAILS, State
from engine.systems.oak_iron.words.telling import tell

pictures = Pictures("pictures")
"""For each event that makes one, the function that says which."""


tableau = pictures.tableau
"""Return what one tells others about; None for most events."""


@pictures(ev.HitsScored)
def _rake(state: State, event: ev.HitsScored) -> Tableau | None:
    attack = state.attack
    if attack is None or not attack.rake or not event.hits:
        return None
    one, other = wording.who(state, event.attacker), wording.who(state, event.target)
    where = "over her bow" if attack.rake == "bow" else "through her stern"
    text = f"{one} rakes {other} {where}: {some(event.hits, 'hit')}."
    return Tableau("rake", f"{attack.rake.upper()} RAKE", text, state.ships[event.target].holder)


@pictures(ev.SailChanged)
def _mast(state: State, event: ev.SailChanged) -> Tableau | None:
    ship = state.ships[event.ship]
    shot = state.attack is not None and state.attack.target == event.ship
    if not shot or SAILS.index(event.sail) >= SAILS.index(ship.sail):
        return None  # a crew takes sail in as well
    text = f"{wording.who(state, event.ship)} is left with {event.sail} sail."
    return Tableau("mast", "SHOT AWAY ALOFT", text, ship.holder)


@pictures(ev.AttackDeclared)
def _fire_ship(state: State, event: ev.AttackDeclared) -> Tableau | None:
    if event.attack.kind != "fire_ship":
        return None
    return _of(state, event, "fire", "FIRE SHIP", event.attack.target)


@pictures(ev.MarkerBurns)
def _burns(state: State, event: ev.MarkerBurns) -> Tableau:
    return _of(state, event, "fire", "FIRE", event.ship)


@pictures(ev.BecameOutOfAction)
def _beaten(state: State, event: ev.BecameOutOfAction) -> Tableau:
    return _of(state, event, "colours", "OUT OF ACTION", event.ship)


@pictures(ev.ShipCaptured)
def _captured(state: State, event: ev.ShipCaptured) -> Tableau:
    if state.is_flagship(event.ship):
        return _of(state, event, "flagship", "THE FLAGSHIP IS TAKEN", event.ship)
    return _of(state, event, "colours", "SHE STRIKES", event.ship)


@pictures(ev.ShipDestroyed)
def _destroyed(state: State, event: ev.ShipDestroyed) -> Tableau:
    return _of(state, event, "fire", "DESTROYED", event.ship)


@pictures(ev.ShipRemoved)
def _gone(state: State, event: ev.ShipRemoved) -> Tableau:
    if event.lost == "destroyed":
        return _of(state, event, "fire", "BLOWN UP", event.ship)
    return _of(state, event, "sunk", "SUNK", event.ship)


@pictures(ev.AdmiralKilled)
def _admiral(state: State, event: ev.AdmiralKilled) -> Tableau:
    return Tableau("flagship", "THE ADMIRAL FALLS", _sentence(state, event), event.squadron)


@pictures(ev.InitiativeWon)
def _initiative(state: State, event: ev.InitiativeWon) -> Tableau | None:
    shown = tuple(
        _card(state, squadron)
        for side in sides(state)
        for squadron in squadrons_of(state, side)
        if state.squadrons[squadron].face_up
    )
    if not shown:
        return None
    return Tableau("cards", "INITIATIVE", _sentence(state, event), cards=shown)


def _card(state: State, squadron: str) -> Card:
    own = state.squadrons[squadron]
    record = book().cards[own.face_up]
    return Card(squadron, own.name, str(card_value(state, squadron)), record.name, record.effect)


@pictures(ev.BattleEnded)
def _end(state: State, event: ev.BattleEnded) -> Tableau:
    return Tableau("end", "THE BATTLE IS OVER", f"{event.outcome.reason.rstrip('.')}.")


def _of(state: State, event: ev.AnyEvent, picture: Any, title: str, ship: str) -> Tableau:
    return Tableau(picture, title, _sentence(state, event), state.ships[ship].holder)


def _sentence(state: State, event: ev.AnyEvent) -> str:
    return f"{tell(state, event, '').rstrip('.')}."
