"""The shape that everything `--json` prints has in common: a key `format` that names and numbers it."""

from __future__ import annotations

from typing import Any

import msgspec

Json = dict[str, Any]
"""Something whose keys are a system's own, or those of an order as logs hold it."""


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="format"):
    """One JSON document on standard output."""
