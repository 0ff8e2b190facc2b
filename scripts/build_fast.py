"""Compile the fast modules in place with mypyc, or take the compiled files away again.

    python scripts/build_fast.py           build beside the sources
    python scripts/build_fast.py --clean   back to plain Python

Needs a C compiler and mypy. Floating-point contraction is switched off, so that compiled and plain code give the same
bits.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import Distribution  # type: ignore[import-untyped]  # setuptools carries no types
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]
from setuptools.errors import BaseError, CompileError  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
WORK = ROOT / "build" / "fast"

sys.path.insert(0, str(SOURCES))

from gearlock.fast import FAST_MODULES, running  # noqa: E402  (the sources are found first)


def source_files() -> list[str]:
    """The fast modules as paths from the source folder."""
    return [f"{module.replace('.', '/')}.py" for module in FAST_MODULES]


def compiled_files() -> list[Path]:
    """Compiled files in the source folder: one per fast module and the one they share."""
    return [path for pattern in ("*.so", "*.pyd") for path in SOURCES.rglob(pattern)]


def clean() -> None:
    """Remove all that a build leaves behind, and what says that it was built: the next `make play` builds again."""
    for stamp in ROOT.glob(".venv/.fast-*"):
        stamp.unlink()
    for path in compiled_files():
        path.unlink()
    shutil.rmtree(WORK, ignore_errors=True)


def fast_extensions() -> list[Any]:
    """The fast modules translated to C, ready to be compiled. Works in the source folder from then on."""
    from mypyc.build import mypycify  # only here: cleaning works without mypy

    os.chdir(SOURCES)
    extensions = mypycify(
        ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(WORK / "mypy"), *source_files()],
        opt_level="3",
        multi_file=False,
        target_dir=str(WORK / "c"),
    )
    if os.name != "nt":
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-ffp-contract=off"]
    return list(extensions)


def build() -> None:
    """Translate to C and compile beside the sources."""
    clean()
    extensions = fast_extensions()
    distribution = Distribution({"name": "gearlock-fast", "ext_modules": extensions, "package_dir": {"": "."}})
    command = build_ext(distribution)
    command.inplace = True
    command.build_temp = str(WORK / "objects")
    command.build_lib = str(WORK / "lib")
    command.ensure_finalized()
    command.run()


def main() -> int:
    """Build or clean and say what runs now."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clean", action="store_true", help="remove the compiled files")
    if parser.parse_args().clean:
        had = bool(compiled_files())
        clean()
        if had:
            print("The compiled modules are gone; `make play` or `make fast` builds them again.")
    elif shutil.which(os.environ.get("CC", "cc")) is None:
        print("No C compiler found: Gearlock runs interpreted, and bots think slower. Install gcc and build again.")
        return 0
    else:
        try:
            build()
        except (BaseError, CompileError, SystemExit) as error:
            clean()  # half a build would run mixed
            print(f"The fast build failed: {str(error)[-200:]}\nGearlock runs interpreted.", file=sys.stderr)
            return 1
    print(f"Gearlock runs {running()}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
