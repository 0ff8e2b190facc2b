"""Where words go: reports to standard output, complaints to standard error, JSON as one document."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
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


def this_command() -> str:
    """How to call this program again from here: by name if it is on the path, else by where it lies."""
    called = Path(sys.argv[0])
    if called.name != "gearlock" or shutil.which("gearlock") == str(called.resolve()):
        return "gearlock"
    return os.path.relpath(called)


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(msgspec.json.format(msgspec.json.encode(document)).decode())


def percent(chance: float) -> str:
    """A chance as people read it; what can happen is never shown as nought, what can fail never as certain."""
    if 0 < chance < 0.00005:
        return "<0.01%"
    return ">99.99%" if 0.99995 <= chance < 1 else f"{chance:.2%}"
