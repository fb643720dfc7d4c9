"""Ways to cheat in a strict battle by mail: each one fails, or an error names the cheat's
letter.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine.base import hashes
from engine.base.errors import FileFault, Refused
from engine.base.hashes import Link, SharedDice, UnknownDice
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.post import checking, letters, slips, strict
from engine.post import slips as signing
from engine.post.folding import BEYOND
from engine.post.letters import LetterChoice, OpenedSeal, Slip
from engine.post.slips import Desk
from tests.engine.post import two_desks
from tests.engine.post.two_desks import Moment


@cache
def battle() -> list[Moment]:
    """Return all letters of a whole quick start by mail."""
    return two_desks.fought("quickstart", 28)


def where(fits: Callable[[Moment], bool]) -> int:
    """Return the index of the first letter that fits."""
    return next(at for at, moment in enumerate(battle()) if fits(moment))


def reader_of(at: int) -> Desk:
    """Return the receiver's desk as it is before the letter with this index is opened."""
    return battle()[at - 1].sender


def opens_a_seal(moment: Moment) -> bool:
    return bool(moment.slip.opened)


def refused(at: int, **change: object) -> str:
    """Return the error for a letter that a cheat's program has changed.

    The letter is signed again, since the cheat is its writer.
    """
    moment = battle()[at]
    slip = signing.sign_slip(moment.sender, replace(moment.slip, **change))
    with pytest.raises(FileFault) as caught:
        checking.import_slip(reader_of(at), slip)
    return str(caught.value)


# Foreseeing dice --------------------------------------------------------------------------------


def test_nobody_foresees_a_die_with_all_that_he_has() -> None:
    """As long as the other player's share is closed, no die of the latest choice or of a later one
    can be computed.
    """
    for moment in battle()[1:60]:
        desk = moment.sender
        number = desk.held.links[desk.other].choice if desk.other in desk.held.links else -1
        assert number < len(desk.held.choices) or not moment.slip.choices
        with pytest.raises(UnknownDice):
            strict.dice(desk).for_command(number + 1).face(0)


def test_trying_out_shares_leads_to_every_face_alike_and_to_none_that_fits() -> None:
    at = where(lambda moment: strict.waits_for(moment.sender).startswith("waits for the dice"))
    desk = battle()[at].sender
    stop = strict.fold_desk(desk).stop
    assert stop
    other, fixed, choice = desk.other, desk.held.anchors[desk.other], stop.number + 1
    faces: dict[int, int] = {}
    for guess in range(800):
        tried = Link(choice, sha256(b"%d" % guess).hexdigest())
        assert not hashes.verify_link(other, fixed, tried)
        known = SharedDice({desk.me: hashes.whole(desk.tip), other: tried})
        face = known.for_command(choice).face(0)
        faces[face] = faces.get(face, 0) + 1
    assert sorted(faces) == list(range(1, 9))
    assert min(faces.values()) > 50


def test_the_dice_of_a_set_up_cannot_be_drawn_again() -> None:
    """The player who first sees the drawn set-up has already committed to a share; another share
    does not match it.
    """
    anna = strict.post(two_desks.founded("patrol"))
    ben = strict.post(two_desks.joined(anna.slips[-1]))
    anna = checking.import_slip(anna, ben.slips[-1])
    assert strict.fold_desk(anna).begun, "she sees what is drawn before ben does"
    slip = strict.post(two_desks.chosen(anna, two_desks.Random(1))).slips[-1]
    assert slip.link
    other = hashes.link("anna", "another tip", 0)
    with pytest.raises(FileFault, match=r"letter 3 of anna opens a dice share that does not match"):
        checking.import_slip(ben, signing.sign_slip(anna, replace(slip, link=other, choices=())))
    with pytest.raises(FileFault, match=r"letter 3 of anna lacks its share of the dice"):
        checking.import_slip(ben, signing.sign_slip(anna, replace(slip, link=None, choices=())))
    again = strict.post(two_desks.founded("patrol", id="two"))
    assert again.held.id != ben.held.id, "a new battle is another one, and this one waits for her"


