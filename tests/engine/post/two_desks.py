"""Two desks of a strict battle by mail and the letters between them, without files and screens."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.base import hashes
from engine.base.hashes import Link, SharedDice
from engine.game.decision import Decision
from engine.game.game import command_of
from engine.game.question import Question
from engine.kernel.codec import codec
from engine.kernel.registry import game_with_scenario
from engine.players import make_player
from engine.post import checking, letters, slips, strict
from engine.post import slips as signing
from engine.post.folding import Folding
from engine.post.letters import Letter, LetterChoice, Slip
from engine.post.slips import Desk


class Moment(NamedTuple):
    """A letter with two desks: its sender's after sending it, and its reader's after opening it."""

    sender: Desk
    reader: Desk

    @property
    def slip(self) -> Slip:
        return self.sender.slips[-1]

    def desk(self, name: str) -> Desk:
        return self.sender if self.sender.me == name else self.reader


def founded(scenario: str, options: dict[str, Any] | None = None, id: str = "one") -> Desk:
    """Return the desk of anna, who founds a strict battle."""
    game = game_with_scenario(scenario)
    seats = game.seats(game.set_up(scenario, options or {}))
    first = seats[0].fights_for
    players = {s.key: "anna" if s.fights_for == first else "ben" for s in seats}
    tip = f"tip of anna {id}"
    held = Letter(
        letter=letters.MARK,
        format=letters.SIGNED,
        number=0,
        by="",
        id=f"{scenario}-{id}",
        game=game.name,
        rules=game.rules_version,
        data=game.data_version,
        scenario=scenario,
        options=options or {},
        players=players,
        pledge="",
    )
    return strict.with_commitment(Desk(me="anna", held=held, tip=tip, key=f"key of anna {id}"))


def joined(letter: Slip, id: str = "one", key: str = "") -> Desk:
    """Return the desk of ben, who has received the first letter."""
    tip = f"tip of ben {id}"
    held = checking.accept_slip(slips.first_letter(letter), letter)
    key = key or f"key of ben {id}"
    return strict.with_commitment(Desk(me="ben", held=held, tip=tip, slips=(letter,), key=key))


def asked(desk: Desk, known: Folding) -> Question | None:
    """Return the question that the desk's player has to answer now; None if there is none."""
    ahead = {choice.seat for choice in desk.held.choices[known.position :]}
    for question in known.pending():
        if desk.held.players[question.seat] == desk.me and question.seat not in ahead:
            return question
    return None


def chosen(desk: Desk, random: Random, mind: str = "ensign") -> Desk:
    """Return the desk after a computer player has answered all questions that are open before the
    next letter.
    """
    while True:
        known = strict.fold_desk(desk)
        question = asked(desk, known) if known.begun else None
        if question is None or known.game.outcome(known.state):
            return desk
        seat, game = question.seat, known.game
        player = make_player(mind, game, random.randrange(10**6), seat)
        answer = player.choose(game.view(known.state, seat), question)
        command = command_of(game, known.state, seat, answer)
        desk = strict.choice_of(desk, question, command, owing(desk, known))


def owing(desk: Desk, known: Folding) -> tuple[str, ...]:
    """Return the seats of the other player that still have to make a secret choice."""
    ahead = {choice.seat for choice in desk.held.choices[known.position :]}
    return tuple(
        each.seat
        for each in known.pending()
        if each.secret and desk.held.players[each.seat] != desk.me and each.seat not in ahead
    )


def is_over(desk: Desk) -> bool:
    """Tell whether both players' secrets have been revealed, which ends the battle."""
    return len(desk.held.tips) == 2


def fought(
    scenario: str,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    mind: str = "ensign",
    id: str = "",
    bens_key: str = "",
) -> list[Moment]:
    """Fight a battle by letters to its end; return each letter with the desks of both players."""
    random, id = Random(seed), id or str(seed)
    anna = strict.post(founded(scenario, options, id))
    ben = joined(anna.slips[-1], id, bens_key)
    moments = [Moment(anna, ben)]
    mover, other = ben, anna
    while not (is_over(mover) and is_over(other)):
        mover = chosen(mover, random, mind)
        assert strict.is_letter_due(mover, asked=False)
        mover = strict.post(mover)
        text = letters.format_letter(mover.slips[-1], "by mail")
        came = letters.parse_letter(text, "letter")
        assert isinstance(came, Slip)
        other = checking.import_slip(other, came)
        moments.append(Moment(mover, other))
        mover, other = other, mover
    return moments


def one_more(sender: Desk, guess: int) -> LetterChoice | None:
    """Return a further choice that the writer could make if the unknown throw fell as for this
    guess; None if there is none.
    """
    count = len(sender.held.choices)
    share = Link(count, sha256(b"%d" % guess).hexdigest())
    fallen = SharedDice({sender.me: hashes.whole(sender.tip), sender.other: share})
    known = Folding(
        strict.fold_desk(sender).game, strict.fold_desk(sender).start, sender.held.viewers
    )
    known._settled = strict.fold_desk(sender)._settled
    known._steps = list(strict.fold_desk(sender)._steps)
    known.go_on(sender.choices, fallen)
    mine = (each for each in known.pending() if sender.held.players[each.seat] == sender.me)
    for question in mine if known.position == count else ():
        if isinstance(question, Decision) and not question.secret:
            raw = codec(known.game).canonical_command(question.options[0].command)
            return LetterChoice(question.seat, raw)
    return None


def with_more(moment: Moment, *extra: LetterChoice) -> Slip:
    """Return a letter with more choices than its writer may make yet, as a cheat would sign and
    send it.

    Everything else in it is correct: the share is that of its latest choice.
    """
    sender, slip = moment.sender, moment.slip
    link = hashes.link(sender.me, sender.tip, len(sender.held.choices) + len(extra))
    more = replace(slip, choices=(*slip.choices, *extra), link=link)
    return signing.sign_slip(sender, more)
