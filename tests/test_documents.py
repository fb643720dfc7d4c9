"""Checks of all documents: their commands, links, names and numbers are right."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from engine.files.desks import battle_path
from engine.files.saves import new_path, recovered_path, unused_path
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.puzzles.puzzle import shelf as puzzle_shelf
from engine.systems.oak_iron.data.book import shipped
from engine.teaching.lesson import shelf as lesson_shelf
from tui.commands.parser import build

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
TEXTS = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}
PRESENT = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
"""The documents about the present program; the changelog also describes older versions."""

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:weathergage|make|pip|pipx|python3?|ssh|\.venv/bin/\S+) ", re.MULTILINE)
WEATHERGAGE = re.compile(r"^(?:    )?(weathergage(?: .*)?)$", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
BATTLE = re.compile(r"[\w./-]*\b[\w-]+\.battle\b")
RULES = re.compile(r"\b(oak_iron|wooden_ships|iron_oak|iron_oak_campaign) rules (\d+)")


def prose(text: str) -> str:
    """Return a document without its blocks of code."""
    lines = FENCE.sub("", text).splitlines()
    return "\n".join(line for line in lines if not line.startswith("    "))


def code(text: str) -> str:
    """Return the blocks of code in a document, fenced or indented."""
    left = FENCE.sub("", text).splitlines()
    return "\n".join([*FENCE.findall(text), *(line for line in left if line.startswith("    "))])


def slug(heading: str) -> str:
    """Return the anchor that a heading gets on a web page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of all headings in a document."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    return frozenset(slug(each) for each in re.findall(r"^#+ (.+)$", text, re.MULTILINE))


# Code -------------------------------------------------------------------------


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_line_that_begins_with_a_command_is_in_a_block_of_code(path: Path) -> None:
    """In a paragraph the command would be joined with the lines around it."""
    assert COMMAND.findall(prose(TEXTS[path])) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_block_of_code_has_blank_lines_around_it(path: Path) -> None:
    """An indented line directly below a paragraph would become part of the paragraph."""
    lines = FENCE.sub("", TEXTS[path]).splitlines()
    joined = [
        line
        for above, line in pairwise(lines)
        if line.startswith("    ") and above and not above.startswith((" ", "-", "1"))
    ]
    assert joined == []


def commands() -> Iterator[tuple[str, str]]:
    """Yield every command of the game that a document shows, with the document's name."""
    for path in PRESENT:
        for line in WEATHERGAGE.findall(code(TEXTS[path])):
            yield path.name, line


@pytest.mark.parametrize(("of", "line"), sorted(set(commands())))
def test_every_command_that_is_shown_is_understood(of: str, line: str) -> None:
    if line.startswith(
        ("weathergage: ", "weathergage --help")
    ):  # an error message, or the help, which exits
        return
    words = shlex.split(line, comments=True)[1:]
    build().parse_args(words[: words.index("|")] if "|" in words else words)


# Links ------------------------------------------------------------------------


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file_and_a_heading(path: Path) -> None:
    wrong = []
    for _, link in LINK.findall(FENCE.sub("", TEXTS[path])):
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if file.startswith("http"):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)
    assert wrong == []


def test_a_link_of_the_index_has_the_title_of_its_page() -> None:
    """So a reader finds the same title in the index and on the page."""
    index = ROOT / "docs" / "index.md"
    wrong = {}
    for words, link in LINK.findall(TEXTS[index]):
        title = (index.parent / link).read_text(encoding="utf-8").splitlines()[0].lstrip("# ")
        if (said := " ".join(words.split())) not in (title, "its sources", "Changes"):
            wrong[said] = title
    assert wrong == {}


def test_every_document_that_the_code_names_is_there() -> None:
    sources = [path for top in ("engine", "tui", "tests") for path in (ROOT / top).rglob("*.py")]
    named = {
        name
        for path in sources
        if path.name not in ("test_docs_paths.py", "test_documents.py")
        for name in re.findall(r"\bdocs/[\w-]+\.md\b", path.read_text(encoding="utf-8"))
    }
    assert named
    assert sorted(name for name in named if not (ROOT / name).is_file()) == []


# Facts ------------------------------------------------------------------------


@pytest.mark.parametrize("path", PRESENT, ids=lambda path: path.name)
def test_a_version_of_the_rules_is_the_present_one(path: Path) -> None:
    for game, version in RULES.findall(TEXTS[path]):
        assert version == system(game).rules_version, f"{game} rules {version}"


def test_the_changelog_ends_with_the_rules_that_are_played() -> None:
    text = TEXTS[ROOT / "CHANGELOG.md"]
    for game in ("oak_iron", "wooden_ships", "iron_oak"):
        title = re.escape(system(game).title)
        told = re.findall(rf"{title}(?: and its campaign)? (?:is|are) played by rules (\d+)", text)
        assert told[:1] == [system(game).rules_version], game


@pytest.mark.parametrize("name", ["README.md", "docs/index.md", "docs/architecture.md"])
def test_a_document_about_the_program_names_every_game(name: str) -> None:
    homes = [path.parent.name for path in (ROOT / "engine" / "systems").glob("*/game.py")]
    titles = {system(game).title for game in homes}
    assert len(titles) >= 3
    text = " ".join(TEXTS[ROOT / name].split())
    assert sorted(title for title in titles if title not in text) == []


