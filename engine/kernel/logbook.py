"""The logbook: turns the lines of a journal into the records of a battle and back.

It also verifies them, by deciding all commands again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.base.dice import Dice, check_seed
from engine.base.errors import SURROUNDINGS, FileFault, Refused, WeatherGageError
from engine.base.files import UNREADABLE, decode_fault
from engine.base.hashes import SharedDice, digest
from engine.base.text import clean, pluralized
from engine.game.game import Game, Record, UnknownCommand, fold_events
from engine.kernel import fair
from engine.kernel.appended import FileChanged
from engine.kernel.codec import Codec, codec
from engine.kernel.journal import FORKED, NOTHING, Damage, Entry, Header, Journal, recovery_notice
from engine.kernel.leaving import LEAVING, agreed_outcome, check_leaving
from engine.kernel.registry import system
from engine.kernel.timeline import Timeline, fold

_BESIDE = ("players", "persons", "proposed", "coached")
"""Options in a header that are not part of the set-up: the seats' players, and those that a screen
adds."""
MOVING = ("command", "undo", "redo", "take_back")
"""The kinds of entries that change the state."""
FRAME_EVERY = 32
"""The number of events after which a keyframe (the whole state) is due, so that few events have to
be applied to reach any position."""
SHARED = 16
"""The number of consecutive entries in a block. The blocks are dealt out in turn to the processes
that share a proof, because entries that take long to decide are often adjacent."""
UNPROVED = "the dice are sealed until the battle ends, so nothing can be proved of them yet"


class LoadedBattle(NamedTuple):
    """A battle as read from its journal.

    `notice` and `sealed` say why it cannot be continued.
    """

    timeline: Timeline
    log: list[Record]
    notice: str
    seed: int
    sealed: str
    dice: Dice


class Proof(msgspec.Struct, frozen=True):
    """The result of deciding all commands again: they gave the same, or where and how they differ.

    `proof` is the verdict on fair dice, with the pledge and the words that players have seen.
    """

    ok: bool
    text: str
    entries: int
    """The number of lines of the log that were proved; if there is a fault, the line with the
    fault."""
    proof: str = ""
    counted: str = ""
    """The number of proved commands in words, `180 entries and 3 undone`; '' if there is a
    fault."""


class Share(NamedTuple):
    """The part of a proof that one process does, where several processes share the work."""

    number: int = 0
    of: int = 1

    def has(self, at: int) -> bool:
        """Tell whether this part includes the entry at a position of the log."""
        return at // SHARED % self.of == self.number


WHOLE = Share()


def with_id(header: Header, start: msgspec.Raw) -> Header:
    """Return the header with this start state, and with an id.

    The id is a hash of everything in the header.
    """
    header = msgspec.structs.replace(header, start=start)
    name = digest(msgspec.json.encode(header)).decode()
    return msgspec.structs.replace(header, id=name)


def has_valid_id(header: Header, first: bytes) -> bool:
    """Tell whether a header's id matches its content; `first` is the header's line in the file.

    The id is a checksum, not a signature: a forger can recompute it.
    """
    body, _, _ = first.rpartition(b',"sum":')
    own = b'"id":' + msgspec.json.encode(header.id)
    return digest(body.replace(own, b'"id":""', 1) + b"}") == header.id.encode()


def in_place(records: Sequence[Record]) -> int:
    """Return how many commands at the beginning are numbered 1, 2, 3 and so on, without a gap."""
    # A command's number is at least its place in the list; once it is greater, so are all later
    # ones.
    return bisect_left(range(len(records)), True, key=lambda at: records[at].n > at + 1)


def renumber(records: Sequence[Record]) -> tuple[Record, ...]:
    """Return the commands of a battle that are not undone, renumbered as the first entries of a
    fork.
    """
    kept = in_place(records)
    others = enumerate(records[kept:], kept + 1)
    return (*records[:kept], *(msgspec.structs.replace(each, n=n) for n, each in others))


def create_fork(  # noqa: PLR0913  (what a fork is made of)
    parent: Journal | None,
    path: Path,
    header: Header,
    records: Sequence[Record],
    code: Codec,
    ahead: bool = False,
) -> Journal:
    """Create the file of a fork that begins with these commands of its parent.

    Lines before the first undo or note are copied byte for byte, unless others changed the parent's
    file; the rest is renumbered and chained anew.
    """
    kept = in_place(records)
    if parent is None:
        entries = [encode_record(code, each) for each in renumber(records)]
        return Journal.create(path, with_id(header, header.start), entries, ahead)
    others = [parent.entries[record.n - 1] for record in records[kept:]]
    rest = [msgspec.structs.replace(each, n=n) for n, each in enumerate(others, kept + 1)]
    if kept:
        forked = msgspec.structs.replace(header, format=FORKED, chain=parent.begins)
        with suppress(FileChanged):
            return parent.fork(path, with_id(forked, header.start), kept, rest, ahead)
    whole = [*parent.entries[:kept], *rest]
    return Journal.create(path, with_id(header, header.start), whole, ahead)


class Loading:
    """A battle that is loaded while its journal is read, so that no line is kept in memory."""

    def __init__(self) -> None:
        self.log: list[Record] = []
        self.timeline: Timeline | None = None

    def take(self, journal: Journal, entry: Entry) -> None:
        """Add the next entry of a journal to the battle.

        Raises `FileFault` as `read` does.
        """
        if self.timeline is None:
            self.timeline = begin(journal)
        if bytes(entry.state):  # copied, because otherwise the whole line would stay in memory
            entry = msgspec.structs.replace(entry, state=entry.state.copy())
        record = decode_entry(journal, self.timeline.game, entry)
        apply(self.timeline, record)
        self.log.append(record)


def begin(journal: Journal) -> Timeline:
    """Return the timeline (commands and states) of a journal, still without any command.

    Raises `FileFault` when the game is unknown, or the battle is of another data set.
    """
    header, path = journal.header, str(journal.path)
    try:
        check_seed(header.seed)
    except Refused as refusal:
        raise FileFault(f"{path} has an impossible seed: {refusal}") from None
    try:
        game = system(header.game)
    except Refused:
        raise FileFault(f"{path} is a battle of '{header.game}', a game not known here") from None
    if _own(header.data) != _own(game.data_version):
        raise FileFault(
            f"{path} was played with data set {header.data} of {game.title}, "
            f"and data set {game.data_version} is loaded"
        )
    try:
        start = codec(game).state(header.start)
    except UNREADABLE as error:
        what = f"{path}: line 1 holds no state of {game.title} ({decode_fault(error)})"
        raise FileFault(what) from None
    return Timeline(game, start, path)


def read(
    journal: Journal,
    recover: bool = False,
    secret: str = "",
    dice: Dice | None = None,
    loading: Loading | None = None,
) -> LoadedBattle:
    """Return the battle in a journal.

    With `recover`, only the entries before the first unreadable line are returned. `secret` is the
    secret of fair dice, for a log that does not reveal it; `dice` are dice made of secret shares.
    `loading` has taken the entries if the journal has not kept them. Raises `FileFault` when the
    battle is of another game or data set.
    """
    header, taken = journal.header, loading.timeline if loading else None
    timeline = taken or begin(journal)
    log = loading.log if loading else []
    game, notice = timeline.game, ""
    if other := other_edition(game, header):
        notice = (
            f"played under {other} of {game.title}, and not under today's, "
            "so it can be watched and forked but not continued"
        )
    try:
        for entry in () if taken else journal.entries:
            record = decode_entry(journal, game, entry)
            apply(timeline, record)
            log.append(record)
            if recover:
                try:
                    timeline.at(timeline.position)
                except Damage:
                    timeline.move(record.at - 1)
                    raise
        timeline.at(timeline.position)
    except Damage as damage:
        if not recover:
            raise
        journal.notice = recovery_notice(
            damage, pluralized(len(journal.entries) - len(log), "entry", "entries")
        )
    secret = secret or revealed_secret(log)
    fairness = journal.header.fairness
    if fairness is None or not secret:
        seed = journal.header.seed
    else:
        if not fair.matches_pledge(secret, fairness):
            raise FileFault(
                f"{journal.path}: the secret of its dice is not the one that was pledged"
            )
        seed = fair.mix_seed(secret, fairness)
    dice = dice or fair.dice(secret, header.fairness, seed)
    known = secret or ("shares" if dice_are_shared(dice) else "")
    return LoadedBattle(timeline, log, notice, seed, why_sealed(header, log, known), dice)


def dice_are_shared(dice: Dice) -> bool:
    """Tell whether dice are made of secret shares of both players, and some shares are revealed."""
    return isinstance(dice, SharedDice) and any(link.choice >= 0 for link in dice.links.values())


def decode_entry(journal: Journal, game: Game, entry: Entry) -> Record:
    """Return an entry with its command and events decoded."""
    code = codec(game)
    command: Any = None
    events: tuple[Any, ...] = ()
    if entry.kind == "command":
        try:
            command, events = _command(journal, code, entry), code.events(entry.events)
        except UNREADABLE as error:
            of = f"{game.title}, rules {game.rules_version}"
            what = f"is not a command of {of} ({decode_fault(error)})"
            raise Damage(journal.path, entry.n + 1, what) from None
    return Record(
        n=entry.n,
        kind=entry.kind,
        at=entry.at,
        seat=entry.seat,
        command=command,
        events=events,
        text=clean(entry.text),
        to=clean(entry.to),
        hash=entry.hash,
        frame=entry.state if bytes(entry.state) else None,
    )


def _command(journal: Journal, code: Codec, entry: Entry) -> Any:
    """Return the decoded command of an entry.

    If today's rules do not know it, return an `UnknownCommand`; only a battle of older rules may
    have one.
    """
    try:
        return code.command(entry.command)
    except UNREADABLE:
        if journal.header.rules == code.rules:
            raise
        return UnknownCommand(entry.command)


def with_keyframe(
    timeline: Timeline, record: Record, before: Any, after: Any, packed: bool
) -> Record:
    """Return a record with what is due at it: a hash of the state, a keyframe, both or neither.

    A hash is due when the turn has changed, a keyframe after `FRAME_EVERY` events; with `packed` it
    is compressed.
    """
    game, code = timeline.game, codec(timeline.game)
    if record.kind == "command" and timeline.since_keyframe() + len(record.events) >= FRAME_EVERY:
        frame = code.compressed(after) if packed else code.canonical_state(after)
        record = msgspec.structs.replace(record, frame=frame)
    if game.turn(before) != game.turn(after):
        record = msgspec.structs.replace(record, hash=code.hash(after))
    return record


def encode_record(code: Codec, record: Record) -> Entry:
    """Return the journal's entry for a record."""
    played = record.kind == "command"
    return Entry(
        n=record.n,
        kind=record.kind,
        at=record.at,
        seat=record.seat,
        command=code.raw(record.command) if played else NOTHING,
        events=code.raw(record.events) if played else NOTHING,
        text=record.text,
        to=record.to,
        hash=record.hash,
        state=record.frame or NOTHING,
    )


