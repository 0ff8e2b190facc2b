"""How a command ends: its exit code, and what is said where something was in the way, as text and as JSON."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import typer

from gearlock.cli.screen import complain, print_json, say
from gearlock.cli.trouble import UNFORESEEN, tell_trouble
from gearlock.extras import missing
from gearlock.kernel.errors import BadFile, Finding, GearlockError

FULL = tuple(getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG") if hasattr(errno, name))
"""What a machine says when it can write no more, wherever that was."""
MISUSED: Any = typer.BadParameter.__mro__[2]
"""What the command line's library raises for words it does not understand; it has no public name of its own."""
DIFFERS, BAD, NOT_PROVED, STOPPED = 1, 2, 3, 130
"""Exit codes: something was found, it cannot be done, a proof leaves something open, somebody stopped it."""


def exit_code_of(work: Callable[[], object]) -> int:
    """Do the work; what stops it is said in a sentence, and told by the exit code."""
    try:
        work()
        sys.stdout.flush()
        return 0
    except typer.Exit as leaving:
        return leaving.exit_code
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # the library for terminals leaves like this
            return _unread()
        raise
    except (typer.Abort, EOFError, KeyboardInterrupt):
        return STOPPED
    except MISUSED as error:
        return _misused(error)
    except GearlockError as error:
        return _complained(str(error), BAD, error.findings if isinstance(error, BadFile) else ())
    except Exception as error:  # the last place where anything can be said in words
        return _failed(error)


def _complained(message: str, code: int, findings: tuple[Finding, ...] = ()) -> int:
    """What is wrong, for a person on standard error; with --json it is the document on standard output as well."""
    complain(message)
    if "--json" in sys.argv:
        told = [msgspec.structs.asdict(each) for each in findings]
        with suppress(OSError):  # that nothing can be written there may be what is wrong
            print_json({"error": message, "exit_code": code, "findings": told}, "error")
    return code


def _misused(error: Any) -> int:
    """Words that no command understands, or none at all: then its help is what was asked for."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        if error.message:
            say(error.message)
        return 0
    message = str(error.format_message()).rstrip(".")
    path = context.command_path if context is not None else "gearlock"
    return _complained(f"{message}{'' if message.endswith('?') else '.'} See {path} --help.", BAD)


def _unread() -> int:
    """Who reads the output has read enough: that is no fault, and nothing more is written there."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _failed(error: Exception) -> int:
    """A machine that is full, a part that is not installed, or a fault of the program."""
    if isinstance(error, BrokenPipeError):
        return _unread()
    if isinstance(error, OSError) and error.errno in FULL:
        return _complained(f"There is no room to write: {error.strerror}.", BAD)
    if isinstance(error, ModuleNotFoundError) and (said := missing(error, "This command")):
        return _complained(str(said), BAD)
    tell_trouble(error)
    return UNFORESEEN
