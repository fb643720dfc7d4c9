"""Rules for the prose of every battle: whole sentences that can be read aloud, no repetitions, no
unknown names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.arena import crews, play_out
from engine.files.saves import samples
from engine.game.parts.words import Happening
from engine.kernel.battle import Battle
from engine.kernel.registry import game_with_scenario, system
from engine.review.gathering import BUSY, IDLE, OTHERS
from engine.review.prose import Writer
from engine.review.sentences import StoryEvent, list_ships
from engine.review.spectators import without_secrets
from engine.review.tale import Paragraph, tale
from engine.systems.iron_oak.state.events import Marked, ShipsLeft
from engine.systems.iron_oak.state.state import Section
from engine.systems.wooden_ships.state.events import GrappleTried
from engine.systems.wooden_ships.state.state import Prize
from tests.engine.systems.iron_oak.table import ship
from tests.engine.systems.iron_oak.table import table as at_sea

BATTLES = Path(__file__).resolve().parents[2] / "battles"
RECORDED = sorted(
    [path for path in samples().values() if path.suffix == ".battle"]
    + [path for path in BATTLES.glob("*.battle") if path.stem != "pond"]
)
FRESH = (("mobile_bay_gauntlet", 5), ("charleston", 8), ("lake_erie", 3), ("quickstart", 12))
"""Scenarios and seeds of battles that ensigns fight for these tests."""
LONGEST = 36
"""The maximum number of words in a sentence, so that it can be read aloud in one breath."""
NOT_AN_END = re.compile(r"\b([A-Z])\. ")
"""Matches an initial in a name, whose full stop does not end a sentence."""
SIDES = ("Red", "Blue", "Union", "Confederacy", "British", "French", "Spanish", "Americans")
VERB = re.compile(
    r"\b(hit|hulled|raked|swept|struck|fired|put|gave|tore|ran|sank|poured|opened|cut|grappled"
    r"|took|lay|sent|scored|landed|dismounted|drew|left|collided)\b"
)
"""Matches verbs of attacks and moves; the first one in a sentence says what happens."""
LISTED = re.compile(r"(?:[A-Z][\w.' -]*, ){3,}[A-Z][\w.' -]* and [A-Z]")
"""Matches a list of at least five names."""


def opened(path: Path) -> Battle:
    return Battle.open(path, write=False)


def fought(scenario: str, seed: int) -> Battle:
    game = game_with_scenario(scenario)
    battle = Battle.new(game, scenario, seed)
    play_out(battle, crews(game, battle.state, seed, "ensign", "ensign"))
    return battle


@pytest.fixture(scope="module", params=[*RECORDED, *FRESH], ids=str)
def told(request: pytest.FixtureRequest) -> Iterator[tuple[Battle, list[Paragraph]]]:
    known = request.param
    battle = opened(known) if isinstance(known, Path) else fought(*known)
    with battle:
        yield battle, tale(without_secrets(battle))


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.) (?=[A-Z])", NOT_AN_END.sub(r"\1 ", text))


def names_in(value: Any) -> Iterator[str]:
    """Yield every text in a state that could be a name."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from names_in(key)
            yield from names_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from names_in(each)
    elif isinstance(value, str):
        yield value


def test_every_sentence_can_be_read_aloud(told: tuple[Battle, list[Paragraph]]) -> None:
    for _, _, text in told[1]:
        said = sentences(text)
        assert not re.search(r"[{}]|  |\b(\w+) \1\b|,[.,;]|\bher's\b", text), text
        assert all(each[0].isupper() and each[-1] == "." for each in said), text
        assert len(set(said)) == len(said), text
        assert max(len(each.split()) for each in said) <= LONGEST, text
        assert not LISTED.search(text), text


def test_no_verb_comes_three_times_running(told: tuple[Battle, list[Paragraph]]) -> None:
    for _, _, text in told[1]:
        verbs = [VERB.findall(each)[:1] for each in sentences(text)]
        alike = [a for a, b, c in zip(verbs, verbs[1:], verbs[2:], strict=False) if a == b == c]
        assert not [*filter(None, alike)], text


def test_every_name_is_that_of_a_ship_a_side_or_a_place(
    told: tuple[Battle, list[Paragraph]],
) -> None:
    battle, paragraphs = told
    words = game_words(battle)
    for _, _, text in paragraphs:
        for sentence in sentences(text):
            begins = sentence[0].lower() + sentence[1:]
            named = re.findall(r"\b[A-Z]\w*", begins)
            assert {each for each in named if each not in words} == set(), sentence


