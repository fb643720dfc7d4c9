"""Checks of a strict battle's letters: of each received letter, and of all letters at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.base.errors import SURROUNDINGS, FileFault, WeatherGageError
from engine.base.files import UNREADABLE, decode_fault
from engine.kernel import fair, logbook
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.logbook import WHOLE, Proof, Share
from engine.kernel.registry import system
from engine.kernel.seen import SeenBattle
from engine.post import letters, slips, strict
from engine.post import slips as signing
from engine.post.folding import Folding, NotAllowed, not_allowed, possible_commands
from engine.post.letters import Letter, LetterChoice, Slip
from engine.post.slips import Desk, PlainChoice

# Letters of a strict battle as they arrive: each is checked by public facts only, then stored.
# Public facts are facts that the writer also knew: the letter's form, its place in the chain, the
# seals and shares that it opens and must open, and that no choice was made before a needed die or
# seal was open. A letter that passes is stored before the reader's own secret share is used for
# anything. So no letter is ever refused because of facts that only its reader knows. Such a refusal
# would reveal a die to the letter's writer, who could then send another letter instead.


def import_slip(desk: Desk, came: Slip) -> Desk:
    """Return the desk (a player's private record of the battle) with a received letter added.

    Raises `FileFault` naming the letter's fault. Store the returned desk at once, before
    `strict.fold_desk` uses the shares of the dice that only this desk knows: a stored letter can no
    longer be refused.
    """
    if came.receipt:
        return strict.with_receipt(desk, came)
    if came.number <= len(desk.slips):
        # If this is the latest letter again, the desk is returned unchanged; otherwise the error
        # names the letter that differs.
        _must_be_the_same(desk, came)
        if came.number == desk.held.number and came.by != desk.me:
            return desk
        raise FileFault(f"letter {came.number} was opened before")
    waited = desk.held.number + 1
    if came.number > waited:
        missing = str(waited) if came.number == waited + 1 else f"{waited} to {came.number - 1}"
        verb = "is" if came.number == waited + 1 else "are"
        mine = desk.held.by == desk.other and came.number == waited + 1
        copy = (
            "; you wrote it: open it as you sent it, because your copy of the battle is older"
            if mine
            else ""
        )
        raise FileFault(
            f"this is letter {came.number}, but letter {waited} has to be opened first: "
            f"{missing} {verb} missing{copy}"
        )
    if came.by == desk.me:
        return _caught_up(desk, came)
    before = replace(desk.held, choices=desk.held.choices[: desk.sent])
    held = accept_slip(before, came)
    if len(desk.held.choices) > desk.sent:
        raise FileFault("the letter came while it was your turn; send your own choices first")
    return _with(desk, held, came)


def _with(desk: Desk, held: Letter, came: Slip) -> Desk:
    return replace(
        desk,
        held=held,
        receipt=None,
        again=None,
        sent=len(held.choices),
        slips=(*desk.slips, came),
    )


# The checks of a letter, when it is received and in a proof of the battle
# -----------------------------


def accept_slip(before: Letter, came: Slip) -> Letter:
    """Return the letter `before` with a received slip (the new content of a letter) added.

    The slip passes all checks that need no secret.

    Received letters, proofs and imports are all checked here. Raises `FileFault` naming the letter,
    its writer and the fault.
    """
    said = f"letter {came.number} of {came.by}"
    if not letters.is_consistent_slip(came):
        raise FileFault(f"{said} was not written by Weather Gage")
    held = slips.merge_slip(before, came)
    if not letters.is_sound(held):
        raise FileFault(f"{said} was not written by Weather Gage")
    _check_commands(held, came, said)
    if came.number > 1:
        _check_carries(before, came, said)
        _check_owed(held, came, said)
    elif came.choices or came.opened or came.link or came.tip:
        raise FileFault(
            f"{said} was not written by Weather Gage: no choice can be made in the first letter"
        )
    return held


def _check_commands(held: Letter, came: Slip, said: str) -> None:
    """Check that each command of a slip is in canonical form, so that nobody can hide other data in
    a command.
    """
    if not held.signed:
        return
    code, first = codec(system(held.game)), len(held.choices) - len(came.choices)
    made = enumerate((each.command for each in came.choices), first)
    for number, command in (*made, *((each.choice, each.command) for each in came.opened)):
        if not bytes(command):
            continue
        try:
            if code.is_canonical(command):
                continue
            fault: FileFault = not_allowed(
                number, "it does not have the form that Weather Gage writes"
            )
        except UNREADABLE as error:
            fault = not_allowed(number, decode_fault(error))
        raise FileFault(f"{said}: {fault}")


def _check_carries(before: Letter, came: Slip, said: str) -> None:
    """Check that a letter has some content. Without this check two programs could answer each
    other's empty letters endlessly.
    """
    if came.choices or came.opened or came.tip or came.anchor:
        return
    stop = strict.fold_public(before).stop
    if stop is None or not stop.dice:  # when a share is due, the error names the missing share
        raise FileFault(
            f"{said} is empty: it makes no choice, opens nothing that is sealed, and reveals no "
            "secret"
        )


def _check_owed(held: Letter, came: Slip, said: str) -> None:
    """Check that a letter opens exactly those shares of the dice and those seals that it must open.

    It must also make no choice while the battle waits for a die or a closed seal.
    """
    opened = held.links.get(came.by)
    if opened is None or opened.choice != len(held.choices):
        late = opened is None or opened.choice < len(held.choices)
        what = "lacks its share of the dice" if late else "opens a share of the dice too early"
        raise FileFault(f"{said} {what}: it must open the share for choice {len(held.choices)}")
    try:
        seals = strict.choices_to_reveal(held, came.by)
        known = strict.fold_public(held, beyond=bool(seals))
    except NotAllowed as fault:
        raise FileFault(f"{said}: {fault}") from None
    if seals:
        raise FileFault(f"{said} leaves choice {seals[0] + 1} sealed, but it has to be opened now")
    ended = known.begun and not known.stop and known.game.outcome(known.state) is not None
    if ended and came.by not in held.tips:
        raise FileFault(
            f"{said} leaves out the secret of its dice shares, which must be revealed at the end"
        )
    if came.tip and not ended:
        raise FileFault(f"{said} reveals the secret of its dice shares before the battle is over")


# Desks that are older than their letters
# --------------------------------------------------------------


def _caught_up(desk: Desk, came: Slip) -> Desk:
    """Return an old copy of a desk with a letter added that its player sent after the copy was
    made.

    The letter's sealed choices are recovered with the desk's secret: each possible answer, such as
    each card of the hand, is tried. A sealed sheet has too many answers, so the player must fill it
    in again; the desk then accepts only a letter equal to the one sent.
    """
    if not signing.is_own(desk, came):
        raise FileFault(
            f"letter {came.number} names you as its writer, but your key has not signed it"
        )
    before = replace(desk.held, choices=desk.held.choices[: desk.sent])
    held = accept_slip(before, came)
    kept = {at: each for at, each in desk.kept.items() if held.choices[at : at + 1]}
    kept = {at: each for at, each in kept.items() if each.choice.seal == held.choices[at].seal}
    for at in range(len(before.choices), len(held.choices)):
        choice = held.choices[at]
        if choice.closed and at not in kept:
            found = _sealed_before(desk, held, at, kept)
            if found is None:
                return replace(desk, again=came)
            kept[at] = PlainChoice(found, ())
    kept = {at: each for at, each in kept.items() if held.choices[at].closed}
    return replace(_with(desk, held, came), kept=kept)


def _sealed_before(
    desk: Desk, held: Letter, number: int, kept: dict[int, PlainChoice]
) -> LetterChoice | None:
    """Return the choice that the player's own seal hides, found by trying all possible answers.

    None if no answer matches the seal.
    """
    seat = held.choices[number].seat
    until = replace(held, choices=held.choices[:number])
    known = strict.fold_desk(replace(desk, held=until, kept=kept))
    asked = (each for each in known.pending() if each.seat == seat)
    code = codec(known.game)
    for command in next(map(possible_commands, asked), ()):
        tried = strict.seal_own_choice(desk, number, seat, code.canonical_command(command))
        if tried.seal == held.choices[number].seal:
            return tried
    return None


# Letters out of their order -----------------------------------------------------------------------


def must_be_known(desk: Desk, came: Letter | Slip, again: str) -> None:
    """Raise `FileFault` for an old letter: the message says that a letter with its number was
    opened, or that this one differs.

    `again` is added to the message: what the player can do.
    """
    if isinstance(came, Slip):
        _must_be_the_same(desk, came)
    raise FileFault(
        f"this is letter {came.number}, and you have opened letter {desk.held.number} already; "
        f"{again}"
    )


def _must_be_the_same(desk: Desk, came: Slip) -> None:
    """Raise `FileFault` if a received letter differs from the stored letter with the same
    number.
    """
    known = desk.slips[came.number - 1]
    if came != known and came.id == known.id:
        raise FileFault(
            f"letter {came.number} of {came.by} differs from the letter {known.number} "
            f"that {'went out' if known.by == desk.me else 'came'} before; of two letters with the "
            "same number the first one counts"
        )


# All letters of a strict battle are checked again at its end, when the secrets are known.
#
# Anybody who wrote letters with a modified program is detected: the error names the letter, its
# writer and the fault. `Battle.verify` proves the dice and choices of the battle's file; this
# module proves that they are the same as in the letters.


def prove(battle: Battle, share: Share = WHOLE) -> Proof:
    """Return whether a battle's file obeys the rules and its dice are fair, with the reasons.

    `share` selects a part of the battle, so that several processes can check it. Letters in the
    file of a strict battle are checked, too.
    """
    known = not logbook.other_edition(battle.game, battle.header)
    if fault := fault_of(battle) if known else "":
        return Proof(False, fault, 0)
    proof = battle.verify(share)
    sent = letters_of(battle)
    if not proof.ok or not sent:
        return proof
    keys = ", ".join(f"{name} {key}" for name, key, _ in signers(sent))
    signed = (
        f"each letter is signed by its writer (first keys {keys})"
        if keys
        else "its letters are not signed, so anybody with both secrets could have written them"
    )
    return msgspec.structs.replace(proof, proof=f"{proof.proof}; {signed}")


def letters_of(battle: SeenBattle) -> tuple[Slip, ...]:
    """Return the letters in the file of a strict battle; () if the file has none.

    Raises `FileFault` when they cannot be read.
    """
    fairness, told = battle.header.fairness, fair.parse_tips(logbook.revealed_secret(battle.log))
    if told is None or fairness is None or not fairness.shared:
        return ()
    return slips.unpack_slips(told.letters)


def signers(sent: Sequence[Slip]) -> list[tuple[str, str, str]]:
    """Return for each player whose letters are signed (name, first public key, SSH signature)."""
    first = sorted(sent[:2], key=lambda slip: slip.by)
    return [(slip.by, slip.keys.own, slip.ssh) for slip in first if slip.keys]


def fault_of(battle: SeenBattle) -> str:
    """Return a sentence that says who cheated in which letter of a battle, and how.

    '' if nobody cheated, or if the battle has no letters.
    """
    try:
        fairness, told = (
            battle.header.fairness,
            fair.parse_tips(logbook.revealed_secret(battle.log)),
        )
        if told is None or fairness is None or not fairness.shared:
            return ""
        held = whole_letter(slips.unpack_slips(told.letters))
        game = battle.game
        if (held.game, held.scenario) != (battle.header.game, battle.header.scenario):
            raise FileFault("the letters are of another scenario than line 1 of the file")
        if held.fairness != battle.header.fairness:
            raise FileFault("the letters commit to other dice shares than line 1 of the file")
        known = Folding(game, game.set_up(held.scenario, held.options), held.viewers)
        known.go_on(held.choices, strict.dice_of(held))
        commands = [(record.seat, record.command) for record in battle.entries]
        if commands != known.commands:
            raise FileFault("the choices in the file differ from those in the letters")
    except SURROUNDINGS:
        raise
    except WeatherGageError as fault:
        return str(fault)
    except Exception as error:  # in forged letters the rules may meet impossible states
        return f"its letters cannot be followed: {error!r}"
    return ""


def whole_letter(sent: Sequence[Slip]) -> Letter:
    """Check the slips (letters as sent) of a finished strict battle one after another, and return
    one `Letter` that holds everything they contain.

    Raises `FileFault` naming the first slip that is wrong or missing.
    """
    if not sent or sent[0].set_up is None:
        raise FileFault("the first letter is missing")
    held = slips.first_letter(sent[0])
    for slip in sent:
        held = accept_slip(held, slip)
    if len(held.tips) < 2:
        late = sent[-1].by
        other = next(name for name in held.players.values() if name != late)
        raise FileFault(f"letter {held.number + 1} of {other} is missing, which ends the battle")
    closed = next((at for at, choice in enumerate(held.choices) if choice.closed), None)
    if closed is not None:
        slip = slips.with_choice(sent, closed) or sent[-1]
        raise FileFault(f"choice {closed + 1}, of letter {slip.number} of {slip.by}, is not opened")
    return held


class LetterVerdict(NamedTuple):
    """What the letters and receipts of a battle prove to a person who is not one of its players."""

    told: tuple[str, ...]
    """The findings, one sentence each."""
    right: bool
    """Whether the letters show no cheating."""


def judge_letters(found: Sequence[Slip]) -> LetterVerdict:
    """Return what the letters and receipts of one signed battle prove, even if it is unfinished.

    Raises `FileFault` if the letters belong to several battles, if they are not signed, or if the
    first letter is missing.
    """
    sent = sorted((each for each in found if not each.receipt), key=lambda each: each.number)
    if not sent or sent[0].set_up is None:
        raise FileFault("the first letter is missing")
    if len({each.id for each in found}) > 1:
        raise FileFault("the letters are of several battles")
    held, told = slips.first_letter(sent[0]), list[str]()
    before = held
    if not held.signed:
        raise FileFault("the letters are not signed, so they prove nothing to a third person")
    receipts, taken = [each for each in found if each.receipt], list[Slip]()
    for slip in sent:
        twin = taken[-1] if taken and taken[-1].number == slip.number else None
        if slip == twin:
            continue
        try:
            after = accept_slip(before if twin else held, slip)
        except WeatherGageError as fault:
            return LetterVerdict((*told, f"{fault}"), False)
        if twin:
            twice = f"{slip.by} has signed two different letters {slip.number}"
            return LetterVerdict((*told, twice), False)
        before, held = held, after
        taken.append(slip)
        if slip.keys and slip.keys.own:
            told.append(f"{slip.by}'s letters are signed by the key {slip.keys.own}")
        told += [
            f"{each.by} has received letter {held.number} of {slip.by}"
            for each in receipts
            if (each.number, each.before) == (held.number, held.before)
            and signing.is_receipt(held, each)
        ]
    told.append(f"letters 1 to {held.number} are right")
    if len(held.tips) < 2:
        late = next(name for name in held.players.values() if name != held.by)
        told.append(f"letter {held.number + 1} of {late} is missing")
    return LetterVerdict(tuple(told), True)
