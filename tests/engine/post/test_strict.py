"""Strict battles by mail: nobody can foresee a die or read hidden facts, and the end proves it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.base.errors import FileFault, Refused
from engine.kernel.battle import Battle
from engine.kernel.registry import game_with_scenario, system
from engine.post import checking, correspondence, letters, slips, strict
from engine.post.folding import possible_commands
from engine.post.slips import Desk
from engine.review.chapters import chapters, extract_chapter
from tests.engine.post import two_desks
from tests.engine.post.two_desks import Moment

SHORT = {"quickstart": 28, "mars_hercule": 3, "frigates": 8}
"""{scenario: seed of a battle that ends soon}."""


@cache
def fought(scenario: str) -> list[Moment]:
    return two_desks.fought(scenario, SHORT[scenario])


@pytest.fixture
def quick_start() -> list[Moment]:
    return fought("quickstart")


@pytest.fixture
def duel() -> list[Moment]:
    return fought("mars_hercule")


@pytest.mark.parametrize("scenario", ["quickstart", "mars_hercule", "frigates"])
def test_a_battle_and_a_series_go_to_and_fro_to_an_end_that_verifies(scenario: str) -> None:
    """At the end the files of both players contain the same, and both can be verified."""
    last = fought(scenario)[-1]
    battles = [strict.begin(desk) for desk in last]
    assert battles[0]
    assert battles[1]
    assert battles[0].state == battles[1].state
    assert battles[0].outcome()
    for battle, desk in list(zip(battles, last, strict=True))[:1]:
        assert battle
        battle.reveal(strict.tips(desk))
        proof = checking.prove(battle)
        assert proof.ok, proof.text
        assert "each throw combines a share from each player" in proof.proof
        for chapter in chapters(battle)[:1]:
            with pytest.raises(
                Refused,
                match="the dice come from shares of both players, so no battle can be cut out",
            ):
                extract_chapter(battle, chapter)


@pytest.mark.parametrize("scenario", ["quickstart", "mars_hercule"])
def test_no_letter_lets_the_other_know_more_than_the_rules_show(scenario: str) -> None:
    """A desk shows its player the same as the true battle would, and contains no hidden card."""
    moments = fought(scenario)
    last = moments[-1].sender
    whole = strict.fold_desk(last)
    game, commands = whole.game, whole.commands
    states = [step.worlds[0].state for step in whole._steps]
    peeped = 0
    for moment in moments[2:-2]:
        desk = moment.reader
        known = strict.fold_desk(desk)
        if known.position == 0:
            continue
        mine = [seat for seat, name in desk.held.players.items() if name == desk.me]
        truth = states[known.position - 1]
        for seat in mine:
            assert game.view(known.state, seat) == game.view(truth, seat)
        for number in known.closed:
            peeped += _is_other(known.commands[number][1], commands[number][1])
            assert last.held.choices[number].salt.encode() not in msgspec.json.encode(desk)
        assert f"tip of {desk.other}".encode() not in msgspec.json.encode(desk)
    # What stood in was another card than the true one, and nobody could tell.
    assert peeped > 5 or scenario == "mars_hercule"


def _is_other(stands_in: object, truth: object) -> bool:
    return stands_in != truth


def test_an_order_of_wooden_ships_costs_no_letter_and_one_in_mid_turn_does(
    duel: list[Moment], quick_start: list[Moment]
) -> None:
    """Sealed orders are sent in letters that are needed anyway, and these open the shares of their
    dice.
    """
    assert not [each for each in duel if _only_shares(each)]
    assert len([each for each in quick_start if _only_shares(each)]) > len(quick_start) / 10


def _only_shares(moment: Moment) -> bool:
    slip = moment.slip
    return slip.number > 2 and not (slip.choices or slip.opened or slip.tip)


def test_who_waits_is_told_for_what(quick_start: list[Moment]) -> None:
    told = {strict.waits_for(moment.sender) for moment in quick_start}
    assert {"waits for the dice of anna", "waits for the dice of ben"} <= told
    assert "waits for anna to open a sealed choice" in told


def test_letters_are_short_and_stand_being_quoted_and_wrapped(duel: list[Moment]) -> None:
    for moment in duel[:20]:
        text = letters.format_letter(moment.slip, "by mail")
        assert len(text) < 1800
        assert max(map(len, text.splitlines())) <= 72
        quoted = "\r\n".join(f"> {line}" for line in text.splitlines())
        assert letters.parse_letter(quoted, "letter") == moment.slip


@pytest.mark.parametrize("scenario", ["hampton_roads", "campaign"])
def test_cards_dealt_to_both_from_one_deck_are_refused_with_the_reason(scenario: str) -> None:
    why = game_with_scenario(scenario).dealt_in_secret
    assert "whichever computer shuffled it would know both" in why


def test_one_of_two_may_have_several_seats() -> None:
    last = two_desks.fought("algeciras", 3, {"by_nation": True, "signals": True})[-1].sender
    assert sorted(last.held.players.values()) == ["anna", "ben", "ben"]
    whole = checking.whole_letter(last.slips)
    assert strict.fold_public(whole).game.outcome(strict.fold_public(whole).state)


def test_what_may_be_behind_a_seal_is_a_list_and_no_sheet() -> None:
    card = game_with_scenario("quickstart").pending(Battle.new("oak_iron", "quickstart", 1).state)[
        0
    ]
    sheet = game_with_scenario("mars_hercule").pending(
        Battle.new("wooden_ships", "mars_hercule", 1).state
    )[0]
    assert len(possible_commands(card)) > 1
    assert possible_commands(sheet) == ()


def test_old_letters_are_written_as_they_were() -> None:
    held = msgspec.structs.replace(
        two_desks.founded("quickstart").held,
        format=letters.FORMAT,
        anchors={},
        receipts={},
        number=1,
    )
    fields = msgspec.json.decode(msgspec.json.encode(held))
    assert not {"anchors", "links", "tips", "before", "receipts"} & fields.keys()
    desk = msgspec.json.decode(msgspec.json.encode(Desk(me="anna", held=held)))
    assert not {"tip", "slips", "receipt"} & desk.keys()


def test_all_letters_of_a_battle_stand_in_its_file(duel: list[Moment]) -> None:
    last = duel[-1].sender
    assert slips.unpack_slips(slips.pack_slips(last.slips)) == last.slips
    with pytest.raises(FileFault, match="cannot be read"):
        slips.unpack_slips("AAAA")


def test_a_system_that_says_nothing_may_be_strict() -> None:
    assert system("wooden_ships").dealt_in_secret == system("series:oak_iron").dealt_in_secret == ""


# Battles of an older format --------------------------------------------------------------------

OLDER = Path(__file__).parent / "format_3"
"""The folder with a finished battle, and two desks with a letter between them, all without
signatures."""


def test_a_battle_of_unsigned_letters_verifies_and_goes_on() -> None:
    with Battle.open(OLDER / "mars_hercule.battle", write=False) as battle:
        proof = checking.prove(battle)
    assert proof.ok, proof.text
    assert (
        "its letters are not signed, so anybody with both secrets could have written them"
        in proof.proof
    )
    anna, ben = (
        correspondence.check_desk(
            msgspec.json.decode((OLDER / f"{name}.desk").read_bytes(), type=Desk), name
        )
        for name in ("anna", "ben")
    )
    anna = checking.import_slip(anna, ben.slips[-1])
    came = strict.receipt(anna)
    assert strict.with_receipt(ben, came).receipt == came
    with pytest.raises(FileFault, match="anna did not make the receipt"):
        strict.with_receipt(ben, msgspec.structs.replace(came, receipt="0" * 64))
    random = Random(3)
    for _ in range(6):
        anna = strict.post(two_desks.chosen(anna, random))
        assert (
            letters.parse_letter(letters.format_letter(anna.slips[-1], ""), "mail")
            == anna.slips[-1]
        )
        ben = checking.import_slip(ben, anna.slips[-1])
        anna, ben = ben, anna
    assert strict.is_sound(anna)
    assert not anna.held.signed
