"""The picture of a ship in the opening menu, in ASCII and in block elements."""

from __future__ import annotations

ASCII = r"""
                    |~>
         |          |           |
       ,-+--.     ,-+--.     ,--+-.
       )    )     )    )     )    )\
      ,--+---.  ,---+---.  ,---+--.`.
      )      )  )       )  )      ) `.
     ,---+----.,----+----.,----+---. `.
     )        ))         ))        )  `.
     )________))_________))________)   `.
   |_    |          |          |    __,--`
   |_|___|__________|__________|___/_,-'
   \ []  []  []  []  []  []  []  [] /
    \  o   o   o   o   o   o   o   /
 ~~~-\____________________________/-~~~-
"""

UNICODE = """
                    ┃▀▀▘
         ┃          ┃           ┃
       ▗▄▄▄▄▖     ▗▄▄▄▄▖     ▗▄▄▄▄▖
       ▝█████▖    ▝█████▖    ▝█████╲
      ▗▄▄▄▄▄▄▖  ▗▄▄▄▄▄▄▄▖  ▗▄▄▄▄▄▄▖ ╲
      ▝██████▙  ▝███████▙  ▝██████▙  ╲
     ▗▄▄▄▄▄▄▄▄▖▗▄▄▄▄▄▄▄▄▄▖▗▄▄▄▄▄▄▄▄▖  ╲
     ▝████████▙▝█████████▙▝████████▙   ╲
      ▟███████▛ ▟████████▛ ▟███████▛    ╲
   ▄▄    ┃          ┃          ┃    ▁▂▃▄▀
   ██▄▄▄▄┃▄▄▄▄▄▄▄▄▄▄┃▄▄▄▄▄▄▄▄▄▄┃▄▄▄▟█▀▀
   ▜██▀█▀█▀█▀█▀█▀█▀█▀█▀█▀█▀█▀█▀█▀███▛
    ▜█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄██▛
 ▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂
"""

HULL, SEA = 4, 1
"""Rows of hull and of water at the foot of the picture, which have other colours."""
FLAG = "▀▘~>"
"""The characters of the flag in the first row."""


def ship(glyphs: str) -> list[str]:
    """Return the rows of the picture."""
    return (ASCII if glyphs == "ascii" else UNICODE).strip("\n").splitlines()
