"""What cards do: one small function an effect, registered under the card's id.

Each module is named for the moment at which its effects work: `speed`, `gun_dice`,
`fortitude`... The rules ask a moment for the effects at work on a ship and never
name a card. Importing `every` opens all of them.
"""
