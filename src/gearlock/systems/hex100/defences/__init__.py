"""Interceptors, active defence, smoke, mines, special armour and siege mode."""
