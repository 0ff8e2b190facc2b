"""What may happen in interceptors, smoke, mines and special armour."""
