"""The fast part of the suite on every Python of this machine that Gearlock says it runs on.

    python scripts/try_versions.py [--workers N] [--except VERSION] PATHS...

Looked for in PATH, where systems have their own (/usr/bin), and among pyenv's. Each gets an environment of its own in
.venv-VERSION, installed by hash and made anew when the lists change. One that cannot have an environment is named, with
what it lacks; it fails the run only if pyproject.toml lists its version.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "requirements" / "dev.txt"
ASK = (
    "import sys, platform;"
    "print(platform.python_implementation(), platform.python_version(), sys.version_info >= (3, 11), "
    "sys.prefix == sys.base_prefix)"
)
SYSTEM = ("/usr/bin", "/usr/local/bin")


class NotReady(Exception):
    """A Python that no environment can be made for."""


def candidates() -> Iterator[Path]:
    """What may be a Python: those of PATH, of the system, of pyenv."""
    for folder in (*os.environ.get("PATH", "").split(os.pathsep), *SYSTEM):
        for path in sorted(Path(folder or ".").glob("python3*")):
            if re.fullmatch(r"python3(\.\d+)?", path.name):
                yield path
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(home.glob("versions/*/bin/python3"))


def found() -> dict[str, Path]:
    """A Python for each version there is, 3.11.2 and 3.11.7 apart: their bugs are not the same."""
    pythons: dict[str, Path] = {}
    for path in candidates():
        try:
            said = subprocess.run([path, "-c", ASK], capture_output=True, text=True, timeout=60, check=False)
        except OSError:
            continue
        words = said.stdout.split()
        if said.returncode == 0 and words[0] == "CPython" and words[2:] == ["True", "True"]:
            pythons.setdefault(words[1], path)
    return dict(sorted(pythons.items(), key=lambda each: [int(part) for part in re.findall(r"\d+", each[0])]))


def listed() -> set[str]:
    """The versions that pyproject.toml lists."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {each.rpartition(" ")[2] for each in project["classifiers"] if re.search(r":: 3\.\d+$", each)}


def environment(version: str, python: Path) -> Path:
    """The Python of an environment with everything the tests need. Raises NotReady."""
    place = ROOT / f".venv-{version}"
    ready, wanted = place / ".ready", hashlib.sha256(LIST.read_bytes()).hexdigest()
    own = place / "bin" / "python"
    if ready.is_file() and ready.read_text() == wanted:
        return own
    shutil.rmtree(place, ignore_errors=True)
    lacking = f"it has no working venv (Debian: apt install python{version.rpartition('.')[0]}-venv)"
    _run(lacking, python, "-m", "venv", place)
    pip = (own, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    _run("what the tests need cannot be installed", *pip, "--require-hashes", "-r", LIST)
    _run("Gearlock cannot be installed", *pip, "--no-build-isolation", "--no-deps", "-e", ROOT)
    ready.write_text(wanted)
    return own


def _run(lacking: str, *command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise NotReady(f"{lacking}: {said[-1] if said else 'no word why'}")


def main() -> int:
    """Test on each, and say what was not tested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", default="auto")
    parser.add_argument("--except", dest="known", default="", help="a version the whole suite runs on anyway")
    parser.add_argument("paths", nargs="+")
    wanted = parser.parse_args()
    failed, pythons = [], found()
    for version, python in pythons.items():
        if version == wanted.known:
            print(f"Python {version}: that of `make test`, which runs everything on it.", flush=True)
            continue
        try:
            own = environment(version, python)
        except NotReady as error:
            print(f"PYTHON {version} WAS NOT TESTED: {error}", flush=True)
            failed += [version] if version.rpartition(".")[0] in listed() else []
            continue
        print(f"Python {version} ({python}):", flush=True)
        command = [own, "-m", "pytest", "-n", wanted.workers, "--dist", "worksteal", *wanted.paths]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            failed.append(version)
    for version in sorted(listed() - {each.rpartition(".")[0] for each in pythons}):
        print(f"PYTHON {version} WAS NOT TESTED: it is not on this machine.", flush=True)
    if failed:
        print(f"Not well on Python {', '.join(failed)}.", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main())