def apply(timeline: Timeline, record: Record) -> None:
    """Apply a record of the file to the timeline.

    Raises `Damage` if the record cannot follow the one before it.
    """
    here = timeline.position
    if record.kind == "command":
        fits = record.at == here + 1
    elif record.kind == "redo":
        fits = record.at == here + 1 <= len(timeline)
    elif record.kind in ("undo", "take_back"):
        fits = 0 <= record.at < here
    else:
        fits = 0 <= record.at <= here
    if not fits:
        what = f"has a {record.kind.replace('_', '-')} that is impossible at this entry"
        raise Damage(timeline.source, record.n + 1, what)
    if record.kind == "command":
        timeline.push(record)
    elif record.kind in ("undo", "redo", "take_back"):
        timeline.move(record.at)


def notes(log: list[Record], position: int) -> tuple[Record, ...]:
    """Return the notes and bookmarks of a log, up to those on the moment `position`."""
    kept: list[Record] = []
    for record in log:
        if record.kind == "command":  # drops the notes on abandoned, undone commands
            kept = [note for note in kept if note.at < record.at]
        elif record.kind in ("note", "bookmark"):
            kept.append(record)
    return tuple(note for note in kept if note.at <= position)


def _own(data: str) -> str:
    """Return the part of a data set's version after `+`, which identifies a user's own records."""
    return data.partition("+")[2]