# Choosing again ---------------------------------------------------------------------------------


def test_two_letters_of_one_number_are_named() -> None:
    """A player who goes back to an old desk and chooses again writes a second letter with the same
    number.
    """
    at = where(lambda moment: bool(moment.slip.choices) and moment.slip.number > 6)
    moment = battle()[at]
    again = replace(moment.slip, choices=moment.slip.choices[:-1])
    with pytest.raises(FileFault, match=r"differs from .* of two letters with the same number"):
        checking.import_slip(moment.reader, again)
    assert checking.import_slip(moment.reader, moment.slip) == moment.reader
    why = refused(at, before="0" * 64)
    assert "written two letters with the same number" in why


def test_letters_come_in_their_order_once_and_from_this_battle() -> None:
    moments = battle()
    with pytest.raises(FileFault, match=r"this is letter 12, but letter 9 .*: 9 to 11 are missing"):
        checking.import_slip(moments[7].reader, moments[11].slip)
    with pytest.raises(FileFault, match="was opened before"):
        checking.import_slip(moments[11].sender, moments[4].slip)
    with pytest.raises(FileFault, match="names you as its writer, but your key has not signed it"):
        checking.import_slip(moments[9].sender, replace(moments[10].slip, by=moments[9].slip.by))
    assert "is of another battle" in refused(10, id="quickstart-other")
    with pytest.raises(FileFault, match=r"who wrote letter .* too: players take turns"):
        slips.merge_slip(moments[9].sender.held, replace(moments[10].slip, by=moments[9].slip.by))


# What a refusal tells ---------------------------------------------------------------------------


def rolls() -> Iterator[tuple[int, Desk]]:
    """Yield pairs (index, writer's desk) of letters whose latest choice rolls dice with a share
    that the writer does not know.
    """
    for at, moment in enumerate(battle()[3:], 3):
        stop = strict.fold_desk(moment.sender).stop
        if moment.slip.choices and stop and stop.dice:
            yield at, moment.sender


def test_a_letter_with_one_choice_too_many_learns_nothing_of_the_dice() -> None:
    """Such a letter is refused with the same words whatever the reader's share is, before that
    share is used.
    """
    tried, legal = 0, set[bool]()
    for at, sender in islice(rolls(), 5):
        reader, slip = reader_of(at), battle()[at].slip
        for guess in range(4):
            extra = two_desks.one_more(sender, guess)
            if extra is None:
                continue
            count = len(sender.held.choices) + 1
            link = hashes.link(sender.me, sender.tip, count)
            more = replace(slip, choices=(*slip.choices, extra), link=link)
            probe = signing.sign_slip(sender, more)
            with pytest.raises(FileFault) as caught:
                checking.import_slip(reader, probe)
            assert str(caught.value) == (
                f"letter {slip.number} of {slip.by}: choice {count} of the letter is not allowed: "
                f"{BEYOND}"
            )
            held = replace(reader.held, choices=(*reader.held.choices, *more.choices))
            held = replace(held, links={**held.links, sender.me: link})
            try:
                strict.fold_desk(replace(reader, held=held, sent=count))
            except FileFault:
                legal.add(False)
            else:
                legal.add(True)
            tried += 1
    assert tried > 5
    assert legal == {True, False}, "its reader alone could have told some from others"


def test_a_choice_that_hangs_on_what_the_other_has_sealed_is_refused_whatever_that_is() -> None:
    """The error must not depend on the sealed choice. Here it is an order given while the other's
    is sealed; `test_folding.py` has a smaller game.
    """
    moments = two_desks.fought("mars_hercule", 3)
    at = next(at for at, each in enumerate(moments) if at > 4 and _answers_a_seal(each))
    moment, reader = moments[at], moments[at - 1].sender
    sheet = msgspec.json.decode(bytes(moment.slip.choices[-1].command))
    sheet["answers"] = {slot: {"option": "none such"} for slot in sheet["answers"]}
    raw = codec(strict.fold_desk(reader).game).canonical_command(
        codec(strict.fold_desk(reader).game).command(msgspec.Raw(msgspec.json.encode(sheet)))
    )
    wrong = (*moment.slip.choices[:-1], replace(moment.slip.choices[-1], command=raw))
    letter = signing.sign_slip(moment.sender, replace(moment.slip, choices=wrong))
    with pytest.raises(FileFault, match="is not allowed"):
        checking.import_slip(reader, letter)


