"""The start of a battle (2)."""
