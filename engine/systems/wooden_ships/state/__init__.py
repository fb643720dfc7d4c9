"""The battle as data: seats, ships, the steps still to be done, facts and what follows of them."""
