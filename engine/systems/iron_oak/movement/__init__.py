"""Movement Segments (one ship's move each): how every order is carried out (Iron & Oak 5)."""
