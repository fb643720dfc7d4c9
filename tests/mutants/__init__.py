"""Single faults put into the code at random, to see whether a test notices."""
