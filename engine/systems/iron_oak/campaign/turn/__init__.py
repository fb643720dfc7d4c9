"""How a war goes on from battle to battle, and the whole of its rules (Iron & Oak 8.2)."""
