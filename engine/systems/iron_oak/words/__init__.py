"""Events, commands and terms in words."""
