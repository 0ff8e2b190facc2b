"""Objectives of position: who stands where it counts, how far the others are, and what that is worth to bots."""
