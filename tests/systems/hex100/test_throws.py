"""The dice behind a line of the story: what a seat may unfold of them, and what it may not."""

from __future__ import annotations

import pytest

from gearlock.kernel.events import Event
from gearlock.kernel.view import Throw
from gearlock.systems.hex100.attacks.attack import Attack, Fired
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.detection.sight import LockResisted
from gearlock.systems.hex100.state import BLIP, State
from systems.hex100.kit import E, Position, W, events, plain

CROC, TEGU = "crocodile-lasers", "tegu-siege"
LASER = "crocodile-combat-laser"
Shot = tuple[State, Fired, Struck]


def thrown(state: State, event: Event, seat: str | None) -> tuple[Throw, ...]:
    line = BOOK.tell(state, event, seat)
    return line.rolls if line else ()


@pytest.fixture
def shot() -> Shot:
    """A laser hits and penetrates: red saw it all, and so did blue."""
    position = Position(plain(), [(CROC, (0, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play((0,), (0,), (2,))
    battle.answer("red", Attack("red-1", (LASER,), "contact-1"))
    return battle.state.clone(), events(battle, Fired)[0], events(battle, Struck)[0]


@pytest.mark.rule("hex100.stat-accuracy")
def test_the_number_to_hit_adds_up_for_the_side_that_fires(shot: Shot) -> None:
    state, fired, _ = shot
    (throw,) = thrown(state, fired, "red")
    assert (throw.faces, throw.sides, throw.counts) == ((0,), 100, (True,))
    assert throw.modifiers[0].label.startswith("accuracy of the")
    assert sum(line.value for line in throw.modifiers) == fired.number
    assert throw.total == f"needs under {fired.number}: yes"
    assert thrown(state, fired, None) == (throw,)


@pytest.mark.rule("hex100.stat-accuracy", "hex100.locking-common")
def test_the_other_side_reads_the_dice_it_sees_and_not_what_made_the_number(shot: Shot) -> None:
    state, fired, _ = shot
    (throw,) = thrown(state, fired, "blue")
    assert throw.faces == (0,)
    assert throw.modifiers == ()
    state.known["blue"]["red-1"] = BLIP
    assert thrown(state, fired, "blue") == ()


@pytest.mark.rule("hex100.damage-reduction", "hex100.stat-penetration")
def test_damage_adds_up_for_those_who_see_both(shot: Shot) -> None:
    state, _, struck = shot
    for seat in ("red", "blue", None):
        penetration, damage = thrown(state, struck, seat)
        assert penetration.faces == (0,)
        assert penetration.counts == (True,)
        assert sum(line.value for line in damage.modifiers) == struck.damage
        assert damage.faces == ()
    state.known["blue"]["red-1"] = BLIP
    assert thrown(state, struck, "blue") == (), "the weapon of an unseen enemy is its own affair"
    state.known["red"]["blue-1"] = BLIP
    assert thrown(state, struck, "red") == ()


@pytest.mark.rule("hex100.electronic-resistance")
def test_an_e_war_rating_is_unfolded_for_its_own_side_alone() -> None:
    state = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)]).state
    (throw,) = thrown(state, LockResisted("red-1", "blue-1", 20, 7), "blue")
    assert sum(line.value for line in throw.modifiers) == 20
    assert thrown(state, LockResisted("red-1", "blue-1", 20, 7), "red") == ()


@pytest.mark.rule("hex100.stat-agility", "hex100.focus-evasion")
def test_an_evasion_is_unfolded_by_whoever_evades() -> None:
    state = Position(plain(), [(CROC, (0, 0), E)], [("cirrus-racer", (4, 0), W)]).state
    agility = state.machine("blue-1").unit.agility
    fired = Fired("red-1", LASER, "Laser", "blue-1", 80, (12, 90), 1, agility + 5, (99,), 0)
    shots, dodge = thrown(state, fired, "blue")
    assert shots.counts == (True, False)
    assert [line.value for line in dodge.modifiers] == [agility, 5]
    assert dodge.counts == (False,)
    assert [throw.modifiers for throw in thrown(state, fired, "red")] == [(), ()]
