"""The effects of cards: one small function each, registered under the card's id.

Each module is named for the part of the rules that its effects change. A rule asks a moment (a
hook) for the effects on a ship and never names a card. The docstring of an effect names its cards,
then the effect. Effects that need rules (an attack, a move, a Skill Test) are registered beside
those rules: in `crew`, `plays` and `set_up`.
"""
