"""Attacks laid out and worked out: every condition, and everything that can come of them."""