def other_edition(game: Game, header: Header) -> str:
    """Return in words the older rules or data set of a battle: `rules 1` or `data set 1.0`.

    '' if both are today's.
    """
    if header.rules != game.rules_version:
        return f"rules {header.rules}"
    return f"data set {header.data}" if header.data != game.data_version else ""


def revealed_secret(log: list[Record]) -> str:
    """Return the secret of the dice, if the log reveals it; else ''."""
    return next((record.text for record in reversed(log) if record.kind == "reveal"), "")


def why_sealed(header: Header, log: list[Record], secret: str) -> str:
    """Return why a battle with fair dice accepts no command: the dice are revealed, or their secret
    is unknown.

    '' if it accepts commands.
    """
    if header.fairness is None:
        return ""
    if revealed_secret(log):
        return "the dice of this battle are revealed, so it is over"
    if secret:
        return ""
    return "the dice of this battle are sealed until it ends; only its host can continue it"


def verify(  # noqa: PLR0913  (what a proof goes by)
    game: Game,
    header: Header,
    start: Any,
    log: list[Record],
    seed: int,
    first: bytes = b"",
    share: Share = WHOLE,
) -> Proof:
    """Decide every command of a log again with the dice of a seed, and compare the results.

    `first` is the header's line in the file, if there is a file. Entries outside the `share` are
    not decided again: only their events are applied.
    """
    if header.fairness and not revealed_secret(log):
        return Proof(False, UNPROVED, 0)
    if other := other_edition(game, header):
        text = f"played under {other}; only a program with those rules can decide it"
        return Proof(False, text, 0)
    dice = fair.dice(revealed_secret(log), header.fairness, seed)
    code, timeline = codec(game), Timeline(game, start)
    wrong = _wrong_header(game, header, start, dice, first)
    if wrong:
        return Proof(False, wrong, 0)
    ended, agreed = False, None
    for number, record in enumerate(log, 1):
        late = "it was written after the dice were revealed" if ended else ""
        if agreed and record.kind in (*MOVING, *LEAVING):
            late = f"it was written after the end: {agreed.reason}"
        again = _wrong if share.has(number - 1) else _unfolded
        wrong = late or again(timeline, code, record, dice)
        if record.kind == "reveal" and header.fairness is None:
            wrong = "it reveals a secret that line 1 does not pledge"
        if not wrong and record.kind in LEAVING:
            try:
                check_leaving(log[: number - 1], game.seats(timeline.at(timeline.position)), record)
            except Refused as refusal:
                wrong = str(refusal)
        if wrong:
            return Proof(False, f"entry {record.n}: {wrong}", record.n)
        ended = record.kind == "reveal"
        if record.kind in LEAVING:
            agreed = agreed_outcome(log[:number], game.seats(timeline.at(timeline.position)))
    proof = fair.proof_text(header.fairness) if header.fairness else ""
    # A replay and the library count only the commands that were not undone.
    counted = pluralized(timeline.position, "entry", "entries")
    undone = sum(record.kind == "command" for record in log) - timeline.position
    counted += f" and {undone} undone" if undone else ""
    text = f"{counted}, all decided again with the same result"
    if agreed:
        text = f"{text}; it ended outside the rules: {agreed.reason}"
    return Proof(True, text, len(log), proof, counted)


