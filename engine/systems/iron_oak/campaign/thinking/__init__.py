"""The worth of answers in the campaign, for computer players and advice."""
