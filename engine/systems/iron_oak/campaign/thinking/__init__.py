"""What the campaign's answers are worth, to computer players and as advice."""
