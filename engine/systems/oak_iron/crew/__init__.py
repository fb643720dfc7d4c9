"""What crews do: boarding, landing, reactions, free attacks, crew actions."""
