"""Scenarios, their tables and forces."""
