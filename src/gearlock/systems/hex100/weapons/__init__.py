"""Weapons that may be used: on what mounts, together or alone, at what they reach, and what steadies them."""
