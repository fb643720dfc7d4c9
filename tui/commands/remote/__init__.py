"""Commands for battles between people: a host and its guests, and battles by mail."""
