"""Damage: what a margin does, damage levels, Stun, fire, and what is left."""
