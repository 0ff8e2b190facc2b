"""A system of somebody else that cannot be used is named and left out; everything else goes on."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel import registry
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import GROUP, all_systems, broken_systems, get_system, system_ids


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = [
        *entry_points(group=GROUP),
        EntryPoint("alpha", "no_such_module_at_all:SYSTEM", GROUP),
        EntryPoint("beta", "gearlock.kernel.registry:GROUP", GROUP),
        EntryPoint("gamma", "gearlock.systems.brigands:SYSTEM", GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == GROUP else [])
    system_ids.cache_clear()
    yield
    system_ids.cache_clear()


@pytest.mark.usefixtures("strange")
def test_they_are_named_and_skipped(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"alpha", "beta", "gamma"} <= set(system_ids())
    assert not {"alpha", "beta", "gamma"} & {system.id for system in all_systems()}
    assert len(all_systems()) == len(system_ids()) - 3
    alpha, beta, gamma = broken_systems()
    assert alpha.startswith("The system 'alpha' (no_such_module_at_all:SYSTEM) cannot be loaded: ModuleNotFoundError")
    assert beta.endswith("is no System but str.")
    assert gamma.endswith("calls itself 'brigands'.")
    done = Command(capsys, monkeypatch)("systems")
    assert done.code == 0
    assert "'alpha'" in done.err
    assert "brigands" in done.out


@pytest.mark.usefixtures("strange")
def test_who_asks_for_one_is_told_what_is_wrong() -> None:
    with pytest.raises(BadInput, match=r"The system 'alpha'.*cannot be loaded"):
        get_system("alpha")


def test_one_that_leaves_the_program_while_it_is_loaded_is_broken_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "leaver_of_programs.py").write_text("import sys\n\nsys.exit(3)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint("leaver", "leaver_of_programs:SYSTEM", GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == GROUP else [])
    with pytest.raises(BadInput, match=r"'leaver'.*cannot be loaded: SystemExit: 3"):
        get_system("leaver")


@pytest.mark.parametrize(
    ("scenarios", "said"),
    [("{}['lost']", "cannot tell its scenarios: KeyError: 'lost'"), ("{}", "no scenario to play")],
)
def test_one_without_anything_to_play_is_broken_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scenarios: str, said: str
) -> None:
    name = f"barren_{len(scenarios)}"
    text = f"""
from gearlock.systems.brigands import SYSTEM as OTHER

class Barren(type(OTHER)):
    id = "barren"
    def __init__(self):
        pass
    def scenarios(self):
        return {scenarios}

SYSTEM = Barren()
"""
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint("barren", f"{name}:SYSTEM", GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == GROUP else [])
    with pytest.raises(BadInput, match=said):
        get_system("barren")
