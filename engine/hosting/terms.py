"""The terms of a hosted battle as they are stored, and the limits on the use of a host."""

from __future__ import annotations

from datetime import datetime
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from engine.base import files
from engine.base.errors import FileFault
from engine.base.files import Missing, decode_data, decode_fault, read_bytes, read_toml_table
from engine.files.saves import PROPOSED, random_seed
from engine.players import PLAYERS
from engine.sitting.setting_up.rows import FormQuestion, Seating, SetupLine, SetUpRows, first_choice

# The limits on what one name, one address, and all people together may use of a host's resources.
# They are read from `limits.toml` in the host's folder when the host starts.


NETWORK = 64
"""The number of bits of an IPv6 address that identify its network. All addresses of one network
count as one, because a provider usually gives a whole network to a customer."""
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class Limits(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The limits of a host; a request over a limit is refused with a sentence.

    IPv6 addresses of one /64 network count as one address. The names of the fields are the keys of
    the file.
    """

    connections: Count = 300
    """The maximum number of connections that have logged in."""
    connections_an_address: Count = 60
    connections_a_name: Count = 12
    """The maximum number of connections that have logged in under one name. It is more than
    `screens`, because a lost connection counts until it times out."""
    waiting: Count = 64
    """The maximum number of connections that have not logged in yet. Above it, the address with
    most of them loses its oldest one."""
    waiting_an_address: Count = 24
    calls_a_minute: Count = 120
    """The maximum number of new connections from one address in a minute."""
    screens: Count = 8
    """The maximum number of terminals with screens under one name."""
    guests: Count = 100
    """The maximum number of connections, and also of screens, of all guests together."""
    names: Count = 5000
    """The maximum number of registered names."""
    new_names_a_day: Count = 20
    """The maximum number of new names that are registered from one address in a day."""
    guesses: Count = 30
    """How many passwords and invitation words one address may try in ten minutes."""
    battles: Count = 500
    """The maximum number of battles that are not over."""
    battles_a_person: Count = 20
    """The maximum number of battles that are not over and were founded by one name."""
    battles_an_address: Count = 60
    """The maximum number of battles that have not begun and were founded from one address."""
    open_days: Count = 14
    """The number of days after which a battle that has not begun is withdrawn."""
    idle_minutes: Count = 30
    """The number of minutes without a key press after which a person counts as away. When all
    persons of a battle are away, its computer players pause."""
    thinking_processes: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0
    """The number of worker processes for computer players and advice; 0 stands for one less than
    the number of cores."""
    questions_a_person: Count = 24
    """The maximum number of computations for one person that wait or run."""
    notices_a_day: Count = 100
    """The maximum number of notices that are sent to one person in a day."""
    words_a_battle: Count = 2000
    """The maximum number of chat messages in a battle."""
    input_a_second: Count = 500
    """How many bytes of keyboard input a terminal may send in a second, over a long time. All
    terminals that send more share this rate."""
    output_waiting: Count = 128 * 1024
    """At most this many bytes wait for a slow terminal; above it, frames of its screen are left
    out."""
    unread_seconds: Count = 300
    """The number of seconds after which a terminal that reads nothing is disconnected."""


USUAL = Limits()


def rate_limit_key(address: str) -> str:
    """Return an address in the form in which limits count it.

    That is an IPv4 address unchanged, or the /64 network of an IPv6 address.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Address(int(known) >> NETWORK << NETWORK))


def read_limits(path: Path) -> Limits:
    """Return the limits in a file, or the defaults where there is none.

    Raises `FileFault` that names the error in the file.
    """
    try:
        table = read_toml_table(path, "a file of limits")
    except Missing:
        return USUAL
    try:
        return msgspec.convert(table, Limits)
    except msgspec.ValidationError as error:
        raise FileFault(f"{path} is not a file of limits: {decode_fault(error)}") from None


# The terms of a battle on a host: the founder's choices, and the data that the host stores about
# the battle. The file is beside the battle's file. Only the host's account may read it, because it
# contains the secret of the dice.


ENDING = ".papers"
LARGEST = 1024 * 1024
"""The maximum size of an agreement's file in bytes; usually it has some hundred."""
Late = Literal["computer", "adjourn"]
Watching = Literal["live", "delayed", "nobody"]


class Pace(NamedTuple):
    """The clock of a battle: seconds for each choice, or seconds for the whole battle (a bank)."""

    choice: int = 0
    """The seconds for each choice; 0 for no such limit."""
    bank: int = 0
    """The seconds for all choices of a seat together; 0 for no such limit."""
    more: int = 0
    """Seconds that each choice adds to the bank."""


