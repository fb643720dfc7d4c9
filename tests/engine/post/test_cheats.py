"""A cheat's kit against strict battles by mail: each attempt fails, or is named by its letter."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine.base import shares
from engine.base.errors import FileFault, Refused
from engine.base.shares import Link, SharedDice, Unthrown
from engine.kernel.battle import Battle
from engine.post import audit, letters, slips, strict
from engine.post.desk import Desk
from engine.post.letters import LetterChoice, Opened, Slip
from tests.engine.post import two_desks
from tests.engine.post.two_desks import Moment


@cache
def battle() -> list[Moment]:
    """Return a quick start by letters, to its end."""
    return two_desks.fought("quickstart", 28)


def where(fits: Callable[[Moment], bool]) -> int:
    """Return the place of the first letter of which something is true."""
    return next(at for at, moment in enumerate(battle()) if fits(moment))


def reader_of(at: int) -> Desk:
    """Return the desk to which a letter comes, as it is before it is opened."""
    return battle()[at - 1].sender


def opens_a_seal(moment: Moment) -> bool:
    return bool(moment.slip.opened)


def refused(at: int, **change: object) -> str:
    """Return why a letter is refused that was changed by a program of the cheat's own."""
    slip = replace(battle()[at].slip, **change)
    with pytest.raises(FileFault) as caught:
        strict.import_slip(reader_of(at), slip)
    return str(caught.value)


# Foreseeing dice --------------------------------------------------------------------------------


def test_nobody_foresees_a_die_with_all_that_he_has() -> None:
    """Before the other's share is opened a die has no face, of the choice made or of any later."""
    for moment in battle()[1:60]:
        desk = moment.sender
        number = desk.held.links[desk.other].choice if desk.other in desk.held.links else -1
        assert number < len(desk.held.choices) or not moment.slip.choices
        with pytest.raises(Unthrown):
            strict.dice(desk).thrown_at(number + 1).face(0)


def test_trying_out_shares_leads_to_every_face_alike_and_to_none_that_fits() -> None:
    at = where(lambda moment: strict.waits_for(moment.sender).startswith("waits for the dice"))
    desk = battle()[at].sender
    stop = strict.folded(desk).stop
    assert stop
    other, fixed, choice = desk.other, desk.held.anchors[desk.other], stop.number + 1
    faces: dict[int, int] = {}
    for guess in range(800):
        tried = Link(choice, sha256(b"%d" % guess).hexdigest())
        assert not shares.follows(other, fixed, tried)
        known = SharedDice({desk.me: shares.whole(desk.tip), other: tried})
        face = known.thrown_at(choice).face(0)
        faces[face] = faces.get(face, 0) + 1
    assert sorted(faces) == list(range(1, 9))
    assert min(faces.values()) > 50


def test_the_dice_of_a_set_up_cannot_be_drawn_again() -> None:
    """Whoever sees first what is dealt has fixed his share before: another one is not his."""
    anna = strict.post(two_desks.founded("patrol"))
    ben = strict.post(two_desks.joined(anna.slips[-1]))
    anna = strict.import_slip(anna, ben.slips[-1])
    assert strict.folded(anna).begun, "she sees what is drawn before ben does"
    slip = strict.post(two_desks.chosen(anna, two_desks.Random(1))).slips[-1]
    assert slip.link
    other = shares.link("anna", "another tip", 0)
    with pytest.raises(FileFault, match=r"letter 3 of anna opens a share that is not the one of"):
        strict.import_slip(ben, replace(slip, link=other, choices=()))
    with pytest.raises(FileFault, match=r"letter 3 of anna leaves out its share of the dice"):
        strict.import_slip(ben, replace(slip, link=None, choices=()))
    again = strict.post(two_desks.founded("patrol", id="two"))
    assert again.held.id != ben.held.id, "a new battle is another one, and this one waits for her"


# Choosing again ---------------------------------------------------------------------------------


def test_two_letters_of_one_number_are_named() -> None:
    """Who goes back to an old desk and chooses again writes a second letter of that number."""
    at = where(lambda moment: bool(moment.slip.choices) and moment.slip.number > 6)
    moment = battle()[at]
    again = replace(moment.slip, choices=moment.slip.choices[:-1])
    with pytest.raises(FileFault, match=r"another one than .* two letters of one number"):
        strict.import_slip(moment.reader, again)
    assert strict.import_slip(moment.reader, moment.slip) == moment.reader
    why = refused(at, before="0" * 64)
    assert "has written two letters of one number" in why


def test_letters_come_in_their_order_once_and_from_this_battle() -> None:
    moments = battle()
    with pytest.raises(FileFault, match=r"this is letter 12, and letter 9 .*: 9 to 11 are missing"):
        strict.import_slip(moments[7].reader, moments[11].slip)
    with pytest.raises(FileFault, match="was opened before"):
        strict.import_slip(moments[11].sender, moments[4].slip)
    with pytest.raises(FileFault, match="one of your own"):
        strict.import_slip(moments[9].sender, replace(moments[10].slip, by=moments[9].slip.by))
    assert "is of another battle" in refused(10, id="quickstart-other")
    with pytest.raises(FileFault, match=r"not .*'s to write"):
        slips.joined(moments[9].sender.held, replace(moments[10].slip, by=moments[9].slip.by))


