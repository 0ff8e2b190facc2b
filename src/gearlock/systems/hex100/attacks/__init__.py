"""Attacks: targets, volleys, hits and what they do, blasts, reserves that answer them."""
