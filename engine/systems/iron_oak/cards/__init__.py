"""Action cards: hands, windows, and what each kind does (7)."""