class Terms(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """The terms that the founder of a battle sets for everybody."""

    game: str
    scenario: str
    title: str = ""
    options: dict[str, Any] = {}
    computers: dict[str, str] = {}
    """{seat: name of the computer player that plays it}."""
    word: str = ""
    """The invitation word that a person must know to take a seat; if it is '', everybody may take
    one."""
    clock: int = 0
    """The seconds for each choice; 0 for no such limit."""
    bank: int = 0
    """The seconds for all choices of a seat together; 0 for no such limit. With a bank, `clock` is
    0."""
    more: int = 0
    """Seconds that each choice adds to the bank."""
    late: Late = "computer"
    """What happens when a deadline passes: a computer player takes over the seat, or the battle is
    adjourned."""
    away: int = 0
    """How many seconds the others must wait for an absent player before they may give the seat
    away; 0 if they never may."""
    watching: Watching = "live"
    delay: int = 2
    """How many turns later watchers see the battle, if watching is delayed."""
    advice: bool = True
    """Whether seats may ask the computer for advice."""
    proposed: bool = False
    """Whether the computer proposes an answer to each question of a person's set-up; requires
    `advice`."""

    @property
    def pace(self) -> Pace:
        """The clock of the battle."""
        return Pace(0 if self.bank else self.clock, self.bank, self.more)

    @property
    def noted(self) -> dict[str, Any]:
        """The options that are recorded in the battle's file."""
        return {**self.options, **({PROPOSED: True} if self.proposed and self.advice else {})}


PERSON = "a person"
"""The value in a form that means that a person takes the seat."""
DAY = 86400
ASKED = (
    FormQuestion(
        "word",
        "Invitation",
        "Only people who know this word can sit down; it keeps the battle among friends.",
        none="none, everybody may join",
    ),
    FormQuestion(
        "clock",
        "Clock",
        "The time for a choice, from the moment of the question, or a "
        "bank of time for the whole battle, to which each choice adds a little.",
        {
            Pace(3 * DAY): "3 days, like play by letters",
            Pace(7 * DAY): "a week",
            Pace(): "none, we are friends",
            Pace(60): "a minute",
            Pace(180): "3 minutes",
            Pace(600): "10 minutes",
            Pace(DAY): "a day",
            Pace(bank=1200, more=20): "bank of 20 minutes, 20 seconds more for each choice",
            Pace(bank=3600, more=60): "bank of an hour, a minute more for each choice",
            Pace(bank=7 * DAY, more=4 * 3600): "bank of a week, 4 hours more for each choice",
        },
    ),
    FormQuestion(
        "late",
        "When late",
        "What happens when the clock runs out; a late player can play "
        "on afterwards. When nobody is there, the battle is adjourned.",
        {"computer": "the computer plays", "adjourn": "it is adjourned"},
    ),
    FormQuestion(
        "away",
        "Seat lost",
        "When the other players may give the seat of an absent player to somebody else.",
        {7 * DAY: "after a week", DAY: "after a day", 3600: "after an hour", 0: "never"},
    ),
    FormQuestion(
        "watching",
        "Watching",
        "People who watch never see a hand of cards.",
        {"live": "live, hands hidden", "delayed": "2 turns behind", "nobody": "not at all"},
    ),
    FormQuestion(
        "advice",
        "Advice",
        "The computer shows the best answers, as far as your seat can see.",
        {True: "on request", False: "none"},
    ),
)
"""The questions of the form for a battle that are not about its set-up; the answers are fields of
`Terms`."""


def new_form() -> SetUpRows:
    """Return the form for a new battle; the seed is drawn when all seats are taken."""
    who = {PERSON: "the first to sit down", **PLAYERS}
    seating = Seating(who, PERSON, "lot", seed_known=False, asked=ASKED)
    return SetUpRows(first_choice(random_seed()), seating)


def rows_of(form: SetUpRows) -> list[SetupLine]:
    """Return all rows of a form, in the order in which the page shows them.

    Screens and the line interface use them.
    """
    return [*form.who(), *form.ways(), *form.also(), *form.forces()]


def terms_of(form: SetUpRows) -> Terms:
    """Return the set-up and terms of a battle from a filled-in form."""
    choice = form.choice
    own = dict(form.own)
    pace = own.pop("clock")
    return Terms(
        game=choice.game,
        scenario=choice.scenario,
        options=form.options(),
        computers={seat: name for seat, name in choice.players.items() if name != PERSON},
        proposed=choice.proposed and any(row.what == "set-up" for row in form.ways()),
        clock=pace.choice,
        bank=pace.bank,
        more=pace.more,
        **own,
    )


class Agreement(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """One hosted battle as it is stored: the terms, and the seats.

    For each seat `seated` has the person, `words` the word that the person gave for the dice.
    """

    id: str
    founder: str
    terms: Terms
    secret: str
    created: str = ""
    address: str = ""
    """The founder's address, in the form that `rate_limit_key` returns; '' on the host's own
    machine."""
    seated: dict[str, str] = {}
    reserved: dict[str, str] = {}
    """{seat: the person for whom it is reserved}, in a challenge, a rematch or a tournament."""
    rematch: str = ""
    """The id of the earlier battle, if this is its rematch with the sides exchanged; '' for
    none."""
    tournament: str = ""
    """The tournament to which the battle belongs; '' for none."""
    words: dict[str, str] = {}
    seen: dict[str, str] = {}
    """{person: the time when the person last left the battle's screen}."""
    left: dict[str, int] = {}
    """{person: the number of commands when the person last left the battle's screen}."""
    here: tuple[str, ...] = ()
    """The people who have a screen on the battle open. If the host was killed, they were at the
    battle until then."""
    deadlines: dict[str, tuple[float, int]] = {}
    """{seat: (deadline, entry)} for seats that are asked: the deadline in seconds since 1970, and
    the number of the battle's entry after which the countdown began."""
    banks: dict[str, float] = {}
    """{seat: the seconds that it has left for the rest of the battle}, if the clock has a bank."""
    answered: dict[str, tuple[int, float]] = {}
    """{seat: (entry, seconds)} for the latest answer of each seat: the number of the battle's entry
    before it, and the seconds that the seat had left, which are given back when the answer is
    undone."""
    holidays: dict[str, tuple[str, int]] = {}
    """{seat: (person, number)} for each deadline: the person of the seat, and how many of the
    person's holidays have moved the deadline."""
    late: tuple[str, ...] = ()
    """The seats that a computer player plays because time ran out."""
    adjourned: str = ""
    """Why the battle is adjourned; '' if it is not."""
    file: str = ""
    """The name of the battle's file; '' before the battle has begun."""


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Agreement).decode


def store(folder: Path, agreement: Agreement) -> None:
    """Write an agreement and return when it is on disk; raises `FileFault` if that fails."""
    path, data = folder / f"{agreement.id}{ENDING}", _encode(agreement) + b"\n"
    if len(data) > LARGEST:
        raise FileFault(f"{path} cannot be saved: the terms of a battle would be too large")
    files.write(path, data)


def is_stored(folder: Path, name: str) -> bool:
    """Tell whether a battle's agreement has a file, even one that cannot be read.

    Another program may have deleted it.
    """
    return (folder / f"{name}{ENDING}").exists()


def stored_at(folder: Path, name: str) -> float:
    """Return when a battle's agreement was last written, in seconds since 1970; 0 if there is no
    such file.
    """
    try:
        return (folder / f"{name}{ENDING}").stat().st_mtime
    except OSError:
        return 0.0


def discard(folder: Path, agreement: Agreement) -> None:
    """Delete the file of an agreement; raises `FileFault` when it cannot be deleted."""
    try:
        (folder / f"{agreement.id}{ENDING}").unlink(missing_ok=True)
    except OSError as error:
        raise FileFault(f"the battle stays: {(error.strerror or '').lower()}") from None


def stored_agreements(folder: Path) -> list[Agreement | FileFault]:
    """Return the agreements (stored battles) in a folder, oldest first.

    In place of a file that cannot be read the list has its `FileFault`.
    """
    return sorted(map(_read, folder.glob(f"*{ENDING}")), key=_founding_order)


def _read(path: Path) -> Agreement | FileFault:
    try:
        agreement = decode_data(
            _decode, read_bytes(path, LARGEST, "the file of terms of a battle"), path
        )
        if agreement.id != path.stem or Path(agreement.file).name != agreement.file:
            raise FileFault(f"{path} is damaged (id, file: they name another battle)")
        if agreement.created and not _is_local_time(agreement.created):
            raise FileFault(f"{path} is damaged (created: it is not a date with a time of day)")
        return agreement
    except FileFault as fault:
        return fault


def _is_local_time(text: str) -> bool:
    """Tell whether a text is a date, with or without a time of day, in this machine's time zone."""
    try:
        return datetime.fromisoformat(text).tzinfo is None
    except ValueError:
        return False


def _founding_order(agreement: Agreement | FileFault) -> tuple[str, int, str]:
    """Return the key for sorting battles in the order in which they were founded.

    It has the second of the founding, then the number in the battle's id.
    """
    if isinstance(agreement, FileFault):
        return "", 0, str(agreement)
    number = agreement.id.rpartition("_")[2]
    return agreement.created, int(number) if number.isdecimal() else 0, agreement.id
