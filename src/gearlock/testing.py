"""A pytest plugin for packages with systems of their own: it knows the marker `rule`, with which tests cite rules.

In the conftest.py of such a package: `pytest_plugins = ["gearlock.testing"]`. docs/add-a-system.md says the rest.
"""

from __future__ import annotations

from typing import Any

MARKER = "rule(*ids): the rules that this test would fail without; `gearlock rules coverage` counts them"


def pytest_configure(config: Any) -> None:
    """Make the marker known, so that --strict-markers takes it."""
    config.addinivalue_line("markers", MARKER)
