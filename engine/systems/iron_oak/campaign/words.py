"""A campaign in words: the log, commands, and explanations of terms."""

from __future__ import annotations

from functools import cached_property

from engine.base.text import correct_grammar, pluralized
from engine.game.parts.part import lazy_method
from engine.game.parts.words import Happening, Landmark, Term, Words
from engine.game.question import Fill, Reopen, Sheet
from engine.kit.by_type import LogFormatters
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.campaign.data import BattleKind, Side, book
from engine.systems.iron_oak.campaign.effects import SAID, kind_of_card
from engine.systems.iron_oak.campaign.fleet import upcoming
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import (
    NAMES,
    SEATS,
    AnyCommand,
    NameShip,
    PlayCard,
    State,
)
from engine.systems.iron_oak.campaign.turn import RULES
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.words import reference as of_battles
from engine.systems.iron_oak.words.telling import dice
from engine.systems.iron_oak.words.words import IronOakWords
from engine.systems.iron_oak.words.words import describe as describe_in_battle
from engine.systems.iron_oak.words.words import tell as tell_in_battle

# A campaign's commands in words, for the battle report and for typed answers.


def describe(state: State, command: AnyCommand) -> str:
    """Return a command as words: the label of the option that it chooses in an open question, else
    general words.
    """
    if state.battle is not None and not isinstance(command, NameShip | PlayCard):
        return describe_in_battle(state.battle, command)
    return _as_open(state, command) or _alone(command)


def _as_open(state: State, command: AnyCommand) -> str:
    """Return a command as the label of an option in an open question; '' if no open question offers
    it.
    """
    for question in RULES.pending(state):
        if isinstance(question, Sheet):
            if isinstance(command, Fill) and command.sheet == question.id:
                return question.describe(command.answers) or question.prompt
            continue
        for option in question.options:
            if option.command == command:
                return option.label
    return ""


def _alone(command: AnyCommand) -> str:
    if isinstance(command, NameShip):
        return ship(command.ship) if command.ship else "no ship"
    if isinstance(command, PlayCard):
        return kind_of_card(command.card).name if command.card else "no more cards"
    if isinstance(command, Reopen):
        return "take the sheet back"
    return f"the sheet {command.sheet}" if isinstance(command, Fill) else ""


# The events of a campaign as log lines, each as a seat may know it.


tells = LogFormatters("campaign tells")


tell = tells.line


def ship(id: str) -> str:
    """Return a ship's name by her id."""
    return book().ships[id].short


def ships(ids: tuple[str, ...]) -> str:
    """Return ships' names as a list in words: `A, B and C`, or `no ship`."""
    names = [ship(id) for id in ids]
    if len(names) < 2:
        return names[0] if names else "no ship"
    return ", ".join(names[:-1]) + " and " + names[-1]


def own(seat: str, side: Side) -> bool:
    """Tell whether a seat plays this side."""
    return SEATS[side] == seat


@tells(ev.InBattle)
def _in_battle(before: State, event: ev.InBattle, seat: str) -> str:
    return tell_in_battle(before.battle, event.happened, seat) if before.battle else ""


@tells(ev.Planned)
def _nothing(before: State, event: ev.AnyEvent, seat: str) -> str:
    return ""


@tells(ev.Sealed)
def _sealed(before: State, event: ev.Sealed, seat: str) -> str:
    if own(seat, event.side):
        return (
            f"you send {ships(event.ships)}"
            if before.ships
            else f"your force: {ships(event.ships)}"
        )
    return f"the {NAMES[event.side]} has chosen its ships"


@tells(ev.Unsealed)
def _unsealed(before: State, event: ev.Unsealed, seat: str) -> str:
    return f"the {NAMES[event.side]} takes its sheet back"


@tells(ev.ForcesShown)
def _forces(before: State, event: ev.ForcesShown, seat: str) -> str:
    return "; ".join(f"the {NAMES[side]}: {ships(event.ships[side])}" for side in SEATS)


@tells(ev.DeckShuffled)
def _shuffled(before: State, event: ev.DeckShuffled, seat: str) -> str:
    return f"the yard cards are shuffled, {len(event.deck)} of them"


@tells(ev.GradesAssigned)
def _grades(before: State, event: ev.GradesAssigned, seat: str) -> str:
    by = {
        grade: tuple(id for id, each in event.grades.items() if each == grade)
        for grade in ("crack", "green")
    }
    words = ", ".join(f"{grade}: {ships(by[grade])}" for grade in by)
    return f"the {NAMES[event.side]} names its crews, {words}"


@tells(ev.RollersRolled)
def _rollers(before: State, event: ev.RollersRolled, seat: str) -> str:
    both = f"Union {event.union.kept}, Confederacy {event.confederate.kept}"
    return f"the rolls for the first battle: {both}"


@tells(ev.WaterRolled)
def _water(before: State, event: ev.WaterRolled, seat: str) -> str:
    gave = event.gave
    if event.what == "type":
        gave = book().campaign.types[gave].name
    elif event.what == "attacker":
        gave = f"the {NAMES['union' if gave == 'union' else 'confederate']}"
    what = event.what
    if what.startswith("row"):
        what, gave = f"depth of {what}", gave or "no shoal"
    return f"battle {event.number}, {what}: {gave} (rolled {event.roll.kept})"


