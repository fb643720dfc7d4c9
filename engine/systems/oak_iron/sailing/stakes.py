"""What a Skill Test is for, and what follows when it fails (Oak & Iron ch. 4, new terms)."""

from __future__ import annotations

import msgspec

from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.state.steps import (
    AnyStep,
    BoardingTest,
    BonusStands,
    CardTestStands,
    RazeTest,
    RepairTest,
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
