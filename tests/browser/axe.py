"""Barriers that axe finds on a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"


def serious_findings(page: Page) -> list[str]:
    """What keeps people out, seriously or worse: the rule broken and where."""
    if not AXE.is_file():
        pytest.skip("AXE WAS NOT RUN: ui/node_modules is not installed (make ui)")
    # Evaluated by the driver, which the page's own policy on scripts does not bind.
    page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    found = page.evaluate("axe.run().then((report) => report.violations)")
    return [
        f"{each['id']}: {each['help']} ({node['html'][:120]})"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