@tells(ev.BattleGenerated)
def _generated(before: State, event: ev.BattleGenerated, seat: str) -> str:
    plan = event.plan
    night = ", by night" if plan.night else ""
    name = book().campaign.types[plan.kind].name
    article = "an" if name[0] in "AEIOU" else "a"
    return f"battle {plan.number} is {article} {name}: the {NAMES[plan.attacker]} attacks{night}"


@tells(ev.Committed)
def _committed(before: State, event: ev.Committed, seat: str) -> str:
    mine = next((side for side in SEATS if own(seat, side)), None)
    yours = f"; you send {ships(event.ships[mine])}" if mine else ""
    return f"both sides have sent ships to battle {event.number}{yours}"


@tells(ev.BattlePrepared)
def _prepared(before: State, event: ev.BattlePrepared, seat: str) -> str:
    plan = before.plan(event.number)
    name = book().campaign.types[plan.kind].name
    if plan.night:
        return f"battle {event.number}, {name}, by night: nobody sees which ships have come"
    came = {
        side: tuple(
            each.id
            for each in before.ships.values()
            if each.battle == event.number and each.control == side and each.afloat
        )
        for side in SEATS
    }
    both = "; ".join(f"the {NAMES[side]} has {ships(came[side])}" for side in SEATS)
    return f"battle {event.number}, {name}: {both}"


@tells(ev.AmmunitionShort)
def _short(before: State, event: ev.AmmunitionShort, seat: str) -> str:
    plan = before.plans.get(str(before.number))
    if not event.ship:
        return "Limited Ammunition: no ship is affected"
    if plan and plan.night and not own(seat, before.ships[event.ship].control):
        return "a ship of the enemy is short of ammunition"
    return f"{ship(event.ship)} is short of ammunition"


@tells(ev.TargetChosen)
def _target(before: State, event: ev.TargetChosen, seat: str) -> str:
    return f"{ship(event.ship)} lies with a stopped engine and is attacked"


@tells(ev.MinesCounted)
def _mines(before: State, event: ev.MinesCounted, seat: str) -> str:
    return f"mines that may be laid: {dice(event.roll)}"


@tells(ev.ShipsPlaced)
def _placed(before: State, event: ev.ShipsPlaced, seat: str) -> str:
    return f"the {NAMES[event.side]} has placed its ships"


@tells(ev.BattleBegan)
def _began(before: State, event: ev.BattleBegan, seat: str) -> str:
    return f"{event.battle.title} begins, {pluralized(event.battle.turns, 'turn')}"


@tells(ev.GradeDrawn)
def _grade(before: State, event: ev.GradeDrawn, seat: str) -> str:
    if not event.ship:
        return "Crew Grade: no ship can be drawn"
    return f"Crew Grade: {ship(event.ship)} is {event.grade.capitalize()} now"


@tells(ev.BattleClosed)
def _closed(before: State, event: ev.BattleClosed, seat: str) -> str:
    row = event.row
    lost = f"; sunk: {ships(row.lost)}" if row.lost else ""
    taken = f"; taken: {ships(row.taken)}" if row.taken else ""
    why = correct_grammar(row.reason)
    return f"the {NAMES[row.winner]} wins battle {row.plan.number}: {why}{lost}{taken}"


@tells(ev.YardCardsDrawn)
def _drawn(before: State, event: ev.YardCardsDrawn, seat: str) -> str:
    if own(seat, event.side):
        names = ", ".join(kind_of_card(card).name for card in event.cards)
        return f"you draw {names}"
    cards = "a yard card" if len(event.cards) == 1 else f"{len(event.cards)} yard cards"
    return f"the {NAMES[event.side]} draws {cards}"


@tells(ev.YardCardPlayed)
def _played(before: State, event: ev.YardCardPlayed, seat: str) -> str:
    laid = event.laid
    kind = kind_of_card(laid.card)
    what = SAID[kind.id](before, laid) if kind.id in SAID else ""
    return f"the {NAMES[laid.by]} plays {kind.name}{what}"


@tells(ev.YardCardAnswered)
def _answered(before: State, event: ev.YardCardAnswered, seat: str) -> str:
    card, against = kind_of_card(event.card).name, kind_of_card(event.against).name
    return f"the {NAMES[event.side]} cancels {against} by {card}"


@tells(ev.MistMet)
def _met(before: State, event: ev.MistMet, seat: str) -> str:
    return f"{ship(event.ship)} is sent against the ship from Out of the Mist"


@tells(ev.HandCut)
def _cut(before: State, event: ev.HandCut, seat: str) -> str:
    if own(seat, event.side):
        names = ", ".join(kind_of_card(card).name for card in event.cards)
        return f"you put back {names}"
    return f"the {NAMES[event.side]} puts a yard card back"


@tells(ev.RefitRolled)
def _refit(before: State, event: ev.RefitRolled, seat: str) -> str:
    points = event.refit
    return (
        f"refit of the {NAMES[points.side]}: {points.repair} repair points "
        f"({dice(event.repair)}), {points.critical} for critical hits ({dice(event.critical)}), "
        f"{points.crew} for crews ({dice(event.crew)})"
    )


