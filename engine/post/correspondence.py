"""Play by mail: one player's side of a battle by letters.

All functions are pure: they take a desk, a player's private record, and return a new desk. The
letter itself is in `engine.post.letters`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

import msgspec

from engine.base.dice import Dice
from engine.base.errors import SURROUNDINGS, FileFault, Refused, WeatherGageError
from engine.base.files import UNREADABLE, decode_fault
from engine.base.hashes import SharedDice
from engine.game.game import Given, command_of
from engine.game.question import Question
from engine.kernel import fair
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.registry import system
from engine.kernel.seen import PlayedBattle
from engine.kernel.timeline import fold
from engine.post import checking, letters, slips, strict
from engine.post.letters import Letter, LetterChoice, Slip
from engine.post.slips import Desk, PlainChoice

__all__ = ["Desk", "PlainChoice"]


def check_desk(desk: Desk, source: str) -> Desk:
    """Return a desk (a player's record of a battle by mail) that was read from a file, after
    checking that it is consistent.

    Raises `FileFault` naming the field that does not fit.
    """
    count = len(desk.held.choices)
    wrong = {
        "held": not letters.is_sound(desk.held),
        "me": desk.me not in desk.held.players.values(),
        "sent": not 0 <= desk.sent <= count,
        "kept": not all(
            0 <= at < count
            and each.choice.seat == desk.held.choices[at].seat
            and letters.is_command(each.choice.command)
            for at, each in desk.kept.items()
        ),
        "slips": not (strict.is_sound(desk) if desk.held.strict else not desk.slips),
    }
    for field, does_not_fit in wrong.items():
        if does_not_fit:
            raise FileFault(f"{source} is damaged ({field}: it does not fit the rest)")
    return desk


def begin(desk: Desk, path: Any = None) -> Battle | None:
    """Return the battle of a desk, played up to the first sealed choice.

    None before both players have given their words for the dice.

    All commands are decided again by the rules, since a letter is not trusted. Raises `FileFault`
    naming a choice that the rules do not allow.
    """
    held = desk.held
    if held.strict:
        # A strict battle is returned up to the last known choice; None before its set-up is known.
        if not has_begun(desk):
            return None
        check(desk.held)
        return strict.begin(desk, path)
    secret = agreed_secret(desk)
    if not secret:
        return None
    check(held)
    game = system(held.game)
    fairness = held.fairness
    if not fair.matches_pledge(secret, fairness):
        raise FileFault("the secret of the dice is not the one that was pledged")
    battle = Battle.from_state(
        game,
        game.set_up(held.scenario, held.options),
        fair.mix_seed(secret, fairness),
        {**held.options, "persons": held.players},
        path=path,
        scenario=held.scenario,
        fairness=fairness,
    )
    try:
        submit_known(desk, battle)
    except BaseException:  # a failed letter must leave no battle file behind
        battle.close()
        if battle.path:
            battle.path.unlink(missing_ok=True)
        raise
    return battle


def check(letter: Letter) -> None:
    """Check that the battle of a letter can be played on this machine: rules, data set, seats.

    Raises `FileFault`, `Refused` or `SetUpFault` with the reason if it cannot.
    """
    game = system(letter.game)
    for what, theirs, ours in (
        ("under rules", letter.rules, game.rules_version),
        ("with data set", letter.data, game.data_version),
    ):
        if theirs != ours:
            raise FileFault(f"the battle is played {what} {theirs}, but this program uses {ours}")
    seats = game.seats(game.set_up(letter.scenario, letter.options))
    if {seat.key for seat in seats} != set(letter.players):
        raise FileFault("the letter names players for seats that the battle does not have")


def agreed_secret(desk: Desk) -> str:
    """Return the secret for the dice; '' until this desk has the secret and each player's word.

    In a strict battle the secret is known only at the end.
    """
    held = desk.held
    if held.strict:
        return strict.tips(desk)
    complete = set(held.words) == set(held.players.values())
    return (held.secret or desk.secret) if complete else ""


def has_begun(desk: Desk) -> bool:
    """Tell whether the players have agreed on the dice, so that the battle can begin.

    In a strict battle each throw combines a share from each player; both must have committed
    themselves to their shares.
    """
    if desk.held.strict:
        return len(desk.held.anchors) == len(set(desk.held.players.values()))
    return bool(agreed_secret(desk))


def shared_dice(desk: Desk) -> SharedDice | None:
    """Return the dice of a strict battle, as far as this player can compute them.

    None for a battle that is not strict.
    """
    return strict.dice(desk) if desk.held.strict else None


def choose_letter(
    found: Sequence[Letter | Slip | letters.BrokenLetter], desk_of: Callable[[str], Desk | None]
) -> Letter | Slip:
    """Return the one letter to open, of the letters found in a text: the letter with the number
    that its desk expects next, else the latest.

    A mail may quote earlier letters above or below its own letter. `desk_of` returns the desk of a
    battle by the battle's name. Raises the `FileFault` of the latest letter if that letter is to be
    opened and is broken.
    """
    for each in found:
        if not isinstance(each, letters.BrokenLetter):
            # the error is shown later, if this letter is opened
            with suppress(WeatherGageError):
                if _waited_for(each, desk_of(each.id)):
                    return each
    return letters.latest_letter(found)


def _waited_for(came: Letter | Slip, desk: Desk | None) -> bool:
    if desk is None:
        return came.number == 1
    # A desk that was restored from a copy waits for one of its own letters.
    own = came.by == desk.me and not isinstance(came, Slip)
    return came.number == desk.held.number + 1 and not own


def import_letter(desk: Desk, came: Letter | Slip, source: str) -> Desk:
    """Return the desk (the player's record) with a received letter; receiving the same letter again
    changes nothing.

    Raises `FileFault` if it does not follow the letter on the desk.
    """
    if isinstance(came, Slip) and desk.held.strict:
        return checking.import_slip(desk, came)
    if isinstance(came, Slip) or desk.held.strict:
        raise FileFault(
            f"{source} is of another battle: one of the two battles is strict, the other is not"
        )
    before = msgspec.structs.replace(desk.held, choices=desk.held.choices[: desk.sent])
    if came == before and came.by != desk.me:
        return desk
    if came.by == desk.me:
        raise FileFault(f"{source} is your own letter; only {desk.other} can open it")
    held = letters.check_letter(before, came, source)
    if len(desk.held.choices) > desk.sent:
        raise FileFault(f"{source} came while it was your turn; send your own choices first")
    for number, choice in enumerate(came.choices[desk.sent :], desk.sent + 1):
        if came.players[choice.seat] == desk.me:
            raise FileFault(
                f"{source} holds choice {number}, which is yours to make, but you have not made it"
            )
    return msgspec.structs.replace(desk, held=held, sent=len(held.choices))


def submit_known(desk: Desk, battle: PlayedBattle) -> None:
    """Submit to the battle, in order, the choices that the desk (the player's record) knows and the
    battle does not have yet.

    If one choice is refused, none of them is submitted.

    Raises `FileFault` for a choice that the rules do not allow, or that was sealed without need.
    """
    if desk.held.strict:
        commands = strict.fold_desk(desk).commands[battle.position :]
    else:
        commands = _decided(desk, battle)
    for seat, command in commands:
        battle.submit(seat, command)


def _decided(desk: Desk, battle: PlayedBattle) -> list[tuple[str, Any]]:
    """Return the choices (seat, command) of a desk's letters before the first sealed choice.

    The rules first try these choices on a copy of the state, so that a letter with an illegal
    choice does not change the battle.
    """
    code, first = codec(battle.game), battle.position
    choices = [unsealed_choice(desk, number) for number in range(first, len(desk.held.choices))]
    open_ones = list(takewhile(lambda choice: not choice.closed, choices))
    commands: list[tuple[str, Any]] = []
    for number, choice in enumerate(open_ones, first):
        try:
            commands.append((choice.seat, code.command(choice.command)))
        except UNREADABLE as error:
            raise _not_allowed(number, decode_fault(error)) from None
    state, number, dice = battle.state, first, Dice(battle.seed)
    try:
        for seat, command in commands:
            events = battle.game.decide(state, seat, command, dice)
            state = fold(battle.game, state, events)
            number += 1
    except SURROUNDINGS:
        raise
    except Exception as error:  # a forged command may make the rules raise any exception
        raise _not_allowed(number, error) from None
    # The rules cannot decide a sealed choice and the choices after it before the seal is opened.
    # Each must answer an open secret question, at most one for each seat.
    owing, chosen = {each.seat for each in battle.game.pending(state) if each.secret}, set[str]()
    for at, choice in enumerate(choices[len(open_ones) :], number):
        if choice.seat in chosen:
            raise _not_allowed(at, "its seat has chosen already, and others have not")
        if choice.seat not in owing:
            why = (
                "it is sealed, although it is not a secret"
                if choice.closed
                else "its seat was asked nothing"
            )
            raise _not_allowed(at, why)
        chosen.add(choice.seat)
    return commands


def _not_allowed(number: int, why: object) -> FileFault:
    return FileFault(f"choice {number + 1} of the letter is not allowed: {why}")


def agrees(desk: Desk, battle: Battle) -> bool:
    """Tell whether each command of a battle equals the choice with its index in the desk's
    letter.
    """
    if desk.held.strict:
        return strict.agrees(desk, battle)
    code = codec(battle.game)
    choices = [unsealed_choice(desk, number) for number in range(len(desk.held.choices))]
    try:
        return battle.position <= len(choices) and all(
            not choice.closed
            and record.seat == choice.seat
            and record.command == code.command(choice.command)
            for record, choice in zip(battle.entries, choices, strict=False)
        )
    except UNREADABLE:  # the choice is not a command; `submit_known` raises the error
        return False


def unsealed_choice(desk: Desk, number: int) -> LetterChoice:
    """Return the choice with this index in the letter; the player's own choice comes with its
    command, even if it was sent sealed.
    """
    kept = desk.kept.get(number)
    return kept.choice if kept else desk.held.choices[number]


def played(desk: Desk) -> int:
    """Return how many choices the rules can decide: those before the first choice that is sealed or
    whose dice are not known yet.
    """
    if desk.held.strict:
        return strict.fold_desk(desk).position
    closed = [unsealed_choice(desk, number).closed for number in range(len(desk.held.choices))]
    return closed.index(True) if True in closed else len(closed)


def waits_for(desk: Desk) -> str:
    """Return what a strict battle waits for, such as `waits for the dice of ben`.

    '' if it only waits for a choice, and for a battle that is not strict.
    """
    return strict.waits_for(desk) if desk.held.strict and has_begun(desk) else ""


def open_questions(desk: Desk, battle: PlayedBattle) -> tuple[Question, ...]:
    """Return this player's open questions that have no answer in the desk's letter yet."""
    ahead = {choice.seat for choice in desk.held.choices[battle.position :]}
    return tuple(
        question
        for question in battle.pending()
        if desk.held.players[question.seat] == desk.me and question.seat not in ahead
    )


def with_answer(
    desk: Desk,
    battle: PlayedBattle,
    seat: str,
    salt: str,
    given: Given,
) -> Desk:
    """Return the desk (the player's record of the battle) with this player's answer in its letter.

    A secret answer is sealed if the other player still has to make a secret choice. `salt` makes
    the sealed answer hard to guess; newer desks derive a salt from their own secret instead. Raises
    `Refused` for an answer that the question does not allow.
    """
    command = command_of(battle.game, battle.state, seat, given)
    raw = codec(battle.game).canonical_command(command)
    question = next(each for each in open_questions(desk, battle) if each.seat == seat)
    owing = _owing(desk, battle) if question.secret else ()
    if desk.held.strict:
        return strict.choice_of(desk, question, command, owing)
    if not owing:
        return _with(desk, LetterChoice(seat, raw))
    number = len(desk.held.choices)
    salt = slips.salt(desk, number, seat, raw) if desk.key else salt
    choice = letters.seal_choice(seat, raw, salt)
    kept = {**desk.kept, number: PlainChoice(choice, owing)}
    return msgspec.structs.replace(_with(desk, choice.shut), kept=kept)


def _owing(desk: Desk, battle: PlayedBattle) -> tuple[str, ...]:
    """Return the seats of the other player that still have to make a secret choice."""
    ahead = {choice.seat for choice in desk.held.choices[battle.position :]}
    return tuple(
        question.seat
        for question in battle.pending()
        if question.secret
        and desk.held.players[question.seat] != desk.me
        and question.seat not in ahead
    )


def _with(desk: Desk, choice: LetterChoice) -> Desk:
    """Return the desk (the player's record) with a choice added to its letter."""
    held = msgspec.structs.replace(desk.held, choices=(*desk.held.choices, choice))
    return msgspec.structs.replace(desk, held=held)


def without_latest(desk: Desk) -> Desk:
    """Return the desk (the player's record) without its latest choice.

    Raises `Refused` if that choice has been sent.
    """
    if len(desk.held.choices) <= desk.sent:
        raise Refused("a choice that was sent in a letter is final")
    held = msgspec.structs.replace(desk.held, choices=desk.held.choices[:-1])
    kept = {number: each for number, each in desk.kept.items() if number < len(held.choices)}
    return msgspec.structs.replace(desk, held=held, kept=kept)


def open_seals(desk: Desk) -> Desk:
    """Return the desk (the player's record) with this player's seals opened: sealed choices now
    have their commands.

    A seal stays closed while the other player still has to make a secret choice.
    """
    choices, kept = list(desk.held.choices), dict(desk.kept)
    for number, each in desk.kept.items():
        if set(each.owing) <= {choice.seat for choice in choices[number + 1 :]}:
            choices[number] = kept.pop(number).choice
    held = msgspec.structs.replace(desk.held, choices=tuple(choices))
    return msgspec.structs.replace(desk, held=held, kept=kept)


def is_letter_due(desk: Desk, battle: Battle | None) -> bool:
    """Tell whether this player has to send a letter now, and has no question to answer before."""
    if desk.held.by == desk.me:
        return False
    if battle is None:
        return True
    if desk.held.strict:
        return strict.is_letter_due(desk, bool(open_questions(desk, battle)))
    if battle.outcome():
        return len(desk.held.choices) > desk.sent or bool(desk.kept)
    return not open_questions(desk, battle)


def post(desk: Desk) -> Desk:
    """Return the desk (the player's record) with its next letter, `Desk.letter`, ready to be
    mailed.

    The letter has its number and this player's name; choices in it are final.
    """
    if desk.held.strict:
        return strict.post(desk)
    desk = open_seals(desk)
    held = msgspec.structs.replace(
        desk.held, number=desk.held.number + 1, by=desk.me, secret=agreed_secret(desk)
    )
    return msgspec.structs.replace(desk, held=held, sent=len(held.choices))
