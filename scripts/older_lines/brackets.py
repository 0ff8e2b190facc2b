"""What stands in brackets behind a weapon: arcs and weapon traits of the older game as this game has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from gearlock.systems.brigands.models import INDIRECT, WeaponRow
from older_lines.arsenal import Draft, draft_weapon, is_melee
from older_lines.ledger import Ledger, carries_out
from older_lines.parse import BetaLine

Handler = Callable[[Draft, str, Ledger], None]

PLAIN = ("AI", "AA", "Guided", "Precise", "Spray", "Silent", "Stabilizer", "Aux", "AS")
RATED = ("Burst", "Proximity", "Reach", "Split")
ARCS = ("T", "L", "R", "B")
LOST = ("BW", "Impact", "Point", "Range", "Flak")
SIDES = "FRBL"


@carries_out(*(f"wtrait-{name.lower()}" for name in (*PLAIN, *RATED)))
def same(draft: Draft, text: str, ledger: Ledger) -> None:
    """Traits of the same name; of dice and inches the bare figure."""
    name, _, rating = text.removeprefix("Ammo:").partition(":")
    figure = int(re.sub(r"D6|[^\d]", "", rating) or 0)
    draft.traits[name] = figure
    if rating and rating != str(figure):
        ledger.note(f"wtrait-{name.lower()}", f"{draft.code} {text} to {name}:{figure}")


@carries_out("wtrait-arm")
def arm(draft: Draft, _text: str, ledger: Ledger) -> None:
    """What is carried in the hands may Snap Fire."""
    draft.traits["Snap"] = 0
    ledger.note("wtrait-arm", f"{draft.code} Snap")


@carries_out("wtrait-fast-turret", "wtrait-both-arcs", "wtrait-either-arc")
def fast_turret(draft: Draft, text: str, ledger: Ledger) -> None:
    """A fast turret turns all round and may Snap Fire; tied to an arc it keeps to that arc."""
    draft.traits["Snap"] = 0
    _, _, tied = text.partition("+")
    if "/" in tied:
        draft.arc = "/"
        ledger.note("wtrait-either-arc", f"{draft.code} {text} to one side each, Snap")
    elif tied:
        draft.arc = "" if tied == "F" else tied
        ledger.note("wtrait-both-arcs", f"{draft.code} {text} to {tied}, Snap")
    else:
        draft.arc = draft.arc or "T"
        ledger.note("wtrait-fast-turret", f"{draft.code} {draft.arc}, Snap")


@carries_out("wtrait-arcs")
def arc(draft: Draft, text: str, _ledger: Ledger) -> None:
    """Turret, left, right and back are the same."""
    draft.arc = text


@carries_out("wtrait-link")
def link(draft: Draft, _text: str, ledger: Ledger) -> None:
    """One more die than the weapon has by its table or bracket."""
    burst = draft.traits.get("Burst", draft.given.get("Burst", 0)) + 1
    draft.traits["Burst"] = burst
    ledger.note("wtrait-link", f"{draft.code} Link to Burst:{burst}")


@carries_out("wtrait-area")
def area(draft: Draft, text: str, ledger: Ledger) -> None:
    """Areas and blasts are those of the table here."""
    ledger.drop("wtrait-area", f"{draft.code} {text}")


@carries_out("wtrait-at", "wtrait-ap")
def armor_piercing(draft: Draft, text: str, ledger: Ledger) -> None:
    """Both older traits are the table's AP here; a weapon that has none there gets AP:2 for AT and AP:1 for AP."""
    name = text.removeprefix("Ammo:")
    draft.traits["AP"] = draft.given.get("AP", 2 if name == "AT" else 1)
    ledger.note(f"wtrait-{name.lower()}", f"{draft.code} {name} to AP:{draft.traits['AP']}")


@carries_out("wtrait-frag")
def frag(draft: Draft, text: str, ledger: Ledger) -> None:
    """Two dice more against infantry, as the older trait had."""
    draft.traits["Frag"] = 2
    ledger.note("wtrait-frag", f"{draft.code} {text} to Frag:2")


@carries_out("wtrait-indirect")
def indirect(draft: Draft, text: str, ledger: Ledger) -> None:
    """Indirect fire is a category of the weapon here, not a trait."""
    if INDIRECT in draft.row.categories:
        ledger.drop("wtrait-indirect", f"{draft.code} {text}")
    else:
        ledger.miss(f"weapon {draft.entry.text()}: {text} on a weapon that cannot fire indirectly here")


