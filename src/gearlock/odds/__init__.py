"""Exact odds, by integer arithmetic."""
