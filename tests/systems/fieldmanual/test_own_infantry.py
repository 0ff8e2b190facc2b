"""Infantry that players bring: the profile of the book where a row is silent, and a word where it contradicts it."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack
from gearlock.systems.fieldmanual.combined_models import profile_faults
from gearlock.systems.fieldmanual.datacards import Card, Row, Skills, own_cards
from systems.fieldmanual.attacks.range import code_of
from systems.fieldmanual.tables import activate, put, table

PLAIN = {
    "name": "Militia", "kind": "infantry", "faction": "North", "tv": "20", "armor": "5", "damage_track": "4 bases",
    "skill_att": "2", "weapons": "Assault Rifle; Rocket Launcher; HG",
}  # fmt: skip


def read(**more: str) -> Card:
    row = {**PLAIN, **more}
    text = "\n".join((",".join(row), ",".join(f'"{cell}"' for cell in row.values()), ""))
    return own_cards(text, "mine.csv")["militia"]


def faults(**more: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read(**more)
    return [finding.message for finding in caught.value.findings]


@pytest.mark.rule("fieldmanual.infantry")
def test_what_a_row_leaves_blank_is_the_profile_of_the_book() -> None:
    card = read()
    assert profile_faults(card) == []
    assert card.is_infantry
    assert (card.skills, card.detect, card.auto_comm) == (Skills(2, 2, 2, 2), 2, 2)
    assert (card.rows, card.attack) == ({"W": Row(2, 4, 1, 1, 1)}, (1, 0, -1))
    assert (card.size, card.actions, card.sensors, card.comm) == (2, 1, 0, 0)
    assert "Improved Off-Road" in card.perks
    assert (card.provenance["armor"], card.provenance["mode1"], card.status) == ("user", "printed", "user")


@pytest.mark.rule("fieldmanual.infantry")
def test_what_may_be_stated_otherwise_is_kept() -> None:
    card = read(mode2="G", mode2_combat="5", mode2_top="10", mode1_def_stop="2", size="3", perks="Climbing Equipment")
    assert card.rows == {"W": Row(2, 4, 2, 1, 1), "G": Row(5, 10, 1, 1, 1)}
    assert card.size == 3
    assert card.perks.keys() == {"Infantry", "Improved Off-Road", "Climbing Equipment"}


@pytest.mark.rule("fieldmanual.infantry", "fieldmanual.wt-stabilizer")
def test_small_arms_fire_all_round_and_the_heavy_weapon_has_a_stabilizer_unless_its_row_says_otherwise() -> None:
    small, heavy, grenade = read().weapons
    assert (small.arc, heavy.arc) == ("T", "T")
    assert ["Stab" in mount.weapon.traits for mount in (small, heavy, grenade)] == [False, True, False]
    (_, free, _) = read(weapons="Assault Rifle; Rocket Launcher|T|||||AE1, no Stabilizer; HG").weapons
    assert free.weapon.traits == {"AE": 1}
    state = table()
    for card, fires in ((read(), False), (read(weapons="Assault Rifle; Rocket Launcher|T|||||no Stabilizer"), True)):
        more: dict[str, Any] = {"band": "combat", "team": "red-1"}
        put(state, "red-1", card, 20, 20, **more)
        put(state, "blue-1", "jager", 20, 24)
        activate(state, "red-1")
        order = Attack("red-1", "Rocket Launcher", "blue-1")
        assert (code_of(refuse_attack(state, order)) != "stabilizer") is fires


@pytest.mark.rule("fieldmanual.infantry")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"skill_def": "3"}, "skill_att 2, skill_def 3: infantry has one Skill for everything"),
        ({"detect": "4"}, "skill_att 2, detect 4: infantry has one Skill"),
        ({"comm": "1"}, "comm '1': infantry has 0; leave it blank"),
        ({"actions": "2"}, "actions '2': infantry has 1"),
        ({"mode1": "G"}, "mode1 'G': infantry has W; leave it blank; vehicles and mounts go in mode2"),
        ({"mode1_top": "6"}, "mode1_top '6': infantry has 4"),
        ({"attack_top": "-3"}, "attack_top '-3': infantry has -1"),
    ],
)
def test_what_contradicts_the_book_is_told_with_what_to_write(more: dict[str, str], words: str) -> None:
    assert any(words in fault for fault in faults(**more)), faults(**more)


@pytest.mark.rule("fieldmanual.infantry")
def test_what_repeats_the_book_is_fine_and_other_kinds_are_filled_in_with_nothing() -> None:
    assert read(actions="1", mode1="W", attack_stop="1", detect="2", skill_ew="2") == read(
        actions="1", mode1="W", attack_stop="+1", detect="2", skill_ew="2"
    )
    assert any("has no movement row" in fault for fault in faults(kind="gear", damage_track="SLHC"))