def _answers_a_seal(moment: Moment) -> bool:
    """Tell whether a letter has an open choice while the other player's choice is still sealed."""
    slip, held = moment.slip, moment.sender.held
    return (
        bool(slip.choices)
        and not slip.choices[-1].closed
        and any(choice.closed and held.players[choice.seat] != slip.by for choice in held.choices)
    )


def test_a_letter_whose_fault_its_reader_alone_can_see_stands_and_is_the_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the public checks have accepted the letter, no other letter with its number is accepted
    later.
    """
    at, sender = next(rolls())
    reader, slip = reader_of(at), battle()[at].slip
    extra = LetterChoice(slip.choices[-1].seat, slip.choices[-1].command)
    link = hashes.link(sender.me, sender.tip, len(sender.held.choices) + 1)
    more = replace(slip, choices=(*slip.choices, extra), link=link)
    monkeypatch.setattr(checking, "_check_owed", lambda *anything: None)
    stands = checking.import_slip(reader, signing.sign_slip(sender, more))
    monkeypatch.undo()
    with pytest.raises(FileFault) as caught:
        strict.fold_desk(stands)
    assert str(caught.value) == (
        f"letter {slip.number} of {slip.by} is accepted, but its choice {link.choice} is against "
        "the rules: a modified program has written it, so the battle ends here, and the letter "
        "is kept here as proof"
    )
    with pytest.raises(FileFault, match="of two letters with the same number the first one counts"):
        checking.import_slip(stands, slip)
    assert checking.import_slip(stands, stands.slips[-1]) == stands


# What can be written, and what for --------------------------------------------------------------


def test_a_command_has_one_form_and_a_limit() -> None:
    at = next(n for n in range(20, 60) if any(not c.closed for c in battle()[n].slip.choices))
    slip = battle()[at].slip
    index, choice = next((n, c) for n, c in enumerate(slip.choices) if not c.closed)
    raw = bytes(choice.command)
    forms = {
        raw[:-1] + b" " * 4_000_000 + b"}": "was not written by Weather Gage",
        raw[:-1] + b',"x":"' + b"y" * letters.LONGEST_COMMAND + b'"}': "was not written by Weather",
        b"[" * 60_000: "was not written by Weather Gage",
        raw.replace(b"{", b'{"seat":"x",', 1): "it does not have the form that Weather Gage writes",
        raw[:-1] + b',"more":1}': "it does not have the form that Weather Gage writes",
    }
    for form, why in forms.items():
        choices = list(slip.choices)
        choices[index] = LetterChoice(choice.seat, msgspec.Raw(form))
        assert why in refused(at, choices=tuple(choices))
    text = letters.format_letter(replace(slip, ssh="A" * letters.LARGEST_SLIP), "")
    with pytest.raises(FileFault, match="a letter of more than 262144 bytes"):
        letters.parse_letter(text, "mail")


def test_an_empty_letter_is_not_answered_for_ever() -> None:
    """It is refused, so that two programs do not answer each other's empty letters endlessly."""
    empty = 0
    for at, moment in enumerate(battle()[3:60], 3):
        stop = strict.fold_public(reader_of(at).held).stop
        if stop and stop.dice:
            continue
        desk, count = moment.sender, len(reader_of(at).held.choices)
        known = reader_of(at).held.links.get(desk.me)
        link = hashes.link(desk.me, desk.tip, count)
        for share in (None, link if known and known.choice < count else None):
            why = refused(at, choices=(), opened=(), link=share)
            assert (
                f"letter {at + 1} of {desk.me} is empty: it makes no choice, opens nothing" in why
            )
            empty += 1
    assert empty > 30


