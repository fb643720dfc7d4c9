"""A battle as prose: made from its events alone, always in the same words, without secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter

import msgspec
import pytest
from msgspec.structs import replace

from engine.files.saves import samples
from engine.game.parts.words import Happening
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.review.prose import MOST, Writer
from engine.review.sentences import Sentences, StoryEvent, owned, table
from engine.review.spectators import without_secrets
from engine.review.tale import Paragraph, render_tale, tale
from engine.systems.iron_oak.state.events import BlastRolled, CriticalRolled, FireStarted, Marked
from engine.systems.iron_oak.state.state import Roll, Section
from engine.systems.oak_iron.state.events import BecameShaken, FatigueRemoved
from engine.systems.wooden_ships.words.happenings import _harm
from tests.engine.systems.iron_oak.table import ship
from tests.engine.systems.iron_oak.table import table as at_sea

ROOT = Path(__file__).resolve().parents[3]
SYSTEMS = ("iron_oak", "oak_iron", "wooden_ships")
SEVERAL = (
    "lines",
    "many",
    "another",
    "second",
    "reply",
    "too",
    "effect",
    "follow",
    "mutual",
    "repeated",
    "even",
    "tally",
    "slight",
    "after",
)
"""The keys of a table's row that contain lists of sentences."""
TOLD = ("broadsides", "ironclads", "frigates")
"""The sample battles whose prose is printed in docs/study.md and in stories.md beside this file."""


def prose(name: str) -> list[Paragraph]:
    with Battle.open(samples()[name], write=False) as battle:
        return tale(without_secrets(battle))


def written(*happenings: Happening) -> str:
    return Writer().paragraph(
        [StoryEvent(n, "oak_iron", each) for n, each in enumerate(happenings, 1)]
    )


@pytest.mark.parametrize("name", TOLD)
def test_the_story_of_a_sample_is_the_one_in_the_documents(name: str) -> None:
    pages = ROOT / "docs" / "study.md", Path(__file__).parent / "stories.md"
    text = "\n".join(page.read_text("utf-8") for page in pages)
    flat = " ".join(text.replace("\n> ", "\n").split())
    for each in prose(name):
        assert " ".join(f"{each.heading}. {each.text}".split()) in flat


@pytest.mark.parametrize(
    "name", sorted(name for name, path in samples().items() if path.suffix == ".battle")
)
def test_every_sample_is_told_in_whole_sentences(name: str) -> None:
    for heading, _, text in prose(name):
        sentences = re.split(r"(?<=\.) ", text)
        assert heading[0].isupper()
        assert len(sentences) <= MOST + 1, "one more sums up the rest"
        assert all(each[0].isupper() and each.endswith(".") for each in sentences), text
        assert not re.search(r"[{}]|  |\b(None|True|False)\b", text)


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_row_of_sentences_is_used_and_filled_with_what_there_is(game: str) -> None:
    folder = ROOT / "engine" / "systems" / game / "words"
    source = (folder / "happenings.py").read_text("utf-8")
    known = {"ship", "other", *re.findall(r'"([a-z_]+)"(?::|\])', source)}
    known |= {"more", "times", "count", "pairs"}  # of several events in one sentence
    gathered = {sentences.gather for sentences in table(game).values()} - {""}
    rest = {sentences.rest for sentences in table(game).values()} - {""}
    assert rest <= table(game).keys()
    assert gathered <= table(game).keys()
    for row, sentences in table(game).items():
        beginning = row.partition("_")[0]
        used = rf'"{row}"|f"{beginning}_{{|"{beginning}"'
        assert row in gathered | rest or re.search(used, source), row
        assert bool(sentences.lines) != (row in gathered), row
        of_row = msgspec.structs.asdict(sentences)
        lines = [line for key in SEVERAL for line in of_row[key]]
        lines += [line for undone in sentences.undoes.values() for line in undone]
        assert sentences.undoes.keys() <= table(game).keys()
        for line in (*lines, sentences.pair):
            assert {name for _, name, _, _ in Formatter().parse(line) if name} <= known, line
            assert not line.endswith("."), line
        assert not sentences.effect or not re.search(r"\{", "".join(sentences.effect)), row


