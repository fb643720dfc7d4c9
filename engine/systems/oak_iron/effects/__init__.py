"""What cards do: one small function an effect, registered under the card's id.

Each module is named for the moment of the rules at which its effects work: `speed`,
`gun_dice`, `fortitude`... A rule asks a moment for the effects at work on a ship and never
names a card. Effects that need the rules to do their work (an attack, a move, a Skill Test)
are registered beside those rules: in `crew`, `plays` and `set_up`.
"""