def made(tmp_path: Path) -> list[str]:
    """Return patterns for the names that the program gives to new battle files."""
    now = datetime(2026, 5, 1)
    one = new_path(tmp_path, "quickstart", now)
    names = [
        one,
        unused_path(one),
        recovered_path(one),
        battle_path(tmp_path, "quickstart-1f0c9a2e"),
    ]
    return [
        re.sub(r"quickstart", r"[a-z_0-9]+", re.sub(r"(?<!x)[\da-f]{8}", r"[0-9a-f]{8}", name))
        for name in (
            re.sub(r"\d{4}-\d\d-\d\d", r"\\d{4}-\\d\\d-\\d\\d", path.name).replace("_1", r"_\d+")
            for path in names
        )
    ]


OWN = re.compile(r"(?:[A-Z]+(?:-2)?|mine|own|NAME|sample_\w+)\.battle|\.battle")
"""Matches names that stand for any file, names that a person has chosen, and names of shipped
files."""


@pytest.mark.parametrize("path", PRESENT, ids=lambda path: path.name)
def test_a_battle_file_that_is_named_has_a_name_that_the_program_gives(
    path: Path, tmp_path: Path
) -> None:
    forms = made(tmp_path)
    there = {each.name for each in (ROOT / "tests" / "battles").glob("*.battle")}
    for found in BATTLE.findall(TEXTS[path]):
        name = Path(found).name
        right = OWN.fullmatch(name) or name in there
        assert right or any(re.fullmatch(form, name) for form in forms), found


def test_a_file_of_a_host_is_asked_for_by_a_name_that_the_host_gives(tmp_path: Path) -> None:
    """The name of a hosted battle is the name of its file without the ending."""
    named = [
        name
        for path in PRESENT
        for name in re.findall(r"\bget ([\w-]+)", code(TEXTS[path]))
        if name != "NAME"
    ]
    form = made(tmp_path)[0].removesuffix(".battle")
    assert named
    assert [name for name in named if not re.fullmatch(form, name)] == []


def test_what_a_war_asks_in_secret_is_what_its_page_says() -> None:
    """Forces and commitments are secret, crews and refits are open (Iron & Oak 8.3.1, 8.4.2)."""
    page = TEXTS[ROOT / "docs" / "iron-and-oak.md"]
    kinds = {"force": "force", "grades": "grades", "commitment": "commit", "refit": "refit"}
    rows = re.findall(rf"^\| ({'|'.join(kinds)}) \| ([^|]+) \|", page, re.MULTILINE)
    told = {kinds[step]: "secret" in who for step, who in rows}
    assert len(told) == 4
    war = Battle.new("iron_oak_campaign", "campaign", 3)
    player = make_player("ensign", war.game, 3, "A")
    found: dict[str, bool] = {}
    while not war.outcome() and not told.keys() <= found.keys():
        asked = war.pending()[0]
        found[asked.kind] = asked.secret
        war.answer(asked.seat, player.choose(war.view(asked.seat), asked))
    assert {kind: found[kind] for kind in told} == told


GUIDES = ("lessons", "oak-and-iron", "wooden-ships", "iron-and-oak")
COUNTED = (ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in GUIDES))


def test_what_is_counted_for_players_is_as_many() -> None:
    """Scenarios for a player's own squadrons and designs are not included in these numbers."""
    own = {"any_ships", "own_battle"}
    there = {
        "lessons": len(lesson_shelf()),
        "(?:puzzles|positions with one question)": len(puzzle_shelf()),
        "scenarios": len({*system("wooden_ships").scenarios()} - own),
        "initiative cards": len(shipped().cards),
        "battles(?:,| from)": len({*system("iron_oak").scenarios()} - own),
    }
    text = " ".join(word for path in COUNTED for word in TEXTS[path].split())
    for noun, number in there.items():
        told = {int(each) for each in re.findall(rf"\b(\d+) {noun}", text)}
        assert told == {number}, noun


# What is wrong is found -------------------------------------------------------


def test_a_command_outside_code_is_found() -> None:
    assert COMMAND.findall(prose("# Game\n\nweathergage play duel\n    weathergage show duel\n"))
    assert not COMMAND.findall(
        prose("# Game\n\n    weathergage play duel\n\n```sh\nmake play\n```")
    )


@pytest.mark.parametrize("name", ["saves/patrol-1.battle", "quickstart_2026-05-01_1.battle"])
def test_a_name_that_the_program_never_gives_is_found(name: str, tmp_path: Path) -> None:
    (found,) = BATTLE.findall(f"as `{name}` says")
    assert found == name
    last = Path(name).name
    assert not OWN.fullmatch(last)
    assert not any(re.fullmatch(form, last) for form in made(tmp_path))


def test_an_anchor_is_that_of_its_heading() -> None:
    assert slug("Fair dice, on a host") == "fair-dice-on-a-host"
    assert slug("5. The rules: `decide`") == "5-the-rules-decide"