def test_two_sentences_about_one_ship_are_one_and_name_her_once() -> None:
    text = written(
        Happening("crippled", "Swallow"),
        Happening("shaken", "Swallow"),
        Happening("out_of_action", "Swallow"),
        Happening("sunk", "Swan"),
    )
    assert text == "Swallow was out of action. Swan went down.", "the end says what led to it"
    text = written(Happening("aground", "Swallow"), Happening("afloat", "Swallow"))
    assert text == "Swallow ran aground, but got afloat again."
    text = written(Happening("cut_free", "Swallow"), Happening("shaken", "Swallow"))
    assert text == "Swallow cut herself free. Her crew was shaken."
    text = written(Happening("collided", "Swallow", "Swan"), Happening("aground", "Swallow"))
    assert "she" not in text.lower().split(), "she could be either"


HITS = {"hits": "twice", "more": "twice more", "shots": "two shots", "range": "at long range"}
SIDE = {"place": "in the side", "part": "'s side", "her_part": "her side"}


def shot(attacker: str, target: str, **facts: str) -> Happening:
    return Happening("shot_critical", attacker, target, 4.0, {**SIDE, **facts})


def fought(n: int, *happenings: Happening, game: str = "iron_oak") -> list[StoryEvent]:
    """Return these happenings as the events of one entry."""
    return [StoryEvent(n, game, each) for each in happenings]


def test_what_a_shot_does_is_told_with_the_shot() -> None:
    """Of several effects the weightiest are told. The possessive of a name that ends in s has no
    second s.
    """
    crew, boiler = Happening("critical_crew", "Arkansas"), Happening("critical_boiler", "Arkansas")
    sunk = Happening("sunk", "Arkansas", weight=9.0)
    hit = shot("Essex", "Arkansas")
    assert Writer().paragraph(fought(3, hit, sunk)) == (
        "Essex put a shot through Arkansas' side and sank her."
    )
    assert Writer().paragraph(fought(3, hit, crew, boiler, sunk)) == (
        "Essex put a shot through Arkansas' side, cut down many of her crew and sank her."
    )
    later = Writer().paragraph([*fought(3, hit), *fought(4, sunk)])
    assert later == "Essex put a shot through Arkansas' side. Arkansas sank."
    other = Writer().paragraph(fought(3, hit, Happening("sunk", "Essex")))
    assert other == "Essex put a shot through Arkansas' side, then sank."


def test_one_ship_attacks_twice_and_is_named_once() -> None:
    assert Writer().paragraph(
        [*fought(3, shot("Essex", "David")), *fought(4, shot("Essex", "David"))]
    ) == ("Essex put a shot through David's side and sent another shot clean through it.")
    bow = {"place": "in the bow", "part": "'s bow", "her_part": "her bow"}
    text = Writer().paragraph(
        [*fought(3, shot("Essex", "David")), *fought(4, shot("Essex", "Atlanta", **bow))]
    )
    assert text == "Essex put a shot through David's side, then hit Atlanta hard in the bow."
    text = Writer().paragraph(
        [*fought(3, shot("Essex", "David")), *fought(4, shot("David", "Essex"))]
    )
    assert text.split(". ")[1] == "David fired back and hit her hard in the side."
    crossed = Happening("crossed", "Essex", "David", 3.0, {"end": "side"})
    text = Writer().paragraph([*fought(3, crossed), *fought(4, shot("Essex", "David"))])
    assert text == "Essex lay across David's side and put a shot through it."


def test_a_shot_is_another_one_only_after_a_shot() -> None:
    spar = Happening("spar", "Atlanta", "Essex", 7.0)
    text = Writer().paragraph([*fought(3, spar), *fought(4, shot("Atlanta", "Essex"))])
    assert text == "Atlanta exploded her torpedo against Essex and put a shot through her side."


def test_a_second_attacker_hits_the_place_of_the_first() -> None:
    line = {
        "place": "at the waterline",
        "part": " at the waterline",
        "her_part": "her at the waterline",
    }
    one, two = (Happening("shot_effective", ship, "Bragg", 2.0, line) for ship in ("Swan", "Hero"))
    text = Writer().paragraph([*fought(3, one), *fought(4, two)])
    assert text == "Swan hit Bragg at the waterline; Hero put a shot into her there."


def test_a_crew_that_was_shaken_rallies_in_the_same_sentence() -> None:
    shaken = [Happening("broadside", "Swan", "Wasp", 3.0, HITS), Happening("shaken", "Wasp")]
    rallied = Happening("rallied", "Wasp", weight=3.5)
    told = [*fought(3, *shaken, game="oak_iron"), *fought(4, rallied, game="oak_iron")]
    again = Happening("few_guns", "Wasp", "Swan", 3.0, HITS)
    assert Writer().paragraph([*told, *fought(5, again, game="oak_iron")]) == (
        "Swan gave Wasp a broadside at long range, hit her twice and shook her crew, "
        "but they rallied. Wasp fired what guns she could at Swan and hit her twice."
    ), "she could be either"


