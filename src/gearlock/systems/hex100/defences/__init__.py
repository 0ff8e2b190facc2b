"""Defensive utilities: interceptors, smoke, and the utility launcher with its mines."""