def _wrong_header(game: Game, header: Header, start: Any, dice: Dice, first: bytes) -> str:
    """Return what was changed in a header; '' for nothing."""
    if first and not has_valid_id(header, first):
        return "line 1 was changed: its id does not match its content"
    if why := _unsound(game, start):
        return f"its start is not a legal state: {why}"
    if header.fairness and _begun(game, header, dice) != start:
        return "its start does not match its dice and set-up"
    return ""


def _unsound(game: Game, state: Any) -> str:
    """Return what is wrong with a start state: the error that the rules or the screen raise.

    '' if there is none. Only a forged file has a state that causes an error.
    """
    try:
        seats = [seat.key for seat in game.seats(state)]
        for view in (state, *(game.view(state, seat) for seat in ("", *seats))):
            game.screen.status(view)
            game.screen.scene(view)
            game.screen.subjects(view)
        game.pending(state)
        game.outcome(state)
        game.positions.inspect(state, "")
    except SURROUNDINGS:
        raise
    except Exception as error:
        return repr(error)
    return ""


def _begun(game: Game, header: Header, dice: Dice) -> Any:
    """Return the state that a battle of this header must start with.

    It is computed from the set-up in the header and the dice; None if that fails.
    """
    options = {key: header.options[key] for key in header.options if key not in _BESIDE}
    try:
        return game.settled(game.set_up(header.scenario, options), dice.for_command(0))
    except WeatherGageError:
        return None


