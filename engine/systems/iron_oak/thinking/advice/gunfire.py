"""Why a unit fires at a target: Hits, what the target is worth, whether it is nearly done for."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.counting import counted
from engine.game.advice import Reason
from engine.systems.iron_oak.fleet.hulls import card, name, original_hits, value
from engine.systems.iron_oak.gunnery.drms import gunnery_drms
from engine.systems.iron_oak.state.commands import Aim
from engine.systems.iron_oak.state.state import Ship, State, Unit
from engine.systems.iron_oak.thinking.aims import weight, weights
from engine.systems.iron_oak.thinking.fire_worth import mean_hits, price

LINE = 0.25
"""Worth of the next line of the maneuver chart, as a share of a ship's points."""


def aim_reasons(view: State, firer_id: str, aim: Aim) -> tuple[Reason, ...]:
    """Return what speaks for a shot; nothing for holding fire."""
    if not aim.target:
        return (Reason("hold", "no smoke, no gunfire to be seen", 0.5),)
    firer, target = view.unit(firer_id), view.unit(aim.target)
    drm = sum(gunnery_drms(view, firer, target).values())
    hits = mean_hits(view, firer, target, drm, aim.plunging)
    plain = hits * price(target)
    found = [Reason("hits", f"{hits:.1f} Hits on average ({drm:+d})", plain)]
    much = weight(view, firer.control, target)
    if much > 1:
        words = f"what becomes of {name(target)} decides the battle"
        found.append(Reason("aim", words, (much - 1) * plain))
    # Where the loss of some decides the battle, to finish another brings little.
    share = much / max((1.0, *weights(view, firer.control).values()))
    nearly = _nearly(target, hits)
    return (*found, *(Reason(each.term, each.words, share * each.worth) for each in nearly))


def _nearly(target: Unit, hits: float) -> Iterator[Reason]:
    """Yield what the next step of damage is worth, the likelier the fewer Hits are missing."""
    left = original_hits(target) - target.hits
    if left > 0:
        words = f"{counted(left, 'Hit')} more and it is over with {name(target)}"
        share = min(1.0, hits / left)
        if share > 0.5:
            yield Reason("finish", words, share * value(target) / 2)
            return
    if isinstance(target, Ship):
        lines = (line.min_hits - target.hits for line in card(target).maneuver)
        missing = min((each for each in lines if each > 0), default=0)
        if missing and hits / missing > 0.5:
            words = f"{counted(missing, 'Hit')} more and she handles worse"
            yield Reason("line", words, min(1.0, hits / missing) * LINE * value(target))
