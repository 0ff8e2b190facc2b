"""Positions laid out by hand: who stands where with which tokens, and whose turn it is."""
