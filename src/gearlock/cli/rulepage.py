"""The page `docs/rules/<system>.md`: every rule, how far it is, where it is carried out and what was ruled."""

from __future__ import annotations

from collections.abc import Mapping

from gearlock.kernel.coverage import Citations, Coverage
from gearlock.kernel.rulebook import RuleEntry

SIGNS = {"done": "yes", "todo": "", "not-a-rule": "no rule"}


def rule_page(name: str, book: Mapping[str, RuleEntry], coverage: Coverage, code: Citations, tests: Citations) -> str:
    """The whole page; equal rulebooks, code and tests give equal pages."""
    lines = [
        f"# Rules of {name}",
        "",
        f"Written by `gearlock rules coverage {coverage.system} --write`; do not edit.",
        "",
        "| rules | implemented | tested | missing | entries that are no rule |",
        "|---:|---:|---:|---:|---:|",
        f"| {coverage.rules} | {coverage.implemented} | {coverage.tested} | {len(coverage.missing)} "
        f"| {coverage.not_rules} |",
        "",
    ]
    for area in sorted({entry.area for entry in book.values()}):
        lines += [f"## {area}", "", "| id | rule | done | code | tests |", "|---|---|---|---|---:|"]
        for entry in book.values():
            if entry.area == area:
                places = "<br>".join(f"`{_near(place, coverage.system)}`" for place in sorted(code.get(entry.id, ())))
                proofs = len(tests.get(entry.id, ())) or ""
                lines.append(f"| {entry.id} | {_cell(entry.title)} | {SIGNS[entry.status]} | {places} | {proofs} |")
        lines.append("")
    return "\n".join([*lines, *_rulings(book)]) + "\n"


def _rulings(book: Mapping[str, RuleEntry]) -> list[str]:
    """Open questions and how they were settled, and why some entries are no rules."""
    lines = ["## Rulings", ""]
    for entry in book.values():
        if entry.ruling:
            question = f" {_flat(entry.gap)}" if entry.gap else ""
            lines.append(f"- **{entry.id}** {entry.title}.{question} *Ruling:* {_flat(entry.ruling)}")
    reasons = [f"- **{entry.id}** {entry.title}. {_flat(entry.reason)}" for entry in book.values() if entry.reason]
    return [*lines, "", "## Not rules", "", *reasons] if reasons else lines


def _near(place: str, system_id: str) -> str:
    """A place in the system's own package, named from there."""
    return place.partition(f".{system_id}.")[2] or place


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _flat(text).replace("|", "\\|")
