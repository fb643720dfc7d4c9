"""The worth of answers, for computer players."""
