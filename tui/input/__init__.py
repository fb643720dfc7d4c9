"""A key becomes an answer: actions, keymaps, orders, typed words."""
