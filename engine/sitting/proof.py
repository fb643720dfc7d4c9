"""The proof of a battle's dice, computed once and cached for all viewers.

A proof decides every command again, which takes seconds in a long battle. It runs outside the event
loop, one battle at a time, so that a host with many screens stays responsive.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Raw

from engine.base.errors import SURROUNDINGS, FileFault, Refused, os_error_text, print_traceback
from engine.base.text import clean, sentence
from engine.game.game import Game, Record
from engine.kernel import fair, logbook
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.journal import Header
from engine.kernel.logbook import UNPROVED, Proof
from engine.kernel.seen import SeenBattle
from engine.post import checking, slips
from engine.sitting.adviser import think

ABOUT_PROOF = (
    "The secret of the dice was pledged: its hash was shown before any player gave a word. "
    "Secret and words together made the seed. Compare pledge and words with what you wrote down."
)
ABOUT_SHARES = (
    "Each throw combines a share from each player. A letter opens a share only after the choice "
    "before it is final. The first two letters fixed all shares: each letter has a hash of its "
    "writer's shares, the anchor."
)
NO_PLEDGE = (
    "The dice of this battle come from a seed that was drawn or chosen when it began. No secret "
    "was pledged. So the proof shows that the dice follow from the seed, but somebody may have "
    "known the seed."
)
LATER = "It is revealed when the battle is over."
UNREVEALED = "It is not revealed, though the battle is over: it could not be written down."
WORKING = "Checking the battle: every command is replayed ..."
NO_WORD = "(none)"
SECRET = "Secret"
BROKEN = Proof(False, "the proof cannot be computed here", 0)
_found: WeakKeyDictionary[SeenBattle, asyncio.Task[Proof]] = WeakKeyDictionary()


class SeatWord(msgspec.Struct, frozen=True):
    """A seat, its person, and the word that the person chose for the dice."""

    who: str
    word: str


class Evidence(msgspec.Struct, frozen=True):
    """What a viewer may know about how a battle's dice were made.

    `secret` is '' until it is revealed; `pledge` is the commitment to the secret, or ''. In a
    strict battle by mail the dice come from two hash chains, one from each player: then `words` are
    their anchors (commitments), and `secret` their tips (the players' secrets).
    """

    pledge: str
    words: tuple[SeatWord, ...]
    secret: str
    over: bool
    shared: bool = False
    """Whether each throw of dice combines a share from each player."""


def evidence(battle: SeenBattle) -> Evidence:
    """Return what may be known now about a battle's dice; control characters are removed from text
    that other people wrote.
    """
    fairness, over = battle.header.fairness, battle.outcome() is not None
    if fairness is None:
        return Evidence("", (), "", over)
    seats = battle.game.seats(battle.at(0))
    persons = battle.header.options.get("persons", {})
    names = {seat.key: seat.name for seat in seats}
    names |= {key: f"{person} ({names.get(key, key)})" for key, person in persons.items()}
    words = tuple(
        SeatWord(clean(names.get(key, key)), clean(fairness.words[key])) for key in fairness.words
    )
    secret = clean(logbook.revealed_secret(battle.log)) if over else ""
    if isinstance(fairness.anchors, dict):
        told = fair.parse_tips(secret)
        tips = sorted(told.tips.items()) if told else ()
        anchors = tuple(SeatWord(clean(name), each) for name, each in fairness.anchors.items())
        return Evidence("", anchors, ", ".join(f"{name}: {tip}" for name, tip in tips), over, True)
    return Evidence(clean(fairness.pledge), words, secret, over)


def first_keys(battle: SeenBattle) -> tuple[SeatWord, ...]:
    """Return for each player of a battle by mail the public key of the first letter, and the
    fingerprint of the player's SSH key, if there is one.

    () in a battle without signed letters.
    """
    try:
        signed = checking.signers(checking.letters_of(battle))
    except FileFault:  # the verdict reports the fault of the letters
        return ()
    return tuple(
        SeatWord(clean(name), " ".join(filter(None, (key, slips.fingerprint(ssh)))))
        for name, key, ssh in signed
    )


def evidence_lines(battle: SeenBattle) -> tuple[str, list[tuple[str, str]]]:
    """Return a sentence on how the dice were made, and the evidence as pairs (heading, text)."""
    known = evidence(battle)
    later = UNREVEALED if known.over else LATER
    if known.shared:
        parts = [(f"Anchor of {each.who}'s shares", each.word) for each in known.words]
        for each in first_keys(battle) if known.over else ():
            parts.append((f"First key of {each.who}'s letters", each.word))
        return ABOUT_SHARES, [*parts, ("Secrets", known.secret or later)]
    if not known.pledge:
        return NO_PLEDGE, []
    words = [(f"Word of {each.who}", each.word or NO_WORD) for each in known.words]
    pledge = ("Pledge of the secret", known.pledge)
    return ABOUT_PROOF, [pledge, *words, (SECRET, known.secret or later)]


def verdict(battle: SeenBattle, proof: Proof | None) -> tuple[str, str]:
    """Return the verdict on the dice in a word or two, and the reason; `proof` is None while it has
    not been computed.
    """
    if battle.outcome() is None:
        return "not yet", "The battle goes on; " + UNPROVED + "."
    if proof is None:
        return "...", WORKING
    text = sentence(proof.text)
    if not proof.ok:
        return "NOT PROVED", text
    if battle.header.fairness is None:
        return "right", text
    if evidence(battle).shared:
        return "PROVED", f"{text} Each throw combines a share from each player."
    return "PROVED", f"{text} Pledge, words and seed agree."


async def proof_of(battle: SeenBattle) -> Proof:
    """Return the proof of a finished battle; it is computed once.

    Raises `Refused` on a host that already computes enough for this person.
    """
    if battle not in _found:
        _found[battle] = asyncio.get_running_loop().create_task(_proved(battle))
    try:
        return await asyncio.shield(_found[battle])
    except Refused:
        _found.pop(battle, None)
        raise


async def _proved(battle: SeenBattle) -> Proof:
    try:
        if isinstance(battle, Battle):
            work = partial(copy_context().run, checking.prove, battle)
            return await asyncio.get_running_loop().run_in_executor(_alone(), work)
        fairness, secret = battle.header.fairness, logbook.revealed_secret(battle.log)
        if fairness is None or not secret or not fair.matches_pledge(secret, fairness):
            return Proof(
                False, "the secret of the dice is not revealed, so nothing can be proved", 0
            )
        seed = fair.mix_seed(secret, fairness)
        start = bytes(codec(battle.game).raw(battle.at(0)))
        facts = battle.game, battle.header, start, battle.log, seed
        return await think(prove_from_start, *facts)  # a host runs it in a worker process
    except Refused:
        raise
    except SURROUNDINGS as error:
        return Proof(False, f"the battle could not be proved here: {os_error_text(error)}", 0)
    except Exception as error:  # in a forged battle the rules may meet impossible states
        print_traceback(error)
        return BROKEN


def prove_from_start(
    game: Game, header: Header, start: bytes, log: list[Record], seed: int
) -> Proof:
    """Return the proof of a battle, in another process; the start state is passed encoded, as in a
    file.

    A state sent as an object would be encoded differently in the other process, because the encoder
    leaves out only fields that are identical (`is`) to their default.
    """
    return logbook.verify(game, header, codec(game).state(Raw(start)), log, seed)


@cache
def _alone() -> ThreadPoolExecutor:
    """Return the executor for proofs: a thread of its own, so that advice need not wait for a
    proof.
    """
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="proof")
