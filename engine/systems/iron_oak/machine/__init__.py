"""How the rules run: agenda, ledger and folds of Iron & Oak. Nothing here is a rule."""
