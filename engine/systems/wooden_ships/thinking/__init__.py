"""What answers are worth: for computer players, advice and hindsight. Only views are looked at."""