def test_a_ship_that_a_sentence_was_about_alone_is_a_pronoun_in_the_next() -> None:
    struck = Happening("surrendered_struck", "Orion", weight=8.0)
    taken = Happening("possession", "Hero", "Orion", 8.0)
    text = Writer().paragraph(fought(3, struck, taken, game="wooden_ships"))
    assert text == "Orion struck her colours. Hero took possession of her."
    foul = Happening("fouled", "Hero", "Orion", 2.0)
    text = Writer().paragraph(fought(3, struck, foul, game="wooden_ships"))
    assert text.endswith("Hero and Orion fell foul of each other.")


def missed(ship: str, other: str, game: str = "iron_oak") -> StoryEvent:
    return StoryEvent(1, game, Happening("missed", ship, other, 0.3, {"range": "at long range"}))


def test_misses_of_a_turn_are_one_sentence() -> None:
    """Misses at each other, repeated misses and misses of several ships each share a sentence; many
    misses are only counted.
    """
    one, two = missed("Essex", "David"), missed("David", "Essex")
    assert Writer().paragraph([one]) == "Essex fired at David without effect."
    assert Writer().paragraph([one, two]) == "Essex and David fired at each other without effect."
    assert Writer().paragraph([one, one]) == "Essex fired twice at David without effect."
    assert Writer().paragraph([one, missed("Zouave", "David")]) == (
        "Essex and Zouave fired on David without effect."
    )
    broadsides = [missed(ship, "Swan", "wooden_ships") for ship in ("Wasp", "Fame", "Hero", "Ajax")]
    assert Writer().paragraph(broadsides) == "Four broadsides went wide."
    assert Writer().paragraph([*broadsides, *fought(2, Happening("sunk", "Swan"))]) == "Swan sank."


def rounds(*losses: tuple[int, int]) -> list[StoryEvent]:
    """Return the rounds of a fight between Swan and Wasp; in each round the ship that lost less is
    the subject.
    """
    found = []
    for swan, wasp in losses:
        ships, lost = (
            (("Swan", "Wasp"), (swan, wasp)) if swan <= wasp else (("Wasp", "Swan"), (wasp, swan))
        )
        row = "melee_even" if swan == wasp else "melee"
        found += fought(3, Happening(row, *ships, 2.5, loss=lost), game="wooden_ships")
    return found


def test_the_rounds_of_a_melee_are_one_sentence_with_its_result() -> None:
    assert Writer().paragraph(rounds((0, 2), (1, 1), (3, 0))) == (
        "Wasp's men fought Swan's crew hand to hand and got the better of them."
    ), "Swan lost 4, Wasp 3"
    assert "neither side gave way" in Writer().paragraph(rounds((1, 1), (0, 2), (2, 0)))
    captured = fought(4, Happening("captured", "Swan", "Wasp", 8.0), game="wooden_ships")
    assert Writer().paragraph([*rounds((0, 2), (1, 1)), *captured]) == (
        "After a hand-to-hand fight, Swan carried Wasp by boarding."
    )
    assert Writer().paragraph(captured) == "Swan carried Wasp by boarding."


def test_pairs_of_ships_are_one_sentence() -> None:
    def of(row: str, *pairs: tuple[str, str]) -> str:
        found = [StoryEvent(2, "wooden_ships", Happening(row, *pair, 2.0)) for pair in pairs]
        return Writer().paragraph(found)

    assert of("fouled", ("Ajax", "Orion")) == "Ajax and Orion fell foul of each other."
    assert of("fouled", ("Ajax", "Orion"), ("Mars", "Hero"), ("Swan", "Mars")) == (
        "Ajax fell foul of Orion, and two more pairs of ships did the same."
    ), "nobody says five names"
    assert of("fouled", ("Ajax", "Orion"), ("Mars", "Hero")) == (
        "Ajax fell foul of Orion, and Mars of Hero."
    )
    assert of("fouled", ("Ajax", "Orion"), ("Orion", "Hero")) == (
        "Orion fell foul of Ajax and Hero."
    )
    assert of("clear", ("Ajax", "Orion"), ("Mars", "Orion")) == (
        "Ajax and Mars got clear of Orion."
    )
    assert of("grappled", ("Ajax", "Orion"), ("Ajax", "Mars")) == "Ajax grappled Orion and Mars."


