"""Write the man page of `gearlock`, docs/man/gearlock.1, from the commands themselves: after a change of their help."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gearlock import __version__
from gearlock.cli.helping import readable
from gearlock.cli.main import app

PAGE = Path(__file__).parents[1] / "docs" / "man" / "gearlock.1"
CODES = (
    (0, "all is well"),
    (1, "something was found: a difference, a broken rule, a fault of a bot"),
    (2, "input that cannot be used"),
    (3, "a proof leaves something open"),
    (70, "a fault of Gearlock"),
    (130, "stopped by Ctrl-C"),
)


def plain(text: str) -> str:
    """Words as roff takes them: no line is a command by accident, a minus is a minus."""
    words = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{words}" if words.startswith((".", "'")) else words


def commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Every command that can be given, with the groups' names before it."""
    inner = getattr(command, "commands", {})
    if not inner:
        yield name, command
    for word, each in inner.items():
        yield from commands(each, f"{name} {word}")


def lines_of(name: str, command: Any) -> Iterator[str]:
    """A command with what it takes."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    taken = (each.metavar if each.required else f"[{each.metavar}]" for each in arguments)
    yield f'.SS "{plain(" ".join((name, *taken)))}"'
    yield plain(command.help or "")
    for param in command.params:
        is_argument = param.param_type_name == "argument"
        called = str(param.metavar) if is_argument else ", ".join((*param.opts, *param.secondary_opts))
        told = getattr(param, "help", "") or ""
        if is_argument and not told:
            continue
        value = f" \\fI{param.metavar}\\fR" if param.metavar and not is_argument else ""
        yield from (".TP", f"\\fB{plain(called)}\\fR{value}", plain(told))


def man_page() -> str:
    """The page as roff."""
    command = readable(app)
    lines = [
        f'.TH GEARLOCK 1 "" "Gearlock {__version__}"',
        *(".SH NAME", "gearlock \\- tabletop mecha war games, played by the book"),
        *(".SH SYNOPSIS", "\\fBgearlock\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR] [\\fIOPTIONS\\fR]"),
        *(".SH DESCRIPTION", plain(command.help or "")),
        plain("`gearlock docs` prints the documents, `gearlock COMMAND --help` what is told here of one command."),
        ".SH COMMANDS",
        *(line for name, each in commands(command, "gearlock") for line in lines_of(name, each)),
        ".SH EXIT STATUS",
        *(line for code, words in CODES for line in (".TP", f"\\fB{code}\\fR", plain(words))),
        ".SH ENVIRONMENT",
        *(".TP", "\\fBGEARLOCK_HOME\\fR", "The folder of battles, results and tables."),
    ]
    return "\n".join(line for line in lines if line) + "\n"


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(man_page(), encoding="utf-8")
