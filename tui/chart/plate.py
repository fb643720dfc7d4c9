"""A plate: a picture of a great moment, such as a sinking, drawn over the chart."""

from __future__ import annotations

from textwrap import wrap

from engine.game.chart import Card, Picture, Rig, Tableau
from tui.terminal.cells import Grid, cut
from tui.terminal.terminal import Glyphs

# The pictures of events in ASCII characters; with Unicode the same signs are replaced by finer
# ones. `~` water, `@` smoke, `^` and `*` flames and flashes, `=` cloth in a squadron's colour.


WIDE, HIGH = 40, 8
"""Columns and rows of a drawing, in cells."""

_RAKE = r"""
 |\   @
 | |  * - -  .-------------------.
 | |  @      |                    `--.
 | |  * - - -|- o - - - o - - - o - - )- -
 | |  @      |                    .--'
 | |  * - -  '-------------------'
 |/   @
"""
_MAST = r"""
           |                \
          /|\         .      \ |
         / | \        |       \|\
        /__|__\       /      __\_\__
           |         /      /   \
    _______|________|______/_____\____
    \  o   o   o   o   o   o   o   o /
~~~~~\______________________________/~~~~
"""
_FUNNEL = r"""
           @@ @
             @@    ___
              @   /  /
        |        /  /    .     |
        |   ____/__/____/|\____|
     ___|__/  o   o   o   o    \____
     \______________________________/
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
"""
_FIRE = r"""
            @@@    @@@@
        |  @@@@ |  @@@   |
       /|\  @@ /|\  @@  /|\
      /_|_\ ^ /_|_\ ^^ /_|_\
        | ^ *^^ | *^ ^*^ |
    ____|*^^^**^|^^*^^**^|__________
    \  o   o   o   o   o   o   o   /
~~~~~\____________________________/~~~~~
"""
_BURNING = r"""
          @@@    @@@@
         @@@@   @@@@   ___
           @@  @@@    |   |
          ^ ^^ ^ ^    |   |
         ^*^^**^^*^___|   |___
     ___/^*^**^*^^*  o   o    \____
     \____________________________/
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
"""
_COLOURS = r"""
        |         |         |    |
       /|\       /|\       /|\   |
      /_|_\     /_|_\     /_|_\  |
       /|\       /|\       /|\   |===.
      /_|_\     /_|_\     /_|_\  |====)
    ____|_________|_________|____|==='
    \  o    o    o    o    o    o   /
~~~~~\_____________________________/~~~~
"""
_ENSIGN = r"""
                               |
            ___                |
           |   |               |
           |   |               |===.
        ___|   |___________    |====)
     __/   o   o   o   o   \___|==='
     \____________________________/
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
"""
_SUNK = r"""
                 .
            |    .      \
           /|\          /|\   .
          / | \        / | \
         /__|__\      /__|_/
~~~~~~~~~~~~|~~~~~~~~~~~|~~~~~~~~~~~~~~~
   ~  ~  ~     ~   ~       ~   ~    ~
      ~     ~    ~  ~    ~      ~
"""
_GONE = r"""
               @@
                @@   .
               ___
              /  /      .
             /  /              |
~~~~~~~~~~~~/__/~~~~~~~~~~~~~~~|~~~~~~~~
   ~  ~  ~     ~   ~       ~   ~    ~
      ~     ~    ~  ~    ~      ~
"""
_FORT = r"""
                @@@@
          @@   @@@
   _   _   _  @@  _   _   _   _
  |_|_|_|_|_| ^* |_|_|_|_|_|_|_|__
  |     .--.  *^   .--.      .--. |
  |     | x|       |x |      | x| |
  |_____|__|_______|__|______|__|_|
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
"""
_RAMMED = r"""
           @@                @
          ___               ___   *
       __|   |___        __|   |_ | *
    __/   o   o  \______/  o   o \|*
    \____________________>*|*____/ *  *
~~~~~~~~~~~~~~~~~~~~~~~~*^*|*___/~~~~~~~
   ~  ~  ~     ~   ~      *  ~   ~    ~
      ~     ~    ~  ~    ~      ~
"""
_TORPEDO = r"""
                        *  . *
            ___      . *  |  *  .
           |   |       *\ | /*
        ___|   |______ * \|/ *
     __/   o   o   o  \_*^|^*_
     \__________________*^^^*/
~~~~~~~~~~~~~~~~~~~~~~~~~*^*~~~~~~~~~~~~
   ~  ~  ~     ~   ~      o     ~    ~
"""
_BLAST = r"""
        .    @@@   @@@@   @@@   .
          * @@@@ @@@@@@ @@@@ *
       .    \ @@ * | * @@ /     .
     ___     \ *^^ | ^^* /      ___
  __/ o \__   *^^**|**^^*   ___/ o \__
  \_______/ ___*^^^^^^^*___ \________/
~~~~~~~~~~~/__*^^^***^^^*__\~~~~~~~~~~~~
   ~  ~   ~    ~   ~     ~   ~    ~
"""
_PAST = r"""
         _   _   _   _   _   _
        |_|_|_|_|_|_|_|_|_|_|_|__
       /  .--.   .--.   .--.  |  \
    __/ __|o*|___|o*|___|o*|__|   \_____
             *@@    *@@     *@@
         |     ___    *   |
     ____|____|   |_______|___     *
~~~~~\___o___o___o___o___o___/~~~~~~~~~~
"""
_FLAG = r"""
      |
      |=====.        .======.
      |======'======'========'==.
      |====      .  .  .      ===|
      |====      |\/|\/|      ===|
      |====      |_____|      ===|
      |=====.        .======.  ==|
      |      '======'        '==='
"""
_DAWN = r"""
        |                        .-.
       /|\    |                 (   )
      /_|_\  /|\                 '-'  |
        |   /_|_\                    /|\
    ____|_____|_____/         ___|__/_|_
    \  o  o  o  o  /         /__o___o__/
~~~~~\____________/~~~~~~~~~~~~~~~~~~~~~~
  ~   ~     ~    ~   ~     ~   ~    ~
"""
_MOORED = r"""
                                  .-.
      @@                         (   )
     @@   ___                     '-'
    @   _|   |_            ___
   ____/ o o o \___     __|   |__
  /_________________\   /_o__o__o_\____
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  ~   ~     ~    ~   ~     ~   ~    ~
"""
_EVENING = r"""
                 .  |  .
             \    .---.    /
           --   (       )   --
    |  |  |    /         \        |  |
   /|\/|\/|\  /           \      /|\/|\
  _/_|_/_|_\_~~~~~~~~~~~~~~~~~~~_/_|__\_
~~\_________/~~~~  ~~~ ~~  ~~~ ~\______/
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
"""
_HARBOUR = r"""
                 .  |  .
        @@   \    .---.    /     @@
         @ --   (       )   --  @
         ___   /         \     ___
     ___|   |_/           \___|   |___
    / o   o   \~~~~~~~~~~~/  o   o    \
~~~/___________\~ ~~~ ~~~/_____________\
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
"""
_DRAWN: dict[tuple[Picture, Rig], str] = {
    ("rake", "sail"): _RAKE,
    ("mast", "sail"): _MAST,
    ("mast", "steam"): _FUNNEL,
    ("fire", "sail"): _FIRE,
    ("fire", "steam"): _BURNING,
    ("colours", "sail"): _COLOURS,
    ("colours", "steam"): _ENSIGN,
    ("sunk", "sail"): _SUNK,
    ("sunk", "steam"): _GONE,
    ("fort", "sail"): _FORT,
    ("ram", "steam"): _RAMMED,
    ("torpedo", "steam"): _TORPEDO,
    ("blast", "steam"): _BLAST,
    ("past", "steam"): _PAST,
    ("flagship", "sail"): _FLAG,
    ("eve", "sail"): _DAWN,
    ("eve", "steam"): _MOORED,
    ("end", "sail"): _EVENING,
    ("end", "steam"): _HARBOUR,
}
_FINER = str.maketrans("|-/\\_=@^.", "│─╱╲▁█▒▲·")


