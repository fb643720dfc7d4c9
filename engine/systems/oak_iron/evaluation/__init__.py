"""How computer players weigh a position: judgement, not rules."""
