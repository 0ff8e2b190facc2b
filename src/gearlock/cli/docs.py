"""The documents in the terminal: packed with the program, or those of the checkout it runs from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

import gearlock
from gearlock.cli.screen import hand_out, print_json
from gearlock.kernel.errors import BadInput, UnknownName

PACKAGE = Path(gearlock.__file__).parent
CHECKOUT = PACKAGE.parents[1]
TOY = CHECKOUT / "tests" / "kernel" / "toy.py"
"""The smallest complete system: a test in a checkout, and packed with the examples."""
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
            named |= {f"examples/{path.relative_to(examples).as_posix()}": path for path in shown}
            named |= {f"examples/{path.name}": path for path in (TOY,) if path.is_file()}
            return {**named, **schemas}
    raise BadInput("The documents are not here: this Gearlock was packed without them.")


def docs(
    page: Annotated[
        str, typer.Argument(help="A page, `library` or `examples/careless.py`; all are listed if left out.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print a page of the documents, as Markdown, or what a page speaks of; or list them. Nothing is fetched."""
    known = pages()
    if not page and as_json:
        print_json({"pages": [{"page": name, "title": _title(path)} for name, path in known.items()]}, "docs")
        return
    if not page:
        for name, path in known.items():
            hand_out(f"{name:<44} {_title(path)}\n")
        return
    name = page.removeprefix("docs/").removesuffix(".md")
    if name not in known:
        raise UnknownName("page", page, known)
    text = known[name].read_text(encoding="utf-8")
    if as_json:
        print_json({"page": name, "title": _title(known[name]), "text": text}, "docs-page")
    else:
        hand_out(text)


def _title(path: Path) -> str:
    """What it calls itself: a page or an example in its first line, a schema by its title."""
    if path.suffix == ".json":
        return str(msgspec.json.decode(path.read_bytes())["title"])
    with path.open(encoding="utf-8") as file:
        return file.readline().lstrip('"# ').strip()