def drawing(picture: Picture, rig: Rig, glyphs: Glyphs) -> list[str]:
    """Return a drawing as rows of the same width; [] for `cards`, which has a layout instead."""
    rigs: tuple[Rig, ...] = (rig, "sail", "steam")  # parts without a rig are the same for both
    drawn = next((_DRAWN[picture, each] for each in rigs if (picture, each) in _DRAWN), "")
    rows = [row.ljust(WIDE)[:WIDE] for row in drawn.strip("\n").splitlines()]
    return [row.translate(_FINER) for row in rows] if glyphs == "unicode" else rows


# A plate: the picture of an event in its frame, drawn over the middle of the chart.


WIDEST = 46
"""The widest plate in columns: it fits on the smallest chart and leaves its surroundings
visible."""
LEAST = 16
"""The width of the narrowest plate, in columns: two narrow cards fit side by side."""
LONGEST = 7
"""The maximum number of lines for the sentences below the picture."""
FEWEST = 4
"""The minimum number of lines for a card's text."""
MANY = 4
"""On a plate with at least this many cards, their texts are left out."""
_STYLES = {"~": "sea", "@": "smoke", "▒": "smoke", "^": "rake", "▲": "rake", "*": "rake"}
_FRAMES = {"ascii": ("-", "|", "++", "++"), "unicode": ("─", "│", "┌┐", "└┘")}


