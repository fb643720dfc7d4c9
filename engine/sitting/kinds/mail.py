"""Battles by mail as a kind of sitting: how one is founded or joined, opened, and played.

A desk (`engine.post.slips.Desk`) is a player's private record of a battle by mail.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import Any
from unicodedata import normalize

import msgspec

from engine.base.errors import FileFault, Refused, SetUpFault
from engine.base.text import clean
from engine.files import desks
from engine.files import desks as stored
from engine.files.desks import battle_path
from engine.files.saves import random_secret
from engine.game.game import Game, Given, Seat, titled
from engine.game.question import Question
from engine.kernel import fair
from engine.kernel.battle import Battle
from engine.kernel.registry import game_with_scenario, system
from engine.post import checking, letters, slips
from engine.post import correspondence as post
from engine.post import slips as signing
from engine.post import strict as strictly
from engine.post.correspondence import Desk
from engine.post.letters import Letter, Slip
from engine.sitting.battle_log import winners
from engine.sitting.kinds.kind import Ask, Done, Kind, Sitting
from engine.sitting.seats import OwnTable

# Desks: a new desk founds a battle by mail or answers a first letter; then its battle is opened.


WIDTH = 70
"""The width, in columns, of the remark above a letter."""


def new_desk(  # noqa: PLR0913 - what a letter says of a new battle, called once
    scenario: str,
    me: str,
    other: str,
    second: bool,
    word: str,
    squadrons: Sequence[str],
    switches: Mapping[str, Any] | None = None,
    strict: bool = False,
) -> Desk:
    """Return the desk of a new battle, with a commitment to a secret for its dice.

    The player `me` has the first side, or with `second` the other side. `squadrons` are names of
    shipped squadrons; `switches` are other options of the set-up. Raises `Refused` and `SetUpFault`
    as for any new battle.
    """
    game = game_with_scenario(scenario)
    options = {**_options(game, scenario, squadrons), **(switches or {})}
    return new_desk_of_game(game, scenario, (me, other), second, word, options, strict)


def new_desk_of_game(  # noqa: PLR0913 - what a letter says of a new battle
    game: Game[Any, Any, Any],
    scenario: str,
    names: tuple[str, str],
    second: bool,
    word: str,
    options: Mapping[str, Any],
    strict: bool = False,
) -> Desk:
    """Return the desk of a new battle, like `new_desk`, but for any game and with options of the
    set-up.

    `names` are the player's own name and the opponent's. In a `strict` battle nobody can foresee
    dice or see hidden cards; if that is impossible, `Refused` says why.
    """
    # keyboards and files may encode the same accented letters in different ways
    me, other = (normalize("NFC", name) for name in names)
    for name in (me, other):
        if not letters.is_name(name):
            raise Refused(f"a name has 1 to {letters.LONGEST_NAME} characters that can be printed")
    if strict and word:
        raise Refused("a strict battle needs no word for the dice")
    if me == other:
        raise Refused("a battle by mail is between two players of different names")
    _must_be_ready([str(name) for name in options.get("squadrons", ())])
    seats = game.seats(game.set_up(scenario, options))
    mine = seats_of(seats, second)
    secret, key = random_secret(), random_secret()
    letter = Letter(
        letter=letters.MARK,
        format=letters.SIGNED if strict else letters.FORMAT,
        number=0,
        by="",
        id=f"{scenario}-{secrets.token_hex(4)}",
        game=game.name,
        rules=game.rules_version,
        data=game.data_version,
        scenario=scenario,
        options=dict(options),
        players={seat.key: me if seat.key in mine else other for seat in seats},
        pledge="" if strict else fair.pledge(secret),
        words={} if strict else {me: clean(word) or secrets.token_hex(8)},
    )
    if strict:
        must_be_open(letter)
        return _signing(strictly.with_commitment(Desk(me=me, held=letter, tip=secret, key=key)))
    return Desk(me=me, held=letter, secret=secret, key=key)


def must_be_open(letter: Letter) -> None:
    """Raise `Refused` if a strict battle is impossible, because the rules deal something in secret,
    such as cards, to one side.
    """
    if why := system(letter.game).dealt_in_secret:
        title = titled(system(letter.game), letter.scenario).title
        raise Refused(f"{title} cannot be a strict battle: {why}; set up a quick battle instead")


QUICK = "Quick: few letters, on trust: a cheat could see coming dice and hidden cards."
STRICT = "Strict: nobody can foresee dice or see hidden cards; the end proves the battle."


def terms(desk: Desk) -> str:
    """Return in words whether the battle is strict, and, if it is, how many more letters it takes,
    and which keys sign them.
    """
    if not desk.held.strict:
        return QUICK
    costs = f"{STRICT} It takes {system(desk.held.game).strict_costs}."
    if not desk.held.signed:
        return costs
    name = signing.fingerprint(desk.ssh)
    by = f", which your SSH key {name} signs" if name else ""
    return f"{costs}\nYour letters are signed by the key {signing.first_key(desk)}{by}."


def seats_of(seats: Sequence[Seat], second: bool) -> set[str]:
    """Return the seats of the first side; if `second`, the seats of all other sides."""
    first = seats[0].fights_for
    return {seat.key for seat in seats if (seat.fights_for == first) != second}


def _options(game: Game[Any, Any, Any], scenario: str, squadrons: Sequence[str]) -> dict[str, Any]:
    """Return the options of a set-up that fix the number of seats, so that no die has to decide
    it.
    """
    if squadrons:
        return {"squadrons": list(squadrons)}
    sizes = game.building.squadrons_a_side(scenario)
    return {"a_side": sizes[0]} if sizes else {}


def _must_be_ready(squadrons: Sequence[str]) -> None:
    """Raise `Refused` if a squadron comes from a file, because the other player does not have that
    file.
    """
    for name in squadrons:
        if name and not name.replace("_", "").isalnum():  # with '' the game chooses a squadron
            raise Refused(
                f"'{name}' cannot be used: by mail only squadrons that came with the game can be"
            )


def reply_desk(letter: Letter | Slip, word: str) -> Desk:
    """Return the desk of the player who received a first letter; `word` is the player's
    contribution to the dice.

    Raises `FileFault` or `Refused` if the battle cannot be played on this machine.
    """
    if isinstance(letter, Slip):
        # It is the first letter of a strict battle.
        if letter.set_up is None:
            raise Refused(f"this is letter {letter.number} of a battle that is not known here")
        held = checking.accept_slip(slips.first_letter(letter), letter)
        _check_first(held)
        must_be_open(held)
        me = next(name for name in held.players.values() if name != letter.by)
        desk = Desk(me=me, held=held, tip=random_secret(), slips=(letter,), key=random_secret())
        return _signing(strictly.with_commitment(desk))
    other = next(name for name in letter.players.values() if name != letter.by)
    if letter.number != 1 or set(letter.words) != {letter.by} or letter.choices:
        raise Refused(f"this is letter {letter.number} of a battle that is not known here")
    _check_first(letter)
    words = {**letter.words, other: clean(word) or secrets.token_hex(8)}
    held = msgspec.structs.replace(letter, words=words)
    return Desk(me=other, held=held, key=random_secret())


def _signing(desk: Desk) -> Desk:
    """Return the desk with its first signing key signed by the player's SSH key, if the player has
    one.
    """
    if not desk.held.signed:
        return desk
    own = signing.signed_text(desk.held.id, desk.me, signing.first_key(desk))
    return msgspec.structs.replace(desk, ssh=desks.ssh_sign(own))


def _check_first(letter: Letter) -> None:
    """Check that the battle of a first letter can be played on this machine."""
    named = letter.options.get("squadrons", [])
    if not isinstance(named, list):
        raise SetUpFault("options", [("squadrons", "must be a list of squadrons")])
    _must_be_ready([str(name) for name in named])
    post.check(letter)


def open_battle(folder: Path, desk: Desk) -> Battle | None:
    """Return a desk's battle from its file, as far as it is known; None before its dice are agreed.

    If the file is damaged or differs from the desk, it is rebuilt from the desk.
    """
    path = battle_path(folder, desk.held.id)
    if path.exists():
        post.check(desk.held)
        battle = _opened(path, desk)
        if battle and post.agrees(desk, battle):
            try:
                post.submit_known(desk, battle)
            except BaseException:
                battle.close()  # closed again, so that the next caller can open it
                raise
            return battle
        if battle:
            battle.close()
        path.unlink()
    return post.begin(desk, path)


def _opened(path: Path, desk: Desk) -> Battle | None:
    """Return the battle in a desk's battle file; None when the file is damaged.

    Raises `FileFault` while another process has the file open.
    """
    try:
        return Battle.open(path, secret=post.agreed_secret(desk), dice=post.shared_dice(desk))
    except FileFault as fault:
        try:
            Battle.open(path, write=False).close()
        except FileFault:
            return None
        raise fault from None


def remark(desk: Desk, battle: Battle | None) -> str:
    """Return the remark at the top of a letter, which tells the receiver what to do with the
    letter.
    """
    held = desk.held
    progress = progress_text(battle)
    title = titled(system(held.game), held.scenario).title
    what = f"Weather Gage, by mail: {title}, {desk.me} and {desk.other}, {progress}."
    how = f"{desk.other}: press o on the page Mail and paste this mail; or save it, and type"
    return "\n".join([*wrap(what, WIDTH), *wrap(how, WIDTH), "weathergage mail open FILE"])


def progress_text(battle: Battle | None) -> str:
    """Return the public progress of a battle in a few words: its turn, or how it ended."""
    if battle is None:
        return "the dice are being agreed on"
    if battle.outcome():
        return winners(battle, battle.outcome()).lower()
    status = battle.game.screen.status(battle.view(""))
    return status.moment


# MailTable: the seats of a battle by mail at one desk, and the changes of the desk.


class MailTable(OwnTable):
    """The seats of the player at this desk; the opponent's seats are on another machine."""

    def __init__(self, folder: Path, desk: Desk, battle: Battle) -> None:
        players = desk.held.players.items()
        super().__init__(battle, tuple(key for key, name in players if name == desk.me))
        self.folder = folder
        self.desk = desk
        self.own_battle = battle

    def asked(self) -> Question | None:
        """Return an open question of this player that has no answer in the letter yet; or None."""
        return next(iter(post.open_questions(self.desk, self.battle)), None)

    @property
    def due(self) -> bool:
        """Whether the player has to send a letter now, and has no choice to make before."""
        return post.is_letter_due(self.desk, self.own_battle)

    @property
    def waiting(self) -> bool:
        """Whether the letter has choices that the battle cannot carry out yet, because one is
        sealed or its dice are not known.
        """
        return len(self.desk.held.choices) > self.battle.position

    @property
    def left_at(self) -> int | None:
        """The number of commands when the player left the battle; None if no command came later."""
        return self.desk.seen if 0 <= self.desk.seen < self.battle.position else None

    def get_up(self) -> None:
        """When the player leaves, store on the desk how much of the battle the player has seen."""
        if not self.battle.why_closed and self.desk.seen != self.battle.position:
            with suppress(FileFault):  # at worst, moves are shown again that were already seen
                self._keep(msgspec.structs.replace(self.desk, seen=self.battle.position))

    def choose(self, seat: str, given: Given) -> None:
        """Put a choice into the letter, and carry it out in the battle if all choices before it are
        known.
        """
        if seat not in self.persons:
            raise Refused("this choice is for the other player to make")
        if self.battle.why_closed:  # another process may have changed the desk
            raise Refused(self.battle.why_closed)
        salt = secrets.token_hex(16)
        self._keep(post.with_answer(self.desk, self.battle, seat, salt, given))
        post.submit_known(self.desk, self.battle)

    def take_back(self) -> None:
        """Take the latest choice out of the letter, if the rules for undoing allow it."""
        seat, waiting = self.acting_seat(), self.waiting
        back = post.without_latest(self.desk)
        if not waiting and (why_not := self.battle.why_not_undo(seat)):
            raise Refused(why_not)
        self._keep(back)  # stored before the battle changes, which can be rebuilt from the desk
        if not waiting:
            self.own_battle.undo(seat)

    def _keep(self, desk: Desk) -> None:
        """Store the desk; it is on disk when this returns."""
        stored.store(self.folder, desk)
        self.desk = desk


