"""Strike points (a side with more than it has ships withdraws), and captures in the End Phase
(Oak & Iron ch. 4).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.game.decision import Closed, Decision, Option
from engine.kit.ledger import put_ship
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.turn import loss, more_borne, shame
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.sailing.course import NEGLIGIBLE, move_away, sound
from engine.systems.oak_iron.sailing.grapple import part
from engine.systems.oak_iron.sailing.seamanship import cut_free
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import first_side, squadrons_of, summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import PartShaken, Prizes
from engine.systems.oak_iron.victory import objectives

# The parts of the strike points against a squadron, and which losses would make its side withdraw.


def entries(state: State, squadron: str) -> tuple[str, ...]:
    """Return what a squadron's strike points are for, as texts such as `A2 captured 2`; () for
    none.
    """
    found = [
        f"{ship.id} {_fate(ship)} {points}"
        for ship in state.own_ships(squadron)
        if (points := worth(state, ship))
    ]
    if points := shame(state, squadron):
        found.append(f"cards {points}")
    if points := objectives.points(state, squadron):
        found.append(f"objective {points}")
    return tuple(found)


def _fate(ship: Ship) -> str:
    if ship.captured_by:
        return "captured"
    if ship.lost:
        return "lost"
    return "out of action" if ship.out_of_action else "crippled"


def one_step_from(state: State, squadron: str) -> tuple[str, ...]:
    """Return each single loss that would make a squadron's side withdraw, such as `A1 crippled`.

    () if the side withdraws already, or needs more than one loss. If it is enough to cripple a
    ship, her loss is not listed too.
    """
    if strikes(state, squadron):
        return ()
    cripples, losses = set(by_a_cripple(state, squadron)), set(by_a_loss(state, squadron))
    return tuple(
        f"{ship.id} {'crippled' if ship.id in cripples else 'lost'}"
        for ship in state.own_ships(squadron)
        if ship.id in cripples | losses
    )


def by_a_cripple(state: State, squadron: str) -> Iterator[str]:
    """Yield the squadron's ships that, if crippled, would make its side withdraw."""
    rest = _rest_of_side(state, squadron)
    for ship in state.own_ships(squadron):
        sound = not ship.crippled and not ship.captured_by and ship.afloat
        if sound and _strikes_with(put_ship(state, crippled(ship)), squadron, rest):
            yield ship.id


def by_a_loss(state: State, squadron: str) -> Iterator[str]:
    """Yield the squadron's ships that, if put Out of Action, would make its side withdraw."""
    rest = _rest_of_side(state, squadron)
    for ship in state.own_ships(squadron):
        if ship.fights and _strikes_with(put_ship(state, wrecked(ship)), squadron, rest):
            yield ship.id


def _rest_of_side(state: State, squadron: str) -> int:
    """Return how many more strike points the other squadrons of the side can have, without
    withdrawing.

    Damage to this squadron's own ships does not change it: points and limits of a squadron depend
    on its original ships, and on its prizes while they are afloat.
    """
    side = state.squadrons[squadron].side
    others = [key for key in squadrons_of(state, side) if key != squadron]
    return sum(borne(state, key) - points(state, key) for key in others)


def _strikes_with(state: State, squadron: str, rest: int) -> bool:
    """Tell whether a squadron's side withdraws in this state.

    `rest` is how many more strike points its other squadrons can have.
    """
    return points(state, squadron) > borne(state, squadron) + rest


def strikes(state: State, squadron: str) -> bool:
    """Tell whether a squadron's side has so many strike points that it withdraws.

    Oak & Iron ch. 4, End Phase.
    """
    side = state.squadrons[squadron].side
    return summed(points, state, side) > summed(borne, state, side)


def crippled(ship: Ship) -> Ship:
    """Return a ship as if she were Crippled."""
    return replace(ship, damage=ship.damage_boxes)


def wrecked(ship: Ship) -> Ship:
    """Return a ship as if she were Out of Action."""
    return replace(ship, damage=ship.damage_boxes, fatigue=ship.fatigue_boxes)


# Strike points against ships: when a squadron withdraws (Oak & Iron ch. 4, End Phase).


def worth(state: State, ship: Ship) -> int:
    """Return how many strike points a ship gives against her own squadron.

    1 while she is Crippled; 2 after she is sunk, captured or Out of Action; under the rule
    `flagship_points`, 3 for a flagship in the turn of her loss. A ship that sailed off the table
    gives none. Cards may add points for a lost or captured ship.
    """
    if ship.lost == "left":
        return 0
    if ship.lost or ship.captured_by or ship.out_of_action:
        squadron = state.squadrons[ship.squadron]
        if not state.rules.flagship_points or squadron.flagship != ship.id:
            fresh_flagship = False
        else:
            fresh_flagship = squadron.flagship_lost_turn in (0, state.turn)
        return (3 if fresh_flagship else 2) + loss(state, ship)
    return 1 if ship.crippled else 0


def points(state: State, squadron: str) -> int:
    """Return the strike points against a squadron now (Oak & Iron ch. 4, Strike Points).

    They come from its ships, from cards, and from the objective.
    """
    return (
        sum(worth(state, ship) for ship in state.own_ships(squadron))
        + shame(state, squadron)
        + objectives.points(state, squadron)
    )


