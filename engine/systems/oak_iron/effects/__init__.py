"""The effects of cards: a small function for each, registered under the id of its card.

A module is named for the part of the rules that its effects change. A rule never names a card: it
asks a `Moment` (a hook) for the effects on a ship. The docstring of an effect names its cards
first, then says what they do. Effects that need rules (an attack, a move, a Skill Test) are
registered beside those rules: in `crew`, `plays` and `set_up`.
"""
