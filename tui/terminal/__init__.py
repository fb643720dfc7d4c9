"""Bytes and cells: themes, escape sequences, lines that know what changed, the output guard."""