# Secrets ----------------------------------------------------------------------------------------


def test_a_sealed_card_cannot_be_another_one_when_it_is_opened() -> None:
    at = where(opens_a_seal)
    opened = battle()[at].slip.opened[0]
    changed = replace(opened, command=msgspec.Raw(b'{"do":"choose_card","card":"other"}'))
    assert "is not what its seal was made of" in refused(at, opened=(changed,))
    assert "sealed, which has to be opened" in refused(at, opened=())


def test_nobody_opens_or_makes_what_is_the_others() -> None:
    at = where(opens_a_seal)
    nobodys = Opened(10_000, msgspec.Raw(b"{}"), "salt")
    assert "opens a choice that was not made" in refused(at, opened=(nobodys,))
    other = next(
        number
        for number, choice in enumerate(reader_of(at).held.choices)
        if reader_of(at).held.players[choice.seat] == reader_of(at).me
    )
    theirs = Opened(other, msgspec.Raw(b"{}"), "salt")
    assert "which is not its to open" in refused(at, opened=(theirs,))
    slip = battle()[at].slip
    forged = LetterChoice("B" if slip.by == "anna" else "A", msgspec.Raw(b"{}"))
    assert "'s to make" in refused(at, choices=(forged,))
    copied = reader_of(at).held.choices[slip.opened[0].choice].seal
    mine = "A" if slip.by == "anna" else "B"
    assert "the seal of another one" in refused(at, choices=(LetterChoice(mine, seal=copied),))


def test_a_seal_of_what_the_rules_do_not_allow_is_named_when_it_is_opened() -> None:
    """A card that is in no hand can be sealed, for nobody sees it; opened it is found out."""
    at = where(lambda moment: any(choice.closed for choice in moment.slip.choices))
    slip = battle()[at].slip
    number = len(reader_of(at).held.choices)
    command = msgspec.Raw(b'{"do":"choose_card","card":"no_such_card"}')
    bogus = letters.sealed(slip.choices[0].seat, command, "salt")
    sent = forged(at, choices=(bogus.shut, *slip.choices[1:]))
    late = where(lambda moment: any(each.choice == number for each in moment.slip.opened))
    sent[late] = replace(sent[late], opened=(Opened(number, command, "salt"),))
    why = proved(sent)
    assert why.startswith(f"letter {late + 1} of {slip.by}: choice {number + 1} of the letter")
    assert "is not allowed" in why


def test_what_no_program_writes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 20
    moment, reader = battle()[at], reader_of(at)
    slip, tip, held = moment.slip, moment.sender.tip, reader.held
    mine = "A" if slip.by == "anna" else "B"

    def more(*choices: LetterChoice) -> dict[str, object]:
        count = len(held.choices) + len(choices)
        return {"choices": choices, "link": shares.link(slip.by, tip, count)}

    nonsense = LetterChoice(mine, msgspec.Raw(b'{"do":"fly"}'))
    assert "is not allowed" in refused(at, **more(nonsense))
    assert "is not allowed" in refused(at, **more(*slip.choices, slip.choices[-1]))
    unsealed = refused(at, **more(LetterChoice(mine, seal="0" * 64)))
    assert "it is sealed, and is no secret" in unsealed
    with pytest.raises(FileFault, match="is by nobody who plays"):
        slips.joined(held, replace(slip, by="carol"))
    with pytest.raises(FileFault, match="is not letter 21, which is waited for"):
        slips.joined(held, replace(slip, number=30))
    with pytest.raises(FileFault, match="does not fix the shares of"):
        slips.joined(held, replace(slip, anchor="0" * 64))
    ahead = replace(reader, held=replace(held, choices=(*held.choices, nonsense)))
    with pytest.raises(FileFault, match="came while you had choices of your own"):
        strict.import_slip(ahead, slip)
    assert not strict.due(moment.sender, asked=False)
    for change in (
        {"number": 0},
        {"anchor": "0" * 64},
        {"before": "x"},
        {"by": "ben\x1b[2J"},
        {"opened": (Opened(1, msgspec.Raw(b'"\xe1"'), ""),)},
        {"receipt": "0" * 64},
    ):
        text = letters.written(replace(slip, **change), "by mail")
        with pytest.raises(FileFault, match="not a letter that Weather Gage has written"):
            letters.read(text, "letter")
    with pytest.raises(FileFault, match="cannot be read"):
        slips.unpacked(b64encode(zlib.compress(b"[]" * 99)[:9]).decode())
    with pytest.raises(Unthrown):
        SharedDice({}).thrown_at(1).face(0)
    monkeypatch.setattr(shares, "LINKS", 1)
    with pytest.raises(Refused, match="at most 1 choices"):
        two_desks.chosen(two_desks.joined(battle()[0].slip), two_desks.Random(1))


