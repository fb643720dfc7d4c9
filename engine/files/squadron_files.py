"""Squadron files: the player's own, those that came with the game, and their use in set-ups."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.base import files
from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.text import clean
from engine.building import Draft
from engine.files.saves import unused_path
from engine.game.game import Game
from engine.game.parts.building import Verdict
from engine.game.position import PASTED, named_table, nearest, read_toml
from engine.kernel.registry import system, systems

# The files: how they are listed, copied, renamed and discarded.


ENDING = ".toml"
LONGEST_TEXT = 8000
"""The maximum number of characters in a pasted squadron. A terminal accepts a little more."""
LONGEST = 60
"""At most this many characters of a squadron's name are used in the name of its file."""


class SquadronFile(NamedTuple):
    """A squadron file: its draft and verdict, or the reason why it cannot be read."""

    path: Path
    ready: bool
    """Whether the squadron came with the game and must not be changed."""
    draft: Draft | None
    verdict: Verdict
    fault: str = ""
    text: str = ""
    """The text of a squadron that was pasted and has no file; else ''."""

    @property
    def title(self) -> str:
        """The squadron's name, or the name of its file."""
        return (self.draft.name if self.draft else "") or self.path.stem

    @property
    def kind(self) -> str:
        """The word for what the file contains: squadron, or the game's own word."""
        return system(self.draft.game).building.kind if self.draft else "squadron"

    @property
    def points(self) -> str:
        """The squadron's points and their limit, as `47/50`."""
        return points_of(self.verdict)


def points_of(verdict: Verdict) -> str:
    """Return a squadron's points and their limit, as `47/50`."""
    limit = "" if verdict.limit is None else f"/{verdict.limit}"
    return f"{verdict.points}{limit}"


def games_with_catalogue() -> list[Game[Any, Any, Any]]:
    """Return the game systems with squadrons to build, then the systems with whole battles to
    design.
    """
    games = [game for game in map(system, systems()) if game.building.catalogue({}).head]
    return sorted(games, key=lambda game: game.building.whole_battle)


def parse_pasted(text: str) -> SquadronFile:
    """Return the squadron in a pasted text.

    Terminals paste line ends as carriage returns, which are accepted. Control characters are
    removed. Raises `FileFault` when the text is too long or not a squadron file, `Refused` when its
    game is unknown.
    """
    if len(text) > LONGEST_TEXT:
        raise FileFault(f"{PASTED} is too long: a squadron has at most {LONGEST_TEXT} characters")
    whole = "\n".join(map(clean, re.split(r"\r\n?|\n", text))) + "\n"
    table = named_table(whole)
    game = system(str(table.get("game", "")))
    verdict = game.building.check(table)
    return SquadronFile(Path(), False, Draft.read(table), verdict, text=whole)


def list_squadrons(folder: Path | None) -> list[SquadronFile]:
    """Return the player's squadrons in `folder`, then those of the game, each sorted by title."""
    own = [_kept(path, ready=False) for path in folder.glob(f"*{ENDING}")] if folder else []
    came = [
        _kept(path, ready=True)
        for game in games_with_catalogue()
        for path in game.building.ready().values()
    ]
    return [*sorted(own, key=_by_title), *sorted(came, key=_by_title)]


def resolve_squadron(name: str, folder: Path) -> str:
    """Return the path of the squadron that `name` means, or the id of a shipped one.

    A path is returned unchanged. Otherwise `name` is the name of a file or of a squadron; the
    player's own squadrons in `folder` take precedence over the game's. Raises `FileFault` when no
    squadron has that name.
    """
    if Path(name).is_file() or "/" in name:
        return name
    kept = list_squadrons(folder)
    for known in (_stems(kept), _titles(kept)):
        if name in known:
            one = known[name]
            return one.path.stem if one.ready else str(one.path)
    names = [*_stems(kept), *_titles(kept)]
    hint = nearest(name, names)
    raise FileFault(f"{name} is neither a squadron file nor the name of a squadron{hint}")


def game_of(name: str) -> Game[Any, Any, Any]:
    """Return the game system that a squadron file or a shipped squadron belongs to.

    Raises `FileFault` for a file that cannot be read, `Refused` for an unknown system.
    """
    for game in games_with_catalogue():
        if name in game.building.ready():
            return game
    return system(str(read_toml(Path(name)).get("game", "")))


def save(draft: Draft, folder: Path, path: Path | None = None) -> Path:
    """Write a squadron to its file, or to a new file named after the squadron; return the path.

    Raises `FileFault` when the file cannot be written; the file is then unchanged.
    """
    path = path or free_path(folder, draft.name)
    files.write(path, draft.to_toml().encode(), private=False)
    return path


def free_path(folder: Path, name: str) -> Path:
    """Return a free path for a squadron, such as `jamaica_station.toml`, with a number if that is
    taken.
    """
    stem = re.sub(r"\W+", "_", name.lower())[:LONGEST].strip("_") or "squadron"
    return unused_path(folder / f"{stem}{ENDING}", "_")


def copy(kept: SquadronFile, folder: Path) -> Path:
    """Write a copy of a squadron as the player's own; return its path."""
    draft = _draft(kept)
    return save(draft.with_value("name", f"{kept.title} copy"), folder)


