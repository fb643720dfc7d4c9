"""The worth of answers, for computer players, advice and hindsight. Only a seat's view is used."""