# Shares -----------------------------------------------------------------------------------------


def test_a_share_is_the_one_that_was_fixed_and_that_of_the_latest_choice() -> None:
    at = 9
    slip, tip = battle()[at].slip, battle()[at].sender.tip
    assert slip.link
    wrong = replace(slip.link, value="0" * 64)
    assert "is not the one of" in refused(at, link=wrong)
    assert "leaves out its share of the dice" in refused(at, link=None)
    early = shares.link(slip.by, tip, slip.link.choice + 1)
    assert "opens too early a share of the dice" in refused(at, link=early)
    before = battle()[at - 2].slip.link
    assert "opens shares that are open" in refused(at, link=before)


def test_nobody_takes_the_others_anchor_for_his_own() -> None:
    anna = two_desks.founded("quickstart")
    copied = anna.held.anchors["anna"]
    assert not shares.follows("ben", copied, shares.link("anna", anna.tip, 5))


def test_the_secret_of_the_shares_cannot_be_changed_at_the_end() -> None:
    at = where(lambda moment: bool(moment.slip.tip))
    assert "tells a secret that" in refused(at, tip="another")
    assert "leaves out the secret of its shares" in refused(at, tip="")
    early = 9
    tip = battle()[early].sender.tip
    assert "tells the secret of its shares before the end" in refused(early, tip=tip)


# What the file proves -----------------------------------------------------------------------------


def proved(sent: list[Slip], tips: dict[str, str] | None = None) -> str:
    """Return what `verify` says of a file that was made whole again around forged letters."""
    last = battle()[-1].sender
    begun = strict.begin(last)
    assert begun
    for at in range(1, len(sent)):  # the forger has written all hashes anew
        sent[at] = replace(sent[at], before=letters.stamp(sent[at - 1]))
    text = msgspec.json.decode(strict.tips(last))
    text["letters"] = slips.packed(sent)
    text["tips"] |= tips or {}
    begun.reveal(strict.tips(last))
    record = begun.log[-1]
    begun.log[-1] = replace(record, text=msgspec.json.encode(text).decode())
    return audit.proved(begun).text


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
    assert "letter 1 of anna is not one of" in proved(forged(0, set_up=twins))
    kept_back = where(lambda moment: bool(moment.slip.tip) and bool(moment.slip.opened))
    assert "is not opened" in proved(forged(kept_back, opened=()))


def test_a_die_or_a_choice_of_the_file_that_is_not_that_of_the_letters_is_found() -> None:
    last = battle()[-1].sender
    begun = strict.begin(last)
    assert begun
    begun.reveal(strict.tips(last))
    entry = begun.log[5]
    begun.log[5] = replace(entry, events=entry.events[:-1])
    assert audit.proved(begun).text.startswith("entry 6: ")
    short = strict.begin(battle()[40].sender)
    assert short
    short.log.append(begun.log[-1])
    assert "the file has other choices than the letters" in audit.proved(short).text
    fixed = replace(last.held.fairness, anchors={"anna": "0" * 64, "ben": "1" * 64})
    begun.header = replace(begun.header, fairness=fixed)
    assert "fix other shares" in audit.proved(begun).text


def test_a_battle_that_goes_on_is_sealed_and_tells_no_die(tmp_path: Path) -> None:
    desk = battle()[30].sender
    path = tmp_path / "strict.battle"
    begun = strict.begin(desk, path)
    assert begun
    begun.close()
    watched = Battle.open(path, write=False)
    assert "its dice are sealed" in watched.verify().text
    assert desk.tip not in path.read_text()
    watched.close()


# Who stops writing ------------------------------------------------------------------------------


def test_who_stops_writing_can_be_shown_to_have_had_the_letter() -> None:
    """A receipt is made by its reader alone, of that letter, and hides no share."""
    moment = battle()[9]
    came = strict.receipt(moment.reader)
    told = strict.import_slip(moment.sender, came)
    assert told.receipt == came
    assert told.held == moment.sender.held
    text = letters.written(came, "a receipt")
    assert letters.read(text, "receipt") == came
    for change in (
        {"receipt": "0" * 64},
        {"receipt": moment.reader.held.links[moment.reader.me].value},
        {"by": moment.sender.me},
        {"number": came.number - 1},
        {"before": "0" * 64},
    ):
        with pytest.raises(FileFault, match="the receipt is no"):
            strict.import_slip(moment.sender, replace(came, **change))
    with pytest.raises(FileFault, match="is a receipt, and no letter"):
        slips.joined(moment.reader.held, came)
    with pytest.raises(Refused, match="a receipt is for the latest letter"):
        strict.receipt(moment.sender)
