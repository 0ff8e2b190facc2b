"""The advanced modules that damage asks for, by the names of their switches."""

from __future__ import annotations

DETAILED = "detailed damage"
KNOCKDOWN = "falling and knockback"
