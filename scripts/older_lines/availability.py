"""Unit Availability: the older game's many codes merged into this one's, and its limits into none, # and CMD."""

from __future__ import annotations

from older_lines.ledger import Ledger, carries_out
from older_lines.parse import BetaLine, parse_ua

CODES = ("GP", "SK", "FS", "RC", "SF", "EG", "LT", "HT", "ST", "IN", "SI", "VL")
KEPT = ("GP", "SK", "FS", "RC", "SF", "EG", "LT", "HT", "ST", "IN")
MERGED = {
    "PT": ("ua-paratrooper", "SK"),
    "FL": ("ua-special-infantry", "SI"),
    "PM": ("ua-special-infantry", "SI"),
    "SR": ("ua-special-infantry", "SI"),
    "LS": ("ua-striders", "ST"),
    "HM": ("ua-striders", "ST"),
    "CO": ("ua-commando", "SF"),
    "AL": ("ua-commando", "SF"),
    "HA": ("ua-assault", "FS"),
    "MO": ("ua-assault", "FS"),
    "HG": ("ua-line", "SK"),
    **{code: ("ua-line", "GP") for code in ("AR", "BT", "MI", "MP", "MN", "IF")},
    "BK": ("ua-rare", "IN"),
    "GT": ("ua-rare", "IN"),
    "EK": ("ua-rare", "SI"),
    "SU": ("ua-support-only", "HT"),
}
"""Codes that become another one whatever the model is."""

INSERTION = ("PI", "TI", "TA", "OA", "TR", "OT")
UNLIMITED, PLAIN, COMMANDER = "#", "", " (CMD)"
_WIDEST = (UNLIMITED, PLAIN, COMMANDER)


@carries_out(
    *(f"ua-{code.lower()}" for code in KEPT),
    "ua-paratrooper", "ua-special-infantry", "ua-cavalry", "ua-vtol", "ua-tanks", "ua-striders", "ua-commando",
    "ua-insertion", "ua-assault", "ua-line", "ua-rare", "ua-support-only", "ua-any",
)  # fmt: skip
def codes(code: str, beta: BetaLine, ledger: Ledger) -> tuple[str, ...]:
    """The codes of this game that an older code stands for on this model."""
    if code in KEPT or code == "VL":
        return (code,)
    if code == "Any":
        ledger.note("ua-any", "Any to every code")
        return CODES
    rule_id, found = _merged(code, beta)
    if not found:
        ledger.miss(f"UA {code}")
    else:
        ledger.note(rule_id, f"{code} to {' '.join(found)}")
    return found


def _merged(code: str, beta: BetaLine) -> tuple[str, tuple[str, ...]]:
    if code in ("CV", "DG"):
        return "ua-cavalry", ("SK" if beta.type.startswith("Gear") else "IN",)
    if code in ("MT", "HV"):
        return "ua-tanks", ("LT" if int(beta.ar) <= 9 else "HT",)
    if code == "HF":
        return "ua-striders", ("FS" if beta.type.startswith("Gear") else "ST",)
    if code in INSERTION:
        return "ua-rare" if code == "OT" else "ua-insertion", ("SK", "SF")
    rule_id, found = MERGED.get(code, ("", ""))
    return rule_id, (found,) if found else ()


@carries_out("ua-unlimited", "ua-limited", "ua-commander", "ua-veteran", "ua-support", "ua-matching")
def limit(mark: str, ledger: Ledger) -> str:
    """The limit here for what stands in brackets there. A limit tied to veterans cannot be kept and becomes 0-2."""
    if "CMD" in mark:
        ledger.note("ua-commander", "CMD")
        return COMMANDER
    if "Vet" in mark:
        ledger.note("ua-veteran", f"({mark}) to 0-2")
    elif mark == "0+":
        ledger.note("ua-unlimited", "(0+) to #")
        return UNLIMITED
    elif "SU" in mark:
        ledger.drop("ua-support", f"({mark})")
    elif mark == "X":
        ledger.note("ua-matching", "(X) to 0-2")
    elif mark:
        ledger.note("ua-limited", f"({mark}) to 0-2")
    return PLAIN


@carries_out("ua")
def unit_availability(beta: BetaLine, ledger: Ledger) -> tuple[str, ...]:
    """The UA column here, in the order printed there; where codes fall together the widest limit counts."""
    widest: dict[str, str] = {}
    for code, mark in parse_ua(beta.ua):
        marked = limit(mark, ledger)
        for found in codes(code, beta, ledger):
            widest[found] = min(widest.get(found, marked), marked, key=_WIDEST.index)
    return tuple(code + mark for code, mark in widest.items())
