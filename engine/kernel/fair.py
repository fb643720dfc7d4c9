"""Fair dice: a seed that nobody could choose, and that everybody can check afterwards.

First the keeper of the dice, such as a host, commits to a secret. Then each seat adds a word of its
own. The seed is computed from the secret and the words. The secret is revealed when the battle is
over.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

from engine.base import hashes
from engine.base.dice import Dice

OLD_BITS = 63
"""The number of bits of a seed where a file does not state it: older seeds had 63 bits, not 128."""


class Fairness(msgspec.Struct, frozen=True):
    """What is made public before the first die: the commitment to the secret, and each seat's word.

    In a strict battle by mail there are also the anchors of the players' hash chains: each is the
    public end of a chain whose links are the player's shares of the dice.
    """

    pledge: str
    words: dict[str, str] = {}
    bits: int = OLD_BITS
    """The number of bits of the resulting seed."""
    anchors: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """{player's name: anchor of the player's hash chain}, if every throw combines secret shares of
    both players."""

    @property
    def shared(self) -> bool:
        """Whether each throw combines secret shares of the players; then there is no seed."""
        return self.anchors is not msgspec.UNSET


class Tips(msgspec.Struct, frozen=True):
    """The secrets in the file of a battle with shared dice, revealed at the end of the battle."""

    tips: dict[str, str]
    """{player's name: tip of the player's hash chain}. The tip is the secret from which all links
    of the chain, the player's shares of the dice, are computed."""
    letters: str = ""
    """All letters of the battle, packed; `engine.post.slips` decodes them."""


_read_tips = msgspec.json.Decoder(Tips).decode


def parse_tips(secret: str) -> Tips | None:
    """Return the tips in a revealed secret of shared dice; None for any other secret."""
    try:
        return _read_tips(secret)
    except msgspec.DecodeError:
        return None


def pledge(secret: str) -> str:
    """Return the commitment to a secret: a hash that binds its owner without revealing it."""
    return sha256(b"weather gage pledge " + secret.encode()).hexdigest()


def mix_seed(secret: str, fairness: Fairness) -> int:
    """Return the seed computed from a secret and the seats' words.

    With shared dice the seed is used only by battles that are forked from this one after its end.
    """
    told = parse_tips(secret) if fairness.shared else None
    if told:
        secret = msgspec.json.encode(sorted(told.tips.items())).decode()
    text = msgspec.json.encode([secret, sorted(fairness.words.items())])
    return int.from_bytes(sha256(b"weather gage seed " + text).digest()) >> (256 - fairness.bits)


def matches_pledge(secret: str, fairness: Fairness) -> bool:
    """Tell whether a secret is the one that was pledged before the battle."""
    if not isinstance(fairness.anchors, dict):
        return pledge(secret) == fairness.pledge
    told = parse_tips(secret)
    return (
        told is not None
        and told.tips.keys() == fairness.anchors.keys()
        and all(
            hashes.anchor(each, told.tips[each]) == fixed
            for each, fixed in fairness.anchors.items()
        )
    )


def dice(secret: str, fairness: Fairness | None, seed: int) -> Dice:
    """Return the dice of a battle: from its seed, or from the shares that its secret reveals."""
    if fairness is None or not isinstance(fairness.anchors, dict):
        return Dice(seed)
    told = parse_tips(secret)
    closed = {name: hashes.Link(-1, fixed) for name, fixed in fairness.anchors.items()}
    known = {name: hashes.whole(tip) for name, tip in told.tips.items()} if told else {}
    return hashes.SharedDice({**closed, **known})


def proof_text(fairness: Fairness) -> str:
    """Return the sentence that says that the dice of a battle were proved.

    It has the facts that players can compare with their notes, such as the pledge and the words.
    """
    if isinstance(fairness.anchors, dict):
        anchors = ", ".join(f"{name} {each}" for name, each in sorted(fairness.anchors.items()))
        return f"dice proved: each throw combines a share from each player (anchors {anchors})"
    words = ", ".join(f"{seat} '{word}'" for seat, word in fairness.words.items())
    agree = "dice proved: pledge, words and seed agree"
    return f"{agree} (pledge {fairness.pledge}; words {words or 'none'})"
