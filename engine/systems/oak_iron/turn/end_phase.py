"""The End Phase, steps 2 to 5 (Oak & Iron ch. 4): withdrawal, sinking, lost flagships, cards."""

from __future__ import annotations

from msgspec import UNSET

from engine.game.decision import Decision, Option
from engine.game.game import Outcome
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import RULES, Ledger, count
from engine.systems.oak_iron.plays.events import turn_over
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import awaited, distance, fighting, sides, summed
from engine.systems.oak_iron.state.state import Ship, Squadron, State
from engine.systems.oak_iron.state.wording import squadron_name
from engine.systems.oak_iron.turn.movement import discarded, inspired
from engine.systems.oak_iron.victory import objectives, strike
from engine.systems.oak_iron.victory.objectives import plunder

LAST_TURN = 10
"""The last turn of a battle; after it, strike points decide (Oak & Iron ch. 4, End Phase)."""
HAND_LIMIT = 5
"""A squadron that has lost its admiral may hold at most this many cards."""


@RULES.does(st.CheckWithdrawal)
def check_withdrawal(ledger: Ledger, step: st.CheckWithdrawal) -> None:
    """Count strike points; end the battle if a side withdraws, or if this was the last turn."""
    # Plundered before the count, because its strike points belong to this turn.
    plunder(ledger)
    state = ledger.state
    points = {key: strike.points(state, key) for key in state.squadrons}
    ships = {key: strike.total(state, key) for key in state.squadrons}
    ledger.write(ev.StrikePointsCounted(points, ships))
    outcome = verdict(state)
    ledger.finish()
    if outcome is not None:
        ledger.write(ev.BattleEnded(outcome))


def verdict(state: State) -> Outcome | None:
    """Return how the battle ends in this End Phase; None if it goes on.

    The objective is checked first, then sides without a ship, then withdrawal, then the last turn.
    """
    parties = sides(state)
    if len(parties) < 2:
        # A battle with only one side ends when no ship is left or the last turn is over.
        if not fighting(state, parties[0]):
            return Outcome((), "no ship is left to fight")
        return Outcome(parties, f"turn {LAST_TURN} is over") if state.turn >= LAST_TURN else None
    achieved = objectives.achieved(state)
    if achieved is not None:
        return achieved
    points = {side: summed(strike.points, state, side) for side in parties}
    ended = _without_ships(state, points) or _withdrawn(state, points)
    if ended is None and state.turn >= LAST_TURN:
        return _fewer(state, points, f"turn {LAST_TURN} is over")
    return ended


def _without_ships(state: State, points: dict[str, int]) -> Outcome | None:
    spent = [side for side in points if not fighting(state, side) and not awaited(state, side)]
    if len(spent) == len(points):
        return _fewer(state, points, "no ship is left to fight on either side")
    return (
        _won(state, spent, f"{_name(state, spent[0])} has no ship left to fight") if spent else None
    )


def _withdrawn(state: State, points: dict[str, int]) -> Outcome | None:
    fled = [side for side in points if points[side] > summed(strike.borne, state, side)]
    if len(fled) == 1:
        (side,) = fled
        ships = summed(strike.total, state, side)
        why = f"{_name(state, side)} withdraws: {points[side]} strike points, {ships} ships"
        return _won(state, fled, why)
    if fled and points[fled[0]] != points[fled[1]]:
        return _fewer(state, points, "both sides withdraw")
    return None


def _name(state: State, side: str) -> str:
    return squadron_name(state, side)


def _won(state: State, losers: list[str], reason: str) -> Outcome:
    return Outcome(tuple(side for side in sides(state) if side not in losers), reason)


def _fewer(state: State, points: dict[str, int], reason: str) -> Outcome:
    """Return the win of the side with fewer strike points.

    In a tie the defender wins; without a defender it is a draw.
    """
    least = min(points.values())
    best = tuple(side for side in points if points[side] == least)
    tally = ", ".join(f"{_name(state, side)} {points[side]}" for side in points)
    if len(best) == 1:
        return Outcome(best, f"{reason}; {_name(state, best[0])} has fewer strike points ({tally})")
    defender = state.defender
    side = state.squadrons[defender].side if defender in state.squadrons else defender
    if side in best:
        return Outcome((side,), f"{reason}, strike points are equal ({tally}); the defender wins")
    return Outcome((), f"{reason}, strike points are equal ({tally}): a draw")


@RULES.does(st.SinkShips)
def sink_ships(ledger: Ledger, step: st.SinkShips) -> None:
    """Roll a die for each ship Out of Action, and remove the ships that sink."""
    ledger.finish()
    for key, ship in sorted(ledger.state.ships.items()):
        if ship.afloat and ship.out_of_action and not ship.captured_by:
            face = ledger.draw()
            sinks = count((face,), "sinking") > 0
            ledger.write(ev.SinkingRolled(key, face, sinks))
            if sinks:
                ledger.write(ev.ShipRemoved(key, "sunk"))


