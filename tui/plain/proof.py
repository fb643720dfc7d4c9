"""The proof of a battle's dice in lines: what was pledged, what is known, what is proved."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.seen import SeenBattle
from engine.sitting.proof import proof_of, told_evidence, verdict


async def tell_proof(
    battle: SeenBattle, say: Callable[[str], None], write: Callable[[str], None]
) -> None:
    """Say how the dice were made and what is proved; pledges and words are written whole.

    Raises `Refused` on a host that thinks about enough for this person already.
    """
    proof = None if battle.outcome() is None else await proof_of(battle)
    about, parts = told_evidence(battle)
    say(about)
    for name, text in parts:
        say(f"{name}:")
        write(text)  # not wrapped, to be compared and copied
    told, why = verdict(battle, proof)
    say(f"Verdict: {told}. {why}")
