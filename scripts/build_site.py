"""Build the documentation as a site, from docs/ and the docstrings of the library. Nothing is fetched from elsewhere.

    python scripts/build_site.py               into build/documentation/site
    python scripts/build_site.py --into DIR    into DIR/site

Look at it with `python -m http.server -d build/documentation/site --bind 127.0.0.1`.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import gearlock

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "documentation"
OF_THE_TOP = {"README.md": "index.md"} | {name: name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")}
NAMES = "names.md"
"""The page that is written here: every public name of the library."""
SECTIONS = {
    "Tutorial": ("install.md", "guide.md", "hosting.md", "first-bot.md"),
    "How-to": (
        *("maps.md", "briefings.md", "positions.md", "own-units.md", "campaigns.md", "compare.md"),
        *("lab.md", "research.md", "add-a-system.md", "CONTRIBUTING.md"),
    ),
    "Reference": ("library.md", NAMES, "json.md", "asks.md", "odds.md", "glossary.md", "CHANGELOG.md"),
    "Rules": ("rules/*.md",),
    "Rulings": ("rulings/*.md",),
    "Explanation": ("ARCHITECTURE.md", "bots.md"),
    "Decisions": ("decisions/*.md",),
}
"""Where each page stands; a pattern stands for its pages in order."""
CONFIGURATION = """[project]
site_name = "Gearlock"
site_description = "Tabletop mecha war games, played by the book."
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
nav = [
{nav}
]

[project.theme]
language = "en"
font = false
features = [
  "navigation.tabs", "navigation.indexes", "navigation.footer", "navigation.top",
  "content.code.copy", "search.highlight",
]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Dark"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Light"

[project.plugins.mkdocstrings.handlers.python]
paths = ["{sources}"]

[project.plugins.mkdocstrings.handlers.python.options]
show_source = false
show_root_heading = true
show_bases = false
show_if_no_docstring = false
heading_level = 3
members_order = "source"
separate_signature = true
show_signature_annotations = true
inherited_members = false
"""


@cache
def page_sources() -> dict[str, Path]:
    """Every page of the site that is a file of the checkout, by its place in the site."""
    docs = ROOT / "docs"
    pages = {path.relative_to(docs).as_posix(): path for path in sorted(docs.rglob("*.md"))}
    return {place: ROOT / name for name, place in OF_THE_TOP.items()} | pages


def navigation() -> dict[str, list[str]]:
    """The pages of each section, in order."""
    places = [*page_sources(), NAMES]
    found = {}
    for section, patterns in SECTIONS.items():
        found[section] = [place for pattern in patterns for place in places if Path(place).match(pattern)]
    return found


def moved_links(text: str, source: Path, place: str) -> str:
    """The page with links that fit its place in the site; a file that is no part of it is named, not linked."""

    def move(found: re.Match[str]) -> str:
        words, link, anchor = found[1], found[2], found[3] or ""
        target = (source.parent / link).resolve()
        where = place_of(target)
        if where:
            return f"[{words}]({'../' * place.count('/')}{where}{anchor}"
        return words + "\0" if target.exists() else found[0]  # what leads nowhere is left for Zensical to complain of

    return re.sub(r"\0\)", "", re.sub(r"\[([^\[\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?(?=\))", move, text))


def place_of(target: Path) -> str:
    """Where a file of the checkout stands in the site; a folder of pages stands at its first."""
    places = {path.resolve(): where for where, path in page_sources().items()}
    docs = ROOT / "docs"
    if target in places:
        return places[target]
    if target.is_dir() and docs in target.parents:
        return next((where for path, where in places.items() if target in path.parents), "")
    return target.relative_to(docs).as_posix() if target.is_file() and docs in target.parents else ""


def names_page() -> str:
    """Every public name with its signature and docstring, grouped as the page about the library tells them."""
    told = re.findall(
        r"^\| (`[A-Za-z_]+`(?:, `[A-Za-z_]+`)*) \| (.+) \|$", (ROOT / "docs/library.md").read_text(), re.M
    )
    parts = ["# Every public name", "What [the library](library.md) offers, from its docstrings."]
    left = list(gearlock.__all__)
    for names, words in told:
        here = [name for name in re.findall(r"\w+", names) if name in left]
        left = [name for name in left if name not in here]
        if here:
            said = words.replace("](#", "](library.md#")
            parts += [f"## {', '.join(here)}", said[0].upper() + said[1:] + "."]
            parts += [f"::: gearlock.{name}" for name in here]
    return "\n\n".join([*parts, *(f"::: gearlock.{name}" for name in left)]) + "\n"


def nav_lines() -> Iterator[str]:
    """The navigation as TOML."""
    yield '  { "Gearlock" = "index.md" },'
    for section, places in navigation().items():
        yield f'  {{ "{section}" = [{", ".join(f"{chr(34)}{place}{chr(34)}" for place in places)}] }},'


def prepare(into: Path) -> None:
    """Lay out what Zensical reads."""
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(ROOT / "docs", into / "docs", ignore=shutil.ignore_patterns("*.md"))
    for place, source in page_sources().items():
        page = into / "docs" / place
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(moved_links(source.read_text(encoding="utf-8"), source, place), encoding="utf-8")
    (into / "docs" / NAMES).write_text(names_page(), encoding="utf-8")
    made = CONFIGURATION.replace("{nav}", "\n".join(nav_lines())).replace("{sources}", (ROOT / "src").as_posix())
    (into / "zensical.toml").write_text(made, encoding="utf-8")


def main() -> int:
    """Prepare, build, and say where it lies."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, default=PLACE, help="a folder of its own, emptied first")
    into = parser.parse_args().into.resolve()
    if into.exists() and any(into.iterdir()) and not (into / "zensical.toml").is_file():
        print(f"{into} holds something else: name a new or empty folder.", file=sys.stderr)
        return 2
    prepare(into)
    done = subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=into, check=False)
    if done.returncode == 0:
        print(f"The site lies in {into / 'site'}.")
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
