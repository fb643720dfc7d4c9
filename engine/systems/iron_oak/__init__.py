"""Iron & Oak: ironclads on rivers and bays, 1861 to 1865."""