def test_two_ships_that_ran_into_each_other_are_not_named_again() -> None:
    text = written(
        Happening("collided", "Swan", "Wasp"),
        Happening("entangled", "Wasp", "Swan"),
        Happening("out_of_action", "Swan"),
        Happening("entangled", "Swan", "Fame"),
    )
    assert text == (
        "Swan ran into Wasp, and the two were caught fast in each other's rigging. "
        "Swan was out of action. Swan and Fame became entangled."
    )


@pytest.mark.parametrize("name", ["Swan of the second Curacao Convoy", "Queen Anne's Revenge"])
def test_a_long_name_owns_by_of(name: str) -> None:
    assert written(Happening("rallied", name)) == f"The crew of {name} rallied."


OWNS = frozenset({
    *("admiral", "battery", "boarders", "boiler", "bow", "broadside", "captain", "captors", "crew"),
    *("deck", "engine", "fire", "grapeshot", "grapnels", "guns", "gunners", "helm", "hull"),
    *("magazine", "men", "officers", "party", "ram", "rudder", "shot", "smokestack", "steering"),
    *("stern", "turret"),
})  # fmt: skip
"""The things that a ship can own in a sentence of the prose."""


@pytest.mark.parametrize("game", SYSTEMS)
def test_what_a_ship_with_a_long_name_owns_comes_whole_before_her_name(game: str) -> None:
    """Such as `the answering broadside of Swan of the second Convoy`."""
    for row in table(game).values():
        of_row = msgspec.structs.asdict(row)
        for line in (line for key in SEVERAL for line in of_row[key]):
            long = owned(line, {"ship": "Swan of Red", "other": "Swan of Blue"})
            filled = re.sub(r"\{end\}", "stern", long)
            for thing in re.findall(r"(\S+) of \{(?:ship|other)\}", filled):
                if f"{thing} of {{" not in line:
                    assert thing in OWNS, line


def test_a_fort_is_named_once_in_a_paragraph_if_its_section_is_the_only_one_of_that_name() -> None:
    def fort(n: int, ship: str, *, of: str = "Fort Gaines") -> list[StoryEvent]:
        facts = {"place": "", "part": " ", "her_part": "her "}
        return fought(n, Happening("fort_critical", ship, f"the water battery of {of}", 4.0, facts))

    text = Writer().paragraph([*fort(2, "Ossipee"), *fort(3, "Galena")])
    assert text == (
        "Ossipee hit the water battery of Fort Gaines hard; Galena sent a shot crashing into it."
    )
    silent = Happening("silenced", "the water battery of Fort Gaines", weight=6.0)
    text = Writer().paragraph([*fort(2, "Ossipee"), *fought(3, silent)])
    assert text.endswith("The guns of the water battery fell silent.")
    both = Writer().paragraph([*fort(2, "Ossipee"), *fort(3, "Galena", of="Fort Morgan")])
    assert both.count("battery of Fort") == 2
    bastion = Happening("silenced", "the west bastion of Fort Gaines", weight=6.0)
    text = Writer().paragraph([*fort(2, "Ossipee"), *fought(3, bastion)])
    assert text.endswith("The guns of the west bastion fell silent."), "there is one fort"


def test_a_fort_is_no_she() -> None:
    work = "the water battery of Fort Gaines"
    fire = Happening("fort_fire", work, weight=3.0, things=(work,))
    facts = {"place": "", "part": " ", "her_part": "her "}
    hit = Happening("fort_critical", "Ossipee", work, 4.0, facts, things=(work,))
    assert Writer().paragraph([*fought(2, fire), *fought(3, hit)]) == (
        "Fire broke out in the water battery of Fort Gaines. Ossipee hit the water battery hard."
    )
    burning = Happening("fort_fire", work, weight=3.0, things=(work,))
    answer = Happening("shot_effective", work, "Ossipee", 2.0, SIDE, things=(work,))
    text = Writer().paragraph([*fought(2, burning), *fought(3, answer)])
    assert text.endswith("The water battery hit Ossipee in the side.")


def test_ships_that_one_squadron_took_are_told_together() -> None:
    by = {"Lark": "the Armada", "Fancy": "the Armada", "Swan": "the Flying Gang"}
    taken = [Happening("captured", ship, squadron, 8.0) for ship, squadron in by.items()]
    assert written(*taken[:2]) == "Lark and Fancy fell to the Armada."
    assert written(*taken[1:]) == "Fancy fell to the Armada, and Swan to the Flying Gang."
    assert written(taken[0]) == "Lark was taken by the Armada."


