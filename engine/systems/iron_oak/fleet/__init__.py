"""What follows from the state of a ship or section: power, draft, ties, who may move at all."""
