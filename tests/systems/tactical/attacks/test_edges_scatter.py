"""3.4.3: scatter at its limits: a tie lands on its target, a place where nobody is, the rim of the table."""

from __future__ import annotations

import pytest

from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.exchange import Met, pair_of
from gearlock.systems.tactical.attacks.firing import resolve_scatter
from gearlock.systems.tactical.attacks.targets import use_of
from gearlock.systems.tactical.attacks.weapons_in_use import INDIRECT, Attack, AttackMet, Scattered
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.dice_tests import SkillTested
from gearlock.systems.tactical.state import State
from systems.tactical.attacks.shots import LOBBER, ground, gunner
from systems.tactical.tables import Played, mils, play, put

SCATTER = pytest.mark.rule("tactical.3.4.3-scatter")
SHOT = Attack("red-1", "LOB", "blue-1", way=INDIRECT)
ROLL = Result(4, 4, False)


def field(y: float = 18) -> State:
    state = ground()
    put(state, "red-1", gunner(LOBBER), 20, y - 8, went="combat")
    put(state, "blue-1", "hunter", 20, y, facing=270)
    return state


def scattered(state: State, margin: int, *dice: tuple[int, ...]) -> Played:
    unit = state.units["red-1"]
    mount = unit.mount("LOB")
    assert isinstance(mount, Mount)
    pair = pair_of(state, unit.id, "blue-1", use_of(state, unit, mount, state.units["blue-1"], SHOT))
    return play(state, lambda ctx: resolve_scatter(ctx, pair, ROLL, Met(margin, False)), *dice)


@SCATTER
def test_a_tie_lands_on_its_target_which_has_defended_already() -> None:
    played = scattered(field(), 0)
    assert (played.rolls, played.events) == ([], [])


@SCATTER
@pytest.mark.parametrize("margin", [-1, -2, -5])
def test_where_nobody_is_nobody_defends(margin: int) -> None:
    played = scattered(field(), margin, (3,))
    (event,) = played.of(Scattered)
    assert (event.length, event.face, event.on_table) == (-margin, 3, True)
    assert len(played.rolls) == 1
    assert not played.of(AttackMet)


@SCATTER
@pytest.mark.parametrize(
    ("y", "margin", "inside"), [(18, -2, True), (46, -2, True), (46.001, -2, False), (47, -2, False)]
)
def test_the_rim_of_the_table_is_the_last_of_it(y: float, margin: int, inside: bool) -> None:
    (event,) = scattered(field(y), margin, (1,)).of(Scattered)
    assert event.on_table == inside
    assert event.y == mils(y - margin)


@SCATTER
@pytest.mark.parametrize(("y", "inside"), [(2.5, True), (2, True), (1.999, False), (1.5, False)])
def test_the_near_rim_of_the_table_belongs_to_it_too(y: float, inside: bool) -> None:
    state = field()
    put(state, "red-1", gunner(LOBBER), 20, y + 8, went="combat")
    put(state, "blue-1", "hunter", 20, y, facing=90)
    (event,) = scattered(state, -2, (1,)).of(Scattered)
    assert (event.y, event.on_table) == (mils(y - 2), inside)


@pytest.mark.rule("tactical.3.4.3-scatter", "tactical.2.6.7-infantry-defense")
@pytest.mark.parametrize(("aimed_at", "cover"), [("hunter", [2]), ("rifle-squad", [])])
def test_men_a_shot_lands_on_have_their_cover_once_in_the_roll_or_on_their_defense(
    aimed_at: str, cover: list[int]
) -> None:
    state = field()
    put(state, "blue-1", aimed_at, 20, 18, facing=270)
    put(state, "blue-2", "rifle-squad", 20, 20)
    (defense,) = scattered(state, -2, (1,), (5, 3)).of(SkillTested)
    assert [line.value for line in defense.lines if line.rule == "tactical.3.6.5"] == cover
    assert defense.total == 5 + sum(cover)
