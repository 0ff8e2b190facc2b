"""The orders of interceptors, smoke, mines and special armour."""
