"""The tests of tui/, in the same folders."""
