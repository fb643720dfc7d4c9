"""The page about the dice: sums, faces, rolls; narrowed by a search; leading to an entry; and the
same in lines.
"""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import msgspec
import pytest

from engine.files.saved_battles import computers
from engine.game.decision import Answer
from engine.kernel import fair
from engine.kernel.battle import Battle
from engine.kernel.fair import Fairness
from engine.kernel.logbook import Proof
from engine.sitting import proof as proofs
from tests.tui.running import house, save_battle, screen_of, until
from tui.battle.screen import own_battle
from tui.cli import main
from tui.replay.screen import ReplayScreen
from tui.review.aftermath import AftermathScreen
from tui.review.dice_screen import DiceScreen, ProofScreen, pieces, shell_rows


async def test_a_sum_leads_to_its_rolls_and_a_roll_to_its_entry(tmp_path: Path) -> None:
    battle = Battle.open("saves/sample_frigates.battle", write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(battle, battle.position)) as (app, pilot):
        await pilot.press("E", "d")
        await until(pilot, lambda: "By side " in screen_of(app), "the sums")
        screen = app.screen
        assert isinstance(screen, DiceScreen)
        await until(pilot, lambda: "No secret was pledged" in screen_of(app), "what is proved")
        assert "British" in screen_of(app)
        for row in screen.listed()[:12]:
            assert len(row.text) <= 79
        await pilot.press("end", "home", "/", *"british: broad", "enter", "enter")
        assert "with 'British: broadsides'" in screen_of(app)
        found = [screen.listed()[at].text for at in screen.found]
        assert len(found) == 1 + 5  # the sum, and each of its rolls
        await pilot.press("end")
        assert "Enter watches entry 25" in screen_of(app)
        await pilot.press("V", "escape", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")
        assert "entry 25 of 31" in screen_of(app)
        await pilot.press("d")
        await until(pilot, lambda: "By side " in screen_of(app), "the dice from the replay")
        await pilot.press("/", *"zzz", "enter")
        assert "nothing here has the words" in screen_of(app)


async def test_where_no_dice_fell_the_page_says_so(tmp_path: Path) -> None:
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)
    async with house(tmp_path, start=lambda: DiceScreen(battle, lambda n: None)) as (app, pilot):
        await until(pilot, lambda: "No dice have been rolled" in screen_of(app), "the page")
        await pilot.press("enter", "down", "end")


def test_the_command_tells_sums_and_rolls_in_lines_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dice", "sample:frigates", "--rolls"]) == 0
    said = capsys.readouterr().out
    faces = "d6, rolled 15 times (fair dice in brackets): 1 x2 (2.5)"
    for words in ("By side and kind", "British: broadsides", "so far off", faces):
        assert words in said
    assert "entry 25, British, Shannon: broadsides" in said
    assert main(["dice", "sample:frigates", "--json"]) == 0
    rows = msgspec.json.decode(capsys.readouterr().out)
    assert len(rows) == 15
    assert {"entry", "side", "ship", "kind", "got", "fair", "faces", "mean"} == set(rows[0])
    assert main(["dice", str(save_battle(tmp_path, "Duel", turns=99))]) == 0
    assert "No dice have been rolled" in capsys.readouterr().out


