"""The effects of cards: one small function each, registered under the card's id.

Each module is named for the moment of the rules at which its effects apply: `speed`, `gun_dice`,
`fortitude`... A rule asks a moment for the effects on a ship and never names a card. Effects that
need rules (an attack, a move, a Skill Test) are registered beside those rules: in `crew`, `plays`
and `set_up`.
"""