# A desk that was restored -------------------------------------------------------------------------


def test_the_same_choices_make_the_same_letter() -> None:
    for at in range(4, 40):
        before, after = battle()[at - 2].sender, battle()[at].sender
        came = battle()[at - 1].slip
        again = checking.import_slip(before, came)
        for choice in after.choices[len(again.held.choices) :]:
            if choice.seat and after.held.players[choice.seat] == after.me:
                again = _chosen(again, choice)
        assert strict.post(again).slips[-1] == battle()[at].slip


def _chosen(desk: Desk, choice: LetterChoice) -> Desk:
    known = strict.fold_desk(desk)
    question = next(each for each in known.pending() if each.seat == choice.seat)
    command = codec(known.game).command(choice.command)
    return strict.choice_of(desk, question, command, two_desks.owing(desk, known))


def test_a_desk_that_is_letters_behind_catches_up_by_its_own_letters() -> None:
    """It opens its own later letters, and those of the other player in between; even a card that it
    sealed is recovered.
    """
    old, late = battle()[1].sender, battle()[61].sender
    for moment in battle()[2:62]:
        old = checking.import_slip(old, moment.slip)
    assert replace(old, kept={}) == replace(late, kept={})
    assert {at: each.choice for at, each in old.kept.items()} == {
        at: each.choice for at, each in late.kept.items()
    }
    assert strict.is_sound(old)
    own = battle()[3].slip
    forged = replace(own, choices=own.choices[:-1])
    with pytest.raises(FileFault, match="names you as its writer, but your key has not signed"):
        checking.import_slip(checking.import_slip(battle()[1].sender, battle()[2].slip), forged)


def test_orders_that_a_restored_desk_has_sealed_are_to_be_given_once_more() -> None:
    """A sealed sheet cannot be found by trying all answers, so the desk waits for an equal letter
    and accepts no other.
    """
    moments = two_desks.fought("mars_hercule", 3)
    at = next(at for at, each in enumerate(moments) if at > 2 and _seals(each))
    sender, slip = moments[at].sender, moments[at].slip
    old = checking.import_slip(moments[at - 2].sender, moments[at - 1].slip)
    waits = checking.import_slip(old, slip)
    assert waits.again == slip
    assert waits.held == old.held
    other = two_desks.chosen(waits, two_desks.Random(99))
    with pytest.raises(Refused, match=f"your letter {slip.number} went out with other choices"):
        strict.post(other)
    same = waits
    for choice in sender.choices[len(old.held.choices) :]:
        same = _chosen(same, choice)
    assert strict.post(same) == sender
    assert checking.import_slip(same, slip).held == sender.held


def _seals(moment: Moment) -> bool:
    return any(choice.closed for choice in moment.slip.choices)


# Secrets ----------------------------------------------------------------------------------------


def test_a_sealed_card_cannot_be_another_one_when_it_is_opened() -> None:
    at = where(opens_a_seal)
    opened = battle()[at].slip.opened[0]
    changed = replace(opened, command=msgspec.Raw(b'{"do":"choose_card","card":"other"}'))
    assert "does not match its seal" in refused(at, opened=(changed,))
    assert "sealed, but it has to be opened now" in refused(at, opened=())


def test_nobody_opens_or_makes_what_is_the_others() -> None:
    at = where(opens_a_seal)
    nobodys = OpenedSeal(10_000, msgspec.Raw(b"{}"), "salt")
    assert "opens a choice that was not made" in refused(at, opened=(nobodys,))
    other = next(
        number
        for number, choice in enumerate(reader_of(at).held.choices)
        if reader_of(at).held.players[choice.seat] == reader_of(at).me
    )
    theirs = OpenedSeal(other, msgspec.Raw(b"{}"), "salt")
    assert "which its writer may not open" in refused(at, opened=(theirs,))
    slip = battle()[at].slip
    forged = LetterChoice("B" if slip.by == "anna" else "A", msgspec.Raw(b"{}"))
    assert "'s to make" in refused(at, choices=(forged,))
    copied = reader_of(at).held.choices[slip.opened[0].choice].seal
    mine = "A" if slip.by == "anna" else "B"
    assert "repeats the seal of another choice" in refused(
        at, choices=(LetterChoice(mine, seal=copied),)
    )


