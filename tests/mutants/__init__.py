"""Mutation tests: single faults are put into the code, to see whether a test notices them."""
