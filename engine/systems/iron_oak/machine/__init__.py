"""How the rules run: agenda and ledger of Iron & Oak. Nothing here is a rule."""
