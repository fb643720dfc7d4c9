"""The battle in words: a line for each event, sums spelled out, the reference."""
