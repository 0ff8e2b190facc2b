"""Help that reads well: what may stand after an option in a player's words, not in a programmer's."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import typer
from typer.main import get_command

WORDS = {str: "TEXT", int: "NUMBER", float: "NUMBER", Path: "FILE"}
"""What stands for a value of each kind."""


def readable(app: typer.Typer) -> Any:
    """The command of an app, every argument named in capitals and every option followed by what it takes."""
    command = get_command(app)
    _walk(command)
    return command


def _walk(command: Any) -> None:
    hints = _kinds(command.callback) if command.callback is not None else {}
    for param in (*command.params, *_help_option(command)):
        if getattr(param, "metavar", None) is None:
            param.metavar = _metavar(param, hints.get(param.name, bool))
        if param.param_type_name == "argument" and hasattr(param, "display_type_rich"):
            param.display_type_rich = _nothing  # its name says what it is
    for each in getattr(command, "commands", {}).values():
        _walk(each)


def _help_option(command: Any) -> list[Any]:
    """The option --help, which a command makes for itself and keeps."""
    try:
        context = command.context_class(command, help_option_names=["-h", "--help"])
        found = command.get_help_option(context)
    except (AttributeError, TypeError):  # another edition of the library: help is a little less readable
        return []
    return [found] if found is not None else []


def _nothing(ctx: Any) -> str:  # noqa: ARG001 - what it is asked with
    return ""


def _metavar(param: Any, kind: Any) -> str:
    if param.param_type_name == "argument":
        return str(param.name).strip("_").upper()
    if kind is bool or getattr(param, "is_flag", False):
        return ""
    return WORDS.get(kind, "TEXT")


def _kinds(callback: Any) -> dict[str, Any]:
    """The kind of each parameter of a command, lists and what may be left out taken for what they hold."""
    hints = get_type_hints(inspect.unwrap(callback))
    return {name: _kind(hint) for name, hint in hints.items()}


def _kind(hint: Any) -> Any:
    inner = [each for each in get_args(hint) if each is not type(None)]
    return _kind(inner[0]) if get_origin(hint) is not None and inner else hint
