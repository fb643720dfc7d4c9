"""A series of battles of any game: score, exchange of seats, dice, undo, chapters, and all uses of
a battle file.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

import tests.flotilla.game
import tests.pond.game  # noqa: F401 - registers the pond
from engine.arena import crews, play_out
from engine.arena.fighting import fight
from engine.arena.match import Match
from engine.base.dice import Dice
from engine.base.errors import Refused, SetUpFault
from engine.game.decision import Answer, Reason
from engine.game.game import Outcome
from engine.game.parts.part import Part, Positions
from engine.game.parts.review import Aftermath, Missed, Review
from engine.game.parts.screen import Showing
from engine.game.parts.thinking import Answering, Thinking
from engine.game.parts.words import Words
from engine.game.question import Fill
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.registry import game_with_scenario, series, system
from engine.kernel.timeline import fold
from engine.review.chapters import chapters, extract_chapter
from engine.review.report import render_report, report
from engine.review.tale import tale
from engine.review.voices import Speaker
from engine.series.game import Inside
from engine.series.set_up import read, shipped
from engine.series.state import BattleBegan, BattleRow, InBattle, SeriesPlan, ended

POND = "series:pond"


def played(seed: int, game: str = POND, scenario: str = "duel", **options: object) -> Battle:
    """Return a finished series between ensigns."""
    battle = Battle.new(game, scenario, seed, options)
    play_out(battle, crews(battle.game, battle.state, seed, "ensign", "ensign"))
    return battle


def rows(*winners: str, points: tuple[float, float] = (0.0, 0.0)) -> tuple[BattleRow, ...]:
    """Return finished battles with these winners; `points` are those of the first battle."""
    score = [dict(zip(("First", "Second"), points, strict=True)), *[{}] * len(winners)]
    return tuple(
        BattleRow(n, "duel", winner, "", each)
        for n, (winner, each) in enumerate(zip(winners, score, strict=False), 1)
    )


@pytest.mark.parametrize("options", [{"captains": 2}, {"captains": 2, "deal": "choice"}])
def test_a_series_is_refused_where_options_seat_more_than_two(options: dict[str, object]) -> None:
    """With two captains a side there are four players, but a series has only two."""
    game = system("series:wooden_ships")
    with pytest.raises(SetUpFault, match="lissa has more than two seats"):
        game.set_up("lissa", options)
    assert len(game.seats(game.set_up("lissa", {"captains": 1}))) == 2


@pytest.mark.parametrize("seed", range(6))
def test_a_series_of_the_pond_ends_and_is_proved(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "series.battle"
    battle = Battle.new(POND, "duel", seed, {"best_of": 3}, path=path)
    play_out(battle, crews(battle.game, battle.state, seed, "ensign", "ensign"))
    battle.close()
    again = Battle.open(path, write=False)
    assert again.outcome()
    assert 2 <= len(again.state.rows) <= 3
    assert again.verify().ok
    again.close()


@pytest.mark.parametrize(("game", "scenario"), [(POND, "duel"), ("series:flotilla", "melee")])
def test_the_state_is_the_fold_of_events_and_survives_its_encoding(
    game: str, scenario: str
) -> None:
    battle = played(3, game, scenario)
    code, state = codec(battle.game), battle.at(0)
    for record in battle.entries:
        events = code.events(code.raw(record.events))
        assert events == record.events
        state = fold(battle.game, code.state(code.raw(state)), events)
    assert state == battle.state


def test_it_stops_when_one_side_has_won_more_than_half() -> None:
    plan = SeriesPlan(title="", game="pond", battles=("duel",), best_of=5)
    assert ended(plan, rows("First", "First")) is None
    assert ended(plan, rows("First", "First", "First")) == Outcome(
        ("First",), "the series is won, 3 : 0"
    )


def test_after_the_last_battle_points_decide_between_equals_and_nothing_else() -> None:
    plan = SeriesPlan(title="", game="pond", battles=("duel",), best_of=2)
    even = ended(plan, rows("First", "Second", points=(3.0, 4.5)))
    assert even == Outcome(
        ("Second",), "all battles are fought, 1 : 1, and the points decide, 3 : 4.5"
    )
    assert ended(plan, rows("First", "", points=(0.0, 9.0))) == Outcome(
        ("First",), "all battles are fought, 1 : 0"
    )
    level = ended(plan, rows("", ""))
    assert level is not None
    assert level.winners == ()


def test_seats_keep_their_keys_and_change_sides() -> None:
    battle = played(1)
    first, second = chapters(battle)[:2]
    game = battle.game
    assert [seat.name for seat in game.seats(battle.at(first.first))] == [
        "First (Red)",
        "Second (Blue)",
    ]
    assert [seat.name for seat in game.seats(battle.at(second.first))] == [
        "First (Blue)",
        "Second (Red)",
    ]
    asked = {each.seat: each for each in game.pending(battle.at(second.first))}
    assert "Blue" in asked["A"].prompt


def test_without_alternation_everybody_stays() -> None:
    battle = played(1, alternation="none")
    second = chapters(battle)[1]
    assert battle.game.seats(battle.at(second.first))[0].name == "First (Red)"


def test_ends_change_places_and_take_their_squadrons_along() -> None:
    squadrons = ["flying_gang", "corsairs_of_dunkirk"]
    plan = SeriesPlan(
        title="",
        game="oak_iron",
        battles=("patrol",),
        alternation="ends",
        options={"squadrons": squadrons},
    )
    assert plan.set_up(1)["squadrons"] == squadrons
    assert plan.set_up(2)["squadrons"] == squadrons[::-1]
    sides = SeriesPlan(
        title="", game="oak_iron", battles=("patrol",), options={"squadrons": squadrons}
    )
    assert sides.set_up(2)["squadrons"] == squadrons


def test_what_is_hidden_in_the_battle_is_hidden_in_the_series() -> None:
    """Also in battles where the seats have exchanged sides: only the seat First sees the orders of
    First.
    """
    battle = played(1)
    place = chapters(battle)[1].first + 1
    seat = battle.entries[place - 1].seat
    other = "B" if seat == "A" else "A"
    state, game = battle.at(place), battle.game
    orders = {
        viewer_seat: [
            boat.order for boat in game.view(state, viewer_seat).battle.boats.values() if boat.order
        ]
        for viewer_seat in (seat, other, "")
    }
    assert len(orders[seat]) == 1
    assert orders[other] == orders[""] == []


def test_each_battle_has_dice_of_its_own_and_the_first_those_of_the_seed() -> None:
    dice = Dice(7)
    faces = [[dice.of_battle(n).face(k) for k in range(40)] for n in (1, 2, 3)]
    assert faces[0] == [dice.face(k) for k in range(40)]
    assert faces[0] != faces[1] != faces[2]
    assert faces[1] == [Dice(7).of_battle(2).face(k) for k in range(40)]


def test_all_dice_are_counted() -> None:
    battle = played(2)
    parts = [battle.at(each.last - 1) for each in chapters(battle)]
    assert battle.game.dice_rolled(battle.state) >= max(state.rolled for state in parts)
    counts = [battle.game.dice_rolled(battle.at(n)) for n in range(battle.position + 1)]
    assert counts == sorted(counts)


def test_undo_goes_within_a_battle_and_not_into_the_one_before() -> None:
    battle = played(1)
    end = chapters(battle)[1].first
    again = battle.fork(end)
    seat = battle.entries[end - 1].seat
    assert again.why_not_undo(seat) in ("the battle is over", "dice were rolled")
    answer = battle.entries[end]
    again.submit(answer.seat, answer.command)
    assert again.why_not_undo(answer.seat) is None
    again.undo(answer.seat)
    assert again.state == battle.at(end)
    again.take_back(seat)
    assert len(again.state.rows) == 0


def test_each_battle_can_be_cut_out_with_its_own_seats_and_dice() -> None:
    battle = played(3)
    for chapter, row in zip(chapters(battle), battle.state.rows, strict=True):
        alone = extract_chapter(battle, chapter)
        assert alone.game.name == "pond"
        assert alone.verify().ok
        outcome = alone.outcome()
        assert outcome is not None
        assert outcome.reason == row.reason
        winner = {"First": "Red", "Second": "Blue"} if row.number % 2 else {"First": "Blue"}
        if row.winner in winner:
            assert outcome.winners == (winner[row.winner],)


def test_a_report_has_a_row_for_each_battle() -> None:
    battle = played(3)
    text = render_report(report(battle), "text")
    assert "The series, First" in text
    for row in battle.state.rows:
        assert f"Battle {row.number} is over" in text


def test_a_series_is_simulated_like_any_battle() -> None:
    match = Match(game="series:pond", scenario="duel", a="ensign", b="ensign", mirror=True)
    fought = [fight(match, number) for number in range(4)]
    assert all(each.reason for each in fought)


@pytest.mark.parametrize("name", shipped())
def test_the_series_that_ship_can_be_played_and_are_found_by_name(name: str) -> None:
    game = game_with_scenario(name)
    assert game.name in series()
    assert name in game.scenarios()
    state = game.set_up(name)
    assert state.plan.title == shipped()[name].title
    assert game.pending(game.settled(state, Dice(1)))


@pytest.mark.parametrize(
    ("scenario", "options", "why"),
    [
        ("nowhere", {}, "no scenario 'nowhere'"),
        ("duel", {"best_of": 99}, "allowed: 1 to 15"),
        ("duel", {"best_of": "many"}, "best_of: expected int, got str"),
        ("duel", {"battles": []}, "names no scenario"),
        ("duel", {"battles": ["duel", "duet"]}, "no scenario 'duet'; did you mean 'duel'"),
        ("duel", {"alternation": "hats"}, "alternation"),
        (
            "duel",
            {"carry": "crew"},
            "carry: found 'crew'; Gunboats on a Pond: it can carry nothing over",
        ),
    ],
)
def test_a_wrong_plan_is_refused_with_the_reason(
    scenario: str, options: dict[str, object], why: str
) -> None:
    with pytest.raises(SetUpFault) as fault:
        system(POND).set_up(scenario, options)
    assert why in str(fault.value)


def test_a_series_is_for_two_seats() -> None:
    with pytest.raises(SetUpFault, match="more than two seats"):
        system("series:oak_iron").set_up("fleet")
    with pytest.raises(Refused):
        system("series:chess")


def test_a_file_of_a_series_is_read_or_every_mistake_told(tmp_path: Path) -> None:
    table = {"title": "Two days", "game": "pond", "battles": ["duel"], "best_of": 5}
    assert read(tmp_path, table) == SeriesPlan(
        title="Two days", game="pond", battles=("duel",), best_of=5
    )
    assert read(tmp_path, {**table, "carry": "crew"}).carry == "crew"
    with pytest.raises(SetUpFault) as fault:
        read(tmp_path, {"best_of": 0, "battle": ["duel"]})
    for key in ("best_of", "battle", "battles"):
        assert key in str(fault.value)


@pytest.mark.parametrize("carry", ["", "crew"])
def test_a_ship_that_was_not_lost_begins_with_the_crew_that_she_has_left(carry: str) -> None:
    """In Wooden Ships, a ship that sank, struck or was taken gets a new crew; everything else is
    new for every ship.
    """
    game: Any = system("series:wooden_ships")
    options = {"best_of": 3, "carry": carry, "alternation": "none"}
    kept = fewer = 0
    for seed in range(1, 7):
        battle = Battle.new(game, "mars_hercule", seed, options)
        play_out(battle, crews(game, battle.state, seed, "ensign", "ensign"))
        found = chapters(battle)
        for chapter in found[1:]:
            begun, over = battle.at(chapter.first).battle, battle.at(chapter.first - 1).battle
            for event in battle.entries[chapter.first - 1].events:
                if isinstance(event, InBattle):
                    over = game.inner.evolve(over, event.happened)
            fresh = game.inner.set_up("mars_hercule", {})
            for id, ship in begun.ships.items():
                before, new = over.ships[id], fresh.ships[id]
                lost = (
                    before.surrendered or before.prize or before.hull <= 0 or not any(before.crew)
                )
                assert (ship.hull, ship.rigging) == (new.hull, new.rigging)
                if carry and not lost:
                    assert ship.crew == tuple(map(min, new.crew, before.crew))
                    kept, fewer = kept + 1, fewer + (ship.crew != new.crew)
                else:
                    assert ship.crew == new.crew
        assert battle.verify().ok
    assert (kept > 2 and fewer > 0) if carry else not kept


@pytest.mark.parametrize("older", [True, False])
@pytest.mark.parametrize(
    ("name", "scenario"), [("iron_oak", "two_times_june_1861"), ("oak_iron", "quickstart")]
)
def test_a_series_goes_on_by_the_edition_that_it_was_begun_by(
    name: str, scenario: str, older: bool
) -> None:
    """A rule that the edition of the first battle does not have is not used in later battles
    either.
    """
    game = system(f"series:{name}")
    start = game.set_up(scenario, {"best_of": 3})

    def edition(state: Any) -> Any:
        return state.edition if name == "oak_iron" else state.sides["union"].aside

    if older:
        begun = start.battle
        if name == "oak_iron":
            begun = replace(begun, edition=UNSET)
        else:
            sides = {key: replace(side, aside=UNSET) for key, side in begun.sides.items()}
            begun = replace(begun, sides=sides)
        start = replace(start, battle=begun)
    battle = Battle.from_state(game, start, 4)
    crew = crews(game, battle.state, 4, "ensign", "ensign")
    while battle.state.number == 1:
        seat = battle.pending()[0].seat
        battle.answer(seat, crew[seat].choose(battle.view(seat), battle.pending()[0]))
    assert (edition(battle.state.battle) is UNSET) == older


# The battle's own parts -----------------------------------------------------------------

OWN = {"read", "plays_on", "puzzle_ground", "landmarks", "sentences", "plain"}
"""Methods that a series implements itself: no position file begins one, no playout goes to its end,
puzzles come from its battles, and names and landmarks are found by other methods."""
PARTS: tuple[tuple[str, type[Part[Any]]], ...] = (
    ("words", Words),
    ("screen", Showing),
    ("answering", Answering),
    ("thinking", Thinking),
    ("review", Review),
    ("positions", Positions),
)


@pytest.mark.parametrize(("name", "kind"), PARTS, ids=[name for name, _ in PARTS])
def test_nothing_that_a_game_can_say_is_lost_in_a_series(name: str, kind: type[Part[Any]]) -> None:
    lineage = type(getattr(system(POND), name)).__mro__
    own = {each for part in lineage[: lineage.index(Inside)] for each in vars(part)}
    said = {each for each in vars(kind) if not each.startswith("_")}
    assert said - own <= OWN


CHAIN, INNER = system("series:wooden_ships"), system("wooden_ships")
FIRST_BATTLE = CHAIN.set_up("constitution_guerriere", {"best_of": 3})
SECOND = CHAIN.settled(replace(FIRST_BATTLE, number=2), Dice(7))
"""A series in its second battle, in which the seats have exchanged sides."""
OUTER, MEANT = (game.pending(state)[0] for game, state in ((CHAIN, SECOND), (INNER, SECOND.battle)))
SLOT = OUTER.slots[0]
GIVEN, DRAFT = Answer(SLOT.options[0].id), {SLOT.id: Answer(SLOT.options[0].id)}
ASKED, BELOW = OUTER.as_decision(SLOT), MEANT.as_decision(SLOT)
KEY = INNER.screen.subjects(SECOND.battle)[0]
FACT = INNER.decide(
    SECOND.battle, MEANT.seat, Fill(MEANT.id, dict(MEANT.proposed) or DRAFT), Dice(7)
)[0]


def of_question(outer: Any, meant: Any, *rest: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the arguments of a method: as it is called for the series, and for the battle inside
    it.
    """
    return (SECOND, outer, *rest), (SECOND.battle, meant, *rest)


