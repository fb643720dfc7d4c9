"""The chapters of the campaign's rules, in the order in which a war goes (8.2)."""
