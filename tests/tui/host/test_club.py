"""What a club keeps of its battles: results, ratings, each person's page, the archive."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.base.glicko import Game, Strength, update_strength
from engine.hosting.club import desk
from engine.hosting.club.desk import Desk
from engine.hosting.club.results import Player, Ratings, Result, Results
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import LATEST
from engine.hosting.terms import Terms
from tests.tui.host.far import company, founded
from tests.tui.host.near import QUICK, begun, near, running_hub
from tests.tui.host.test_lines import comes as lines_of

TEAMS = Terms(game="oak_iron", scenario="fleet", options={"a_side": 2})


def resigned(hosted: HostedBattle, person: str) -> None:
    """Let a person resign in a battle."""
    for side in tuple(hosted.seating.sides(person)):
        hosted.leaving.resign(person, side)


def lines(hub: Hub, line: str, person: str = "anna") -> str:
    """Return the club's reply to a typed line, as one text."""
    return "\n".join(Desk(hub, person).execute(line))


async def test_a_resignation_is_a_result_and_is_kept(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        resigned(hosted, "ben")
        (result,) = hub.results
        assert result.how == "ben (Blue) resigned"
        assert result.persons["anna"] == Player("anna", "A", "Red", score=1.0)
        assert result.persons["ben"] == Player("ben", "B", "Blue", score=0.0, left="resigned")
        told = lines(hub, "page ben", "carl")
        assert "0 won" not in told
        assert "1 lost" in told
        assert "against anna: 1 lost" in told
        assert "Left 1 of 1 battle early: resigned." in told
        assert "no. 1, anna (won) v ben: ben (Blue) resigned" in told
        once = update_strength(Strength(), [Game(1500, 350, 1.0)])
        assert hub.ratings.strength("oak_iron", "anna", date.today()) == once
    again = Hub(tmp_path)
    assert list(again.results) == [result]
    assert again.ratings.strength("oak_iron", "anna", date.today()) == once


async def test_a_host_killed_at_the_end_of_a_battle_keeps_its_result_at_the_next_start(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        resigned(begun(hub, "anna", "ben"), "ben")
        resigned(begun(hub, "anna", "ben"), "anna")
        path = tmp_path / "results.jsonl"
        first, _ = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(first + b'{"id":"torn')  # killed in the middle of the second line
        results = list(hub.results)
    again = Hub(tmp_path)
    assert [(e.id, e.players) for e in again.results] == [(e.id, e.players) for e in results]
    assert [each.id for each in Hub(tmp_path).results] == [each.id for each in results]


async def test_battles_with_computers_count_apart_and_are_not_rated(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", terms=replace(QUICK, computers={"B": "ensign"}))
        resigned(hosted, "anna")
        assert not hub.ratings.systems
        assert "Against computer players: 1 lost; these battles are not rated." in lines(
            hub, "page"
        )
        assert "Nobody is rated yet" in lines(hub, "ladder")


async def test_whoever_hands_a_lost_seat_to_a_computer_has_lost(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        hosted.leaving.hand("ben", "B", "ensign")
        assert hosted.battle
        for key in ("B",):
            hosted.battle.leave("resign", key)
        hosted._changed()
        (result,) = hub.results
        assert result.persons["ben"].score == 0.0
        assert result.persons["ben"].left == "resigned"


async def test_a_draw_and_an_end_without_a_winner_are_two_things(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        for end in ("draw", "stop"):
            hosted = begun(hub, "anna", "ben")
            hosted.leaving.propose("anna", end)  # type: ignore[arg-type]
            hosted.leaving.agree("ben")
        drawn, stopped = hub.results
        assert {each.score for each in drawn.players} == {0.5}
        assert {each.score for each in stopped.players} == {None}
        assert "1 drawn, 1 without a result" in lines(hub, "page")
        assert hub.ratings.ladder("oak_iron", date.today())[0][2] == 1


async def test_a_team_wins_together_and_is_rated_against_the_others_mean(tmp_path: Path) -> None:
    def fought(name: str, day: str, winners: tuple[str, ...], losers: tuple[str, ...]) -> Result:
        players = [Player(each, "A", "Red", score=1.0) for each in winners]
        players += [Player(each, "B", "Blue", score=0.0) for each in losers]
        return Result(name, "oak_iron", "fleet", "Fleet", f"{day}T20:00:00", "won", tuple(players))

    results = Results()
    results.add(fought("1", "2026-05-01", ("anna",), ("carl",)))
    ratings = Ratings(results)
    before = {who: ratings.strength("oak_iron", who, date(2026, 5, 1)) for who in ("anna", "carl")}
    results.add(fought("2", "2026-05-01", ("anna", "ben"), ("carl", "dora")))
    met = (before["carl"].rating + 1500) / 2
    unsure = ((before["carl"].deviation ** 2 + 350**2) / 2) ** 0.5
    wanted = update_strength(before["anna"], [Game(met, unsure, 1.0)])
    assert ratings.strength("oak_iron", "anna", date(2026, 5, 1)) == wanted
    later = ratings.strength("oak_iron", "anna", date(2026, 9, 1))
    assert later.rating == wanted.rating
    assert later.deviation > wanted.deviation, "who rests is less sure"
    both = fought("3", "2026-05-02", ("anna",), ("anna",))
    results.add(both)
    assert not both.persons, "who plays against himself has no result"
    assert ratings.strength("oak_iron", "anna", date(2026, 5, 1)) == wanted


async def test_the_archive_is_searched_by_person_month_and_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "LATEST", 2)
    async with running_hub(tmp_path) as hub:
        for other in ("ben", "carl", "dora"):
            resigned(begun(hub, "anna", other), other)
        month = f"{date.today():%Y-%m}"
        assert "anna (won) v carl" in lines(hub, f"archive {month} quick carl")
        assert len(lines(hub, "archive").splitlines()) == 3
        assert "1 more; add a name" in lines(hub, "archive anna")
        assert lines(hub, "archive 1999-01") == "No battle that is over has these words."
        (result, *_) = hub.results
        assert f"({result.id})" in lines(hub, f"archive ben {result.scenario}")


async def test_old_battles_leave_the_lobby_and_a_search_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.hosting.lobby_rows.LATEST", 2)
    assert LATEST == 20
    async with company(tmp_path) as people:
        hub = people.host.hub
        for other in ("ben", "carl", "dora"):
            resigned(founded(hub, A="anna", B=other), other)
        anna = await lines_of(people, "anna")
        await anna.types("list", "Not listed: 1 older battle; `find W`")
        assert "v ben" not in anna.new
        await anna.types("find ben", "Quick start: anna v ben, RED WINS", "no. 1)")
        await anna.types("page", "Oak & Iron: rating", "3 won", "against ben: 1 won")
        await anna.types("page ben", "1 lost")
        await anna.types("page nobody", "nothing is known of nobody")
        await anna.types("ladder iron", "anna")
        await anna.types("archive ben", "ben (Blue) resigned")
        guest = await lines_of(people, "guest")
        await guest.types("page", "a guest has no page")
        await guest.types("ladder", "1. anna")
    async with running_hub(tmp_path) as hub, near(hub, "anna", (110, 30)) as screen:
        assert "anna v dora" in screen.text
        assert "anna v ben" not in screen.text
        await screen.press("/")
        await screen.types("ben")
        await screen.sees("anna v ben")
        await screen.press("escape", "c")
        await screen.sees("CLUB   anna", "3 won", "against ben: 1 won")
        await screen.press("l")
        await screen.sees("battles among people")
        await screen.press("a")
        await screen.types("ben")
        await screen.sees("ben (Blue) resigned")
        await screen.press("enter")
        await screen.types("page nobody")
        await screen.sees("nothing is known of nobody")
        rows = screen.text.splitlines()  # the answer before still stands there
        assert rows[0].startswith(" CLUB   anna")
        assert not rows[1].strip()
        assert "ben (Blue) resigned" in rows[2]
        assert not rows[2].startswith("   ")


def test_what_is_typed_at_the_desk_is_one_of_its_words(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    for line, why in (
        ("", "type `help`"),
        ("\x1b[2Jpage", "there is no command"),
        ("ladder pinnace", "nobody is rated in 'pinnace' yet"),
    ):
        with pytest.raises(Refused, match=why):
            lines(hub, line)
    assert "page [NAME]" in lines(hub, "help")
