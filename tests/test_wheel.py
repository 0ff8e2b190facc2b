"""A wheel as somebody gets it: built, installed into a new environment, played, proved and asked for its pages."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "gearlock" / "server" / "web"
NEEDED = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE", "MANIFEST.in")
LEFT = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "node_modules")
DUEL = """
import sys, gearlock
battle = gearlock.new_battle("brigands", scenario="duel", seed=7, options={"rounds": 2})
print(gearlock.play_out(battle, {side: gearlock.make_bot("random") for side in ("red", "blue")}) is not None)
print(sorted({name.partition(".")[0] for name in sys.modules} & {"typer", "rich", "litestar", "sqlalchemy", "numpy"}))
print(gearlock.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left behind in the checkout."""
    if not (WEB / "index.html").is_file():
        pytest.skip("the pages are not built (make ui)")
    copy = tmp_path_factory.mktemp("wheel") / "checkout"
    copy.mkdir()
    for name in NEEDED:
        shutil.copy2(ROOT / name, copy / name)
    (copy / "tests" / "kernel").mkdir(parents=True)
    shutil.copy2(ROOT / "tests" / "kernel" / "toy.py", copy / "tests" / "kernel")
    for name in ("src", "docs", "examples", "scripts"):
        shutil.copytree(ROOT / name, copy / name, ignore=LEFT)
    (copy / "PKG-INFO").touch()  # pages as they are: whether they are current is another test's matter
    command = [str(builder(copy.parent / "builder")), "-m", "build", "--wheel", "--no-isolation"]
    subprocess.run([*command, "--outdir", str(copy.parent), str(copy)], env=bare(), check=True, capture_output=True)
    (made,) = copy.parent.glob("*.whl")
    return made


def bare() -> dict[str, str]:
    """The environment without the ways in which this checkout could be found."""
    return {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}


def builder(place: Path) -> Path:
    """Python as an isolated build has it: with the build back end, and without anything that Gearlock needs to run."""
    venv.EnvBuilder(with_pip=False, symlinks=True).create(place)
    (packages,) = place.glob("lib/python*/site-packages")
    for name in ("_distutils_hack", "build", "pyproject_hooks", "packaging", "setuptools", "wheel"):
        for path in Path(sysconfig.get_path("purelib")).glob(f"{name}*"):
            (packages / path.name).symlink_to(path)
    return place / "bin" / "python"


def install(wheel: Path, place: Path) -> Path:
    """A new environment with the wheel and nothing else; its folder of packages."""
    venv.EnvBuilder(with_pip=False, symlinks=True).create(place)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(place / "bin" / "python")]
    options = ["--quiet", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, "install", *options, str(wheel)], env=bare(), check=True, capture_output=True)
    (packages,) = place.glob("lib/python*/site-packages")
    return packages


@pytest.fixture(scope="module")
def player(wheel: Path) -> Path:
    """Somebody's environment: the wheel, and what it depends on from where the tests run."""
    place = wheel.parent / "player"
    packages = install(wheel, place)
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place


def run(place: Path, *words: str) -> str:
    command = [str(place / "bin" / words[0]), *words[1:]]
    env = {**bare(), "GEARLOCK_HOME": str(place / "home"), "COLUMNS": "200"}
    done = subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_wheel_has_all_of_the_package(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {path.relative_to(ROOT / "src").as_posix() for path in WEB.rglob("*") if path.is_file()}
    modules = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src/gearlock").rglob("*.py")}
    assert (wanted | modules) - packed == set()


def test_an_installed_gearlock_has_its_documents_and_its_man_page(player: Path) -> None:
    assert "# The library" in run(player, "gearlock", "docs", "docs/library.md")
    listed = run(player, "gearlock", "docs")
    assert all(
        name in listed for name in ("rules/brigands", "json-schema.json", "examples/careless.py", "examples/toy.py")
    )
    assert msgspec.json.decode(run(player, "gearlock", "docs", "json-schema.json"))["oneOf"]
    assert "class Careless" in run(player, "gearlock", "docs", "examples/careless.py")
    assert "gearlock lab match" in (player / "share/man/man1/gearlock.1").read_text()


def test_an_installed_gearlock_plays_a_battle_and_proves_it(player: Path) -> None:
    run(player, "gearlock", "battle", "brigands", "--scenario", "duel", "--seed", "7", "--log", "b.jsonl")
    assert "erified" in run(player, "gearlock", "replay", "b.jsonl", "--verify")
    assert str(player) in run(player, "python", "-c", "import gearlock; print(gearlock.__file__)")


@pytest.fixture
def address(player: Path) -> Iterator[str]:
    """A table served from the environment."""
    command = [str(player / "bin/gearlock"), "serve", "--port", "0", "--database", str(player / "tables.db")]
    env = {**bare(), "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "GEARLOCK_HOME": str(player / "home")}
    with (player / "log").open("wb") as log:
        serving = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=env, cwd=player, start_new_session=True
        )
    assert serving.stdout
    try:
        told = serving.stdout.readline()
        yield f"http://127.0.0.1:{told.split('localhost:')[1].split('/')[0]}"
    finally:
        os.killpg(serving.pid, signal.SIGKILL)
        serving.wait()
        serving.stdout.close()


def test_an_installed_gearlock_serves_its_pages(address: str) -> None:
    with urllib.request.urlopen(f"{address}/", timeout=60) as answer:
        page = answer.read().decode()
    assert "Gearlock" in page
    (script,) = re.findall(r'<script[^>]* src="\.?(/assets/[^"]+\.js)"', page)
    with urllib.request.urlopen(address + script, timeout=60) as answer:
        assert answer.headers["content-type"].startswith("text/javascript")
        assert len(answer.read()) > 10_000


def test_the_library_plays_with_msgspec_alone(wheel: Path) -> None:
    place = wheel.parent / "core"
    packages = install(wheel, place)
    shutil.copytree(Path(msgspec.__file__).parent, packages / "msgspec")
    played, others, where = run(place, "python", "-c", DUEL).splitlines()
    assert (played, others) == ("True", "[]")
    assert str(place) in where
    said = subprocess.run([place / "bin/gearlock"], env=bare(), cwd=place, capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert "pip install" in said.stderr
