"""What answers are worth, for computer players and advice."""
