"""The squadrons that a scenario accepts, and those for seats that have chosen none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.base.errors import WeatherGageError
from engine.files.squadron_files import KeptSquadron, found
from engine.game.game import Game


def named(kept: KeptSquadron) -> str:
    """Return the name of a squadron in the options of a set-up.

    The name is the id of a squadron shipped with the game, the path of a file, or the whole text of
    a pasted squadron.
    """
    return kept.text or (kept.path.stem if kept.ready else str(kept.path))


def fitting(
    game: Game[Any, Any, Any],
    scenario: str,
    seats: int,
    folder: Path | None,
    pasted: Sequence[KeptSquadron] = (),
) -> list[KeptSquadron]:
    """Return the legal squadrons that a scenario accepts, the player's own first.

    `pasted` squadrons are the player's as well, and come before the ones in files. Without a
    `folder` there are no files.
    """
    legal = (
        kept
        for kept in (*pasted, *found(folder))
        if kept.draft and kept.draft.game == game.name and kept.verdict.legal
    )
    return [kept for kept in legal if _takes(game, scenario, [named(kept)] * seats)]


def mustered(  # noqa: PLR0913 - what squadrons are mustered from
    seats: Sequence[str],
    chosen: Mapping[str, str],
    fit: Sequence[KeptSquadron],
    seed: int,
    whole: bool = False,
    makes: bool = False,
) -> dict[str, Any]:
    """Return the options of a set-up with a squadron for each seat.

    A seat without a choice gets a squadron with the same limit of points, picked by the seed,
    preferably one shipped with the game. Without any choice the options are empty: the game draws
    the squadrons itself. If one file holds the `whole` battle, the first choice is for all seats;
    if the game `makes` squadrons itself, seats without a choice are left to the game.
    """
    first = next((chosen[seat] for seat in seats if seat in chosen), "")
    if not first:
        return {}
    if whole:
        return {"squadrons": [first]}
    if makes:
        return {"squadrons": [chosen.get(seat, "") for seat in seats]}
    limit = next(kept.verdict.limit for kept in fit if named(kept) == first)
    alike = sorted((kept for kept in fit if kept.verdict.limit == limit), key=_own)
    ready = [named(kept) for kept in alike if kept.ready == alike[0].ready]
    drawn = (ready[(seed + number) % len(ready)] for number in range(len(seats)))
    return {"squadrons": [chosen.get(seat) or next(drawn) for seat in seats]}


def scenario_for(kept: KeptSquadron, game: Game[Any, Any, Any]) -> str:
    """Return the first scenario in which a squadron fits two seats; '' when there is none."""
    return next((each for each in game.scenarios() if _takes(game, each, [named(kept)] * 2)), "")


def _own(kept: KeptSquadron) -> bool:
    return not kept.ready


def _takes(game: Game[Any, Any, Any], scenario: str, squadrons: Sequence[str]) -> bool:
    try:
        game.set_up(scenario, {"squadrons": list(squadrons)})
    except WeatherGageError:
        return False
    return True
