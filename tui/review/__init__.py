"""The review of one battle: figures and decisive moments, its dice, its costliest choices."""
