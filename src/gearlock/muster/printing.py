"""A force sheet as plain text, and rosters written out. What breaks a rule is marked wherever it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from gearlock.kernel.force import Roster, Sheet, SheetModel, SheetUnit, Violation
from gearlock.muster.text import MARK, write_text


def mark(violations: Sequence[Violation]) -> str:
    """The line that marks a roster with violations."""
    many = f"{len(violations)} violations" if len(violations) > 1 else "1 violation"
    return f"{MARK} {many}; `gearlock force check` names them"


def marked_text(roster: Roster, violations: Sequence[Violation]) -> str:
    """The text form to hand on: a roster with violations says so in its first line."""
    return (f"{mark(violations)}\n" if violations else "") + write_text(roster)


def print_sheet(sheet: Sheet, violations: Sequence[Violation], file: str) -> str:
    """The sheet, with every violation below a roster that has some."""
    return "".join(f"{line}\n" for line in _lines(sheet, violations, file))


def only_with(sheet: Sheet, words: Sequence[str]) -> Sheet:
    """The part of a sheet in which all these words stand, in any model's text or the title of its group."""
    wanted = [word.lower() for word in words]
    groups = []
    for group in sheet.groups:
        units = [_unit_with(unit, group.title, wanted) for unit in group.units]
        kept = tuple(unit for unit in units if unit.models)
        groups += [msgspec.structs.replace(group, units=kept)] if kept else []
    return msgspec.structs.replace(sheet, groups=tuple(groups))


def _unit_with(unit: SheetUnit, title: str, wanted: Sequence[str]) -> SheetUnit:
    kept = []
    for model in unit.models:
        parts = (title, unit.title, model.title, *(part for pair in (*model.stats, *model.rows) for part in pair))
        text = " ".join(parts).lower()
        if all(word in text for word in wanted):
            kept.append(model)
    return msgspec.structs.replace(unit, models=tuple(kept))


def _lines(sheet: Sheet, violations: Sequence[Violation], file: str) -> Iterator[str]:
    title = f"{sheet.title}: {', '.join(sheet.facts)}"
    if violations:
        yield mark(violations).removeprefix("# ")
    yield title
    yield "=" * len(title)
    for group in sheet.groups:
        yield ""
        yield group.title
        for unit in group.units:
            if unit.title:
                yield f"  {unit.title}"
            for model in unit.models:
                yield from _model(model, sheet.currency)
    if sheet.notes:
        yield ""
    yield from sheet.notes
    if violations:
        yield ""
        yield "Violations"
        yield from (f"  {violation.text(file)}" for violation in violations)


def _model(model: SheetModel, currency: str) -> Iterator[str]:
    count = f"{model.count}x " if model.count > 1 else ""
    each = " each" if model.count > 1 else ""
    star = "*" if model.converted else ""
    yield f"    {count}{model.title}{star}, {model.price} {currency}{each}"
    stats = "  ".join(f"{name} {value}" for name, value in model.stats)
    if stats:
        yield f"        {stats}"
    for head, text in model.rows:
        yield f"        {head + ': ' if head else ''}{text}"
