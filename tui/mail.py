"""Battles by mail: the desk where a player keeps his side of them.

Each has two files in `mail/` beside the battles, `ID.desk` for his eyes only and `ID.battle`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine import correspondence as post
from engine import fair, letters
from engine.battle import Battle
from engine.correspondence import Desk
from engine.errors import FileFault, Refused
from engine.game import home
from engine.letters import Letter
from tui import durable
from tui.begin import fresh_secret
from tui.saves import saves_folder

ENDING = ".mail"
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Desk).decode


def mail_folder(saves: str | Path | None) -> Path:
    """Return where battles by mail are kept."""
    return saves_folder(saves) / "mail"


def found(
    scenario: str, me: str, other: str, second: bool, word: str, options: Mapping[str, Any]
) -> Desk:
    """Return the desk of a new battle, with a secret pledged for its dice.

    `me` plays the first side, or the `second`. `Refused` and `SetUpFault` as for any battle.
    """
    if me == other:
        raise Refused("a battle by mail is between two players of different names")
    game = home(scenario)
    seats = game.seats(game.set_up(scenario, options))
    first = seats[0].side or seats[0].key
    mine = {seat.key for seat in seats if ((seat.side or seat.key) == first) != second}
    secret = fresh_secret()
    letter = Letter(
        letter=letters.MARK,
        format=letters.FORMAT,
        number=0,
        id=f"{scenario}-{secrets.token_hex(4)}",
        game=game.name,
        rules=game.rules_version,
        scenario=scenario,
        options=dict(options),
        players={seat.key: me if seat.key in mine else other for seat in seats},
        pledge=fair.pledge(secret),
        words={me: word or secrets.token_hex(8)},
    )
    return Desk(me=me, held=letter, secret=secret)


def answered(letter: Letter, word: str) -> Desk:
    """Return the desk of who got a first letter, with his own word for the dice."""
    waiting = sorted(set(letter.players.values()) - set(letter.words))
    if len(waiting) != 1:
        raise Refused("this letter is not a first one, and its battle is not known here")
    words = {**letter.words, waiting[0]: word or secrets.token_hex(8)}
    return Desk(me=waiting[0], held=msgspec.structs.replace(letter, words=words))


def load(folder: Path, name: str) -> Desk | None:
    """Return the desk of a battle, None when there is none; `FileFault` for a damaged one."""
    path = desk_path(folder, name)
    try:
        return _decode(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileFault(f"{path} cannot be read: {(error.strerror or '').lower()}") from None
    except (msgspec.DecodeError, UnicodeError):
        raise FileFault(f"{path} is damaged") from None


def store(folder: Path, desk: Desk) -> None:
    """Keep a desk, and return when it is on disk."""
    durable.write(desk_path(folder, desk.held.id), _encode(desk))


def desk_path(folder: Path, name: str) -> Path:
    """Return where a desk stands; `Refused` for what is no battle's name."""
    if not name.replace("-", "").replace("_", "").isalnum():
        raise Refused(f"'{name}' is no name of a battle by mail")
    return folder / f"{name}.desk"


def open_battle(folder: Path, desk: Desk) -> Battle | None:
    """Return the battle as far as it is known, in its file; None before its dice are agreed."""
    path = folder / f"{desk.held.id}.battle"
    if path.exists():
        battle = Battle.open(path, secret=post.agreed(desk))
        if _agrees(desk, battle):
            post.play_known(desk, battle)
            return battle
        battle.close()
        path.unlink()  # it can always be made again from the letter
    return post.begin(desk, path)


def _agrees(desk: Desk, battle: Battle) -> bool:
    """Tell whether the file tells what the letter tells, as far as it goes."""
    choices = desk.held.choices
    return battle.position <= len(choices) and all(
        record.seat == choice.seat for record, choice in zip(battle.entries, choices, strict=False)
    )


def remark(desk: Desk, battle: Battle | None) -> str:
    """Return what a reader of the letter is told by its first lines."""
    held = desk.held
    other = next(name for name in held.players.values() if name != desk.me)
    stands = "its dice are being agreed"
    if battle:
        status = battle.game.status(battle.view(""))
        stands = f"{status.turn.lower()}, {status.phase.lower()}"
    return (
        f"Weather Gage, by mail: {held.scenario}, {desk.me} and {other}, {stands}.\n"
        f"{other}: save this as a file and say  weathergage mail open FILE"
    )
