"""The start of a battle (Iron & Oak 2)."""