def counts(ship: Ship, squadron: str) -> bool:
    """Tell whether a ship counts as one of a squadron's ships when strike points are compared.

    The squadron's own ship counts while she is on the table or may still arrive, and is not Out of
    Action, Captured or Aground. A captured enemy counts while she is on the table.
    """
    if ship.captured_by:
        return ship.captured_by == squadron and ship.afloat
    if ship.squadron != squadron:  # most ships of a fleet are decided here
        return False
    there = ship.afloat or ship.awaited
    return there and not ship.out_of_action and not ship.aground


def total(state: State, squadron: str) -> int:
    """Return how many ships a squadron has, for comparison with its strike points.

    Oak & Iron ch. 4, End Phase.
    """
    return sum(counts(ship, squadron) for ship in state.ships.values())


def borne(state: State, squadron: str) -> int:
    """Return the most strike points that a squadron can have without withdrawing."""
    return total(state, squadron) + more_borne(state, squadron)


# The reason of a battle's end in a few words, the same words for the same kind of ending.


_WHAT = (  # a key phrase in the sentence, and the short form; the first match counts
    (" withdraws", "withdrawal"),
    ("both sides withdraw", "both withdraw"),
    ("no ship", "no ship left"),
    ("dignitary is ashore", "dignitary ashore"),
    ("dignitary has got away", "dignitary away"),
    ("is over", "last turn"),
)
_THEN = (
    ("fewer strike points", "fewer points"),
    ("the defender wins", "tie, defender wins"),
    ("a draw", "a draw"),
)


def ending(state: State) -> str:
    """Return why a battle ended, in a few words like 'last turn: fewer points'; '' if it has not.

    A battle file keeps only a sentence about its end, so the reason is found in that sentence.
    """
    if state.outcome is None:
        return ""
    reason = state.outcome.reason
    # Players choose the names of squadrons, so a name may contain any of the key phrases.
    names = {name for each in state.squadrons.values() for name in (each.name, each.fleet)}
    for name in sorted(filter(None, names), key=len, reverse=True):
        reason = reason.replace(name, "")
    what = next((words for sign, words in _WHAT if sign in reason), reason)
    then = next((words for sign, words in _THEN if sign in reason), "")
    return f"{what}: {then}" if then else what


# The End Phase, step 1 (Oak & Iron ch. 4): capturing and destroying Shaken ships.
#
# Two Shaken ships that are Entangled move apart.


def prizes(state: State, squadron: str) -> tuple[tuple[str, str], ...]:
    """Return pairs (ship of the squadron, Shaken enemy) of Entangled ships: enemies it may take.

    The squadron's ship must be neither Shaken nor captured.
    """
    found = []
    for first, second in state.entangled:
        for victor, victim in ((first, second), (second, first)):
            taker, prey = state.ships[victor], state.ships[victim]
            fit = taker.squadron == squadron and not taker.shaken and not taker.captured_by
            held = prey.shaken and not prey.captured_by and state.opposed(victor, victim)
            if fit and held and not (prey.out_of_action and _neutral(state, victim)):
                found.append((victor, victim))
    return tuple(sorted(found))


def _neutral(state: State, wreck: str) -> bool:
    """Tell whether a wreck is Entangled with ships of both sides, so that neither may take it
    (FAQ).
    """
    own = state.side_of(wreck)
    holders = {state.side_of(ship) for ship in state.holds(wreck) if state.ships[ship].fights}
    return own in holders and len(holders) > 1


@RULES.asks(Prizes)
def prize_choice(state: State, step: Prizes) -> tuple[Decision, ...]:
    """Ask a squadron which of the Shaken enemies Entangled with its ships to capture or destroy."""
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
    held = {
        prey
        for pair in state.entangled
        for victor, prey in (pair, pair[::-1])
        if state.ships[victor].squadron == step.side
        and state.opposed(victor, prey)
        and state.ships[prey].out_of_action
        and _neutral(state, prey)
    }
    spared = tuple(
        Closed(f"take {prey}", "a wreck that ships of both sides hold is neutral")
        for prey in sorted(held)
    )
    return (Decision(seat, "prizes", prompt, tuple(options), closed=spared),)


@RULES.takes(Prizes)
def take_prize(ledger: Ledger, step: Prizes, seat: str, command: cmd.AnyCommand) -> None:
    """Capture or destroy the chosen ship and ask again, or leave the remaining ones.

    After a ship is destroyed, the victor cuts herself free of the wreck; if she cannot, the wreck
    is removed.
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
    """Move Shaken ships that are Entangled with each other a Yard Arm apart, or as far as they
    can go.
    """
    ledger.finish()
    ships = ledger.state.ships
    for pair in ledger.state.entangled:
        if all(ships[key].shaken and not ships[key].captured_by for key in pair):
            part(ledger, (pair,))
            # First the ship of the side with the initiative moves a Yard Arm; if she is stopped,
            # the other ship moves the distance that is missing.
            first = first_side(ledger.state)
            order = sorted(pair, key=lambda ship: (ledger.state.side_of(ship) != first, ship))
            left = book().measures.yard_arm
            for ship, other in (order, order[::-1]):
                stuck = ledger.state.ships[ship].aground or ledger.state.holds(ship)
                if left > NEGLIGIBLE and not stuck:
                    left -= move_away(ledger, ship, (other,), left)
                    sound(ledger, ship)
