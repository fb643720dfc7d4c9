"""Pages in lines: the review of a battle, its dice and their proof, cards and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.base.errors import WeatherGageError
from engine.base.text import with_full_stop
from engine.game.parts.review import columns, tables
from engine.game.parts.words import Term
from engine.kernel.registry import system, systems
from engine.kernel.seen import SeenBattle
from engine.review import dice
from engine.review.spectators import without_secrets
from engine.review.tale import NOTHING, tale
from engine.sitting.battle_log import winners
from engine.sitting.proof import evidence_lines, proof_of, verdict

MOST = 3
"""The most terms that are printed at once."""


def aftermath_lines(battle: SeenBattle) -> Iterator[str]:
    """Yield the result, the damage that each ship dealt and took, the luck of each side, and the
    decisive moments.
    """
    after = battle.game.review.aftermath(battle.at(0), battle.entries)
    yield f"{winners(battle, battle.outcome()) or 'THE BATTLE GOES ON'}"
    for part in tables(after):
        yield part.heading
        yield from (f"  {row}" for row in columns(part.rows))


def story_lines(battle: SeenBattle) -> Iterator[str]:
    """Yield the battle as a story, with events that everybody has seen, a paragraph for each
    turn.
    """
    told = tale(without_secrets(battle))
    yield from (f"{each.heading}. {each.text}" for each in told)
    if not told:
        yield NOTHING


def dice_lines(battle: SeenBattle, seat: str) -> Iterator[str]:
    """Yield the sums of all rolls that a seat may know compared with fair dice, and the faces."""
    rolls = dice.all_rolls(battle, seat)
    if not rolls:
        yield "No dice have been rolled that can be counted."
        return
    for heading, rows in dice.tables(rolls):
        yield heading
        yield from (f"  {row}" for row in columns(tuple(rows)))
    yield from map(dice.face_counts_text, dice.faces(battle, rolls))


async def print_proof(
    battle: SeenBattle, say: Callable[[str], None], write: Callable[[str], None]
) -> None:
    """Print how the dice were made and what is proved about them, with commitments and secrets in
    full.

    Raises `Refused` on a host that runs too many computations for this person already.
    """
    proof = None if battle.outcome() is None else await proof_of(battle)
    about, parts = evidence_lines(battle)
    say(about)
    for name, text in parts:
        say(f"{name}:")
        write(text)  # not wrapped, so that it can be compared and copied
    told, why = verdict(battle, proof)
    say(f"Verdict: {told}. {why}")


# Cards and rules: the meaning of a word in each game.


def term_lines(terms: Sequence[Term], words: str) -> Iterator[str]:
    """Yield the explanations of matching terms; if a term has exactly this name, only its
    explanation.
    """
    found = [each for each in terms if words.lower() in each.name.lower()]
    exact = [each for each in found if each.name.lower() == words.lower()]
    for term in (exact or found)[:MOST]:
        yield f"{term.name}: {' '.join(term.lines)}"
    if len(found) > MOST and not exact:
        yield f"And more: {', '.join(each.name for each in found[MOST:])}."


def lookup_lines(words: str) -> Iterator[str]:
    """Yield the meaning of words in each game that knows them, or a message that none does."""
    none = True
    for name in systems():
        try:
            title, terms = system(name).title, system(name).words.terms()
        except (WeatherGageError, ImportError) as error:  # a broken game of an installed package
            yield with_full_stop(f"{name}: {error}")
            continue
        for at, line in enumerate(term_lines(terms, words)):
            if at == 0:
                yield title
            yield f"  {line}"
            none = False
    if none:
        yield f"No game has anything called '{words}'."
