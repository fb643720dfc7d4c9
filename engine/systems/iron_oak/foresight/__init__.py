"""What an order would bring, in exact figures, before it is given; nothing hidden is used."""
