"""A.2.4: duelists in play."""
