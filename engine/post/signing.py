"""Signatures of the letters and receipts of a strict battle, so that a third person can judge.

Each letter has the public keys of its writer's next letter and of his receipt of the next one that
comes. So the key in his first letter fixes all of them. Receipts are signed in a domain of their
own. The secret of the keys is never told, as the secret of the shares is at the end.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import digest as hmac

import msgspec
from msgspec.structs import replace

from engine.base import one_time
from engine.base.errors import FileFault
from engine.post import letters
from engine.post.desk import Desk
from engine.post.letters import Keys, Letter, Slip

LETTER, RECEIPT = "letter", "receipt"


def signed(desk: Desk, slip: Slip) -> Slip:
    """Return a slip with the keys of what its writer signs next, and his signature."""
    if not desk.held.signed:
        return slip
    number, first = slip.number, slip.number <= 2
    keys = Keys(
        next=_public(desk, LETTER, number + 2),
        receipt=_public(desk, RECEIPT, number + 1),
        own=_public(desk, LETTER, number) if first else "",
    )
    slip = replace(slip, keys=keys, ssh=desk.ssh if first else "")
    return replace(slip, signature=_signature(desk, LETTER, number, letters.stamp(slip)))


def is_own(desk: Desk, slip: Slip) -> bool:
    """Tell whether a letter was signed at this desk, or at one that it was copied from."""
    made = _signature(desk, LETTER, slip.number, letters.stamp(slip))
    return slip.by == desk.me and bool(desk.key) and slip.signature == made


def receipt(desk: Desk) -> str:
    """Return the signature of the letter that came last."""
    return _signature(desk, RECEIPT, desk.held.number, desk.held.before)


def is_receipt(held: Letter, came: Slip) -> bool:
    """Tell whether a receipt is one of the latest letter, signed by whom that came to."""
    place = _place(held.id, came.by, RECEIPT, came.number)
    return one_time.signs(held.receipts.get(came.by, ""), place, came.before, came.receipt)


def checked(held: Letter, after: Letter, slip: Slip) -> Letter:
    """Return the joined letter with the keys that a slip fixes; `FileFault` for a wrong signature.

    `held` is the letter before it. Letters of older battles have none.
    """
    said = f"letter {slip.number} of {slip.by}"
    if not held.signed:
        if slip.keys or slip.signature or slip.ssh:
            raise FileFault(f"{said} is signed, in a battle whose letters are not")
        return after
    keys = slip.keys
    if keys is None or bool(keys.own) == (slip.by in held.keys):
        raise FileFault(f"{said} does not name its writer's keys")
    key, place = held.keys.get(slip.by, keys.own), _place(held.id, slip.by, LETTER, slip.number)
    if not one_time.signs(key, place, letters.stamp(slip), slip.signature):
        raise FileFault(f"{said} is not signed by {slip.by}'s key")
    return replace(
        after,
        keys={**held.keys, slip.by: keys.next},
        receipts={**held.receipts, slip.by: keys.receipt},
    )


def salt(desk: Desk, number: int, seat: str, command: msgspec.Raw) -> str:
    """Return the salt of a choice, of the desk's own secret; '' where it has none.

    The same choice has the same one, so a desk that was restored writes the same letter again;
    another choice has another one, so that one salt that was opened gives away no other seal.
    """
    secret = desk.key or desk.tip
    if not secret:
        return ""
    text = msgspec.json.encode([desk.held.id, number, seat, bytes(command).decode()])
    return hmac(secret.encode(), b"weather gage salt " + text, "sha256")[:16].hex()


def told(id: str, name: str, key: str) -> str:
    """Return the text that a player's SSH key signs: who he is in which battle, by which key."""
    return f"weather gage {id} {name} {key}\n"


def first_key(desk: Desk) -> str:
    """Return the public key of the first letter of a desk's player."""
    return _public(desk, LETTER, 1 if not desk.slips or desk.slips[0].by == desk.me else 2)


def fingerprint(ssh: str) -> str:
    """Return how OpenSSH names the key in an SSH signature: `SHA256:...`; '' for no signature."""
    from base64 import b64decode, b64encode

    try:
        blob = b64decode(ssh, validate=True)
        size = int.from_bytes(blob[10:14])
        key = blob[14 : 14 + size]
    except ValueError:
        return ""
    if blob[:6] != b"SSHSIG" or not size or len(key) != size:
        return ""
    return f"SHA256:{b64encode(sha256(key).digest()).decode().rstrip('=')}"


def _public(desk: Desk, what: str, number: int) -> str:
    return one_time.public(desk.key, _place(desk.held.id, desk.me, what, number))


def _signature(desk: Desk, what: str, number: int, stamp: str) -> str:
    return one_time.signature(desk.key, _place(desk.held.id, desk.me, what, number), stamp)


def _place(id: str, name: str, what: str, number: int) -> bytes:
    return msgspec.json.encode([id, name, what, number])
