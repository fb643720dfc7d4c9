"""The commands that a person may type in a club; they are the same in the line interface and on a
page.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import join_names, parse_number, pluralized
from engine.hosting.club.notices import Notices
from engine.hosting.club.owner import Word, carry_out, word_help_lines
from engine.hosting.club.results import Result, Tally, rating_text
from engine.hosting.club.tournament import TITLES, tournament_lines
from engine.hosting.club.tournaments import Tournaments
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import date_text, dated_number, in_order, persons, state_of
from engine.hosting.terms import new_form, rows_of, terms_of
from engine.kernel.registry import game_with_scenario, system
from engine.sitting.setting_up.forms import fill, read_terms

TOP = 20
"""At most this many rows of a ladder (a list of ratings) are shown."""
LATEST = 30
"""At most this many results of finished battles are listed at a time."""


class Desk:
    """The commands that one person may type in a club, and the replies to them.

    If `person` is '', the commands are those of a guest.
    """

    def __init__(self, hub: Hub, person: str) -> None:
        self._hub = hub
        self.person = person
        # fmt: off
        self.words = {
            "page": Word("[NAME]", "battles, rating and results of a person, or your own",
                         self._page),
            "ladder": Word("[GAME]", "the ratings of all players, by game", self._ladder),
            "archive": Word("[WORDS]", "battles that are over: by person, month, scenario",
                            self._archive),
            "challenge": Word("NAME SCENARIO [ROW=CHOICE ...]", "a battle against somebody, "
                              "such as `challenge ben quickstart clock=a day`", self._challenge),
            "decline": Word("ID", "decline a battle that keeps a seat for you", self._decline),
            "rematch": Word("ID", "play a battle of yours again, with sides swapped",
                            self._rematch),
            "tournaments": Word("", "all tournaments", self._tournaments),
            "tournament": Word("NAME", "the table and the round of a tournament", self._tournament),
            "organize": Word("NAME KIND SCENARIO [ROUNDS DAYS CLOCK]", "set up a tournament, such "
                             "as `organize spring swiss quickstart rounds=5 days=7 clock=a day`; "
                             "kinds: swiss, robin, knockout", self._organize),
            "enter": Word("NAME", "take part in a tournament", self._enter),
            "drop": Word("NAME", "leave a tournament for good", self._drop),
            "begin": Word("NAME", "begin a tournament of yours", self._begin),
            "cancel": Word("NAME", "give up a tournament of yours that has not begun; the "
                                   "host's owners: any",
                           self._cancel),
            "say": Word("TEXT", "say something to all in the lobby", self._say),
            "talk": Word("", "what was said in the lobby", self._talk),
            "mute": Word("NAME", "hide what a person says in the lobby", self._mute),
            "unmute": Word("NAME", "show what a person says in the lobby again", self._unmute),
            "zone": Word("[NAME]", "your time zone, for deadlines, such as "
                         "`zone Europe/Berlin`", self._zone),
            "holiday": Word("[DAYS]", "stop your clocks of a day or more for some days; "
                            "`holiday off` ends it", self._holiday),
            "notices": Word("", "how you are notified that a battle waits for you", self._notices),
            "hook": Word("URL", "a web hook for notices while you are away; `hook off` removes it",
                         self._hook),
            "mail": Word("ADDRESS", "an address for notices, to which a code is mailed; "
                         "`mail off` removes it", self._mail),
            "quiet": Word("HOURS", "the hours in which no notice is sent, such as "
                          "`quiet 22-8`; `quiet off` removes them", self._quiet),
            "help": Word("", "list these commands", self._help),
        }
        # fmt: on

    def execute(self, line: str) -> list[str]:
        """Carry out a typed command and return the lines of the reply; raises `Refused` if it is
        not allowed.
        """
        return list(carry_out(self.words, line)[1])

    def _help(self, _: str) -> Iterator[str]:
        yield from word_help_lines(self.words)

    def _self(self) -> str:
        """Return this person's name; raises `Refused` for a guest."""
        if not self.person:
            raise Refused("a guest has no page; sign in with a name: `ssh NAME@HOST`")
        return self.person

    # Challenges ----------------------------------------------------------------------------

    def _challenge(self, typed: str) -> Iterator[str]:
        person = self._self()
        whom, _, rest = typed.partition(" ")
        scenario, _, terms = rest.strip().partition(" ")
        if not scenario:
            raise Refused("name a scenario, such as `challenge ben quickstart`")
        self._must_be_known(whom.lower())
        form = new_form()
        form.choose(game_with_scenario(scenario).name, scenario)
        fill(form, lambda: rows_of(form), read_terms(terms))
        if form.fault:
            raise Refused(form.fault)
        hosted = self._hub.challenge(person, whom.lower(), terms_of(form))
        name = whom.lower()
        yield f"{name} sees the battle in the lobby. Take your own seat there. {_named(hosted)}"

    def _must_be_known(self, name: str) -> None:
        """Raise `Refused` for a name under which nobody has ever connected to the host."""
        known = {*self._hub.known_names(), *self._hub.persons}
        if name not in known or not name:
            raise Refused(f"nobody here is called '{name[:40]}'")

    def _decline(self, name: str) -> Iterator[str]:
        hosted = self._battle(name)
        self._hub.decline(self._self(), hosted)
        yield f"Declined: {hosted.title}."

    def _rematch(self, name: str) -> Iterator[str]:
        found = self._hub.rematch(self._self(), self._battle(name))
        yield f"The seats are kept for the same people. {_named(found)}"

    def _battle(self, name: str) -> HostedBattle:
        hosted = self._hub.battles.get(name)
        if hosted is None:
            raise Refused(f"there is no battle {name[:60]}")
        return hosted

    # Tournaments ---------------------------------------------------------------------------

    @property
    def _all(self) -> Tournaments:
        if self._hub.tournaments is None:
            raise Refused("there are no tournaments here")
        return self._hub.tournaments

    def _tournaments(self, _: str) -> Iterator[str]:
        for each in self._all:
            state = "over" if each.over else f"round {each.round} of {each.rounds}"
            state = state if each.round else "open to all"
            players = pluralized(len(each.players), "player")
            yield f"{each.name}: {TITLES[each.kind]}, {players}, {state}"
        if not tuple(self._all):
            yield "No tournament yet. Type `organize` to set one up."

    def _tournament(self, name: str) -> Iterator[str]:
        found = self._all.tournament(name)
        yield from tournament_lines(found, self._hub.people.when(self.person, found.due))

    def _organize(self, typed: str) -> Iterator[str]:
        person, words = self._self(), typed.split(maxsplit=3)
        if len(words) < 3:
            raise Refused(
                "type `organize NAME KIND SCENARIO`, such as `organize spring swiss quickstart`"
            )
        name, kind, scenario = words[:3]
        kinds = [each for each in TITLES if each == kind.lower()]
        if not kinds:
            raise Refused(f"there is no kind '{kind[:20]}'; choose one of: {', '.join(TITLES)}")
        own = dict(re.findall(r"\b(rounds|days)=(\S+)", typed))
        rest = re.sub(r"\b(rounds|days)=\S+", "", " ".join(words[3:]))
        form = new_form()
        form.choose(game_with_scenario(scenario).name, scenario)
        fill(form, lambda: rows_of(form), read_terms(rest.strip()))
        if form.fault:
            raise Refused(form.fault)
        rounds, days = _figure(own.get("rounds", "5")), _figure(own.get("days", "7"))
        terms = terms_of(form)
        self._all.found(person, name, kinds[0], terms, int(rounds), days * 86_400)
        name = name.lower()
        yield f"Founded. Type `enter {name}` to take part, and `begin {name}` to begin it."

    def _enter(self, name: str) -> Iterator[str]:
        self._all.join(self._self(), name)
        yield "You take part."

    def _drop(self, name: str) -> Iterator[str]:
        self._all.leave(self._self(), name)
        yield "You have left the tournament."

    def _begin(self, name: str) -> Iterator[str]:
        self._all.start(self._self(), name)
        yield from self._tournament(name)

    def _cancel(self, name: str) -> Iterator[str]:
        self._all.give_up(self._self(), name)
        yield "The tournament is cancelled."

    # Talk ----------------------------------------------------------------------------------

    def _say(self, text: str) -> Iterator[str]:
        if not self._hub.say(self.person, text):
            yield "Nobody else is in the lobby now; your message stays there for a while."

    def _talk(self, _: str) -> Iterator[str]:
        yield from self._hub.talk.lobby(self.person)[-TOP:] or ["Nothing was said here yet."]

    def _mute(self, name: str) -> Iterator[str]:
        person = self._self()
        self._must_be_known(name.lower())
        self._hub.talk.mute(person, name.lower())
        yield f"You no longer see what {name.lower()} says in the lobby."

    def _unmute(self, name: str) -> Iterator[str]:
        self._hub.talk.unmute(self._self(), name.lower())
        yield f"You see again what {name.lower()} says."

    # Time ----------------------------------------------------------------------------------

    def _zone(self, typed: str) -> Iterator[str]:
        people, person = self._hub.people, self._self()
        if typed:
            people.set_zone(person, "" if typed.lower() == "host" else typed)
        name = people.of(person).zone or "the host's own"
        yield f"Your time zone is {name}; now it is {people.when(person, time.time())}."

    def _holiday(self, typed: str) -> Iterator[str]:
        people, person = self._hub.people, self._self()
        if typed.lower() == "off":
            people.end_holiday(person)
        elif typed:
            if not typed.isdecimal():
                raise Refused("type the number of days, such as `holiday 7`; `holiday off` ends it")
            seconds = people.take_holiday(person, parse_number(typed))
            for hosted in tuple(self._hub.battles.values()):
                hosted.extend_clocks(person, seconds)
            if self._hub.tournaments is not None:
                yield from self._hub.tournaments.extend(person)
        until = people.of(person).holiday
        if until > time.time():
            yield f"Your clocks of a day or more are stopped till {people.when(person, until)}."
        else:
            yield "You have no holiday now."

    # Notices -------------------------------------------------------------------------------

    @property
    def _sender(self) -> Notices:
        self._self()
        if self._hub.notices is None:
            raise Refused("this host sends no notices")
        return self._hub.notices

    def _notices(self, _: str) -> Iterator[str]:
        settings = self._hub.people.of(self._self())
        yield f"Web hook: {settings.hook or 'none'}."
        yield f"Mail: {settings.mail or 'none'}."
        begin, end = settings.quiet
        yield f"Quiet: {f'from {begin} to {end} of your day' if begin != end else 'never'}."

    def _hook(self, typed: str) -> Iterator[str]:
        self._sender.set_hook(self.person, _off(typed))
        yield from self._notices("")

    def _mail(self, typed: str) -> Iterator[str]:
        yield self._sender.set_mail(self.person, _off(typed))

    def _quiet(self, typed: str) -> Iterator[str]:
        self._sender.set_quiet(self.person, _off(typed))
        yield from self._notices("")

    # A person's page -----------------------------------------------------------------------

    def _page(self, typed: str) -> Iterator[str]:
        name = typed.lower() or self._self()
        hub = self._hub
        results = list(hub.results.with_person(name))
        going = [
            each for each in in_order(hub.battles.values(), self.person)
            if each.standing != "finished" and each.seating.seats_of(name)
        ]  # fmt: skip
        if not results and not going and name not in hub.persons and name != self.person:
            raise Refused(f"nothing is known of {name[:40]}")
        yield f"{name}{', here now' * (hub.persons[name] > 0)}"
        yield from self._by_system(name, results)
        gone = [each.persons[name].left for each in results if each.persons[name].left]
        if gone:
            kinds = join_names(dict.fromkeys(gone))
            yield f"Left {len(gone)} of {pluralized(len(results), 'battle')} early: {kinds}."
        for hosted in going:
            state = state_of(hosted, self.person)
            yield f"  {hosted.title}, {dated_number(hosted)}: {persons(hosted)}, {state}"
        for result in results[::-1][:5]:
            yield f"  {_told(result)}"

    def _by_system(self, name: str, results: list[Result]) -> Iterator[str]:
        """Yield lines about a person, in a section for each game system.

        A section has the person's rating, the results against each opponent, and the battles with
        computer players.
        """
        by_system: dict[str, list[Result]] = defaultdict(list)
        with_computers = Tally()
        for each in results:
            if each.among_persons:
                by_system[each.game].append(each)
            else:
                with_computers.add(each.persons[name].score)
        for key, found in by_system.items():
            strength = self._hub.ratings.strength(key, name, date.today())
            all_, against = Tally(), defaultdict[str, Tally](Tally)
            for each in found:
                own = each.persons[name]
                all_.add(own.score)
                for other in [
                    name for name, player in each.persons.items() if player.side != own.side
                ]:
                    against[other].add(own.score)
            yield f"{_title(key)}: rating {rating_text(strength)}, {all_.words}."
            for other, tally in sorted(against.items(), key=lambda row: -row[1].total):
                yield f"  against {other}: {tally.words}"
        if with_computers.total:
            yield f"Against computer players: {with_computers.words}; these battles are not rated."
        if not results:
            yield "No battle is over yet."

    # Ladders -------------------------------------------------------------------------------

    def _ladder(self, typed: str) -> Iterator[str]:
        ratings = self._hub.ratings
        words = typed.lower().replace("_", " ")
        titles = {each: f"{_title(each)} {each}".lower() for each in ratings.systems}
        wanted = [key for key, title in titles.items() if words in title.replace("_", " ")]
        if typed and not wanted:
            raise Refused(f"nobody is rated in '{typed[:40]}' yet")
        for key in wanted:
            yield f"{_title(key)}, battles among people; `?`: the rating comes from few battles"
            for place, (name, strength, count) in enumerate(
                ratings.ladder(key, date.today())[:TOP], 1
            ):
                yield f"{place}. {name}: {rating_text(strength)}, {pluralized(count, 'battle')}"
        if not wanted:
            yield "Nobody is rated yet: a battle among people counts once it is over."

    # The archive ---------------------------------------------------------------------------

    def _archive(self, typed: str) -> Iterator[str]:
        words = typed.lower().split()
        found = [
            each for each in reversed(list(self._hub.results))
            if all(any(known.startswith(word) for known in _words(each)) for word in words)
        ]  # fmt: skip
        for result in found[:LATEST]:
            yield _told(result)
        if len(found) > LATEST:
            yield f"{len(found) - LATEST} more; add a name, a month such as 2026-05, or a scenario."
        if not found:
            yield "No battle that is over has these words." if words else "No battle is over yet."


