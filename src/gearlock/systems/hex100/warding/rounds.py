"""What a utility launcher fires."""

from __future__ import annotations

ROUNDS = ("smoke", "mines")
"""What a utility launcher fires."""