def test_a_seal_of_what_the_rules_do_not_allow_is_named_when_it_is_opened() -> None:
    """A card that is in no hand can be sealed unseen, but is detected when the seal is opened."""
    at = where(lambda moment: any(choice.closed for choice in moment.slip.choices))
    slip = battle()[at].slip
    number = len(reader_of(at).held.choices)
    command = msgspec.Raw(b'{"do":"choose_card","card":"no_such_card"}')
    place = reader_of(at).held.place(number)
    bogus = letters.seal_choice(slip.choices[0].seat, command, "salt", place)
    sent = forged(at, choices=(bogus.shut, *slip.choices[1:]))
    late = where(lambda moment: any(each.choice == number for each in moment.slip.opened))
    sent[late] = replace(sent[late], opened=(OpenedSeal(number, command, "salt"),))
    why = proved(sent)
    assert why.startswith(f"letter {late + 1} of {slip.by}: choice {number + 1} of the letter")
    assert "is not allowed" in why


def test_what_no_program_writes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    at = where(lambda moment: moment.slip.number > 20 and bool(moment.slip.choices))
    moment, reader = battle()[at], reader_of(at)
    slip, tip, held = moment.slip, moment.sender.tip, reader.held
    mine = "A" if slip.by == "anna" else "B"

    def more(*choices: LetterChoice) -> dict[str, object]:
        count = len(held.choices) + len(choices)
        return {"choices": choices, "link": hashes.link(slip.by, tip, count)}

    nonsense = LetterChoice(mine, msgspec.Raw(b'{"do":"fly"}'))
    assert "is not allowed" in refused(at, **more(nonsense))
    assert "is not allowed" in refused(at, **more(*slip.choices, slip.choices[-1]))
    unsealed = refused(at, **more(LetterChoice(mine, seal="0" * 64)))
    assert "it is sealed, although it is not a secret" in unsealed
    with pytest.raises(FileFault, match="is not written by a player of this battle"):
        slips.merge_slip(held, replace(slip, by="carol"))
    with pytest.raises(FileFault, match=f"is not letter {at + 1}, which has to come next"):
        slips.merge_slip(held, replace(slip, number=30))
    with pytest.raises(FileFault, match="must commit"):
        slips.merge_slip(held, replace(slip, anchor="0" * 64))
    ahead = replace(reader, held=replace(held, choices=(*held.choices, nonsense)))
    with pytest.raises(FileFault, match="came while it was your turn; send your own choices first"):
        checking.import_slip(ahead, slip)
    assert not strict.is_letter_due(moment.sender, asked=False)
    for change in (
        {"number": 0},
        {"anchor": "0" * 64},
        {"keys": None},
        {"signature": "0" * 64},
        {"ssh": "0" * 64},
        {"format": 3},
        {"before": "x"},
        {"by": "ben\x1b[2J"},
        {"opened": (OpenedSeal(1, msgspec.Raw(b'"\xe1"'), ""),)},
        {"receipt": "0" * 64},
    ):
        text = letters.format_letter(replace(slip, **change), "by mail")
        with pytest.raises(FileFault, match="not a letter that Weather Gage has written"):
            letters.parse_letter(text, "letter")
    with pytest.raises(FileFault, match="cannot be read"):
        slips.unpack_slips(b64encode(zlib.compress(b"[]" * 99)[:9]).decode())
    with pytest.raises(UnknownDice):
        SharedDice({}).for_command(1).face(0)
    monkeypatch.setattr(hashes, "LINKS", 1)
    with pytest.raises(Refused, match="at most 1 choices"):
        two_desks.chosen(two_desks.joined(battle()[0].slip), two_desks.Random(1))


# Shares -----------------------------------------------------------------------------------------


