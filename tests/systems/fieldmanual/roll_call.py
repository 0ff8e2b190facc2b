"""Rosters for tests: written in a few words, with cards and groups that a player brings where the book's are lost."""

from __future__ import annotations

import re

import pytest

from gearlock.kernel.files import only_these_files
from gearlock.kernel.force import Roster, Violation
from gearlock.muster.text import read_text
from gearlock.systems.fieldmanual.army.around_a_force import FORCE
from gearlock.systems.fieldmanual.army.building import Force, enlist
from gearlock.systems.fieldmanual.army.limits import check

CARDS = "cards.csv"
GROUPS = "groups.csv"
HEAD = (
    "name,family,kind,faction,tv,actions,mode1,mode1_combat,mode1_top,size,armor,overkill,damage_track,"
    "skill_att,skill_def,skill_ew,weapons,perks,flaws"
)


def card(
    name: str,
    tv: int,
    weapons: str = "LAC|F",
    *,
    family: str = "",
    kind: str = "gear",
    track: str = "SLHC",
    perks: str = "",
    flaws: str = "",
    actions: int = 1,
) -> str:
    """A row of a player's own cards: Armor 10, skills 2/2/1; infantry has 2 for everything, and walks 2/4."""
    overkill = 0 if track.endswith("bases") else 10 * len(track)
    going, skills = ((2, 4), (2, 2, 2)) if kind == "infantry" else ((4, 6), (2, 2, 1))
    body = (actions, "W", *going, 6, 10, overkill, track, *skills)
    cells = (name, family, kind, "any", tv, *body, weapons, perks, flaws)
    return ",".join(f'"{cell}"' for cell in cells)


class OwnFiles:
    """Files a player brings along."""

    def __init__(self, cards: list[str], groups: list[str] | None = None) -> None:
        self.texts = {CARDS: "\n".join((HEAD, *cards, ""))}
        if groups:
            self.texts[GROUPS] = "\n".join(("faction,group,type,tv,composition", *groups, ""))

    @property
    def headers(self) -> str:
        """The lines of a roster that name them."""
        return f"cards {CARDS}\n" + (f"lists {GROUPS}\n" if GROUPS in self.texts else "")


def roster(text: str) -> Roster:
    """A roster read."""
    return read_text(text, FORCE.layout)


def of(body: str, *, faction: str = "South", size: int = 2000, level: int = 1, more: str = "") -> Roster:
    """A roster of these groups: `squad` lines and models below them; each squad is a group of its own."""
    groups = re.sub(r"^squad ", "group\n  squad ", body, flags=re.MULTILINE)
    return roster(f"system fieldmanual\nfaction {faction}\nsize {size}\nlevel {level}\n{more}\n{groups}\n")


def found(written: Roster, own: OwnFiles | None = None) -> list[Violation]:
    """What is wrong with a roster."""
    if own is None:
        return check(written)
    with only_these_files(own.texts):
        return check(written)


def force(written: Roster, own: OwnFiles | None = None) -> Force:
    """A roster understood."""
    if own is None:
        return enlist(written)
    with only_these_files(own.texts):
        return enlist(written)


def expect(written: Roster, rule: str, words: str, own: OwnFiles | None = None) -> Violation:
    """The one fault of a roster: its rule and some of its words."""
    faults = found(written, own)
    if len(faults) != 1:
        pytest.fail(f"one fault expected, found {[fault.text('roster') for fault in faults]}")
    (fault,) = faults
    assert fault.rule == f"fieldmanual.{rule}", fault.text("roster")
    assert words in fault.message, fault.message
    assert fault.fix
    return fault
