"""The review of one battle: its page of figures and moments, its dice, its costliest choices."""
