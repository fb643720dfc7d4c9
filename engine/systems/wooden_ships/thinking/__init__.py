"""The worth of answers: for computer players, advice and hindsight. It uses only views."""
