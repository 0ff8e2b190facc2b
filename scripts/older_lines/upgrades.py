"""Lines that say only what they change: upgrades, and the two components of a multi-component vehicle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from older_lines.ledger import Ledger, carries_out
from older_lines.parse import UNCHANGED, BetaLine, BetaTrait, BetaWeapon, parse_ua

Lines = Mapping[tuple[str, str], BetaLine]

UPGRADES_OF = {
    "Command Para Jager (upgrade)": "Para Jager",
    "Razorfang MP Black Mamba (upgrade)": "MP Black Mamba",
    "Chasseur Para CV (upgrade)": "Chasseur Paratrooper",
}
"""Upgrades that belong to a variant, not to the stock model of their family: their UA says so."""

FIGURES = ("mr", "ar", "dc", "act", "gun", "pilot")


@carries_out("upgrade")
def upgraded(upgrade: BetaLine, lines: Lines, ledger: Ledger) -> BetaLine:
    """The model an upgrade makes of the one it upgrades: price added, printed figures and entries changed."""
    base = lines[upgrade.faction, UPGRADES_OF.get(upgrade.model, upgrade.variant_of)]
    price = int(base.tv) + int(upgrade.tv) if upgrade.tv.startswith("+") else int(upgrade.tv)
    ledger.note("upgrade", f"{base.model} {base.tv} TV, upgrade {upgrade.tv}")
    figures = {name: getattr(base, name) for name in FIGURES if getattr(upgrade, name) == UNCHANGED}
    return replace(
        upgrade,
        tv=str(price),
        ua=_upgraded_ua(upgrade.ua, base.ua),
        weapons=_upgraded_weapons(upgrade.weapons, base.weapons, ledger),
        traits=_upgraded_traits(upgrade.traits, base.traits),
        type=base.type,
        altering=f"upgrading {base.printed}",
        **figures,
    )


def _upgraded_ua(ua: str, before: str) -> str:
    """A dash is the upgraded model's UA; CMD alone makes commanders of all of it."""
    if ua == UNCHANGED:
        return before
    if ua.startswith("CMD"):
        return ", ".join(f"{code} (CMD)" for code, _ in parse_ua(before))
    return ua


def _upgraded_weapons(
    changes: tuple[BetaWeapon, ...], before: tuple[BetaWeapon, ...], ledger: Ledger
) -> tuple[BetaWeapon, ...]:
    """Weapons taken away and added; a list without signs is the whole list."""
    if changes and not any(change.sign for change in changes):
        return changes
    kept = list(before)
    for change in changes:
        if change.sign == "-":
            gone = next((entry for entry in kept if entry.code == change.code), None)
            if gone is None:
                ledger.miss(f"upgrade takes away {change.text()}, which is not there")
            else:
                kept.remove(gone)
    return (*kept, *(replace(change, sign="") for change in changes if change.sign == "+"))


def _upgraded_traits(changes: Iterable[BetaTrait], before: Iterable[BetaTrait]) -> tuple[BetaTrait, ...]:
    """Traits added in place of those of the same name, or taken away; a list without signs is the whole list."""
    changes = tuple(changes)
    if changes and not any(change.sign for change in changes):
        return changes
    named = {change.name for change in changes}
    return (
        *(trait for trait in before if trait.name not in named),
        *(replace(change, sign="") for change in changes if change.sign == "+"),
    )


@carries_out("component")
def component(part: BetaLine, lines: Lines, ledger: Ledger) -> BetaLine:
    """One model of a multi-component vehicle: the Core has the price of the whole, and both its Unit Availability."""
    whole = lines[part.faction, part.variant_of]
    price = "0" if part.has("Attached") else whole.tv
    ledger.note("component", f"{price} of {whole.tv} TV")
    return replace(part, tv=price, ua=whole.ua, altering=f"part of {whole.printed}")
