"""Packages that only some of the lab's work needs, asked for when it is done."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gearlock.kernel.errors import BadInput


def need(module: str, extra: str, what: str) -> Any:
    """A package of an extra; without it, one sentence with the remedy."""
    try:
        return import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise BadInput(
            f"{what} needs the package {missing}, which is not installed: pip install 'gearlock[{extra}]' brings it."
        ) from None
