"""The worth of the campaign's answers, for computer players and advice."""
