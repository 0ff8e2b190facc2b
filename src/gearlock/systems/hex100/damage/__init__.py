"""Armor and damage reduction, critical damage, EMP shock, and what becomes of those who ride the fallen."""