def game_words(battle: Battle) -> set[str]:
    """Return every single word in the names of all ships, forts and squadrons."""
    game = battle.game
    found = {term.name for term in game.words.terms()} | {*SIDES}
    for n in range(0, battle.position + 1, max(1, battle.position // 8)):
        found.update(names_in(msgspec.to_builtins(battle.at(n))))
    return {word for name in found for word in re.findall(r"\b[A-Z]\w*", name)}


def test_a_story_is_told_in_the_same_words_each_time() -> None:
    with opened(samples()["fleet"]) as battle:
        seen = without_secrets(battle)
        assert tale(seen) == tale(seen)


# What mattered, and the rest -----------------------------------------------------------------

HIT = {"hits": "once", "more": "once more", "shots": "one shot", "range": "at long range"}


def event(n: int, row: str, ship: str, other: str = "", weight: float = 1.0) -> StoryEvent:
    facts = {**HIT, "from": "astern", "end": "stern"}
    return StoryEvent(n, "oak_iron", Happening(row, ship, other, weight, facts))


def test_a_large_fight_is_told_by_what_mattered_and_the_rest_is_counted() -> None:
    main = [event(n, "rake", f"Ship {n}", f"Foe {n}", 5.0 - n / 10) for n in range(BUSY)]
    rest = [event(20 + n, "broadside", f"Consort {n}", "Enemy", 1.0) for n in range(IDLE)]
    text = Writer().paragraph([*main, *rest])
    assert "Consort" not in text
    assert text.endswith("Elsewhere six other ships fired to little effect.")
    strong = [event(20 + n, "broadside", f"Consort {n}", "Enemy", 2.4) for n in range(OTHERS + 2)]
    text = Writer().paragraph([*main, *strong])
    assert "four other ships were firing, and some of their shots told" in text, "two are told"
    few = Writer().paragraph([*main, *rest[: IDLE - 1]])
    assert "other ships" not in few
    assert Writer().paragraph([*main, *rest], 2).count(".") == 2, "a film has no room"


def test_who_else_fired_is_told_before_the_end_of_the_battle() -> None:
    main = [event(n, "rake", f"Ship {n}", f"Foe {n}", 5.0) for n in range(BUSY)]
    rest = [event(20 + n, "broadside", f"Consort {n}", "Enemy", 1.0) for n in range(IDLE)]
    text = Writer().paragraph([*main, *rest, event(40, "won", "the Red squadron", weight=9.0)])
    assert text.endswith("to little effect. The day belonged to the Red squadron.")


def test_attacks_on_one_ship_are_told_together_but_not_across_what_befell_her() -> None:
    one, reply = event(1, "broadside", "Swan", "Wasp"), event(5, "broadside", "Wasp", "Swan")
    other, more = event(2, "few_guns", "Fame", "Hero"), event(3, "few_guns", "Mars", "Wasp")
    assert Writer().paragraph([one, other, reply]) == (
        "Swan gave Wasp a broadside at long range and hit her once. "
        "Wasp replied with a broadside and hit her once. "
        "A scattered fire from Fame struck Hero once."
    )
    assert Writer().paragraph([one, other, more]) == (
        "Swan gave Wasp a broadside at long range and hit her once; Mars also struck her once. "
        "Fame hit Hero once with the few guns that bore."
    )
    aground = event(4, "aground", "Wasp", weight=4.0)
    text = Writer().paragraph([one, aground, other, reply])
    assert text.index("Wasp ran aground") < text.index("Fame") < text.rindex("Swan")


def test_effects_are_listed_after_what_the_shot_did() -> None:
    hit = event(1, "broadside", "Swan", "Wasp")
    ended = replace(event(1, "out_of_action", "Wasp").happening, weight=6.0)
    assert Writer().paragraph([hit, StoryEvent(1, "oak_iron", ended)]) == (
        "Swan gave Wasp a broadside at long range, hit her once and put her out of action."
    )


def test_a_long_list_of_ships_is_cut_short() -> None:
    assert list_ships(["Swan", "Fame", "Hero", "Mars"]) == "Swan, Fame, Hero and Mars"
    assert list_ships(f"Ship {n}" for n in range(9)) == "Ship 0, Ship 1, Ship 2 and six others"


def test_what_happened_in_between_is_not_passed_over() -> None:
    """Ships that ran aground share a sentence, but not a ship that had first floated free."""
    rows = ("aground", "Swan"), ("afloat", "Fame"), ("aground", "Hero"), ("aground", "Fame")
    text = Writer().paragraph([event(n, *each, weight=4.0) for n, each in enumerate(rows, 1)])
    assert text == "Swan and Hero ran aground. Fame floated free again and ran aground."


def test_namesakes_have_their_squadron_once() -> None:
    short = {"Swan of the Red squadron": "Swan", "Swan of the Blue squadron": "Swan"}
    one, other = short

    def of(n: int, row: str, ship: str, target: str = "") -> StoryEvent:
        there = {name: short[name] for name in (ship, target) if name in short}
        happening = Happening(row, ship, target, 4.0, HIT, short=there)
        return StoryEvent(n, "oak_iron", happening)

    alone = [of(1, "collided", one, "Wasp"), of(2, "aground", "Fame"), of(3, "helm", one)]
    assert Writer().paragraph(alone) == (
        "Swan of the Red squadron ran into Wasp. Fame ran aground. Swan lost her helm."
    )
    both = Writer().paragraph([*alone, of(4, "aground", other)])
    assert both.count("of the Red squadron") == 2


def test_a_prize_is_called_a_prize_once() -> None:
    short = {"the prize Swan": "Swan"}
    clear = Happening("clear", "the prize Swan", "Wasp", 2.0, short=short)
    grappled = Happening("grappled", "Hero", "the prize Swan", 2.0, short=short)
    told = [StoryEvent(n, "wooden_ships", each) for n, each in enumerate((clear, grappled), 1)]
    assert Writer().paragraph(told) == "The prize Swan got clear of Wasp. Hero grappled Swan."
    fight = Happening("melee", "Hero", "the prize Swan", 2.5, short=short)
    text = Writer().paragraph([*told, StoryEvent(3, "wooden_ships", fight)])
    assert text.endswith("with the prize Swan's crew."), "they are not her own men"
    namesake = {"the prize French Swan": "the French Swan"}
    away = Happening("cast_off", "Hero", "the prize French Swan", 2.0, short=namesake)
    again = Happening("missed", "the prize French Swan", "Hero", 2.0, {"range": "at long range"},
                      short=namesake)  # fmt: skip
    told = [StoryEvent(n, "wooden_ships", each) for n, each in enumerate((away, again), 1)]
    assert "Swan. The French Swan fired at Hero" in Writer().paragraph(told)
    game = system("wooden_ships")
    state = game.set_up("chesapeake_shannon")
    one, other = [*state.ships][:2]
    prize = replace(state.ships[one], prize=Prize("B", 2, "average"))
    state = replace(state, ships={**state.ships, one: prize})
    told_of = game.words.happening(state, GrappleTried(one, other, 1, 2, holds=True))
    assert told_of is not None
    assert told_of.short == {f"the prize {prize.name}": prize.name}


def test_a_ship_that_cuts_loose_does_so_in_the_sentence_about_the_grapnels() -> None:
    def of(row: str, ship: str, other: str) -> StoryEvent:
        return StoryEvent(1, "wooden_ships", Happening(row, ship, other, 2.0))

    grappled = of("grappled", "Mars", "Hercule")
    assert Writer().paragraph([grappled, of("cast_off", "Hercule", "Mars")]) == (
        "Mars grappled Hercule, but Hercule cut loose again."
    )
    assert Writer().paragraph([grappled, of("cast_off", "Mars", "Hercule")]) == (
        "Mars grappled Hercule, but cut loose again."
    )
    clear, fouled = of("clear", "Ajax", "Mars"), of("fouled", "Mars", "Ajax")
    again = "Ajax got clear of Mars, but fell foul of her again."
    assert Writer().paragraph([clear, of("fouled", "Ajax", "Mars")]) == again
    assert Writer().paragraph([clear, fouled]) == again, "it happens to both ships alike"
    other = of("clear", "Hero", "Orion")
    assert Writer().paragraph([clear, other, fouled]) == (
        f"{again} Hero worked herself clear of Orion."
    ), "the two are not taken apart by what others do"
    assert Writer().paragraph([clear, of("fouled", "Ajax", "Orion")]) == (
        "Ajax got clear of Mars, then fell foul of Orion."
    )


def test_more_grapnels_are_told_as_more() -> None:
    game = system("wooden_ships")
    state = game.set_up("chesapeake_shannon")
    one, other = [*state.ships][:2]
    tried = GrappleTried(one, other, 1, 2, holds=True)
    first = game.words.happening(state, tried)
    again = game.words.happening(tried.after(state), tried)
    assert first is not None
    assert again is not None
    assert (first.row, again.row) == ("grappled", "grappled_more")


def test_a_fort_has_no_her_and_unknown_ships_are_counted() -> None:
    state = at_sea([ship("uss_galena", "C1")], [ship("css_virginia", "C5", hidden=True)]).state
    game = system("iron_oak")
    key = next(iter(game.data.sections))
    there = replace(state, sections={key: Section(id=key, side="union", boxes=())})
    silenced = game.words.happening(there, Marked(key, "armament"))
    assert silenced is not None
    assert silenced.row == "fort_armament"
    hidden = state.ships["css_virginia"]
    ships = {each: replace(hidden, id=each, counter=each) for each in ("one", "two")}
    left = game.words.happening(replace(state, ships=ships), ShipsLeft(("one", "two"), "N"))
    assert left is not None
    assert left.ship == "two unknown ships"
