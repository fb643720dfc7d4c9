"""A Movement Segment (one ship's move), from revealing her order to the end; and when cards may be
played in it.
"""

from __future__ import annotations

from typing import Literal

from engine.game.decision import Decision, Option
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.cards import NONE_FITS, discard, held, is_asked, label, passes, play
from engine.systems.iron_oak.effects import ENDS
from engine.systems.iron_oak.effects.maneuvers import MOVERS, ON_PLAY, Playing, Window
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.orders.legal import MANEUVERS, why_impossible
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Pass, Play
from engine.systems.iron_oak.state.state import Move, Order, Ship, State

# A Movement Segment from the reveal of the order to its end (Iron & Oak 3.3.1).


ONLY_WHEN_GIVEN = {"too_early"}
"""Reasons that only forbid to give an order: an order that was given before is still carried
out."""


def begin(ledger: Ledger, ship_id: str) -> None:
    """Reveal a ship's order, and put the steps of her move and her fire on the agenda."""
    ship = ledger.state.ships[ship_id]
    order = effective(ledger.state, ship)
    ledger.write(ev.OrderRevealed(ship_id, ship.open_order or order, order))
    if not ship.on_map and order != "maneuver_1":
        end(ledger, ship_id)
        ledger.plan(st.UnitDone(ship_id))
        return
    ledger.plan(
        st.TakeTow(ship_id),
        st.NameWay(ship_id),
        st.Feign(ship_id),
        st.BoxHazards(ship_id),
        st.OwnerCards(ship_id),
        st.EnemyCards(ship_id),
        st.AnswerCards(ship_id),
        st.CarryOut(ship_id),
        st.Search(ship_id),
        st.Gunnery(ship_id),
        st.UnitDone(ship_id),
    )


def effective(state: State, ship: Ship) -> Order:
    """Return the order that a ship carries out (Iron & Oak 4.0). If hers has become impossible she
    holds, drifts or stays.
    """
    order = ship.open_order or "maneuver_0"
    reasons = why_impossible(state, ship, order) - ONLY_WHEN_GIVEN
    if order not in MANEUVERS and order != "drift" and not reasons:
        return order
    if fleet.immobile(state, ship):
        return "stay"
    if not ship.on_map:
        return order if not reasons else "maneuver_0"
    if fleet.must_drift(state, ship):
        return "drift" if fleet.can_drift(state, ship) else "stay"
    return "maneuver_0" if reasons else order


def look_again(ledger: Ledger, ship_id: str) -> None:
    """If a card has made a ship's order impossible, change it: she holds, or drifts if she must.

    Iron & Oak 4.0.
    """
    move = ledger.state.move
    if move is None or not moving(ledger, ship_id):
        return
    ship = ledger.state.ships[ship_id]
    order = effective(ledger.state, ship)
    if order != move.order:
        discard(ledger, move.quick, move.slow, move.target_quick, move.target_slow)
        ledger.write(ev.OrderRevealed(ship_id, ship.open_order or order, order))
        ledger.write(ev.WayNamed(ship_id, "hold" if order == "maneuver_0" else order))


def end(ledger: Ledger, ship_id: str) -> None:
    """End a Movement Segment: discard the cards played on its rolls, and remove Opposed markers
    (Iron & Oak 5.1.2).
    """
    move = ledger.state.move
    if move is not None:
        discard(ledger, move.quick, move.slow, move.target_quick, move.target_slow)
    ledger.write(ev.SegmentEnded(ship_id))


def moving(ledger: Ledger, ship_id: str) -> bool:
    """Tell whether a ship can still carry out her order: she is in the battle, not captured, and
    nothing has stopped her.
    """
    ship, move = ledger.state.ships[ship_id], ledger.state.move
    if ship.lost or move is None or move.stopped:
        return False
    return not (ship.captured_by and ship.acted)


# Card windows of a Movement Segment: the owner, the enemy, then one more card of the owner.
#
# Iron & Oak 3.3.1, 5.5, 5.6, 7.5, 7.10.


ATTACKS = ("cross_bow", "cross_stern", "ram", "spar", "ram_and_spar")
ROLLS = ("escape", "screen", "oppose", *ATTACKS, "maneuver_1", "maneuver_2")
"""The ways to carry out an order that need a maneuver roll."""
Playable = dict[str, bool]
"""{kind of card that a seat may play now: whether it is played on the target of an attack, not on
the ship that moves}."""


def rolling(move: Move) -> bool:
    """Tell whether the ship that moves will make a maneuver roll."""
    return move.way in ROLLS and not move.stopped


