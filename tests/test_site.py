"""The documentation site: every page has its place, every link leads somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import gearlock
from build_site import NAMES, ROOT, moved_links, names_page, navigation, page_sources

DOCS = ROOT / "docs"


def site_pages() -> dict[str, str]:
    moved = {
        place: moved_links(path.read_text(encoding="utf-8"), path, place) for place, path in page_sources().items()
    }
    return moved | {NAMES: names_page()}


def anchors(text: str) -> set[str]:
    """What can be linked to in a page: its headings."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.S), re.M)
    plain = [re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings]
    return {re.sub(r"[\s-]+", "-", heading) for heading in plain}


def test_every_page_stands_in_the_navigation_once() -> None:
    named = Counter(["index.md", *(place for places in navigation().values() for place in places)])
    assert {place for place, times in named.items() if times > 1} == set()
    assert set(named) == {*page_sources(), NAMES}
    assert all(navigation().values())


def test_every_link_of_the_site_leads_somewhere() -> None:
    pages = site_pages()
    for place, text in pages.items():
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
        for link, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?\)", prose):
            target = (DOCS / place).parent.joinpath(link).resolve() if link else DOCS / place
            where = target.relative_to(DOCS).as_posix()
            assert where in pages or target.is_file(), f"{place} links to {link}"
            assert not anchor or anchor in anchors(pages[where]), f"{place} links to {link}#{anchor}"


def test_links_are_moved_with_their_page() -> None:
    home = page_sources()["index.md"]
    assert moved_links("[a](docs/guide.md#x) [b](docs/rules/)", home, "index.md").startswith(
        "[a](guide.md#x) [b](rules/"
    )
    assert moved_links("![c](docs/images/lobby.jpg)", home, "index.md") == "![c](images/lobby.jpg)"
    assert moved_links("see [the code](src/gearlock/fast.py).", home, "index.md") == "see the code."
    ruling = next(place for place in page_sources() if place.startswith("rulings/"))
    assert moved_links("[d](../../README.md)", page_sources()[ruling], ruling) == "[d](../index.md)"
    assert moved_links("[e](nowhere.md)", home, "index.md") == "[e](nowhere.md)", "left to be found"


def test_every_public_name_has_its_entry_under_what_the_library_says_of_it() -> None:
    page = names_page()
    assert sorted(re.findall(r"^::: gearlock\.(\w+)$", page, re.M)) == sorted(gearlock.__all__)
    assert page.count("\n## ") > 10


@pytest.mark.soak
def test_the_site_is_built_without_a_complaint_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build_site.py"), "--into", str(tmp_path / "made")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "made" / "site"
    assert all((site / place).with_suffix(".html").is_file() for place in page_sources())
    names = (site / NAMES).with_suffix(".html").read_text(encoding="utf-8")
    assert all(f'id="gearlock.{name}"' in names for name in gearlock.__all__)
    for page in site.rglob("*.html"):
        loaded = re.findall(r"<(?:script|img|link|iframe)[^>]+(?:src|href)=\"?(https?:[^\s\">]+)", page.read_text())
        assert loaded == [], page.name
