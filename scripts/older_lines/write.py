"""The data files of the units, as text: one file a faction, one record a model, always in the same form."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from gearlock.systems.brigands.models import ModelCard
from older_lines.convert import NO_MODELS, Converted, slug
from older_lines.parse import BetaLine

HEADER = """\
# {faction}: {count} models. Written by scripts/import_brigands_units.py from data-sources/; change those instead.
# `converted` names the rows of data-sources/beta-conversion.csv that were carried out, and on what.
"""
KEYS = tuple(ModelCard.__struct_fields__)


def _value(value: object) -> str:
    """A value as TOML; JSON's strings are TOML's as well."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {entry}" for key, entry in value.items()) + " }" if value else "{}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def record(card: ModelCard) -> str:
    """One model with its keys in the order of the stat line."""
    lines = [f"{key} = {_value(getattr(card, key))}" for key in KEYS]
    return "\n".join(["[[model]]", *lines, ""])


def unit_files(models: Iterable[Converted]) -> dict[str, str]:
    """File names and their text, a faction each."""
    factions: dict[str, list[ModelCard]] = {}
    for made in models:
        factions.setdefault(made.card.faction, []).append(made.card)
    return {
        f"{slug(faction)}.toml": "\n".join(
            [HEADER.format(faction=faction, count=len(cards)), *(record(card) for card in cards)]
        )
        for faction, cards in factions.items()
    }


def drops(models: Iterable[Converted]) -> Counter[tuple[str, str]]:
    """How often what was dropped by which rule. Codes of weapons are left out, so that kinds come together."""
    found: Counter[tuple[str, str]] = Counter()
    for made in models:
        for rule_id, whats in made.ledger.drops.items():
            for what in whats:
                found[rule_id, what.split(" ", 1)[1] if rule_id.startswith("wtrait") else what] += 1
    return found


def report(lines: Sequence[BetaLine], models: Sequence[Converted]) -> str:
    """What was converted, what became no model, what was dropped, and what no rule covers."""
    counts = Counter(made.card.faction for made in models)
    text = [f"{len(models)} models from {len(lines)} lines"]
    text += [f"  {faction}: {count}" for faction, count in counts.items()]
    text.append("lines that become no model of their own:")
    text += [f"  {line.faction} {line.model}: {NO_MODELS[line.model]}" for line in lines if line.model in NO_MODELS]
    text.append("dropped, with the rule that says so:")
    text += [f"  {count:4} {rule_id}: {what}" for (rule_id, what), count in sorted(drops(models).items())]
    unknown = [f"  {made.card.source}: {what}" for made in models for what in made.ledger.unknown]
    text.append("not covered by any rule:" if unknown else "not covered by any rule: nothing")
    return "\n".join([*text, *unknown])
