"""A battle in which proposed figures are played says so, however its models came to it."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.fieldmanual import SYSTEM


def notes(scenario: str, **options: str) -> str:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, 3, options))
    return "\n".join(battle.view("blue").notes)


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_models_typed_by_hand_are_marked_where_their_cards_are_proposed() -> None:
    shown = notes("duel", red="grizzly,jager*2", blue="jager*2")
    assert "red: models by hand, proposed cards: Grizzly" in shown
    assert "blue: models by hand" not in shown


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_so_are_forces_of_both_kinds_in_a_battle() -> None:
    shown = notes("battle", red="grizzly*2+command-jager,jager*3", blue="north-pl3", effects="none")
    assert "red: models by hand, proposed cards: Grizzly" in shown
    assert "blue: Dragoon Column" in shown
    assert "proposed cards" in shown.partition("Dragoon Column")[2]


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_printed_and_derived_models_need_no_mark() -> None:
    assert "proposed" not in notes("skirmish", red="jager*4", blue="hunter*4")