def test_a_share_is_the_one_that_was_fixed_and_that_of_the_latest_choice() -> None:
    at = 9
    slip, tip = battle()[at].slip, battle()[at].sender.tip
    assert slip.link
    wrong = replace(slip.link, value="0" * 64)
    assert "does not match" in refused(at, link=wrong)
    assert "lacks its share of the dice" in refused(at, link=None)
    early = hashes.link(slip.by, tip, slip.link.choice + 1)
    assert "opens a share of the dice too early" in refused(at, link=early)
    before = battle()[at - 2].slip.link
    assert "opens dice shares that are open already" in refused(at, link=before)


def test_nobody_takes_the_others_anchor_for_his_own() -> None:
    anna = two_desks.founded("quickstart")
    copied = anna.held.anchors["anna"]
    assert not hashes.verify_link("ben", copied, hashes.link("anna", anna.tip, 5))


def test_the_secret_of_the_shares_cannot_be_changed_at_the_end() -> None:
    at = where(lambda moment: bool(moment.slip.tip))
    assert "reveals a secret that" in refused(at, tip="another")
    assert "leaves out the secret of its dice shares" in refused(at, tip="")
    early = 9
    tip = battle()[early].sender.tip
    assert "reveals the secret of its dice shares before the battle is over" in refused(
        early, tip=tip
    )


# What the file proves -----------------------------------------------------------------------------


def proved(sent: list[Slip], tips: dict[str, str] | None = None) -> str:
    """Return what `verify` says about a file with forged letters whose checksums are right."""
    last = battle()[-1].sender
    begun = strict.begin(last)
    assert begun
    desks = {desk.me: desk for desk in battle()[-1]}
    for at in range(len(sent)):  # the forgers have written all hashes anew, and signed them both
        before = letters.slip_hash(sent[at - 1]) if at else ""
        if at < len(battle()) and sent[at] == battle()[at].slip and sent[at].before == before:
            continue  # it comes before what was forged
        sent[at] = signing.sign_slip(desks[sent[at].by], replace(sent[at], before=before))
    text = msgspec.json.decode(strict.tips(last))
    text["letters"] = slips.pack_slips(sent)
    text["tips"] |= tips or {}
    begun.reveal(strict.tips(last))
    record = begun.log[-1]
    begun.log[-1] = replace(record, text=msgspec.json.encode(text).decode())
    return checking.prove(begun).text


def forged(at: int, **change: object) -> list[Slip]:
    sent = [moment.slip for moment in battle()]
    sent[at] = replace(sent[at], **change)
    return sent


def test_the_file_names_the_letter_in_which_somebody_cheated() -> None:
    whole = [moment.slip for moment in battle()]
    assert "all decided again" in proved(whole)
    at = where(opens_a_seal)
    number = whole[at].number
    changed = replace(whole[at].opened[0], salt="other")
    assert f"letter {number} of {whole[at].by}" in proved(forged(at, opened=(changed,)))
    at = 9
    wrong = replace(whole[at].link, value="1" * 64)
    assert f"letter {whole[at].number} of {whole[at].by}" in proved(forged(at, link=wrong))
    at = where(lambda moment: len(moment.slip.choices) > 1)
    less = whole[at].choices[1:]
    assert f"letter {whole[at].number} of " in proved(forged(at, choices=less))
    assert "the first letter is missing" in proved(whole[1:])
    assert f"letter {whole[-1].number} of {whole[-1].by} is missing" in proved(whole[:-1])
    assert proved(whole[:40]).startswith("letter 41 of")
    twins = replace(whole[0].set_up, players={"A": "anna", "B": "anna"})
    assert "letter 1 of anna was not written by" in proved(forged(0, set_up=twins))
    kept_back = where(lambda moment: bool(moment.slip.tip) and bool(moment.slip.opened))
    assert "is not opened" in proved(forged(kept_back, opened=()))


