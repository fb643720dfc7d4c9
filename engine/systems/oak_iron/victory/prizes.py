"""The End Phase, step 1 (Oak & Iron ch. 4): capturing and destroying Shaken ships.

Two Shaken ships that are Entangled move apart.
"""

from __future__ import annotations

from engine.game.decision import Closed, Decision, Option
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.sailing.course import NEGLIGIBLE, move_away, sound
from engine.systems.oak_iron.sailing.grapple import part
from engine.systems.oak_iron.sailing.seamanship import cut_free
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.sides import first_side
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import PartShaken, Prizes


def prizes(state: State, squadron: str) -> tuple[tuple[str, str], ...]:
    """Return (victor, victim) pairs: a fit ship of a squadron and a Shaken enemy that it holds."""
    found = []
    for first, second in state.entangled:
        for victor, victim in ((first, second), (second, first)):
            if _may_take(state, squadron, victor, victim):
                found.append((victor, victim))
    return tuple(sorted(found))


def _may_take(state: State, squadron: str, victor: str, victim: str) -> bool:
    """Tell whether one ship of a pair that is Entangled may capture or destroy the other."""
    taker, prey = state.ships[victor], state.ships[victim]
    if taker.squadron != squadron or taker.shaken or taker.captured_by:
        return False
    if not prey.shaken or prey.captured_by or not state.opposed(victor, victim):
        return False
    return not (prey.out_of_action and _neutral(state, victim))


def _neutral(state: State, wreck: str) -> bool:
    """Tell whether a wreck is Entangled with ships of both sides: nobody may take it (FAQ)."""
    own = state.side_of(wreck)
    holders = {state.side_of(ship) for ship in state.holds(wreck) if state.ships[ship].fights}
    return own in holders and len(holders) > 1


@RULES.asks(Prizes)
def prize_choice(state: State, step: Prizes) -> tuple[Decision, ...]:
    """Ask a squadron which of the Shaken ships that it holds to capture or destroy."""
    options: list[Option] = []
    for victor, victim in prizes(state, step.side):
        capture, destroy = cmd.Capture(victim, victor), cmd.Destroy(victim, victor)
        options.append(
            Option(
                id=f"capture_{victim}_by_{victor}",
                label=f"{victor} captures {victim}",
                command=capture,
                dial="",
                area="",
                subject=victim,
            )
        )
        options.append(
            Option(
                id=f"destroy_{victim}_by_{victor}",
                label=f"{victor} destroys {victim}",
                command=destroy,
                dial="",
                area="",
                subject=victim,
            )
        )
    if not options:
        return ()
    options.append(Option("leave", "leave them", cmd.Pass(), ends=True))
    seat = step.side
    prompt = f"{state.squadrons[seat].name}: capture or destroy the shaken ships alongside?"
    return (Decision(seat, "prizes", prompt, tuple(options), closed=_spared(state, step.side)),)


def _spared(state: State, squadron: str) -> tuple[Closed, ...]:
    """Say which wrecks a squadron may not take though its ships hold them."""
    held = {
        prey
        for pair in state.entangled
        for victor, prey in (pair, pair[::-1])
        if state.ships[victor].squadron == squadron
        and state.opposed(victor, prey)
        and state.ships[prey].out_of_action
        and _neutral(state, prey)
    }
    return tuple(
        Closed(f"take {prey}", "a wreck that ships of both sides hold is neutral")
        for prey in sorted(held)
    )


@RULES.takes(Prizes)
def take_prize(ledger: Ledger, step: Prizes, seat: str, command: cmd.AnyCommand) -> None:
    """Capture or destroy a ship and ask again, or leave the rest.

    The victor of a destroyed ship cuts free of her; where she cannot, the wreck is removed.
    """
    match command:
        case cmd.Capture(ship=ship, by=victor):
            ledger.write(ev.ShipCaptured(ship, ledger.state.ships[victor].squadron))
        case cmd.Destroy(ship=ship, by=victor):
            ledger.write(ev.ShipDestroyed(ship))
            if cut_free(ledger, victor):
                sound(ledger, victor)
            else:
                ledger.write(ev.ShipRemoved(ship, "destroyed"))
        case _:
            ledger.finish()


@RULES.does(PartShaken)
def part_shaken(ledger: Ledger, step: PartShaken) -> None:
    """Move two Shaken ships that are Entangled a Yard Arm apart, or as far as they can go."""
    ledger.finish()
    ships = ledger.state.ships
    for pair in ledger.state.entangled:
        if all(ships[key].shaken and not ships[key].captured_by for key in pair):
            part(ledger, (pair,))
            _apart(ledger, pair)


def _apart(ledger: Ledger, pair: tuple[str, str]) -> None:
    """Move the ship of the side with the initiative away; the other goes what is left."""
    first = first_side(ledger.state)
    order = sorted(pair, key=lambda ship: (ledger.state.side_of(ship) != first, ship))
    left = book().measures.yard_arm
    for ship, other in (order, order[::-1]):
        stuck = ledger.state.ships[ship].aground or ledger.state.holds(ship)
        if left > NEGLIGIBLE and not stuck:
            left -= move_away(ledger, ship, (other,), left)
            sound(ledger, ship)