def rename(kept: SquadronFile, name: str) -> Path:
    """Rename the player's own squadron, and its file; return the new path."""
    draft = _draft(_own(kept))
    path = save(draft.with_value("name", name), kept.path.parent)
    try:
        kept.path.unlink(missing_ok=True)
    except OSError as error:
        raise _fault(kept.path, "removed", error) from None
    return path


def discard(kept: SquadronFile) -> Path:
    """Move the player's own squadron to the bin of its folder; return its path there."""
    folder = _own(kept).path.parent / "bin"
    place = free_path(folder, kept.path.stem)
    try:
        folder.mkdir(exist_ok=True)
        os.replace(kept.path, place)
    except OSError as error:
        raise _fault(kept.path, "moved", error) from None
    return place


def _fault(path: Path, done: str, error: OSError) -> FileFault:
    return FileFault(f"{path} cannot be {done}: {(error.strerror or 'error').lower()}")


def _own(kept: SquadronFile) -> SquadronFile:
    if kept.ready:
        raise Refused(f"this {kept.kind} came with the game and stays; copy it to change it")
    return kept


def _draft(kept: SquadronFile) -> Draft:
    if kept.draft is None:
        raise FileFault(kept.fault)
    return kept.draft


def _kept(path: Path, ready: bool) -> SquadronFile:
    try:
        table = read_toml(path)
        game = system(str(table.get("game", "")))
    except WeatherGageError as error:
        return SquadronFile(path, ready, None, Verdict(), str(error))
    return SquadronFile(path, ready, Draft.read(table), game.building.check(table))


def _stems(kept: list[SquadronFile]) -> dict[str, SquadronFile]:
    """Return {name of the file without its ending: squadron}.

    Where two have the same name, the player's own squadron is in the result.
    """
    return {each.path.stem: each for each in reversed(kept)}


def _titles(kept: list[SquadronFile]) -> dict[str, SquadronFile]:
    return {each.title: each for each in reversed(kept)}


def _by_title(kept: SquadronFile) -> tuple[str, str]:
    return kept.title.lower(), kept.path.stem


# The squadrons that a scenario accepts, and the squadrons of seats that have not chosen one.


def option_name(kept: SquadronFile) -> str:
    """Return the text that names a squadron in the options of a set-up.

    It is the id of a squadron shipped with the game, the path of a file, or the whole text of a
    pasted squadron.
    """
    return kept.text or (kept.path.stem if kept.ready else str(kept.path))


def playable_squadrons(
    game: Game[Any, Any, Any],
    scenario: str,
    seats: int,
    folder: Path | None,
    pasted: Sequence[SquadronFile] = (),
) -> list[SquadronFile]:
    """Return the legal squadrons that a scenario accepts, the player's own first.

    `pasted` squadrons count as the player's own, and come before those in files. If `folder` is
    None, only pasted ones are the player's own.
    """
    legal = (
        kept
        for kept in (*pasted, *list_squadrons(folder))
        if kept.draft and kept.draft.game == game.name and kept.verdict.legal
    )
    return [kept for kept in legal if _takes(game, scenario, [option_name(kept)] * seats)]


def squadron_options(  # noqa: PLR0913 - what squadrons are mustered from
    seats: Sequence[str],
    chosen: Mapping[str, str],
    fit: Sequence[SquadronFile],
    seed: int,
    whole: bool = False,
    makes: bool = False,
) -> dict[str, Any]:
    """Return the options of a set-up with a squadron for each seat (place of a player).

    `chosen` is {seat: squadron}. A seat without a choice gets a squadron with the same limit of
    points, picked by the seed, preferably one shipped with the game. If nothing is chosen, the
    options are empty, and the game picks the squadrons itself. If a file holds the `whole` battle,
    the first choice is for all seats; if the game `makes` squadrons itself, it picks those of seats
    without a choice.
    """
    first = next((chosen[seat] for seat in seats if seat in chosen), "")
    if not first:
        return {}
    if whole:
        return {"squadrons": [first]}
    if makes:
        return {"squadrons": [chosen.get(seat, "") for seat in seats]}
    limit = next(kept.verdict.limit for kept in fit if option_name(kept) == first)
    alike = sorted(
        (kept for kept in fit if kept.verdict.limit == limit), key=lambda kept: not kept.ready
    )
    ready = [option_name(kept) for kept in alike if kept.ready == alike[0].ready]
    drawn = (ready[(seed + number) % len(ready)] for number in range(len(seats)))
    return {"squadrons": [chosen.get(seat) or next(drawn) for seat in seats]}


def scenario_for(kept: SquadronFile, game: Game[Any, Any, Any]) -> str:
    """Return the first scenario that a squadron can play in and that has two seats; '' for none."""
    return next(
        (each for each in game.scenarios() if _takes(game, each, [option_name(kept)] * 2)), ""
    )


def _takes(game: Game[Any, Any, Any], scenario: str, squadrons: Sequence[str]) -> bool:
    try:
        game.set_up(scenario, {"squadrons": list(squadrons)})
    except WeatherGageError:
        return False
    return True