@RULES.asks(st.LostFlagships)
def lost_flagship(state: State, step: st.LostFlagships) -> tuple[Decision, ...]:
    """Ask the first squadron that has lost its flagship for a new one."""
    for key in step.squadrons:
        squadron = state.squadrons[key]
        options = _successors(state, squadron)
        if options:
            prompt = f"{squadron.name}: the flagship is lost; where is the flag hoisted?"
            return (Decision(key, "new_flagship", prompt, options),)
    return ()


def _successors(state: State, squadron: Squadron) -> tuple[Option, ...]:
    """Return an option for each ship that may become the flagship.

    Where it is possible, there is also an option that brings the admiral to the ship.
    """
    lost = state.ships.get(squadron.flagship)
    if lost is None or lost.fights:
        return ()
    heirs = [ship for ship in state.own_ships(squadron.key) if ship.fights]
    options = [
        Option(f"flag_{ship.id}", f"{ship.id}, admiral value 0", cmd.NewFlagship(ship.id))
        for ship in heirs
    ]
    if _may_cross(state, squadron, lost):
        options += [
            Option(
                f"transfer_{ship.id}",
                f"{ship.id}, the admiral crosses for a Fortune Point",
                cmd.TransferFlag(ship.id),
                spends=True,
            )
            for ship in heirs
            # She must be within Pistol Shot and not Entangled.
            if not state.holds(ship.id)
            and within(distance(state, lost.id, ship.id), book().measures.pistol)
        ]
    return tuple(options)


def _may_cross(state: State, squadron: Squadron, lost: Ship) -> bool:
    """Tell whether the admiral can still leave his lost flagship, for a Fortune Point."""
    aboard = lost.afloat and not lost.captured_by and not squadron.admiral_lost
    return aboard and squadron.fortune > 0 and not state.rules.quick_start


@RULES.takes(st.LostFlagships)
def hoist_flag(ledger: Ledger, step: st.LostFlagships, seat: str, command: cmd.AnyCommand) -> None:
    """Make the chosen ship the flagship.

    Either the admiral goes there, for a Fortune Point, or he is lost.
    """
    squadron = ledger.state.squadrons[seat]
    if isinstance(command, cmd.TransferFlag):
        ledger.write(ev.FortuneSpent(seat, squadron.fortune - 1))
        ledger.write(ev.FlagTransferred(seat, command.ship, squadron.admiral_value))
        return
    assert isinstance(command, cmd.NewFlagship)
    ledger.write(ev.FlagTransferred(seat, command.ship, 0, lost=True))


@RULES.does(st.LostFlagships)
def trim_hands(ledger: Ledger, step: st.LostFlagships) -> None:
    """Plan the steps that follow the choice of new flagships.

    Squadrons that lost their admiral remove cards; an admiral who changed ships may inspire.
    """
    state = ledger.state
    keys = [key for key in step.squadrons if state.squadrons[key].admiral_lost]
    # Inspiring was planned at the start of the phase. An admiral who has changed ships since then
    # was not aboard his new ship then.
    planned = [later.ship for later in state.agenda if isinstance(later, st.Inspire)]
    crossed = [later for later in inspired(state) if later.ship not in planned]
    ledger.finish(*(st.TrimHand(key) for key in keys), *crossed)


@RULES.asks(st.TrimHand)
def trim_hand(state: State, step: st.TrimHand) -> tuple[Decision, ...]:
    """Ask a squadron with more than five cards which one to remove.

    Face-up and face-down cards count. Cards that the lost admiral added are removed first.
    """
    squadron = state.squadrons[step.squadron]
    beside = (squadron.face_up, squadron.laid_on, squadron.face_down)
    held = len(squadron.hand) + sum(bool(card) for card in beside)
    if held <= HAND_LIMIT or not squadron.hand:
        return ()
    cards = book().cards
    brought = [card for card in squadron.hand if cards[card].faction.startswith("admiral:")]
    options = tuple(
        Option(card, f"remove {cards[card].name}", cmd.DropCard(card))
        for card in brought or squadron.hand
    )
    prompt = f"{squadron.name}: remove a card (you hold {held}, {HAND_LIMIT} are allowed)"
    return (Decision(step.squadron, "trim_hand", prompt, options, secret=True),)


@RULES.takes(st.TrimHand)
def drop_card(ledger: Ledger, step: st.TrimHand, seat: str, command: cmd.DropCard) -> None:
    """Remove the chosen card from the hand; it does not come back in this battle."""
    ledger.write(ev.CardDropped(seat, command.card))


@RULES.does(st.ReturnCards)
def return_cards(ledger: Ledger, step: st.ReturnCards) -> None:
    """End the turn: return the face-up cards to the hands, and begin the next turn."""
    turn_over(ledger)
    last = ledger.state.initiative if ledger.state.rules.events else UNSET
    beside = discarded(ledger.state, laid_on=True)
    ledger.write(ev.CardsReturned(discarded(ledger.state), beside or UNSET))
    ledger.write(ev.TurnBegan(ledger.state.turn + 1))
    ledger.write(ev.PhaseBegan("initiative"))
    late = any(ship.awaited for ship in ledger.state.ships.values())
    ledger.finish(*([st.Arrivals()] if late else []), st.RevealCards(last))
