"""Movement Segments: how every order is carried out (Iron & Oak 5)."""
