"""All games have the same files: the same kind of thing is in the same place in each.

Games are the systems, the campaign (a system inside another), and the series around any game. A
place is a module of a room, `x/y.py`. If a room would hold only one file, the game has the file
`x.py` instead; what is less than a page is in game.py, or in the parts.py of a series. The tables
below say what then stands for the place, or why a game does not need it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from engine.kernel.registry import system

ENGINE = Path(__file__).resolve().parent.parent / "engine"
GAMES = {
    "iron_oak": "systems/iron_oak",
    "oak_iron": "systems/oak_iron",
    "wooden_ships": "systems/wooden_ships",
    "campaign": "systems/iron_oak/campaign",
    "series": "series",
}
"""{game: its folder}."""
REGISTERED = {"campaign": "iron_oak_campaign", "series": "series:oak_iron"}
"""{name of the folder: name in the registry of games}, where they differ."""
PLACES = (
    *("game.py", "answering.py", "data/book.py", "data/facts.py", "inspection.py", "machine.py"),
    *("positions/positions.py", "review.py"),
    *("screen/panel.py", "screen/scene.py", "screen/screen.py"),
    "set_up/scenarios.py",
    *("state/state.py", "state/steps.py", "state/commands.py", "state/events/event.py"),
    *("thinking/thinking.py", "turn/rules.py"),
    *("words/reference.py", "words/telling.py", "words/words.py"),
)
"""The places (modules) that every game has."""
IN_ONE_FILE = {
    "iron_oak": {
        "set_up/scenarios.py": "set_up:scenarios",
        "turn/rules.py": "turn:RULES",
    },
    "wooden_ships": {
        "data/book.py": "data:book",
        "data/facts.py": "data:ShipFact",
        "turn/rules.py": "turn:RULES",
        "words/telling.py": "words.words:tells",
    },
    "campaign": {
        "answering.py": "game:CampaignAnswering",
        "data/book.py": "data:book",
        "data/facts.py": "data:BattleKind",
        "positions/positions.py": "positions:CampaignPositions",
        "set_up/scenarios.py": "game:SCENARIOS",
        "state/steps.py": "state.state:BeginBattle",
        "state/commands.py": "state.state:AnyCommand",
        "state/events/event.py": "state.events:CampaignEvent",
        "turn/rules.py": "turn:RULES",
        "words/reference.py": "words:terms",
        "words/telling.py": "words:tells",
        "words/words.py": "words:CampaignWords",
    },
    "series": {
        "answering.py": "parts:SeriesAnswering",
        "positions/positions.py": "parts:SeriesPositions",
        "review.py": "parts:SeriesReview",
        "screen/panel.py": "screen:SeriesScreen.card",
        "screen/scene.py": "screen:SeriesScreen.scene",
        "screen/screen.py": "screen:SeriesScreen",
        "set_up/scenarios.py": "set_up:shipped",
        "state/state.py": "state:Series",
        "state/events/event.py": "state:SeriesEvent",
        "thinking/thinking.py": "parts:SeriesThinking",
        "words/reference.py": "parts:SeriesWords.terms",
        "words/telling.py": "parts:SeriesWords.tell",
        "words/words.py": "parts:SeriesWords",
    },
}
"""{game: {place: (its module, the name in it)}} for rooms that are a single file."""
NO_NEED = {
    "wooden_ships": {
        "state/commands.py": "a plot, a shot and a melee are sheets and options of the contract",
    },
    "series": {
        "data/book.py": "the data set is that of the game of its battles",
        "data/facts.py": "the data set is that of the game of its battles",
        "machine.py": "the battle has agenda and ledger, and shows what a seat sees",
        "inspection.py": "`inspect` is asked of the battle: parts.py",
        "state/steps.py": "the battle's agenda has the steps, and nobody is asked between battles",
        "state/commands.py": "every command is one of the battle",
        "turn/rules.py": "the battle's game has the rules; game.py: what follows a battle",
    },
}
"""{game: {place that it does not need: the reason}}."""
PARTS = {
    "answering": "answering.py",
    "building": "set_up/scenarios.py",
    "positions": "positions/positions.py",
    "review": "review.py",
    "screen": "screen/screen.py",
    "thinking": "thinking/thinking.py",
    "words": "words/words.py",
}
"""{part of a game: the place of its class}."""
NO_PART = {
    "campaign": {"building": "a force is chosen in secret in the war itself, never on paper"},
    "series": {"building": "squadrons are built for the game of its battles"},
}
"""{game: {part that it leaves as the base class has it: the reason}}."""
CHAPTERS = {
    "iron_oak": {
        "cards",
        "damage",
        "effects",
        "gunnery",
        "movement",
        "orders",
        "waters",
        "campaign",
    },
    "oak_iron": {"crew", "damage", "effects", "gunnery", "plays", "sailing", "terrain"},
    "wooden_ships": {
        *("boarding", "grappling", "gunnery", "movement", "sailing", "signals", "surrender"),
    },
    "campaign": {
        "effects",
        "forces",
        "planning",
        "preparing",
        "fighting",
        "yard",
        "refit",
    },
    "series": set(),
}
"""{game: its rooms (folders or files) that are chapters of its rulebook}."""
ROOMS = {
    *(
        "game",
        "parts",
        "answering",
        "data",
        "state",
        "machine",
        "table",
        "fleet",
        "victory",
        "squadrons",
        "set_up",
        "turn",
    ),
    *("words", "inspection", "foresight", "thinking", "positions", "review", "screen"),
}
"""The rooms (folders or files) that a game may have besides its chapters. A new kind of room must
be added here."""


def module_of(game: str, inner: str) -> str:
    """Return the full name of a module of a game."""
    return ".".join(("engine", *GAMES[game].split("/"), inner))


def module_at(game: str, place: str) -> str:
    """Return the full name of the module at a place of a game; '' if the game has no such
    module.
    """
    held = IN_ONE_FILE.get(game, {}).get(place)
    if held:
        return module_of(game, held.partition(":")[0])
    there = (ENGINE / GAMES[game] / place).is_file()
    return module_of(game, place.removesuffix(".py").replace("/", ".")) if there else ""


@pytest.mark.parametrize("game", GAMES)
def test_every_place_of_the_map_is_in_every_game_or_has_a_reason(game: str) -> None:
    missing = {place for place in PLACES if not module_at(game, place)}
    assert missing == set(NO_NEED.get(game, {}))


@pytest.mark.parametrize("game", IN_ONE_FILE)
def test_a_file_that_is_a_whole_room_holds_what_the_map_says(game: str) -> None:
    for place, held in IN_ONE_FILE[game].items():
        inner, _, names = held.partition(":")
        room = place.split("/")[0]
        # `state.events` is a file of the room `state`; small rooms share `game` or `parts`.
        assert inner.split(".")[0] in {room, "game", "parts"}, place
        assert not (ENGINE / GAMES[game] / place).exists(), place
        thing: object = import_module(module_of(game, inner))
        for name in names.split("."):
            assert name in vars(thing), held
            thing = vars(thing)[name]


@pytest.mark.parametrize("game", GAMES)
def test_the_parts_of_a_game_are_at_their_places(game: str) -> None:
    registered = system(REGISTERED.get(game, game))
    for part, place in PARTS.items():
        module = type(getattr(registered, part)).__module__
        own = module.startswith(module_of(game, ""))
        wanted = "" if part in NO_PART.get(game, {}) else module_at(game, place)
        assert (module if own else "") == wanted, part


@pytest.mark.parametrize("game", GAMES)
def test_a_room_is_a_chapter_or_one_that_games_share(game: str) -> None:
    home = ENGINE / GAMES[game]
    rooms = {each.parent.name for each in home.glob("*/__init__.py")}
    rooms |= {each.stem for each in home.glob("*.py")} - {"__init__"}  # of one file
    assert rooms - ROOMS == CHAPTERS[game]


@pytest.mark.parametrize("game", [each for each in GAMES if each != "series"])
def test_registries_have_one_name_in_every_game(game: str) -> None:
    for place, registry in (
        ("machine.py", "RULES"),
        ("words/telling.py", "tells"),
    ):
        assert hasattr(import_module(module_at(game, place)), registry), place