def _off(typed: str) -> str:
    """Return a typed value unchanged, but '' for the word `off`."""
    return "" if typed.lower() == "off" else typed


def _figure(typed: str) -> float:
    """Parse a typed number; raises `Refused` for any other text."""
    if not re.fullmatch(r"\d{1,4}(\.\d{1,4})?", typed):
        raise Refused(f"'{typed[:20]}' is not a number")
    return float(typed)


def _named(hosted: HostedBattle) -> str:
    """Return the title of a battle with its id; commands name the battle by this id."""
    return f"{hosted.title}, {dated_number(hosted)} ({hosted.agreement.id})"


def _words(result: Result) -> list[str]:
    """Return the words of a result that a search of finished battles compares."""
    day = date.fromisoformat(result.over[:10])
    names = " ".join(player.name for player in result.players)
    text = f"{result.title} {result.scenario} {_title(result.game)} {names} {date_text(day)}"
    return [result.over[:10], result.scenario, *text.lower().split()]


def _told(result: Result) -> str:
    """Return a result in one line.

    It has date, title, number, the player of each seat, how the battle ended, and its id.
    """
    sides: dict[str, list[str]] = defaultdict(list)
    for player in result.players:
        won = " (won)" * (player.score == 1.0)
        sides[player.side].append(f"{player.name}{won}")
    who = " v ".join(join_names(dict.fromkeys(names)) for names in sides.values())
    day = date_text(date.fromisoformat(result.over[:10]))
    number = result.id.rpartition("_")[2]
    return f"{day}: {result.title} no. {number}, {who}: {result.how} ({result.id})"


def _title(key: str) -> str:
    """Return the title of a game system; if the system is not installed any more, its key."""
    try:
        return system(key).title
    except WeatherGageError:
        return key