def playable(state: State, ship: Ship, asked: Literal["owner", "enemy", "answer"]) -> Playable:
    """Return the kinds of cards that a side may play while a ship moves; they depend only on facts
    that both sides know.
    """
    move = state.move
    if move is None:
        return {}
    # The ship that is attacked, if cards may be played on her.
    target: Ship | None = None
    if move.way in ATTACKS and not move.stopped:
        attacked = state.ships[move.target]
        free = not (attacked.anchored or attacked.grounded or attacked.fouled)
        if attacked.on_map and free and fleet.powered(state, attacked):
            target = attacked
    window = Window(state, move, ship, asked, rolling(move), target)
    found = {kind: on for kind, may_play in MOVERS.among(MOVERS.kinds) if (on := may_play(window))}
    ordered = sorted(found, key=lambda kind: found[kind] == "target")  # cards on the ship first
    return {kind: found[kind] == "target" for kind in ordered}


def _options(state: State, side: str, kinds: Playable) -> tuple[Option, ...]:
    move = state.move
    assert move is not None
    return tuple(
        Option(
            f"play:{card}",
            label(card) + (" on the target" if on_target else ""),
            Play(card, on_target),
            subject=fleet.public_id(state.ships[move.target if on_target else move.ship]),
            ends=kind in ENDS,
            spends=True,
        )
        for kind, on_target in kinds.items()
        for card in held(state, side, kind)
    )


def _ask_owner(state: State, ship_id: str, kinds: Playable) -> tuple[Decision, ...]:
    ship = state.ships[ship_id]
    options = _options(state, ship.control, kinds)
    if not options:
        return ()
    prompt = f"{fleet.public_name(ship, ship.control)}: play a card?"
    every = (*options, Option("pass", "Play nothing", Pass()))
    return tuple(
        Decision(seat, "cards", prompt, every, ship=ship_id)
        for seat in state.sides[ship.control].seats
    )


def _here(state: State, ship_id: str) -> bool:
    """Tell whether a ship's move still goes on: she is afloat, in the battle, and was not captured
    during it.
    """
    ship = state.ships[ship_id]
    return not ship.lost and not (ship.captured_by and ship.acted) and state.move is not None


@RULES.asks(st.OwnerCards)
def _owner(state: State, step: st.OwnerCards) -> tuple[Decision, ...]:
    if not _here(state, step.ship):
        return ()
    return _ask_owner(state, step.ship, playable(state, state.ships[step.ship], "owner"))


@RULES.asks(st.AnswerCards)
def _answer(state: State, step: st.AnswerCards) -> tuple[Decision, ...]:
    if not _here(state, step.ship):
        return ()
    return _ask_owner(state, step.ship, playable(state, state.ships[step.ship], "answer"))


@RULES.asks(st.EnemyCards)
def _enemy(state: State, step: st.EnemyCards) -> tuple[Decision, ...]:
    if not _here(state, step.ship):
        return ()
    ship = state.ships[step.ship]
    side = fleet.other_side(ship.control)
    kinds = playable(state, ship, "enemy")
    if not kinds or not is_asked(state, side, ship, "maneuver"):
        return ()
    cards = _options(state, side, kinds)
    options = (*passes(ship), *cards)
    # The side is asked even if it holds no card that fits, because otherwise the enemy would learn
    # that it holds none.
    name, here = fleet.public_name(ship, side), fleet.public_id(ship)
    prompt = f"Play a card on {name}?" if cards else f"You hold no card to play on {name}"
    closed = () if cards else (NONE_FITS,)
    return tuple(
        Decision(seat, "enemy_cards", prompt, options, secret=True, ship=here, closed=closed)
        for seat in state.sides[side].seats
    )


@RULES.takes(st.OwnerCards)
def _take_owner(ledger: Ledger, step: st.OwnerCards, seat: str, command: Play | Pass) -> None:
    _take(ledger, step.ship, ledger.state.ships[step.ship].control, command)


@RULES.takes(st.AnswerCards)
def _take_answer(ledger: Ledger, step: st.AnswerCards, seat: str, command: Play | Pass) -> None:
    _take(ledger, step.ship, ledger.state.ships[step.ship].control, command)


@RULES.takes(st.EnemyCards)
def _take_enemy(ledger: Ledger, step: st.EnemyCards, seat: str, command: Play | Pass) -> None:
    _take(ledger, step.ship, fleet.other_side(ledger.state.ships[step.ship].control), command)


def _take(ledger: Ledger, ship_id: str, side: str, command: Play | Pass) -> None:
    if isinstance(command, Pass):
        ledger.finish()
        if command.quiet:
            ledger.write(ev.Quieted(side, command.quiet))
        return
    move = ledger.state.move
    assert move is not None
    kind = play(ledger, side, command.card, move.target if command.target else ship_id)
    if kind in ON_PLAY:
        ON_PLAY[kind](ledger, Playing(side, command.card, ship_id))
    look_again(ledger, ship_id)
