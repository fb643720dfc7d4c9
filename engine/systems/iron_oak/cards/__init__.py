"""Action cards in the hand: the deck, hands, and whether a side wants to be asked (7)."""
