"""Whatever is not printed is marked on every sheet that shows it: cards, weapon rows and squads."""

from __future__ import annotations

from gearlock.systems.tactical.army_lists import our_lists
from gearlock.systems.tactical.forces.around_a_force import formation_line, listed
from gearlock.systems.tactical.shown import cards_of
from gearlock.systems.tactical.unit_files import doubts
from gearlock.systems.tactical.weapons import PRINTED
from gearlock.table.measure import INCH


def test_every_card_in_doubt_is_starred_with_every_reason() -> None:
    cards = our_lists().cards.values()
    assert any(doubts(card) for card in cards)
    for card in cards:
        sheet = listed(card)
        assert sheet.converted == bool(doubts(card)), card.name
        assert [words for head, words in sheet.rows if head.strip() == "not printed"] == [
            doubt.words for doubt in doubts(card)
        ]
        assert {head for each in cards_of(card) for head, _ in each.rows} >= {doubt.what for doubt in doubts(card)}


def test_every_weapon_row_has_its_ranges_and_its_mark() -> None:
    for card in our_lists().cards.values():
        arms = listed(card).arms
        assert len(arms) == len(card.weapons)
        for arm, mount in zip(arms, card.weapons, strict=True):
            base = mount.weapon.base // INCH
            assert (arm.best, arm.most) == ((0, base), 8 * base)
            marks = [trait for trait in arm.traits if trait.startswith("not printed")]
            assert marks == ([] if mount.mark == PRINTED else [f"not printed: {mount.mark}"])


def test_every_squad_that_is_not_printed_is_starred_with_its_reason() -> None:
    formations = our_lists().formations.values()
    assert any(formation.mark != PRINTED for formation in formations)
    for formation in formations:
        sheet = formation_line(formation)
        told = [words for head, words in sheet.rows if head.strip() == "not printed"]
        assert sheet.converted == bool(told) == (formation.mark != PRINTED)
        assert all(formation.reason in words for words in told)