def test_a_second_shot_is_not_told_like_the_first() -> None:
    """Either a shot is the subject of the first sentence, or the harm done by the shot ends it."""
    bow = {"place": "in the bow", "part": "'s bow", "her_part": "her bow"}
    glance = Happening("shot_possible", "Cairo", "Bragg", 1.2, bow | {"spent": "glanced off"})
    writer = Writer()
    writer._wording._used["{ship} scored a hit on {other}{part}"] = 1
    text = writer.paragraph([*fought(3, glance), *fought(4, glance)])
    assert text == (
        "A shot from Cairo struck Bragg in the bow, but glanced off. Another shot struck her there."
    )
    fire = Happening("fire", "Bragg", weight=3.0)
    text = Writer().paragraph(
        [*fought(3, shot("Cairo", "Bragg"), fire), *fought(4, shot("Cairo", "Bragg"))]
    )
    assert text == (
        "Cairo put a shot through Bragg's side and set her on fire. "
        "Another shot went clean through her side."
    )


def test_a_sentence_is_not_said_twice_running() -> None:
    """If only one wording allows the effects to be joined, the next event gets another wording."""
    one = Happening("broadside", "Swan", "Wasp", 3.0, HITS)
    two = Happening("broadside", "Fame", "Hero", 3.0, HITS)
    for turns in range(5):
        writer = Writer()
        writer._wording._used["{ship} gave {other} a broadside {range} and hit her {hits}"] = turns
        told = fought(3, one, Happening("crippled", "Wasp", weight=5.0), game="oak_iron")
        first, second = writer.paragraph([*told, *fought(4, two, game="oak_iron")]).split(". ")
        other = second.rstrip(".").replace("Fame", "Swan").replace("Hero", "Wasp")
        assert not first.startswith(other)


def test_a_damaged_table_is_refused_in_a_sentence_and_an_unknown_word_stays() -> None:
    with pytest.raises(ValueError, match="a placeholder is a word in braces"):
        Sentences(lines=("{ship.name} sank",))
    with pytest.raises(ValueError, match="a placeholder is a word in braces"):
        Sentences(lines=("{ship sank",))
    line = StoryEvent(1, "iron_oak", Happening("sunk", "Swan"), lines=("{ship} sank {deep}",))
    assert Writer().paragraph([line]) == "Swan sank {deep}."


def test_a_section_of_a_fort_has_a_name_that_can_be_said() -> None:
    """The name has no brackets and no comma; a section with a proper name keeps it."""
    state = at_sea([ship("uss_galena", "C1")], [ship("css_virginia", "C5")]).state
    game, names = system("iron_oak"), dict[tuple[str, str], str]()
    for key, card in game.data.sections.items():
        section = Section(id=key, side="union", boxes=())
        there = replace(state, sections={key: section})
        told = game.words.happening(there, FireStarted(key, 1))
        assert told is not None
        names[card.name, game.data.forts[section.fort].name] = told.ship
    assert names["Naval battery", "Drewry's Bluff (Fort Darling)"] == (
        "the naval battery at Drewry's Bluff"
    )
    assert names["Fort Williams", "Plymouth works (Fort Williams and Battery Worth)"] == (
        "Fort Williams at Plymouth"
    )
    assert names["Barbette tier", "Fort Sumter"] == "the barbette tier of Fort Sumter"
    assert names["Battery", "Battery Bee"] == "Battery Bee"
    assert not any(re.search(r"[(),]", each) for each in names.values())


def test_a_namesake_is_told_by_her_squadron_and_a_rally_is_told() -> None:
    game = system("oak_iron")
    state = game.set_up("quickstart")
    one, other = list(state.ships)[:2]
    named = replace(state.ships[other], name=state.ships[one].name)
    state = replace(state, ships={**state.ships, other: named})
    found = game.words.happening(state, BecameShaken(one))
    assert found is not None
    assert found.ship == f"{state.ships[one].name} of the Red squadron"
    assert found.short == {found.ship: state.ships[one].name}
    assert game.words.happening(state, FatigueRemoved(one, 1, 0)) is None, "she was not shaken"
    shaken = replace(state.ships[one], fatigue=state.ships[one].fatigue_boxes)
    state = replace(state, ships={**state.ships, one: shaken})
    rallied = game.words.happening(state, FatigueRemoved(one, 1, 0))
    assert rallied is not None
    assert rallied.row == "rallied"