@tells(ev.ExtraShipRolled)
def _extra(before: State, event: ev.ExtraShipRolled, seat: str) -> str:
    gave = f"of {event.worth} VP at most" if event.worth else "none"
    return f"one more ship for the {NAMES[event.side]}: {dice(event.roll)}, {gave}"


@tells(ev.ExtraShipJoined)
def _joined(before: State, event: ev.ExtraShipJoined, seat: str) -> str:
    return f"{ship(event.ship)} joins the {NAMES[event.side]}"


@tells(ev.Refitted)
def _refitted(before: State, event: ev.Refitted, seat: str) -> str:
    if not event.ships:
        return f"the {NAMES[event.side]} repairs nothing"
    return f"the {NAMES[event.side]} repairs {ships(tuple(event.ships))}"


@tells(ev.EndRolled)
def _end(before: State, event: ev.EndRolled, seat: str) -> str:
    word = f"battle {event.last} is the last" if event.last else "the war goes on"
    return f"end roll {event.roll.kept} ({event.ends_on} or less: one more battle): {word}"


@tells(ev.CampaignEnded)
def _ended(before: State, event: ev.CampaignEnded, seat: str) -> str:
    return f"the war is over: {event.outcome.told}"


# The reference of a campaign: the battles' reference, the types of battles, the yard cards.


def terms() -> tuple[Term, ...]:
    """Return all terms that a player can look up; the battle's own terms come first."""
    cards = list(book().campaign.cards.values())
    return (
        *of_battles.terms(),
        *_battles(),
        *tuple(
            Term(
                f"yard_{kind.id}",
                kind.name,
                "yard card",
                (kind.effect, f"{cards.count(kind.id)} of {len(cards)} cards"),
                kind.confidence,
            )
            for kind in book().campaign.yard_kinds.values()
        ),
    )


def _battles() -> tuple[Term, ...]:
    return tuple(
        Term(f"battle_{kind.id}", kind.name, "battle", _lines(kind), kind.confidence)
        for kind in book().campaign.types.values()
    )


def _lines(kind: BattleKind) -> tuple[str, ...]:
    attacker, defender = kind.attacker, kind.defender
    return (
        kind.about,
        f"attacker {attacker.ships[0]} to {attacker.ships[1]} ships, "
        f"{pluralized(attacker.cards, 'card')}",
        f"defender {defender.ships[0]} to {defender.ships[1]} ships, "
        f"{pluralized(defender.cards, 'card')}",
        f"{pluralized(kind.turns, 'turn')}; the attacker plays first",
        VICTORY[kind.victory],
    )


VICTORY = {
    "spoils": (
        "most points win: an enemy ship counts full if sunk, double if taken, half if badly "
        "hurt, a quarter if she left"
    ),
    "run_past": (
        "the attacker wins if half of its ships leave by the far edge, no worse than lightly hurt"
    ),
    "transports": "the defender wins if a transport leaves by the far edge",
    "target": "the attacker wins if the target is sunk, captured or badly hurt",
    "break_out": (
        "the attacker wins if a ship leaves by the far edge, or if it takes more than it loses"
    ),
}


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms about a ship."""
    if view.battle is not None:
        return of_battles.terms_of(view.battle, key)
    return (key,) if key in view.ships else ()


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms that help now: about the selected ship, and about the coming
    battle's type.
    """
    plan = upcoming(view)
    coming = (f"battle_{plan.kind}",) if plan else ()
    return (*terms_of(view, key), *coming)


# The campaign in words; the battle's own modules describe the battle's events.


@uses_own_data
class CampaignWords(Words[State]):
    """The words part of the campaign: the log of a war, and explanations of its terms."""

    sentences = "iron_oak"
    plain = IronOakWords.plain
    tell = lazy_method("engine.systems.iron_oak.campaign.words:tell")
    describe = lazy_method("engine.systems.iron_oak.campaign.words:describe")

    @cached_property
    def _battles(self) -> IronOakWords:
        battles: IronOakWords = IronOak(self.game.data).words
        return battles

    def landmarks_of(self, event: ev.AnyEvent) -> tuple[Landmark, ...]:
        """Return the landmarks (named moments of a battle) that an event of the current battle
        makes.
        """
        return self._battles.landmarks_of(event.happened) if isinstance(event, ev.InBattle) else ()

    def happening(self, before: State, event: ev.AnyEvent) -> Happening | None:
        """Return the story's sentence about an event of the current battle; None for other
        events.
        """
        if not isinstance(event, ev.InBattle) or before.battle is None:
            return None
        told: Happening | None = self._battles.happening(before.battle, event.happened)
        return told

    def voice(self, before: State, event: ev.AnyEvent) -> Happening | None:
        """Return the words said aboard about an event of the current battle; None for other
        events.
        """
        if not isinstance(event, ev.InBattle) or before.battle is None:
            return None
        said: Happening | None = self._battles.voice(before.battle, event.happened)
        return said

    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)