def plate(tableau: Tableau, columns: int, rows: int, glyphs: Glyphs) -> Grid:
    """Return a plate that fits on a chart of this size in cells; an empty grid on a narrow
    chart.
    """
    wide = min(WIDEST, columns - 2)
    if wide < LEAST:
        return Grid(0, 0, "text")
    said = wrap(tableau.text, wide - 4, max_lines=LONGEST, placeholder=" ..")
    free = rows - len(said) - 4
    if tableau.cards:
        picture = _cards(tableau.cards, wide - 4, free, glyphs)
    else:
        picture = Grid(WIDE, HIGH, "sea")
        hull = f"hull_{tableau.owner[:1].lower()}" if tableau.owner else "name"
        for row, text in enumerate(drawing(tableau.picture, tableau.rig, glyphs)):
            for column, sign in enumerate(text):
                picture.put(column, row, sign, _STYLES.get(sign, hull))
    high = picture.rows_count + len(said) + 4
    if high > rows:  # too high: leave out the last rows of the picture, keep the words
        picture = Grid(picture.columns, max(0, picture.rows_count - (high - rows)), "sea")
        high = picture.rows_count + len(said) + 4
    grid = Grid(wide, high, "text")
    _box(grid, 0, 0, wide, high, "frame", glyphs)
    title = cut(f" {tableau.title} ", wide - 2)
    grid.write((wide - len(title)) // 2, 0, title, "head")
    grid.paste(picture, (wide - picture.columns) // 2, 1)
    for number, line in enumerate(said):
        grid.write((wide - len(line)) // 2, 2 + picture.rows_count + number, line, "text")
    return grid


def _cards(cards: tuple[Card, ...], wide: int, high: int, glyphs: Glyphs) -> Grid:
    """Return a grid with the cards drawn side by side, two in a row.

    The cards have their whole texts if these fit into `high` rows.
    """
    across = wide // 2 - 1
    longest = max(len(wrap(card.effect, across - 4)) for card in cards)
    lowest = (len(cards) + 1) // 2
    room = max(FEWEST, min(longest, high // lowest - 4)) if len(cards) < MANY else 0
    high = 4 + room
    grid = Grid(wide, high * ((len(cards) + 1) // 2), "text")
    for number, card in enumerate(cards):
        left, top = (number % 2) * (across + 2), number // 2 * high
        side = f"side_{card.owner[:1].lower()}"
        _box(grid, left, top, across, high, side, glyphs)
        inside = across - 4
        grid.write(left + 2, top + 1, cut(card.whose.upper(), inside - len(card.value) - 1), side)
        grid.write(left + across - 2 - len(card.value), top + 1, card.value, "head")
        grid.write(left + 2, top + 2, cut(card.name, inside), "text")
        effect = wrap(card.effect, inside)
        for line, text in enumerate(effect[:room]):
            more = ".." if line == room - 1 and len(effect) > room else ""
            grid.write(left + 2, top + 3 + line, text[: inside - len(more)] + more, "dim")
    return grid


def _box(grid: Grid, left: int, top: int, wide: int, high: int, style: str, glyphs: Glyphs) -> None:  # noqa: PLR0913 - a rectangle and how it is drawn
    flat, upright, above, below = _FRAMES[glyphs]
    grid.write(left, top, above[0] + flat * (wide - 2) + above[1], style)
    grid.write(left, top + high - 1, below[0] + flat * (wide - 2) + below[1], style)
    for row in range(top + 1, top + high - 1):
        grid.put(left, row, upright, style)
        grid.put(left + wide - 1, row, upright, style)
