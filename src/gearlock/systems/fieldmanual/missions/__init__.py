"""Scenarios: the generator, missions and objectives, the length of a battle and who has won it."""
