"""The worth of answers, for computer players and advice."""