def test_what_a_letter_is_checked_for_the_proof_is_checked_for() -> None:
    """The checks come before any computation: a link with a huge number of choices would be hashed
    without end.
    """
    whole = [moment.slip for moment in battle()]
    at = 9
    link = whole[at].link
    assert link
    for wrong in (
        {"link": replace(link, choice=10**12)},
        {"link": replace(link, choice=-5)},
        {"link": replace(link, value="no hexadecimal")},
        {"link": replace(link, value=link.value.upper())},
        {"tip": "x" * 100_000},
        {"by": "ben\x1b[2J"},
        {"number": 10**9},
        {"format": 7},
    ):
        sent = forged(at, **wrong)
        with pytest.raises(FileFault, match="was not written by Weather Gage"):
            checking.whole_letter(sent)
    for far in (10**12, hashes.LINKS, -2):
        with pytest.raises(FileFault, match="there are no dice for choice"):
            hashes.verify_link("anna", "0" * 64, Link(far, "0" * 64))
    assert not hashes.verify_link("anna", "0" * 64, Link(1, "no hexadecimal"))


def test_a_die_or_a_choice_of_the_file_that_is_not_that_of_the_letters_is_found() -> None:
    last = battle()[-1].sender
    begun = strict.begin(last)
    assert begun
    begun.reveal(strict.tips(last))
    entry = begun.log[5]
    begun.log[5] = replace(entry, events=entry.events[:-1])
    assert checking.prove(begun).text.startswith("entry 6: ")
    short = strict.begin(battle()[40].sender)
    assert short
    short.log.append(begun.log[-1])
    assert "the choices in the file differ from those in the letters" in checking.prove(short).text
    fixed = replace(last.held.fairness, anchors={"anna": "0" * 64, "ben": "1" * 64})
    begun.header = replace(begun.header, fairness=fixed)
    assert "commit to other dice shares" in checking.prove(begun).text


def test_a_battle_that_goes_on_is_sealed_and_tells_no_die(tmp_path: Path) -> None:
    desk = battle()[30].sender
    path = tmp_path / "strict.battle"
    begun = strict.begin(desk, path)
    assert begun
    begun.close()
    watched = Battle.open(path, write=False)
    assert "the dice are sealed" in watched.verify().text
    assert desk.tip not in path.read_text()
    watched.close()


# Who wrote it -----------------------------------------------------------------------------------


def test_nobody_rewrites_the_others_letters_with_all_secrets_told() -> None:
    """At the end each player has both secrets and all shares, but cannot sign a letter in the
    other's name.
    """
    invented = two_desks.fought("quickstart", 29, id="28", bens_key="a key of anna's")
    truth, last = battle()[-1].sender.held, invented[-1].sender.held
    assert (last.anchors, last.tips, last.id) == (truth.anchors, truth.tips, truth.id)
    assert last.choices != truth.choices
    sent = [each.slip for each in invented]
    assert checking.whole_letter(sent)
    signed = {name: key for name, key, _ in checking.signers(sent)}
    real = {name: key for name, key, _ in checking.signers([each.slip for each in battle()])}
    assert signed["anna"] == real["anna"]
    assert signed["ben"] != real["ben"], "that is what a third person sees"
    keys = replace(sent[1].keys, own=real["ben"])
    with pytest.raises(FileFault, match="letter 2 of ben is not signed by ben's key"):
        checking.whole_letter([sent[0], replace(sent[1], keys=keys), *sent[2:]])
    whole = [each.slip for each in battle()]
    at = where(lambda moment: moment.slip.by == "ben" and len(moment.slip.choices) > 1)
    whole[at] = replace(whole[at], choices=whole[at].choices[:-1])
    with pytest.raises(FileFault, match=rf"letter {at + 1} of ben is not signed by ben's key"):
        checking.whole_letter(whole)


def test_a_letter_or_seal_of_another_battle_or_place_is_none_of_this_one() -> None:
    at = where(lambda moment: any(choice.closed for choice in moment.slip.choices))
    desk = battle()[at].sender
    number, kept = next(iter(desk.kept.items()))
    choice = kept.choice
    assert letters.verify_seal(choice, desk.held.place(number))
    assert not letters.verify_seal(choice, desk.held.place(number + 1))
    assert not letters.verify_seal(choice, replace(desk.held, id="other").place(number))
    with pytest.raises(FileFault, match="is not signed by"):
        slips.merge_slip(replace(reader_of(at).held, id="o"), replace(battle()[at].slip, id="o"))