def test_the_damage_of_a_critical_hit_is_told_and_not_its_roll() -> None:
    """For example, a ship without a turret cannot have it jammed, and a magazine that explodes is
    mentioned.
    """
    state = at_sea([ship("uss_galena", "C1")], [ship("css_virginia", "C5")]).state
    words = system("iron_oak").words
    roll = Roll(dice="d10", faces=(3,), drm=0)
    assert words.happening(state, CriticalRolled("uss_galena", "ship", roll, "jam")) is None
    marked = words.happening(state, Marked("uss_galena", "smokestack"))
    blast = words.happening(state, BlastRolled("uss_galena", "magazine", roll))
    assert marked is not None
    assert blast is not None
    assert (marked.row, blast.row) == ("critical_smokestack", "blast_magazine")


def test_a_turn_tells_what_mattered_and_small_things_only_where_there_is_nothing_else() -> None:
    missed = Happening("missed", "Swan", "Swallow", 0.3, {"range": "within pistol shot"})
    assert "Swan fired at Swallow within pistol shot and missed." in written(missed)
    assert written(missed, Happening("sunk", "Swan", weight=8.0)) == "Swan went down."
    many = [Happening("destroyed", f"Boat {n}", weight=8.0) for n in range(MOST + 3)]
    assert written(*many).count(".") == MOST


def test_what_several_ships_do_is_one_sentence_where_the_table_has_one() -> None:
    """Only ships whose events follow each other share a sentence, and only if the table has such a
    sentence.
    """
    sunk = [Happening("sunk", name) for name in ("Swan", "Swallow", "Fame")]
    assert written(*sunk) == "Swan, Swallow and Fame went down."
    assert written(sunk[0]) == "Swan went down."
    between = written(sunk[0], Happening("aground", "Wasp"), sunk[1])
    assert between.count("went down") + between.count("sank") == 2
    left = Happening("left", "Swan"), Happening("aground", "Fame"), Happening("left", "Wasp")
    assert written(*left) == "Swan and Wasp drew out of the action. Fame ran aground."
    admirals = (Happening("admiral", name) for name in ("Red", "Blue"))
    assert written(*admirals).count(".") == 2


def test_harm_is_told_in_words() -> None:
    """In Wooden Ships: at most the two worst kinds of damage are named, in the order hull, guns,
    crew, rigging.
    """

    def told(*hits: int) -> list[str]:
        return [f"{each.did} {each.hers}" for each in _harm(*hits)]

    assert told(1, 0, 0, 1) == ["hulled her once", "damaged her rigging"]
    assert told(0, 1, 1, 0) == ["dismounted one of her guns", "struck down some of her men"]
    assert told(12, 3, 2, 4) == ["put twelve shots into her hull", "knocked out three of her guns"]
    assert told(0, 0, 2, 4) == ["struck down many of her men", "cut her rigging to pieces"]
    assert told(0, 0, 0, 3) == ["cut up her rigging"]
    assert told(0, 0, 0, 0) == []
    (guns,) = _harm(0, 2, 0, 0)
    assert guns.named.format(ship="Swan") == "two of Swan's guns"


def test_a_hidden_ship_is_not_told_by_her_name() -> None:
    """At night a ship is an unknown counter until an enemy has identified it."""
    state = at_sea([ship("uss_galena", "C1")], [ship("css_virginia", "C5", hidden=True)]).state
    unknown = replace(state.ships["css_virginia"], counter="confederate_counter_1")
    state = replace(state, ships={**state.ships, "css_virginia": unknown})
    happening = system("iron_oak").words.happening(state, FireStarted("css_virginia", 1))
    assert happening is not None
    assert happening.ship == "an unknown ship"


def test_prose_is_printed_as_text_markdown_and_json() -> None:
    paragraphs = [Paragraph("Turn 1", 3, "Swan *went* down.")]
    assert render_tale(paragraphs, "text") == "Turn 1. Swan *went* down.\n\n"
    assert render_tale(paragraphs, "md") == "## Turn 1\n\nSwan \\*went\\* down.\n\n"
    (row,) = json.loads(render_tale(paragraphs, "json"))
    assert row == {"heading": "Turn 1", "n": 3, "text": "Swan *went* down."}
    assert "There is no story" in render_tale([], "text")