def _alike(timeline: Timeline, record: Record, decided: tuple[Any, ...]) -> bool:
    """Tell whether the events in the file lead to the same result as those decided again.

    Events that only change the agenda (the steps still to be done) are not compared one by one,
    because files of format 1 have more of them; instead the states at the end are compared.
    """
    game, after = timeline.game, timeline.at(timeline.position)
    silent = game.bookkeeping
    written, again = (
        [event for event in events if not isinstance(event, silent)]
        for events in (record.events, decided)
    )
    before = timeline.at(timeline.position - 1)
    return written == again and fold(game, before, record.events) == after


def _unfolded(timeline: Timeline, code: Codec, record: Record, dice: Dice) -> str:
    """Apply a record with the events in the file.

    Return why they cannot be applied, or ''.
    """
    try:
        apply(timeline, record)
        timeline.at(timeline.position)
    except SURROUNDINGS:
        raise
    except Exception as error:  # as in `_wrong`
        return f"its events are impossible: {error}"
    return ""


def merge_proofs(parts: Sequence[Proof]) -> Proof:
    """Return one proof made of the proofs of all parts: that with the first fault, or one without a
    fault.
    """
    wrong = [each for each in parts if not each.ok]
    return min(wrong, key=lambda each: each.entries) if wrong else parts[0]


def _wrong(timeline: Timeline, code: Codec, record: Record, dice: Dice) -> str:
    """Decide a record again and apply it.

    Return how the result differs from the file, or ''.
    """
    game, here = timeline.game, timeline.at(timeline.position)
    if record.kind == "command":
        try:
            thrown = dice.for_command(timeline.position + 1)
            decided = game.decide(here, record.seat, record.command, thrown)
            states = fold_events(here, decided, game.evolve).states
        except SURROUNDINGS:
            raise
        except Exception as error:  # in a forged file the rules may meet impossible states
            return f"the rules do not allow it: {error}"
        timeline.push(record, states)
        if tuple(decided) != record.events and not _alike(timeline, record, decided):
            return "this command has different events"
    elif record.kind in ("undo", "redo", "take_back"):
        timeline.move(record.at)
    after = timeline.at(timeline.position)
    if record.hash and not code.is_hash(record.hash, after):
        return "the hash of the state differs"
    if record.frame is not None and not code.is_keyframe(record.frame, after):
        return "the keyframe has another state"
    return ""
