"""The battle in words: a line for each event, sums written out, and explanations of terms."""
