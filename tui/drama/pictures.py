"""The drawings of what is told about, in seven-bit signs; in Unicode the same signs are finer.

`~` water, `@` smoke, `^` and `*` flames and flashes, `=` cloth in a squadron's colour.
"""

from __future__ import annotations

from engine.game.tableau import Picture, Rig
from tui.terminal.terminal import Glyphs

WIDE, HIGH = 40, 8
"""Cells of a drawing."""

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
    ("flagship", "sail"): _FLAG,
    ("end", "sail"): _EVENING,
    ("end", "steam"): _HARBOUR,
}
_FINER = str.maketrans("|-/\\_=@^.", "│─╱╲▁█▒▲·")


def drawing(picture: Picture, rig: Rig, glyphs: Glyphs) -> list[str]:
    """Return a drawing as rows of the same width; [] for `cards`, which are laid out instead."""
    drawn = _DRAWN.get((picture, rig)) or _DRAWN.get((picture, "sail"), "")
    rows = [row.ljust(WIDE)[:WIDE] for row in drawn.strip("\n").splitlines()]
    return [row.translate(_FINER) for row in rows] if glyphs == "unicode" else rows
