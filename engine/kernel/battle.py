"""Battle: the interface through which front ends play, undo, jump, fork and watch a battle.

Each command takes the same steps: the rules decide it, the journal writes it to the file, its
events are folded (applied one by one) into the state, and the observers are notified. A battle
without a path has no file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic

from msgspec.structs import replace

from engine.base.dice import Dice, check_seed
from engine.base.errors import FileFault, Refused
from engine.base.text import clean
from engine.game.decision import parse_answer
from engine.game.game import Game, Given, Outcome, Record, command_of, fold_events
from engine.game.parts.part import C, E, S
from engine.game.question import NO_SHEET, Fill, Question
from engine.kernel import fair, logbook
from engine.kernel.codec import codec
from engine.kernel.drafts import Drafts
from engine.kernel.fair import Fairness
from engine.kernel.journal import PACKED, Header, Journal, Parent
from engine.kernel.leaving import LEAVING, LeavingKind, agreed_outcome, check_leaving
from engine.kernel.registry import system
from engine.kernel.seen import Change, Observers
from engine.kernel.timeline import FEW, Happening, Timeline

Observer = Callable[["Battle", Change], None]


class Battle(Generic[S, C, E]):
    """One battle of any game system: its present state and its whole history.

    Screens, hosts, bots and simulations each hold one while they play or watch; with a path it is
    the only writer of that file. Every change goes through it, is on disk before the method
    returns, and is reported to observers. It is not thread-safe. A forbidden change raises
    `Refused` with a sentence for the player and changes nothing.

    >>> battle = Battle.new("oak_iron", "quickstart", seed=7)
    >>> question = battle.pending()[0]
    >>> events = battle.answer(question.seat, question.options[0].id)
    >>> battle.undo(question.seat)
    >>> battle.state == battle.at(0), battle.why_not_redo(), battle.verify().ok
    (True, None, True)
    """

    def __init__(  # noqa: PLR0913  (what a battle is made of)
        self,
        header: Header,
        timeline: Timeline[S, E],
        path: Path | None,
        *,
        journal: Journal | None = None,
        seed: int | None = None,
        dice: Dice | None = None,
    ) -> None:
        self.game: Game[S, C, E] = timeline.game
        self.header = header
        self.path = path
        self.seed = header.seed if seed is None else seed
        self.notice = ""
        self.torn = journal.torn if journal else ""
        """The notice that the file's last line was incomplete; '' if it was complete."""
        self.why_closed = ""
        """Why no command is accepted: the battle is only watched, or was played under other rules.
        '' while commands are accepted.
        """
        self.sealed = ""
        """Why the battle shows only what a watcher may see: its fair dice are still secret. '' if
        they are not."""
        self.log: list[Record] = []
        """All entries in the order of the file: commands (also undone ones), undos, notes and
        others."""
        self._timeline = timeline
        self._journal = journal
        self.drafts = Drafts(path if journal and journal.writable else None)
        self._dice = dice or Dice(self.seed)
        self._observers = Observers["Battle"]()
        self._questions: tuple[S, tuple[Question, ...]] | None = None
        self._agreed: Outcome | None = None
        """How the battle ended by agreement or resignation, outside the rules; None if it did
        not."""
        self.state = timeline.at(timeline.position)

    def __enter__(self) -> Battle[S, C, E]:
        """Return the battle for a `with` block; the end of the block closes the battle's file."""
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Beginning ---------------------------------------------------------------

    @classmethod
    def new(  # noqa: PLR0913  (what a battle is set up by)
        cls,
        game: Game[S, C, E] | str,
        scenario: str,
        seed: int,
        options: Mapping[str, Any] | None = None,
        *,
        path: Path | str | None = None,
        created: str = "",
        title: str = "",
        fairness: Fairness | None = None,
    ) -> Battle[S, C, E]:
        """Start a battle of a scenario.

        Raises `SetUpFault` for a wrong set-up, `FileFault` for an unusable path.
        """
        game = system(game) if isinstance(game, str) else game
        state = game.set_up(scenario, options)
        return cls.from_state(
            game,
            state,
            seed,
            options,
            path=path,
            created=created,
            title=title,
            scenario=scenario,
            fairness=fairness,
        )

    @classmethod
    def from_state(  # noqa: PLR0913  (what a battle is set up by)
        cls,
        game: Game[S, C, E],
        state: S,
        seed: int,
        options: Mapping[str, Any] | None = None,
        *,
        path: Path | str | None = None,
        created: str = "",
        title: str = "",
        scenario: str = "",
        fairness: Fairness | None = None,
        parent: Parent | None = None,
        dice: Dice | None = None,
        ahead: bool = False,
    ) -> Battle[S, C, E]:
        """Start a battle from any state, such as that of a position file.

        With `fairness` the seed stays out of the file until the end. Where each die is computed
        from secret shares of both players, pass `dice` instead of a seed. For `ahead` see `fork`.
        Raises `Refused` for a seed beyond 128 bits.
        """
        check_seed(seed)
        dice = dice or Dice(seed)
        state = game.settled(state, dice.for_command(0))
        header = Header(
            game=game.name,
            rules=game.rules_version,
            data=game.data_version,
            title=clean(title),
            created=created,
            scenario=scenario,
            seed=0 if fairness else seed,
            options=dict(options or {}),
            parent=parent,
            fairness=fairness,
        )
        timeline = Timeline(game, state, str(path or ""))
        if not path:
            return cls(header, timeline, None, seed=seed, dice=dice)
        with _nameable(path):
            header = logbook.with_id(header, codec(game).raw(state))
            journal = Journal.create(path, header, ahead=ahead)
        battle = cls(header, timeline, Path(path), journal=journal, seed=seed, dice=dice)
        battle.drafts.forget_all()
        return battle

    @classmethod
    def open(  # noqa: PLR0913  (how a file is opened)
        cls,
        path: Path | str,
        write: bool = True,
        recover: bool = False,
        secret: str = "",
        dice: Dice | None = None,
        once: bool = False,
    ) -> Battle:
        """Open a battle file to play or watch it.

        `once` saves memory where a long battle is only read, once from start to end: few of its
        states and none of its lines are kept. A battle of older rules is shown as it was played and
        accepts no command. Neither does a battle whose dice are still secret, unless the `secret`
        is given, or `dice` made of the players' secret shares. Raises `FileFault` with the reason
        if the file cannot be opened.
        """
        loading = logbook.Loading() if once and not write and not recover else None
        journal = Journal.open(path, write, recover, loading.take if loading else None)
        try:
            opened = logbook.read(journal, recover, secret, dice, loading)
        except BaseException:
            journal.close()
            raise
        opened.timeline.most_states = FEW if once else 0
        battle = cls(
            journal.header,
            opened.timeline,
            journal.path,
            journal=journal,
            seed=opened.seed,
            dice=opened.dice,
        )
        battle.log = opened.log
        if any(record.kind in LEAVING for record in opened.log):
            battle._agreed = agreed_outcome(opened.log, battle.game.seats(battle.state))
        battle.notice = "; ".join(filter(None, (journal.notice, opened.notice)))
        watched = "" if write else "this battle is being watched"
        battle.why_closed = opened.notice or watched or opened.sealed
        battle.sealed = "" if logbook.revealed_secret(opened.log) else opened.sealed
        if loading:
            journal.close()
            battle._journal = None  # the journal kept no entries that could be copied or compared
        return battle

    def close(self) -> None:
        """Close the file; the battle can still be read."""
        if self._journal:
            self._journal.close()
            self.why_closed = self.why_closed or "this battle is closed"

    # Looking -----------------------------------------------------------------

    @property
    def position(self) -> int:
        """The number of commands that are not undone."""
        return self._timeline.position

    @property
    def entries(self) -> tuple[Record, ...]:
        """The commands that are not undone, with their events, oldest first; there are `position`
        of them.
        """
        return self._timeline.entries

    @property
    def notes(self) -> tuple[Record, ...]:
        """The notes and bookmarks; `at` is the number of commands before each of them."""
        return logbook.notes(self.log, self.position)

    def pending(self) -> tuple[Question, ...]:
        """Return the open questions, at most one for each seat; () when the battle has ended."""
        if self._agreed:
            return ()
        if self._questions is None or self._questions[0] is not self.state:
            self._questions = (self.state, self.game.pending(self.state))
        return self._questions[1]

    def view(self, seat: str) -> S:
        """Return the state as a seat (player) sees it; an empty `seat` stands for a watcher.

        Nothing is hidden when the battle is over. In a `sealed` battle every seat sees what a
        watcher sees.
        """
        if self.outcome() is not None:
            return self.game.review.opened(self.state)
        return self.game.view(self.state, "" if self.sealed else seat)

    def outcome(self) -> Outcome | None:
        """Return the outcome, by the rules or by agreement; None until the battle is over."""
        return self._agreed or self.game.outcome(self.state)

    def at(self, n: int) -> S:
        """Return the state after the nth command that is not undone; 0 is the start."""
        self._must_have(n)
        return self._timeline.at(n)

    def moment(self, n: int) -> tuple[S, Record[E]]:
        """Return the state before the nth command (counted from 1) and that command, for a
        replay.
        """
        self._must_have(n)
        return self._timeline.moment(n)

    def unfolded(self, n: int) -> tuple[Happening[S, E], ...]:
        """Return the events of the nth command (from 1), each with the states before and
        after it.
        """
        self._must_have(n)
        return self._timeline.unfolded(n)

    # Playing -----------------------------------------------------------------

    def submit(self, seat: str, command: C) -> tuple[E, ...]:
        """Decide a command of a seat, write it to the file and apply it; return its events.

        Raises `Refused` if the rules do not allow it.
        """
        _check(self._why_no_order())
        before = self.state
        command = (
            replace(command, answers=dict(sorted(command.answers.items())))
            if isinstance(command, Fill)
            else command
        )
        dice = self._dice.for_command(self.position + 1)
        events = self.game.decide(before, seat, command, dice)
        events, states = tuple(events), fold_events(before, events, self.game.evolve).states
        after = states[-1] if states else before
        record = Record(
            n=len(self.log) + 1,
            kind="command",
            at=self.position + 1,
            seat=seat,
            command=command,
            events=events,
        )
        record = self._written(record, before, after)
        self._timeline.push(record, states)
        self.drafts.forget(seat, command.sheet if isinstance(command, Fill) else "")
        self._acknowledge(record, after)
        return events

    def answer(self, seat: str, given: Given | str) -> tuple[E, ...]:
        """Submit an answer to a seat's open question and return its events.

        `given` is an `Answer`, its text form, or the draft of a sheet.
        """
        _check(self._why_no_order())
        if isinstance(given, str):
            given = parse_answer(given)
        return self.submit(seat, command_of(self.game, self.state, seat, given))

    def why_not_reopen(self, seat: str) -> str | None:
        """Say why this seat may not reopen the sheet that it has sealed; None when it may."""
        if why_not := self._why_no_order():
            return why_not
        asked = self.game.reopens(self.state, seat)
        return None if asked is not None else NO_SHEET

    def reopen(self, seat: str) -> tuple[E, ...]:
        """Open the sheet that this seat has sealed (handed in) again, to change it.

        This is a new entry, not an undo, because other seats may have sealed theirs since.
        """
        _check(self.why_not_reopen(seat))
        sealed = [record for record in self.entries if record.seat == seat][-1:]
        again = self.game.reopens(self.state, seat)
        assert again is not None, "a sheet may be opened again"
        events = self.submit(seat, again)
        self._draft_again(sealed)
        return events

    def why_not_undo(self, seat: str) -> str | None:
        """Say why this seat may not undo the latest command without consent; None when it may."""
        last = self._timeline.last
        if why_not := self._why_no_order():
            return why_not
        if last is None:
            return "there is nothing to undo"
        if last.seat != seat:
            names = {other.key: other.name for other in self.game.seats(self.state)}
            return f"{names.get(last.seat, last.seat)} has acted since"
        if self.game.dice_rolled(self.at(last.at - 1)) != self.game.dice_rolled(self.state):
            return "dice were rolled"
        return self.game.undo_barrier(last.events) or None

    def undo(self, seat: str) -> None:
        """Undo this seat's latest command; `Refused` says why that is not allowed."""
        _check(self.why_not_undo(seat))
        self._move("undo", seat, self.position - 1)

    def why_not_redo(self) -> str | None:
        """Say why nothing can be redone; None when there is a command to redo."""
        if why_not := self._why_no_order():
            return why_not
        return None if self.position < len(self._timeline) else "there is nothing to redo"

    def undone(self) -> Record | None:
        """Return the command that a redo would apply again."""
        return self._timeline.next

    def redo(self, seat: str) -> None:
        """Apply the last undone command again, with the same dice and events."""
        _check(self.why_not_redo())
        self._move("redo", seat, self.position + 1)

    def why_not_take_back(self, seat: str) -> str | None:
        """Return why this seat has no command that can be taken back; None when it has one."""
        if why_not := self._why_no_order():
            return why_not
        return None if self._timeline.latest(seat) else "there is nothing to take back"

    def take_back(self, seat: str) -> None:
        """Go back to the state before this seat's latest command, whatever followed that command.

        The caller first asks the other players for consent.
        """
        _check(self.why_not_take_back(seat))
        self._move("take_back", seat, self._timeline.latest(seat) - 1)

    def note(
        self, text: str, seat: str = "", at: int | None = None, *, bookmark: bool = False
    ) -> None:
        """Write a note on the present moment, or on the moment after command number `at`.

        A `bookmark` marks the moment so that it can be found again.
        """
        self._remark("bookmark" if bookmark else "note", text, seat, at)

    def chat(self, text: str, seat: str, to: str = "") -> None:
        """Record a chat message of a seat, to everybody or to one side.

        A message `to` a side is hidden from others until the battle is over.
        """
        self._remark("chat", text, seat, None, to)

    def leave(self, kind: LeavingKind, seat: str, text: str = "") -> None:
        """Record a step that ends the battle outside its rules, or leads to such an end.

        `text` is the end that is offered or agreed, or the name of the person or computer player
        who takes over a seat. The caller checks that all players have agreed. Raises `Refused` if
        the battle is over.
        """
        if self.outcome() is not None:
            raise Refused("the battle is over")
        text = clean(text)
        step = Record(n=0, kind=kind, at=self.position, seat=seat, text=text)
        check_leaving(self.log, self.game.seats(self.state), step)
        self._remark(kind, text, seat, None)

    def reveal(self, secret: str) -> None:
        """Record the secret of the dice, which everybody can then check.

        The battle accepts no command afterwards. Raises `Refused` for a secret other than the
        pledged one.
        """
        if self.header.fairness is None or not fair.matches_pledge(secret, self.header.fairness):
            raise Refused("this is not the secret that was pledged")
        self._remark("reveal", secret, "", None)
        self.why_closed = logbook.why_sealed(self.header, self.log, secret)

    # Forks, watching, proof -----------------------------------------------------

    def fork(
        self,
        n: int,
        path: Path | str | None = None,
        created: str = "",
        players: Mapping[str, str] | None = None,
        *,
        ahead: bool = False,
    ) -> Battle[S, C, E]:
        """Start a fork: a new battle that goes on from the state after the nth command.

        Its header names this battle as its parent. The commands up to the nth are copied, unless
        they were played under other rules. `players` names the player of each seat in the fork;
        None for the same as before. With `ahead` the file has no name yet and the battle cannot be
        played: see `PreparedFork`.
        """
        if self.header.fairness and not logbook.revealed_secret(self.log):
            raise Refused("the dice of this battle are sealed until it ends")
        state = self.at(n)  # raises for a header that cannot be played, before a file is created
        parent = Parent(clean(str(self.path or "")), self.header.id, n)
        options = dict(self.header.options)
        if players is not None:
            options["players"] = dict(players)
        other = logbook.other_edition(self.game, self.header)
        if not n or other or logbook.dice_are_shared(self._dice):
            return Battle.from_state(
                self.game,
                state,
                self.seed,
                options,
                path=path,
                created=created,
                title=self.header.title,
                scenario=self.header.scenario,
                parent=parent,
                ahead=ahead,
            )
        header = Header(
            game=self.header.game,
            rules=self.header.rules,
            data=self.header.data,
            title=clean(self.header.title),
            created=created,
            scenario=self.header.scenario,
            seed=self.seed,
            options=options,
            parent=parent,
        )
        # The fork shares the states of these commands.
        records = self.entries[:n]
        timeline = self._timeline.branch(logbook.renumber(records), str(path or ""))
        journal = None
        if path:
            start = self.header.start if self._journal else codec(self.game).raw(self.at(0))
            header = replace(header, start=start)
            with _nameable(path):
                journal = logbook.create_fork(
                    self._journal, Path(path), header, records, codec(self.game), ahead
                )
            header = journal.header
        battle = Battle(header, timeline, Path(path) if path else None, journal=journal)
        battle.log = list(timeline.entries)
        battle.drafts.forget_all()
        return battle

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Register an observer of every change that is on disk; the returned function unsubscribes
        it.

        An error in an observer is logged: the change remains, and the other observers are notified.
        """
        return self._observers.add(observer)

    def refresh(self) -> bool:
        """Read the entries that another process has written to the file since the last reading.

        It is for a battle that is only watched. Return whether there were new entries; when the
        file is gone, `notice` says so.
        """
        if self._journal is None or self._journal.writable:
            return False
        entries = self._journal.refresh()
        for entry in entries:
            record = logbook.decode_entry(self._journal, self.game, entry)
            logbook.apply(self._timeline, record)
            self._acknowledge(record, self._timeline.at(self.position))
        had, self.notice = self.notice, self._journal.notice or self.notice
        return bool(entries) or had != self.notice

    def verify(self, share: logbook.Share = logbook.WHOLE) -> logbook.Proof:
        """Prove the file: decide every command again with the same dice, and compare the results.

        Events and hashes must be equal. With a `share`, only that part of the commands is decided
        again; `logbook.merge_proofs` combines the proofs of all parts.
        """
        facts = self.game, self.header, self.at(0), self.log, self.seed
        return logbook.verify(*facts, self._journal.first if self._journal else b"", share)

    # Inside ------------------------------------------------------------------

    def _why_no_order(self) -> str:
        """Return why the battle accepts no command and no undo; '' if it does."""
        ended = f"the battle is over: {self._agreed.reason}" if self._agreed else ""
        return self.why_closed or ended

    def _must_have(self, n: int) -> None:
        if not 0 <= n <= self.position:
            raise Refused(f"there is no entry {n}; the last is {self.position}")

    def _move(self, kind: str, seat: str, position: int) -> None:
        after, undone = self._timeline.at(position), self.entries[position:]
        record = Record(n=len(self.log) + 1, kind=kind, at=position, seat=seat)
        record = self._written(record, self.state, after)
        self._timeline.move(position)
        self._draft_again(undone)  # before the observers show the question again
        if kind == "redo":
            self.drafts.forget(self.entries[-1].seat)
        self._acknowledge(record, after)

    def _draft_again(self, records: Sequence[Record]) -> None:
        """Restore the drafts of sheets that are open again, from the commands that had sealed them.

        So no answer that a player has filled in is lost.
        """
        # if a seat has several questions, the earliest question is the open one
        for record in reversed(records):
            if isinstance(record.command, Fill):
                self.drafts.keep(record.seat, record.command.sheet, record.command.answers)

    def _remark(self, kind: str, text: str, seat: str, at: int | None, to: str = "") -> None:
        _check(self.why_closed)
        where = self.position if at is None else at
        self._must_have(where)
        record = Record(
            n=len(self.log) + 1, kind=kind, at=where, seat=seat, text=clean(text), to=to
        )
        self._acknowledge(self._written(record, self.state, self.state), self.state)

    def _written(self, record: Record, before: S, after: S) -> Record[E]:
        """Append a record to the journal; return it with a hash or keyframe if one was due.

        Without a journal nothing is written.
        """
        if self._journal is None:
            return record
        packed = self._journal.header.format >= PACKED
        record = logbook.with_keyframe(self._timeline, record, before, after, packed)
        self._journal.append(logbook.encode_record(codec(self.game), record))
        return record

    def _acknowledge(self, record: Record[E], after: S) -> None:
        moved = ""
        if self._journal is not None and self._journal.path != self.path:
            # Its file had to be written elsewhere; the notice says so.
            self.path, self.notice = self._journal.path, self._journal.notice
            moved = self.notice
        change = Change(record, self.state, after, moved)
        self.state = after
        self.log.append(record)
        if record.kind in LEAVING:
            self._agreed = agreed_outcome(self.log, self.game.seats(self.state))
        self._observers.notify(self, change)


class PreparedFork(Generic[S, C, E]):
    """A fork whose file is written while the player still decides whether to create the fork.

    The file has no name until `finish` gives it one. Before that it cannot be found, and it
    vanishes when the fork is dropped or the program ends.
    """

    def __init__(
        self,
        battle: Battle[S, C, E],
        n: int,
        path: Path,
        created: str,
        players: Mapping[str, str],
    ) -> None:
        """Begin the file of a fork, a copy of the battle up to command number `n`.

        Raises `FileFault` on systems without unnamed files, or when the file cannot be created.
        """
        self.of = battle, n, players
        self._fork = battle.fork(n, path, created, players, ahead=True)

    def write_piece(self) -> bool:
        """Write the next piece of the file; return whether more is left.

        Raises `FileFault` if it cannot be written.
        """
        return self._journal.write_piece()

    def sync(self) -> None:
        """Flush the file to the disk. This is the only method that another thread may call."""
        self._journal.sync()

    def finish(self) -> Battle[S, C, E]:
        """Write the rest of the file and give it its name; return the battle.

        Raises `FileFault` if that fails.
        """
        self._journal.name()
        return self._fork

    def drop(self) -> None:
        """Discard the fork and its unnamed file."""
        self._fork.close()

    @property
    def _journal(self) -> Journal:
        assert self._fork._journal, "it was forked to a file"
        return self._fork._journal


@contextmanager
def _nameable(path: Path | str) -> Iterator[None]:
    """A context in which a path or a player's name that is not UTF-8 raises `FileFault`."""
    try:
        yield
    except UnicodeEncodeError as error:
        what = f"'{error.object}' is not text in UTF-8"
        raise FileFault(f"{path} cannot be created: {what}") from None


def _check(why_not: str | None) -> None:
    if why_not:
        raise Refused(why_not)