class MailKind(Kind):
    """The sitting of a player at a battle by mail, which ends when an opponent's choice is
    needed.
    """

    closed: Mapping[str, str] = {
        **dict.fromkeys(
            ("take_back", "part", "resign", "coach"),
            "nobody can agree at once by mail; undo takes back unsent choices",
        ),
        "redo": "there is no redo by mail: give the order again",
        "aside": "standing choices cannot be changed by mail: the other player would read them",
    }

    abouts: Mapping[str, str] = {"undo": "take your latest choice out of the letter"}

    def __init__(self, table: MailTable) -> None:
        self.table = table
        self.left_at = table.left_at
        self.sends = False
        """Whether the letter is to be written now, which makes its choices final."""
        self.does = {"send": lambda _: self._send(), "undo": lambda _: self._undo()}

    def news(self, question: Question | None) -> Iterable[str]:
        """Yield what has changed: an own choice waits for the next letter of the other player, or
        the letter can be written.
        """
        table = self.table
        waiting = table.desk.held.choices[table.battle.position :]
        if any(choice.seat in table.persons for choice in waiting):
            other = table.desk.other
            yield f"Your choice is in the letter; the battle goes on with {other}'s next letter."
        if question is None and self.waits():
            yield self._due()
            yield (
                "Type `send` to write the letter: your choices are final then. "
                "Type `undo` to take one back."
            )

    def _due(self) -> str:
        desk = self.table.desk
        waits = post.waits_for(desk)
        return f"The battle {waits}." if waits else f"Now {desk.other}'s choice is needed."

    def standing(self, sitting: Sitting, usual: str) -> str:
        """Return a sentence that says that a letter is due, or for whose letter the battle
        waits.
        """
        if sitting.battle.outcome() is not None:
            return usual
        desk = self.table.desk
        waited = f"Waiting for {desk.other}'s letter {desk.held.number + 1}."
        return self._due() if self.table.due else waited

    def over(self, sitting: Sitting) -> bool:
        """Tell whether the sitting is over: the player writes the letter or leaves, or the battle
        has ended.
        """
        return self.left or super().over(sitting)

    def waits(self) -> bool:
        """Tell whether the screen stays open: as long as a letter is due, since it may still be
        changed.
        """
        return self.table.due

    def stage(self) -> object:
        """Return the number of choices in the letter, since a sealed choice does not change the
        battle.
        """
        return len(self.table.desk.held.choices)

    def goes_on(self) -> str:
        """Return in words what Enter does when there is no choice to make."""
        if self.table.asked() is not None:
            return ""
        return "writes the letter" if self.table.due else "leaves"

    def go_on(self) -> Done:
        """Ask whether to write the letter; if none is due, leave the battle."""
        if self.table.due:
            text = f"Write the letter to {self.table.desk.other}? Your choices are final then."
            return Ask(text, self._send, likely=True)
        self.left = True
        return ()

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Put the answer into the letter; raises `Refused` if it is not allowed."""
        self.table.choose(seat, given)
        return ()

    def _send(self) -> Done:
        if not self.table.due:
            raise Refused("the letter is written when nothing is left to choose")
        self.sends = self.left = True
        return ()

    def _undo(self) -> Done:
        self.table.take_back()
        return ()
