"""Which orders a ship may be given, and why not the others (4)."""
