"""Ships, cards and tables as typed records, read from data/oak_iron."""