@carries_out("wtrait-limited-ammo")
def limited_ammo(draft: Draft, text: str, ledger: Ledger) -> None:
    """Shots are counted one by one: a weapon of X shots is X weapons of one."""
    draft.traits["LA"] = 1
    shots = int(text.partition(":")[2])
    draft.copies *= shots
    if shots > 1:
        ledger.note("wtrait-limited-ammo", f"{draft.code} {text} to {shots} of LA:1")


@carries_out("wtrait-fire", "wtrait-haywire", "wtrait-corrosion")
def penetration(draft: Draft, text: str, ledger: Ledger) -> None:
    """Lasting damage behind the slash is a trait here; the penetration before it has been read with the code."""
    match = re.fullmatch(r"PEN:\d+/(\d+)([FHC])", text)
    if match is None:
        return
    name = {"F": "Fire", "H": "Haywire", "C": "Corrosion"}[match[2]]
    draft.traits[name] = int(match[1]) if name == "Fire" else 0
    ledger.note(f"wtrait-{name.lower()}", f"{draft.code} {text} to {name}")


@carries_out("wtrait-lost", "wtrait-flak")
def lost(draft: Draft, text: str, ledger: Ledger) -> None:
    """Traits without a counterpart; ranges are those of the table here."""
    ledger.drop("wtrait-flak" if text == "Flak" else "wtrait-lost", f"{draft.code} {text}")


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys((*PLAIN, *RATED, "Ammo:AS"), same),
    **dict.fromkeys(ARCS, arc),
    **dict.fromkeys(LOST, lost),
    **dict.fromkeys(("AE", "Blast", "Ammo:AE", "Ammo:HE"), area),
    **dict.fromkeys(("AT", "Ammo:AT", "AP", "Ammo:AP"), armor_piercing),
    **dict.fromkeys(("Frag", "Ammo:Frag"), frag),
    "Arm": arm,
    "FT": fast_turret,
    "Link": link,
    "IF": indirect,
    "LA": limited_ammo,
    "PEN": penetration,
}


def _handler(text: str) -> Handler | None:
    """Who reads a part of a bracket: by all of it, by what stands before + or the last colon."""
    for name in (text, text.partition("+")[0], text.rpartition(":")[0], text.partition(":")[0]):
        if name in HANDLERS:
            return HANDLERS[name]
    return None


def read_bracket(draft: Draft, ledger: Ledger) -> None:
    """Carry out every part of the bracket: arcs first, for a fast turret may be tied to one; Link last."""
    for text in sorted(draft.entry.bracket, key=lambda part: (part not in ARCS, part == "Link")):
        handler = _handler(text)
        if handler is None:
            ledger.miss(f"weapon trait {text} of {draft.entry.text()}")
        else:
            handler(draft, text, ledger)


@carries_out("wtrait-melee")
def melee_snaps(draft: Draft, ledger: Ledger) -> None:
    """Melee weapons could always be used in reaction."""
    if is_melee(draft) and "Snap" not in draft.traits:
        draft.traits["Snap"] = 0
        ledger.note("wtrait-melee", f"{draft.code} Snap")


@carries_out("wtrait-table")
def drop_what_the_table_gives(draft: Draft, ledger: Ledger) -> None:
    """A bracket does not repeat the table."""
    given = draft.given
    for name, rating in list(draft.traits.items()):
        if name in given and given[name] >= rating:
            del draft.traits[name]
            ledger.note("wtrait-table", f"{draft.code} has {name}")


@carries_out("trait-stabilizer", "weapon-count")
def weapons(
    beta: BetaLine, table: Mapping[str, WeaponRow], older: Mapping[str, int], ledger: Ledger
) -> tuple[str, ...]:
    """The weapons column here. Several of a kind are several entries; a field gun's Stabilizer is its weapon's."""
    found: list[str] = []
    sides = 0
    for entry in beta.weapons:
        draft = draft_weapon(beta, entry, table, older, ledger)
        if draft is None:
            continue
        read_bracket(draft, ledger)
        if beta.has("Stabilizer"):
            draft.traits["Stabilizer"] = 0
            ledger.note("trait-stabilizer", f"{draft.code} Stabilizer")
        melee_snaps(draft, ledger)
        drop_what_the_table_gives(draft, ledger)
        if entry.count > 1:
            ledger.note("weapon-count", f"{entry.count}x {draft.code}")
        for _ in range(draft.copies):
            found.append(draft.text(SIDES[sides % 4] if draft.arc == "/" else ""))
            sides += draft.arc == "/"
    return tuple(found)
