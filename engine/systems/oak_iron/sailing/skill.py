"""What a Skill Test is for, and what follows when it fails (Oak & Iron ch. 4, new terms)."""

from __future__ import annotations

import msgspec

from engine.game.decision import Decision, Option
from engine.kit.ledger import Step
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.dice import LUCK, SKILL_DICE, Purpose, own_luck, rerolls
from engine.systems.oak_iron.effects.hits import effective_fatigue
from engine.systems.oak_iron.machine import RULES, Ledger, count, name_of
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.dice_pool import Pool, pool
from engine.systems.oak_iron.state.sides import seat_of
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import (
    AnyStep,
    BoardingTest,
    BonusStands,
    CardTestStands,
    RazeTest,
    RepairTest,
    RerollOffer,
    SeamanshipAction,
    SquallResult,
)


class Stakes(msgspec.Struct, frozen=True):
    """What is rolled for, in words that follow `for`, and what either result brings."""

    what: str
    failed: str
    passed: str = ""


def stakes(step: AnyStep) -> Stakes | None:  # noqa: PLR0911  (a case each)
    """Return what hangs on a Skill Test whose result this step reads; None for other steps."""
    match step:
        case SeamanshipAction():
            return Stakes("a Seamanship Action", "no action, she sails on", "one of her actions")
        case BoardingTest(target=target):
            return Stakes(
                f"boarding {target}", f"{target} is not boarded", f"she grapples {target}"
            )
        case RepairTest():
            return Stakes("getting off the ground", "she stays aground", "she is afloat again")
        case RazeTest():
            return Stakes("razing the marker", "it is not razed", "it is razed")
        case SquallResult():
            return Stakes("holding her sails in the squall", "she takes in a level of sail")
        case BonusStands(what="rally", card=card):
            return Stakes(f"more rest ({name_of(card)})", "no further Fatigue comes off")
        case BonusStands(card=card):
            return Stakes(f"more repair ({name_of(card)})", "no further damage is mended")
        case CardTestStands(card="raise_the_black"):
            return Stakes(f"courage ({name_of('raise_the_black')})", "she takes 1 Fatigue")
        case CardTestStands(card=card):
            return Stakes(f"heart ({name_of(card)})", "no Fatigue comes off")
    return None


# Skill Tests and re-rolls (Oak & Iron ch. 4, Initiative Phase, new terms; ch. 5, Fortune).


TEST_DICE = 5
"""The dice of a Skill Test before Fatigue and cards."""


def test_pool(state: State, ship: str, purpose: Purpose) -> Pool:
    """Return the dice of a ship's Skill Test: five, less Fatigue, changed by cards, at least 1."""
    tested = state.ships[ship]
    effects = SKILL_DICE.on(state, tested)
    changes = [(change(state, tested, purpose), name_of(source)) for source, change in effects]
    added = [(dice, name) for dice, name in changes if dice > 0]
    taken = [(-dice, name) for dice, name in changes if dice < 0]
    fatigue = effective_fatigue(state, tested, purpose)
    borne = tested.fatigue - fatigue
    return pool(TEST_DICE, "skill test", fatigue, added=added, taken=taken, borne=borne)


# pytest would otherwise collect it where a test module imports it.
test_pool.__test__ = False  # type: ignore[attr-defined]


def roll_test(ledger: Ledger, ship: str, then: Step, purpose: Purpose, fewer: int = 0) -> None:
    """Replace the step on the agenda by a Skill Test; the step `then` reads its result.

    `fewer` dice are rolled by an enemy's card, but at least 1.
    """
    ledger.roll("skill_test", ship, max(test_pool(ledger.state, ship, purpose).dice - fewer, 1))
    ledger.finish(RerollOffer(), then)


def passed(state: State) -> bool:
    """Tell whether the Skill Test on the table is passed as its dice lie now."""
    return state.roll is not None and count(state.roll.faces, "skill_test") > 0


@RULES.asks(RerollOffer)
def reroll_offer(state: State, step: RerollOffer) -> tuple[Decision, ...]:
    """Ask for a re-roll while there is Skill or Fortune to use; not after a passed test."""
    roll = state.roll
    if roll is None or (roll.purpose == "skill_test" and passed(state)):
        return ()
    ship = state.ships[roll.ship]
    options = []
    if len(roll.rerolled) < rerolls(state, ship, roll.purpose):
        options += [
            Option(f"reroll_{place + 1}", f"re-roll die {place + 1}, {face}", cmd.Reroll(place))
            for place, face in enumerate(roll.faces)
            if place not in roll.rerolled
        ]
    fortune = state.squadrons[ship.squadron].fortune
    luck = own_luck(state, ship)
    if (luck or fortune) and not roll.fortune_spent and not state.rules.quick_start:
        left = "her captain's own" if luck else f"{fortune} left"
        label = f"re-roll all for a Fortune Point, {left}"
        options.append(Option("fortune", label, cmd.SpendFortune(), spends=True))
    if not options:
        return ()
    hangs = stakes(state.agenda[-2]) if roll.purpose == "skill_test" else None
    stand = f"let it stand: {hangs.failed}" if hangs else "let the roll stand"
    options.append(Option("stand", stand, cmd.Pass()))
    lie = " ".join(roll.faces)
    prompt = f"{ship.id} rolled {lie}: re-roll?"
    if hangs:
        wanted = " or ".join(book().dice.counts["skill_test"])
        prompt = f"{ship.id} rolled {lie} for {hangs.what}, needs one {wanted}: re-roll?"
    return (Decision(seat_of(state, ship.id), "reroll", prompt, tuple(options), ship=ship.id),)


@RULES.takes(RerollOffer)
def take_reroll(ledger: Ledger, step: RerollOffer, seat: str, command: cmd.AnyCommand) -> None:
    """Re-roll a die or all of them, or let the roll stand."""
    roll = ledger.state.roll
    assert roll is not None
    if isinstance(command, cmd.Reroll):
        ledger.reroll("skill", roll.ship, (command.die,))
    elif isinstance(command, cmd.SpendFortune):
        ship = ledger.state.ships[roll.ship]
        every = range(len(roll.faces))
        if own_luck(ledger.state, ship):
            ledger.write(ev.EffectUsed(ship.id, LUCK, LUCK))
            ledger.reroll("fortune", ship.id, every)
        else:
            ledger.reroll("fortune", ship.id, every, ship.squadron)
    else:
        let_stand(ledger, step)


@RULES.does(RerollOffer)
def let_stand(ledger: Ledger, step: RerollOffer) -> None:
    """Let the roll stand; the result of a Skill Test is written."""
    roll = ledger.state.roll
    if roll is not None and roll.purpose == "skill_test":
        ledger.write(ev.TestResolved(roll.ship, roll.purpose, passed(ledger.state)))
    ledger.finish()
