"""What a build needs beside pyproject.toml: the pages of the table in it, and compiled modules where asked for.

A package without pages would install well and serve nothing, so it is not built. Editable installs need no pages: they
find them where `make ui` puts them. GEARLOCK_COMPILED=1 makes a wheel for this machine with the fast modules compiled.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import setup  # type: ignore[import-untyped]  # setuptools carries no types
from setuptools.command.build_py import build_py  # type: ignore[import-untyped]
from setuptools.command.sdist import sdist  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent
UI = ROOT / "ui"
INDEX = ROOT / "src" / "gearlock" / "server" / "web" / "index.html"
NODE_WILL_DO = (
    "const [a, b] = process.versions.node.split('.').map(Number);"
    "process.exit((a == 20 && b >= 19) || (a == 22 && b >= 12) || a > 22 ? 0 : 1)"
)
WHAT_TO_DO = (
    "Install Node.js (20.19 or newer, or 22.12 or newer) and build again, run `make ui` in the checkout first, "
    "or install a wheel or a source archive of Gearlock: both carry the pages."
)


def page_sources() -> list[Path]:
    """What the pages are built from."""
    folders = [path for name in ("src", "public") for path in (UI / name).rglob("*") if path.is_file()]
    return [*folders, *(UI / name for name in ("index.html", "vite.config.ts", "tsconfig.json"))]


def are_pages_current() -> bool:
    """Whether the pages are there, and no older than their sources; those in a source archive are taken as they are."""
    if not INDEX.is_file():
        return False
    if (ROOT / "PKG-INFO").is_file():
        return True
    built = INDEX.stat().st_mtime
    return all(path.stat().st_mtime <= built for path in page_sources() if path.is_file())


def provide_pages() -> None:
    """Build the pages where they are missing or old; where that cannot be done, end the build and say why."""
    if are_pages_current():
        return
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
    state = "older than their sources" if INDEX.is_file() else "not built"
    if not node or not npm:
        sys.exit(f"The pages of the browser table are {state}, and there is no Node.js to build them. {WHAT_TO_DO}")
    if subprocess.run([node, "-e", NODE_WILL_DO], check=False).returncode:
        sys.exit(f"The pages of the browser table are {state}, and the Node.js here is too old. {WHAT_TO_DO}")
    steps = [] if (UI / "node_modules").is_dir() else [["ci", "--no-audit", "--no-fund", "--loglevel=error"]]
    for step in [*steps, ["run", "--silent", "build", "--", "--logLevel", "warn"]]:
        if subprocess.run([npm, *step], cwd=UI, env={**os.environ, "PATH": path}, check=False).returncode:
            sys.exit(
                f"The pages of the browser table are {state}, and `npm {step[0]}` failed (see above). {WHAT_TO_DO}"
            )


class BuildWithPages(build_py):  # type: ignore[misc]
    """Modules and data, the pages among them."""

    def run(self) -> None:
        """Pages first, unless the checkout itself is what is installed."""
        if not self.editable_mode:
            provide_pages()
        super().run()
        if not self.editable_mode:
            self._pack_documents()

    def _pack_documents(self) -> None:
        """What `gearlock docs` prints, where the checkout has it: pages, the schema they speak of, and examples."""
        place = Path(self.build_lib) / "gearlock" / "docs"
        pages = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").glob("*.json")]
        shown = [*(ROOT / "examples").glob("*.py"), *(ROOT / "examples" / "hosting").iterdir()]
        toy = ROOT / "tests" / "kernel" / "toy.py"
        for path, target in (
            *((page, place / page.relative_to(ROOT / "docs")) for page in pages),
            *((example, place / example.relative_to(ROOT)) for example in shown),
            *((toy, place / "examples" / toy.name) for _ in range(toy.is_file())),
        ):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


class ArchiveWithPages(sdist):  # type: ignore[misc]
    """The source archive carries the pages, so that it installs without Node.js."""

    def run(self) -> None:
        """Pages first."""
        provide_pages()
        super().run()


def compiled_modules() -> list[Any]:
    """The fast modules as extensions, if a compiled wheel is wanted."""
    if os.environ.get("GEARLOCK_COMPILED") != "1":
        return []
    sys.path.insert(0, str(ROOT / "scripts"))
    from build_fast import fast_extensions

    here = Path.cwd()
    try:
        return list(fast_extensions())
    finally:
        os.chdir(here)


MAN_PAGE = "docs/man/gearlock.1"
"""Written by scripts/make_man_page.py and kept, since a build has no command line to write it from."""

setup(
    cmdclass={"build_py": BuildWithPages, "sdist": ArchiveWithPages},
    ext_modules=compiled_modules(),
    data_files=[("share/man/man1", [MAN_PAGE])],
)
