"""Deployment before the battle and reinforcements during it."""
