"""The chapters of the campaign's rules, in the order in which a war goes (Iron & Oak 8.2)."""
