"""Quick scores without search: what a lieutenant plays by."""
