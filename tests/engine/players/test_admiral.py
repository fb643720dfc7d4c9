"""The admiral: playouts with sampled hidden hands, budgets, and mixed strategies for secret
cards.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import tests.pond.game  # noqa: F401 - registers the pond
from engine.arena import crews
from engine.base.errors import Refused
from engine.game.decision import Advice, Answer, Decision, Dial, Option
from engine.game.game import command_of
from engine.game.parts.thinking import Horizon
from engine.game.question import Sheet, Slot
from engine.kernel.battle import Battle
from engine.lookahead.playout import Playout, Race, playout_score
from engine.players import make_player
from engine.players.admiral import Admiral, Allowance, TimeBudget, candidates, parse_budget
from engine.players.player import Progress, set_progress_callback
from engine.systems.oak_iron.game import OakIron

LONG = 900
"""Enough commands for a set-up and the beginning of a battle."""


class Coins:
    """A fake game: the score of a playout depends on the option chosen, plus noise."""

    def __init__(self, worths: dict[str, float], knows_luck: bool = False) -> None:
        self.worths = worths
        self.knows_luck = knows_luck
        self.played: Counter[str] = Counter()
        self.thinking = self

    @staticmethod
    def advice(view: Any, decision: Decision, random: Random) -> tuple[()]:
        """Return no advice."""
        return ()

    @staticmethod
    def playout_policy(*_: Any) -> tuple[()]:
        """Return no answers for playouts, so that quick scores are used."""
        return ()

    @staticmethod
    def quick_score(*_: Any) -> float:
        """Return equal scores for all answers."""
        return 0.0

    @staticmethod
    def setting_up(view: Any) -> bool:
        """Tell that the battle is past its set-up."""
        return False

    @staticmethod
    def determinize(view: Any, decision: Decision, random: Random) -> Any:
        """Return the state unchanged."""
        return view

    @staticmethod
    def turn(state: Any) -> int:
        """Return the same turn, so that playouts never reach its end."""
        return 1

    @staticmethod
    def horizon(view: Any, decision: Decision) -> Horizon:
        """Return a horizon that ends with the current turn."""
        return Horizon()

    @staticmethod
    def pending(state: Any) -> tuple[()]:
        """Return no further question."""
        return ()

    def decide(self, state: Any, seat: str, command: Any, dice: Any) -> tuple[Any, ...]:
        """Return two events: the answer, and a die."""
        self.played[command] += 1
        return (command, dice.face(0))

    @staticmethod
    def evolve(state: Any, event: Any) -> Any:
        """Return the list of all events so far, which is the state of this game."""
        return (*state, event)

    def luck(self, before: Any, event: Any, after: Any, seat: str) -> float:
        """Return what the die added to the score, if the game counts it as luck."""
        return event if self.knows_luck and isinstance(event, int) else 0.0

    def evaluate(self, state: Any, seat: str) -> tuple[Any, ...]:
        """Return the evaluation: the score of the answer, plus what the die added."""
        command, face = state
        return (type("Reason", (), {"worth": self.worths[command] + face}),)


def asked(*names: str, secret: bool = False) -> Decision:
    options = tuple(Option(name, name, name) for name in names)
    return Decision("A", "any", "?", options, secret=secret)


def admiral(game: Any, seed: int = 1, **changes: Any) -> Admiral:
    return Admiral(game, seed, "A", Allowance(**changes))


def test_the_answer_that_does_best_in_playouts_is_taken() -> None:
    for best in "abc":
        game: Any = Coins({name: 3.0 * (name == best) for name in "abc"})
        assert admiral(game, playouts=30).choose((), asked(*"abc")).option == best


def test_all_answers_of_a_round_meet_the_same_dice() -> None:
    """Dice change a score by up to 7 points: if answers had different dice, three rounds could not
    show a difference of 0.2.
    """
    game: Any = Coins({"a": 0.0, "b": 0.2})
    for seed in range(40):
        assert admiral(game, seed, playouts=6).choose((), asked("a", "b")).option == "b"


def test_no_more_playouts_are_made_than_allowed_and_the_worse_are_given_up() -> None:
    game: Any = Coins({"a": 0.0, "b": 5.0, "c": 5.2})
    admiral(game, playouts=60).choose((), asked(*"abc"))
    assert sum(game.played.values()) <= 60
    assert 1 <= game.played["a"] <= 3 < game.played["b"]


@pytest.mark.parametrize("turns", [1, 3])
def test_a_search_looks_on_as_far_as_the_game_says(
    monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    looked: list[int] = []

    def play(*told: Any) -> float:
        looked.append(told[5])
        return 0.0

    monkeypatch.setattr("engine.lookahead.playout.playout_score", play)
    game: Any = Coins({"a": 1.0, "b": 1.0})
    game.horizon = lambda view, decision: Horizon(turns)
    admiral(game, playouts=4 * turns).choose((), asked("a", "b"))
    assert looked == [turns] * 4, "a playout counts for the turns that it goes on"


def test_with_few_playouts_as_many_answers_are_tried_as_fit_into_a_round() -> None:
    game: Any = Coins({name: float(name == "c") for name in "abcdef"})
    game.horizon = lambda view, decision: Horizon(2)
    admiral(game, playouts=10).choose((), asked(*"abcdef"))
    assert sum(game.played.values()) == len(game.played) == 5
    game.played.clear()
    admiral(game, playouts=3).choose((), asked(*"abcdef"))
    assert not game.played, "one answer alone is not compared"


def test_a_search_says_after_each_round_what_is_best_by_now_unless_it_is_secret() -> None:
    heard: list[Progress] = []
    game: Any = Coins({"a": 0.0, "b": 0.3})
    player = admiral(game, playouts=6)
    set_progress_callback(player, heard.append)
    player.choose((), asked("a", "b"))
    assert [(each.rounds, each.best) for each in heard] == [(1, "b"), (2, "b"), (3, "b")]
    assert heard[0].words == "round 1, 2 answers still compared, best so far: b"
    heard.clear()
    player.choose((), asked("a", "b", secret=True))
    assert heard[0].words == "round 1, 2 answers still compared"
    set_progress_callback(player, None)
    player.choose((), asked("a", "b"))
    assert len(heard) == 3


def test_where_nothing_can_be_foreseen_nothing_is_played_out() -> None:
    game: Any = Coins({"a": 1.0, "b": 1.0})
    game.horizon = lambda view, decision: Horizon(0)
    assert admiral(game, playouts=4).choose((), asked("a", "b")).option in "ab"
    assert not game.played


def test_where_nothing_more_is_to_be_gained_the_search_ends() -> None:
    clear: Any = Coins({"a": 0.0, "b": 5.0})
    assert admiral(clear, playouts=1000).choose((), asked("a", "b")).option == "b"
    assert sum(clear.played.values()) <= 6
    alike: Any = Coins({"a": 1.0, "b": 1.0})
    admiral(alike, playouts=1000).choose((), asked("a", "b"))
    assert sum(alike.played.values()) < 60


def test_what_is_known_to_be_luck_does_not_count() -> None:
    results = [
        playout_score(Coins({"a": 2.0}, knows), (), asked("a"), "a", seed)
        for knows in (True, False)
        for seed in range(20)
    ]
    assert len(set(results[:20])) == 1
    assert len(set(results[20:])) > 4


def test_chance_hangs_on_the_question_and_not_on_what_was_rolled_before() -> None:
    """The dice of a question do not depend on how many dice were rolled before it."""

    def dice(seed: int, *before: str) -> list[int]:
        game: Any = Coins({})
        mind = Playout(game, (), "A", seed)
        for number, question in enumerate(before):
            mind.chance(about(question)).dice.face(number)
        cast = mind.chance(about("a")).dice
        return [cast.face(len(before) + number) for number in range(8)]

    def about(kind: str) -> Decision:
        return Decision("A", kind, "?", ())

    assert dice(1) == dice(1, "b") == dice(1, "b", "c")
    assert dice(1) != dice(2)
    assert dice(1) != dice(1, "a"), "asked again, a question meets other dice"


def test_a_playout_ends_when_the_time_has_run_out() -> None:
    battle = Battle.new("oak_iron", "quickstart", 5)
    decision = battle.pending()[0]
    command, looks = decision.options[0].command, [0]

    def run_out() -> bool:
        looks[0] += 1
        return looks[0] > 3

    state = battle.game.thinking.determinize(battle.view("A"), decision, Random(3))
    assert playout_score(battle.game, state, decision, command, 1, run_out=run_out) is None
    assert looks == [4]


def test_a_secret_answer_is_drawn_by_lot_the_better_the_likelier() -> None:
    game: Any = Coins({"a": 2.0, "b": 1.5, "c": -20.0})
    chosen = Counter(
        admiral(game, seed, playouts=30).choose((), asked(*"abc", secret=True)).option
        for seed in range(120)
    )
    assert chosen["a"] > chosen["b"] > 10
    assert not chosen["c"]
    openly = {
        admiral(game, seed, playouts=30).choose((), asked(*"abc")).option for seed in range(20)
    }
    assert openly == {"a"}


def test_dials_that_lie_close_are_not_both_tried() -> None:
    decision = Decision("A", "any", "?", (Option("t", "t", "t"),), Dial(0, 60, 1))

    found = tuple(Advice("t", dial, None, -dial / 100) for dial in (0.0, 3.0, 9.0, 30.0))
    assert [each.dial for each in candidates(found, decision)] == [0.0, 9.0, 30.0]
    far = (*found[:1], Advice("t", 50.0, None, -9.0))
    assert len(candidates(far, decision)) == 1


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("", Allowance()),
        ("200", Allowance(200)),
        ("0.5s", Allowance(seconds=0.5)),
        ("2s", Allowance(0, 2.0)),
    ],
)
def test_a_budget_is_read(words: str, meant: Allowance) -> None:
    assert parse_budget(words) == meant


@pytest.mark.parametrize("words", ["x", "0", "-3", "0s", "nans", "1e9s", "2.5", "s", "9" * 40])
def test_a_budget_that_is_none_is_refused_in_a_sentence(words: str) -> None:
    with pytest.raises(
        Refused,
        match=r"budget is a number of playouts, such as 200, or of seconds, such as "
        "0\.5s; not",
    ):
        make_player(f"admiral:{words}", OakIron(), 1, "A")


def test_a_budget_of_seconds_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("engine.players.admiral.monotonic", lambda: now[0])
    budget = TimeBudget(Allowance(seconds=10.0))
    now[0] += 2.0
    assert budget.room(0, 4), "the advice took two seconds, and so may each of four"
    assert not budget.room(0, 5)
    now[0] += 4.0
    assert budget.room(4, 4), "each playout took a second, and four are left"
    assert not budget.room(4, 5)
    now[0] += 3.9
    assert not budget.run_out()
    now[0] += 0.1
    assert budget.run_out()


def test_a_step_that_would_overrun_the_time_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("engine.players.admiral.monotonic", lambda: now[0])
    budget = TimeBudget(Allowance(seconds=1.0))
    for passed in (0.3, 0.35, 0.4, 0.7):
        now[0] = 100.0 + passed
        assert not budget.run_out()
    now[0] = 100.91
    assert budget.run_out(), "steps took up to 0.3 seconds; a tenth of the time may be overrun"


def test_a_round_that_the_end_of_time_cuts_short_counts_for_those_that_were_in_it() -> None:
    class Slow(Coins):
        """The fake game with a time limit that runs out while the third answer is played out."""

        def pending(self, state: Any) -> tuple[Any, ...]:  # type: ignore[override]
            """Return one more question after the third answer; the time runs out before it is
            reached.
            """
            return (asked("d", "e"),) if state and state[0] == "c" else ()

    game: Any = Slow({"a": 0.0, "b": 9.0, "c": 99.0})
    budget = TimeBudget(Allowance(seconds=60.0))
    budget.run_out = lambda: True  # type: ignore[method-assign]
    decision = asked(*"abc")
    race = Race([0.0, 0.0, 0.0])
    admiral(game)._try_out(race, (), decision, list("abc"), budget)
    assert game.played == {"a": 1, "b": 1, "c": 1}
    assert race.leader == 1


def test_advice_that_takes_the_whole_budget_leaves_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("engine.players.admiral.monotonic", lambda: now[0])
    budget = TimeBudget(Allowance(seconds=1.0))
    now[0] += 1.5
    assert budget.run_out()
    assert not budget.room(0, 2)


def test_a_budget_of_playouts_has_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.players.admiral.monotonic", lambda: pytest.fail("it looked"))
    budget = TimeBudget(Allowance(playouts=8))
    assert budget.room(4, 4)
    assert not budget.room(5, 4)
    assert not budget.run_out()


def test_a_playout_ends_with_the_turn_and_follows_from_its_seed() -> None:
    battle = Battle.new("oak_iron", "quickstart", 5)
    game = battle.game
    while battle.state.phase != "movement":
        decision = battle.pending()[0]
        battle.answer(decision.seat, Answer(decision.options[0].id))
    decision = battle.pending()[0]
    state = game.thinking.determinize(battle.view(decision.seat), decision, Random(3))
    command = decision.options[0].command
    one, same, other = (playout_score(game, state, decision, command, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_an_admiral_plays_legally_from_the_first_card_on() -> None:
    battle = Battle.new("oak_iron", "quickstart", 3)
    players = {
        "A": make_player("admiral:2", battle.game, 3, "A"),
        "B": make_player("ensign", battle.game, 3, "B"),
    }
    for _ in range(24):
        if not battle.pending():
            break
        decision = battle.pending()[0]
        answer = players[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, answer)
    assert battle.position == 24


@pytest.mark.parametrize(("scenario", "after"), [("patrol", 2), ("skirmish", 2)])
def test_an_admiral_sets_up_every_kind_of_battle_and_begins_it(scenario: str, after: int) -> None:
    battle = Battle.new("oak_iron", scenario, 7)
    players = crews(battle.game, battle.state, 7, "admiral:2", "ensign")
    fought = 0
    while fought < after and battle.pending():
        fought += not battle.game.setting_up(battle.state)
        decision = battle.pending()[0]
        answer = players[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, answer)
        assert battle.position < LONG
    assert fought == after or battle.outcome() is not None


class Sheets(Coins):
    """The fake game with a sheet of one slot; its advice sorts the drafts by name."""

    @staticmethod
    def advice(view: Any, question: Any, random: Random) -> Any:  # type: ignore[override]
        """Return a draft for each option, each hardly worse than the one before."""
        ids = [option.id for option in question.slots[0].options]
        return tuple(
            Advice(
                option="",
                dial=None,
                at=None,
                worth=-0.01 * at,
                reasons=(),
                draft={"A1": Answer(id)},
            )
            for at, id in enumerate(ids)
        )

    def decide(self, state: Any, seat: str, command: Any, dice: Any) -> tuple[Any, ...]:
        """Return two events: the filled-in answer, and a die."""
        return super().decide(state, seat, command.answers["A1"].option, dice)


def test_the_draft_that_does_best_in_playouts_is_sealed() -> None:
    slot = Slot("A1", "Lark", tuple(Option(each, each, None) for each in "abc"))
    sheet = Sheet("orders 1", "A", "orders", "?", (slot,), secret=False)
    for best in "abc":
        game: Any = Sheets({name: 3.0 * (name == best) for name in "abc"})
        assert admiral(game, playouts=30).choose((), sheet) == {"A1": Answer(best)}
        assert sum(game.played.values()) <= 30


def test_an_admiral_plots_alike_from_one_seed_and_whatever_the_enemy_has_sealed() -> None:
    """The other seat's sealed orders are not in the admiral's view; each playout draws them at
    random.
    """
    plots = []
    for sealed in ("0", "3"):
        battle = Battle.new("wooden_ships", "mars_hercule", 7)
        battle.answer("B", {"B1": Answer(sealed)})
        view, (sheet,) = battle.view("A"), battle.pending()
        mind = make_player("admiral:12", battle.game, 7, "A")
        plots.append(mind.choose(view, sheet))
        battle.answer("A", plots[-1])
    assert plots[0] == plots[1]


def test_where_there_is_one_draft_or_none_nothing_is_played_out() -> None:
    slot = Slot("A1", "Lark", tuple(Option(each, each, None) for each in "a"))
    sheet = Sheet("orders 1", "A", "orders", "?", (slot,), secret=False)
    game: Any = Sheets({"a": 3.0})
    assert admiral(game, playouts=30).choose((), sheet) == {"A1": Answer("a")}
    game.advice = lambda view, question, random: ()
    game.slot_score = lambda *_: 0.0
    game.answering = SimpleNamespace(faults=lambda view, sheet, draft: ())
    assert admiral(game, playouts=30).choose((), sheet) == {"A1": Answer("a")}
    assert sum(game.played.values()) == 0


def test_a_playout_of_a_series_takes_all_its_chance_from_one_seed() -> None:
    battle = Battle.new("series:pond", "duel", 7, {"best_of": 3})
    question = battle.pending()[0]
    command = command_of(battle.game, battle.state, question.seat, Answer("steer", 0.0))
    scores = {playout_score(battle.game, battle.state, question, command, 5) for _ in range(3)}
    assert len(scores) == 1
