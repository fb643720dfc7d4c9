"""The battle in words: one line an event, sums spelled out, the reference."""