def of_view(*rest: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    return (SECOND, *rest), (SECOND.battle, *rest)


def of_event(*rest: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    return (SECOND, InBattle(FACT), *rest), (SECOND.battle, FACT, *rest)


@pytest.mark.parametrize(
    ("name", "method", "asked"),
    [
        ("words", "describe", of_view(Fill(OUTER.id, DRAFT))),
        ("words", "terms", ((), ())),
        ("words", "diagrams", ((), ())),
        ("words", "terms_of", of_view(KEY)),
        ("words", "terms_now", of_view(KEY)),
        ("words", "named_in", (("a rake by the stern",), ("a rake by the stern",))),
        ("screen", "forces", of_view()),
        ("screen", "to_win", of_view()),
        ("screen", "legend", of_view()),
        ("screen", "overlay", of_view("paths", KEY)),
        (
            "screen",
            "overlay_ahead",
            ((SECOND, "paths", ASKED, GIVEN), (SECOND.battle, "paths", BELOW, GIVEN)),
        ),
        ("screen", "ordered", of_view()),
        ("screen", "forecast_note", of_view(SLOT.id, GIVEN)),
        ("screen", "measure", of_view((1.0, 1.0), (9.0, 9.0))),
        ("screen", "meeting", of_event()),
        ("screen", "opening", of_view()),
        ("screen", "tableau", of_event()),
        ("answering", "area", of_question(ASKED, BELOW, ASKED.options[0])),
        ("answering", "why_not", of_question(ASKED, BELOW, replace(GIVEN, at=(1.0, 1.0)))),
        ("answering", "harm", of_question(OUTER, MEANT, DRAFT)),
        ("answering", "warnings", of_question(OUTER, MEANT, DRAFT)),
        ("answering", "drafts", of_question(OUTER, MEANT, {})),
        ("answering", "offers", of_question(OUTER, MEANT, SLOT.id)),
        ("answering", "normalize", of_question(OUTER, MEANT, SLOT.id, "9")),
        ("answering", "why_not_typed", of_question(OUTER, MEANT, SLOT.id, "X")),
        ("thinking", "slot_score", of_question(OUTER, MEANT, SLOT.id, GIVEN, {})),
        ("thinking", "playout_policy", of_question(OUTER, MEANT)),
        ("thinking", "horizon", of_question(OUTER, MEANT)),
        ("thinking", "evaluate", ((SECOND, OUTER.seat), (SECOND.battle, MEANT.seat))),
        ("positions", "subject", ((KEY, "2R1"), (KEY, "2R1"))),
        ("positions", "explain", of_view(KEY)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_said_of_a_battle_is_what_its_own_game_says(
    name: str, method: str, asked: tuple[tuple[Any, ...], tuple[Any, ...]]
) -> None:
    outer, inner = asked
    told = getattr(getattr(CHAIN, name), method)(*outer)
    assert told == getattr(getattr(INNER, name), method)(*inner)


def test_seats_that_changed_sides_ask_and_answer_for_their_own_ships() -> None:
    assert OUTER.seat != MEANT.seat
    assert {slot.id for slot in OUTER.slots} == {slot.id for slot in MEANT.slots}
    given = Random(1), Random(1)
    advice = CHAIN.thinking.advice(SECOND, OUTER, given[0])
    assert advice == INNER.thinking.advice(SECOND.battle, MEANT, given[1])
    imagined = CHAIN.thinking.determinize(SECOND, OUTER, Random(2)).battle
    assert imagined == INNER.thinking.determinize(SECOND.battle, MEANT, Random(2))
    assert CHAIN.reopens(SECOND, OUTER.seat) == INNER.reopens(SECOND.battle, MEANT.seat)
    aside = INNER.aside(SECOND.battle, MEANT.seat)
    assert aside is not None
    assert CHAIN.aside(SECOND, OUTER.seat) == replace(aside, seat=OUTER.seat)


def test_the_answer_that_cost_most_is_that_of_the_seat_which_had_the_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    def missed(state: Any, events: Any, seats: Any) -> Missed:
        asked.append((state, list(events), seats))
        return Missed(MEANT.seat, "plot", "1", "R1", 3.0, Reason("rake", "a rake", 3.0))

    monkeypatch.setattr(CHAIN.inner.review, "costliest_answer", missed)
    found = CHAIN.review.costliest_answer(
        SECOND, (InBattle(FACT), BattleBegan(3, SECOND.battle, 1)), "A"
    )
    assert asked == [(SECOND.battle, [FACT], {"B"})]
    assert found is not None
    assert (found.seat, MEANT.seat) == (OUTER.seat, {"A": "B", "B": "A"}[OUTER.seat])


def test_what_lies_between_battles_is_no_luck_no_meeting_and_no_picture() -> None:
    over = BattleBegan(2, SECOND.battle, 3)
    assert CHAIN.thinking.luck(SECOND, over, SECOND, "A") == 0.0
    assert CHAIN.screen.meeting(SECOND, over) == ()
    assert CHAIN.screen.tableau(SECOND, over) is None
    assert CHAIN.undo_barrier((over,)) == "the battle is over"
    assert CHAIN.review.aftermath(SECOND, ()) == Aftermath(), "no battle is over yet"
    won = replace(SECOND, rows=rows("First", "Second", "First"))
    assert CHAIN.review.score(won) == {"First": 2.0, "Second": 1.0}


def test_a_series_takes_a_users_own_records(tmp_path: Path) -> None:
    (tmp_path / "pond.toml").write_text("[boats.A]\nreach = 7.0\n", encoding="utf-8")
    with pytest.raises(SetUpFault) as caught:
        system(POND).with_data(tmp_path / "nowhere")
    assert "nowhere" in str(caught.value)


def test_what_a_game_is_able_to_is_said_of_its_series() -> None:
    assert CHAIN.positions.foresees == INNER.positions.foresees
    assert CHAIN.review.by_slot == INNER.review.by_slot
    assert CHAIN.thinking.unit == INNER.thinking.unit
    assert CHAIN.thinking.winning_odds == INNER.thinking.winning_odds


def test_a_series_is_told_and_spoken_as_its_battles_are() -> None:
    battle = played(3, "series:wooden_ships", "frigates")
    told = " ".join(paragraph.text for paragraph in tale(battle))
    speaker = Speaker(battle)
    spoken = [line for n in range(1, battle.position + 1) for line in speaker.spoken(n)]
    assert "Constitution" in told
    assert any(line.startswith("Constitution: ") for line in spoken)
