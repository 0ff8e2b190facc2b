"""Where words go: reports to standard output, complaints to standard error, JSON as one document."""

from __future__ import annotations

from typing import Any

import msgspec
import typer
from rich.console import Console

console = Console(highlight=False)
_errors = Console(stderr=True, highlight=False)


def complain(message: str) -> None:
    """Say what is wrong."""
    _errors.print(message, style="bold red", markup=False, soft_wrap=True)


def remark(message: str) -> None:
    """Say something beside the report."""
    _errors.print(message, style="yellow", markup=False, soft_wrap=True)


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(msgspec.json.format(msgspec.json.encode(document)).decode())