async def test_the_dice_between_the_battles_of_a_war_stand_on_the_page_and_in_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are listed by kind and owner; a die of both sides is named as such."""
    battle = Battle.open("saves/sample_campaign.battle", write=False)
    async with house(tmp_path, start=lambda: DiceScreen(battle, lambda n: None)) as (app, pilot):
        await until(pilot, lambda: "By side " in screen_of(app), "the sums")
        await pilot.press("/", *"union refit repair", "enter")
        screen = app.screen
        assert isinstance(screen, DiceScreen)
        found = [screen.listed()[at].text for at in screen.found]
        assert len(found) == 1 + 4  # the sum, and the rolls of four refits
        assert "Union: the yard" in found[1]
    assert main(["dice", "sample:campaign", "--rolls"]) == 0
    said = capsys.readouterr().out
    for words in ("Both sides: generation", "Confederacy: refit crew", "Both sides, the war: end"):
        assert words in said


# The page that proves a battle's dice: every text of it whole, the verdict beside it.


SECRET = "s3" * 32
WORDS = {"A": "two  blanks, and a word of sixty-four signs, as long as one may be", "B": ""}
PLEDGED = Fairness(fair.pledge(SECRET), WORDS)
ABOUT = {"players": {"A": "human", "B": "human"}, "persons": {"A": "anna", "B": "ben"}}


def fought(path: Path, secret: str = SECRET, over: bool = True) -> Battle:
    """Return a battle on the pond with fair dice; if it is over, its secret has been revealed."""
    seed = fair.mix_seed(secret, PLEDGED)
    battle = Battle.new("pond", "duel", seed, ABOUT, path=path, fairness=PLEDGED)
    while over and battle.pending():
        battle.answer(battle.pending()[0].seat, Answer(battle.pending()[0].options[-1].id))
    if over and secret == SECRET:
        battle.reveal(SECRET)
    return battle


def whole(text: str) -> str:
    """Return the text of a page without its line breaks, so that broken words are found."""
    return "".join(line.removeprefix(" ") for line in text.splitlines())


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_pledge_words_secret_and_verdict_are_read_whole(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    battle = fought(tmp_path / "a.battle")
    start = lambda: ProofScreen(battle, ["weathergage verify a.battle"])  # noqa: E731
    async with house(tmp_path, size, start=start) as (app, pilot):
        await until(pilot, lambda: "Verdict: PROVED" in screen_of(app), "the verdict")
        seen = whole(screen_of(app))
    for text in (PLEDGED.pledge, WORDS["A"], "(none)", SECRET, "weathergage verify a.battle"):
        assert text in seen, text
    assert "anna (" in seen


async def test_what_has_no_room_is_scrolled_to_and_no_further(tmp_path: Path) -> None:
    many = Fairness(PLEDGED.pledge, {f"S{number}": "x" * 200 for number in range(12)})
    battle = fought(tmp_path / "a.battle", over=False)
    battle.header = msgspec.structs.replace(battle.header, fairness=many)
    async with house(tmp_path, start=lambda: ProofScreen(battle)) as (app, pilot):
        assert "Verdict" not in screen_of(app)
        await pilot.press("end")
        assert "Verdict: not yet" in screen_of(app)
        foot = screen_of(app)
        await pilot.press("down", "pagedown")
        assert screen_of(app) == foot
        await pilot.press("home")
        assert "The secret of the dice was pledged" in screen_of(app)


async def test_while_a_battle_goes_on_the_secret_is_not_there(tmp_path: Path) -> None:
    battle = fought(tmp_path / "a.battle", over=False)
    async with house(tmp_path, start=lambda: ProofScreen(battle)) as (app, _):
        seen = whole(screen_of(app))
    assert PLEDGED.pledge in seen
    assert WORDS["A"] in seen
    assert "It is revealed when the battle is over" in seen
    assert "Verdict: not yet" in seen
    assert SECRET not in seen


async def test_a_battle_that_was_changed_is_not_proved_and_says_why(tmp_path: Path) -> None:
    """The dice are not those of the secret, or the secret was never revealed."""
    other = fought(tmp_path / "other.battle", secret="another")
    async with house(tmp_path, start=lambda: ProofScreen(other)) as (app, pilot):
        await until(pilot, lambda: "Verdict: NOT PROVED" in screen_of(app), "the verdict")
        assert "It is not revealed" in screen_of(app)
    forged = fought(tmp_path / "forged.battle")
    forged.log[0] = type(forged.log[0])(n=1, kind="command", at=1, seat="A", command=None)
    async with house(tmp_path, start=lambda: ProofScreen(forged)) as (app, pilot):
        await until(pilot, lambda: "Verdict: NOT PROVED" in screen_of(app), "the verdict")
        assert "ntry 1" in screen_of(app)


async def test_end_look_back_and_log_lead_to_it_by_key_and_by_the_palette(tmp_path: Path) -> None:
    """The proof of the dice can be opened in a local game, too.

    Nobody pledged a secret there, so that only the seed is proved.
    """
    path = save_battle(tmp_path, "Duel", turns=99, b="human")
    battle = Battle.open(path)
    assert battle.outcome()
    make = lambda app: own_battle(app, battle, computers(battle))  # noqa: E731
    async with house(tmp_path, opener=make) as (app, pilot):
        shown = lambda: isinstance(app.screen, ProofScreen) and app.screen.proof  # noqa: E731
        assert "V proof" in screen_of(app)
        await pilot.press("V")
        await until(pilot, shown, "the page from the end")
        assert "No secret was pledged" in whole(screen_of(app))
        assert "Verdict: right" in screen_of(app)
        assert str(path) in whole(screen_of(app)).replace("/\\", "/")
        await pilot.press("escape", "L", "V")
        await until(pilot, shown, "the page from the log")
        await pilot.press("escape", "L", "E")
        await until(pilot, lambda: isinstance(app.screen, AftermathScreen), "the look back")
        await pilot.press("V")
        await until(pilot, shown, "the page from the look back")
        await pilot.press("escape", "ctrl+p", *"proof", "enter")
        await until(pilot, shown, "the page from the palette")
    battle.close()


async def test_a_battle_is_proved_once_for_all_who_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, told = fought(tmp_path / "a.battle"), []
    verify = Battle.verify
    monkeypatch.setattr(Battle, "verify", lambda *facts: told.append(1) or verify(*facts))
    assert (await proofs.proof_of(battle)).ok
    assert (await proofs.proof_of(battle)).ok
    assert told == [1]


async def test_what_is_not_revealed_or_is_forged_is_not_proved() -> None:
    class Seen:
        """Stands for a battle as a host shows it."""

        def __init__(self, header: object) -> None:
            self.header = header
            self.log: list[object] = []

    untold = Seen(type("Header", (), {"fairness": None})())
    told = await proofs._proved(untold)  # type: ignore[arg-type]
    assert told.text == "the secret of the dice is not revealed, so nothing can be proved"
    broken = await proofs._proved(Seen(None))  # type: ignore[arg-type]
    assert broken == Proof(False, "the proof cannot be computed here", 0)


def test_a_text_in_rows_leaves_nothing_out() -> None:
    assert "".join(pieces("a  b " * 20, 7)) == "a  b " * 20
    assert pieces("", 7) == [""]
    assert pieces("ab", 0) == ["a", "b"]


@pytest.mark.parametrize(
    "path",
    [
        "/home/anna/.local/share/weathergage/saves/2026-11-29_a_quick_start_of_two.battle",
        "/home/anna van der Meer/.local/share/weathergage/saves/2026-11-29_a_quick_start.battle",
        "/home/" + "a" * 60 + "/weathergage/" + "b" * 60 + ".battle",
        "duel.battle",
    ],
)
def test_a_shell_reads_the_rows_of_a_command_as_one(path: str) -> None:
    """No name is broken: a row ends with a backslash, and a long path is broken after a folder."""
    command = f"printf %s {shlex.quote(path)}"
    rows = shell_rows(command, 76)
    assert all(len(row) <= 76 for row in rows)
    done = subprocess.run("\n".join(rows), shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == path
    assert any(path.rpartition("/")[2] in row for row in rows)
