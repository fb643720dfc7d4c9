"""What the campaign's answers are worth, for computer players and advice."""