# Who stops writing ------------------------------------------------------------------------------


def test_who_stops_writing_can_be_shown_to_have_had_the_letter() -> None:
    """Only the reader of a letter can make its receipt. It is valid for that letter only, and
    reveals no share.
    """
    moment = battle()[9]
    came = strict.receipt(moment.reader)
    told = checking.import_slip(moment.sender, came)
    assert told.receipt == came
    assert told.held == moment.sender.held
    text = letters.format_letter(came, "a receipt")
    assert letters.parse_letter(text, "receipt") == came
    for change in (
        {"receipt": "0" * 64},
        {"receipt": moment.slip.signature},
        {"receipt": moment.reader.slips[-2].signature},
        {"by": moment.sender.me},
        {"number": came.number - 1},
        {"before": "0" * 64},
    ):
        with pytest.raises(FileFault, match=r"the receipt|did not make"):
            checking.import_slip(moment.sender, replace(came, **change))
    with pytest.raises(FileFault, match="is a receipt, not a letter"):
        slips.merge_slip(moment.reader.held, came)
    with pytest.raises(Refused, match="a receipt confirms the latest letter"):
        strict.receipt(moment.sender)


def test_a_third_person_judges_by_letters_and_receipts_also_of_a_battle_that_goes_on() -> None:
    sent = [moment.slip for moment in battle()[:12]]
    last = battle()[11]
    keys = [
        f"{name}'s letters are signed by the key {key}" for name, key, _ in checking.signers(sent)
    ]
    came = strict.receipt(last.reader)
    verdict = checking.judge_letters([came, *reversed(sent), sent[4]])
    writer, reader = last.sender.me, last.reader.me
    assert verdict.right
    assert set(keys) < set(verdict.told)
    assert f"{reader} has received letter 12 of {writer}" in verdict.told
    assert verdict.told[-2:] == (
        "letters 1 to 12 are right",
        f"letter 13 of {reader} is missing",
    )
    forged = replace(came, receipt=strict.receipt(battle()[9].reader).receipt)
    assert not [
        each for each in checking.judge_letters([*sent, forged]).told if "has received" in each
    ]
    at = next(at for at in range(11, 3, -1) if len(sent[at].choices) and at % 2)
    wrong = replace(sent[at], opened=(), choices=sent[at].choices[:-1])
    assert (
        checking.judge_letters([*sent[:at], wrong]).told[-1].endswith("is not signed by ben's key")
    )
    twin = two_desks.with_more(battle()[at])
    twin = signing.sign_slip(battle()[at].sender, replace(twin, before=sent[at].before, ssh=""))
    assert twin == sent[at], "the same letter is no second one"
    assert checking.judge_letters([*sent, twin]).right
    for few, why in (
        (sent[1:], "the first letter is missing"),
        ([*sent, replace(sent[3], id="other")], "of several battles"),
        ([replace(sent[0], format=3)], "are not signed"),
    ):
        with pytest.raises(FileFault, match=why):
            checking.judge_letters(few)


def test_two_letters_of_one_number_are_shown_to_a_third_person() -> None:
    """They were written by a player who went back to an old desk and chose again."""
    at = next(at for at in range(4, 40) if battle()[at].slip.choices)
    old = checking.import_slip(battle()[at - 2].sender, battle()[at - 1].slip)
    other = next(
        strict.post(found).slips[-1]
        for seed in range(50)
        if (found := two_desks.chosen(old, two_desks.Random(seed))).choices
        != battle()[at].sender.choices
    )
    sent = [moment.slip for moment in battle()[: at + 1]]
    verdict = checking.judge_letters([*sent, other])
    assert not verdict.right
    assert verdict.told[-1] == f"{other.by} has signed two different letters {at + 1}"
