"""The documents in the terminal: packed with the program, or those of the checkout it runs from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

import gearlock
from gearlock.cli.screen import hand_out
from gearlock.kernel.errors import BadInput, UnknownName

PACKAGE = Path(gearlock.__file__).parent
CHECKOUT = PACKAGE.parents[1]
PLACES = ((PACKAGE / "docs", PACKAGE / "docs" / "examples"), (CHECKOUT / "docs", CHECKOUT / "examples"))
"""Where pages and examples lie: in an installed package, in a checkout."""


def pages() -> dict[str, Path]:
    """The pages by name, `library` or `decisions/0001-...`; what they speak of by its file, `examples/careless.py`."""
    for place, examples in PLACES:
        if (place / "library.md").is_file():
            found = sorted(place.rglob("*.md"), key=lambda path: (len(path.relative_to(place).parts), path))
            named = {path.relative_to(place).with_suffix("").as_posix(): path for path in found}
            schemas = {path.name: path for path in sorted(place.glob("*.json"))}
            shown = [*sorted(examples.glob("*.py")), *sorted(examples.glob("hosting/*"))]
            return {**named, **schemas, **{f"examples/{path.relative_to(examples).as_posix()}": path for path in shown}}
    raise BadInput("The documents are not here: this Gearlock was packed without them.")


def docs(
    page: Annotated[
        str, typer.Argument(help="A page, `library` or `examples/careless.py`; all are listed if left out.")
    ] = "",
) -> None:
    """Print a page of the documents, as Markdown, or what a page speaks of; or list them. Nothing is fetched."""
    known = pages()
    if not page:
        for name, path in known.items():
            hand_out(f"{name:<44} {_title(path)}\n")
        return
    name = page.removeprefix("docs/").removesuffix(".md")
    if name not in known:
        raise UnknownName("page", page, known)
    hand_out(known[name].read_text(encoding="utf-8"))


def _title(path: Path) -> str:
    """What it calls itself: a page or an example in its first line, a schema by its title."""
    if path.suffix == ".json":
        return str(msgspec.json.decode(path.read_bytes())["title"])
    with path.open(encoding="utf-8") as file:
        return file.readline().lstrip('"# ').strip()
