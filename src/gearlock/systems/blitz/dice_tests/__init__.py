"""2.2, 2.6 and 3.4a: tests made at the table: dice, action bonus, rerolls."""
