"""What a card says of an attack against the whole attack played on everything the dice can show."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Situation, Terms
from gearlock.kernel.view import Preview
from gearlock.odds.attack import fate_of
from gearlock.systems.tactical.advice.previews import PREVIEWS
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.firing_range import GUNNERY
from gearlock.systems.tactical.line_of_sight.terrain import WOODLAND
from gearlock.systems.tactical.state import FALLEN, HEAVY, HULL_DOWN, LIGHT, TOY_SCALE, Activation, State
from gearlock.systems.tactical.switches import (
    AMMO_CHECKED,
    DETAILED_DAMAGE,
    DUD,
    FALLING,
    HULL_DOWN_POSITIONS,
    LEFTOVER,
    PHANTOMS,
)
from gearlock.systems.tactical.weapons import AE, AI, GUN, Weapon
from systems.tactical.attacks.shots import MORTAR, ground, gunner
from systems.tactical.tables import LAC, RIFLES, card, mils, put

CANNON = Weapon("CAN", "Cannon", GUN, 4000, 20)
BURSTS = Weapon("HMG", "Machine Gun", GUN, 2000, 4, rof=3, traits={AI: 0})
CANISTER = Weapon("CST", "Canister", GUN, 2000, 3, traits={AI: 0, AE: 0})


def duel(*weapons: Weapon, apart: float = 4, target: Any = "hunter", **more: Any) -> State:
    """A gunner of level 1 against a target of level 1, in the middle of the gunner's activation."""
    state = ground()
    put(state, "red-1", gunner(*weapons), 20, 10, level=1)
    put(state, "blue-1", target, 20, 10 + apart, facing=270, moved=mils(5), level=1, **more)
    state.activation = Activation("red-1", "combat", "W")
    return state


def parts(state: State, order: Attack) -> list[Preview]:
    shown = PREVIEWS.preview(state, "red", order)
    return [shown, *shown.also]


def compare(state: State, order: Attack, mark: str = "blue-1") -> None:
    """Hits, every amount, the end and the crippling of one unit, counted both ways."""
    fate = fate_of(GUNNERY.outcomes(state, order, Terms(about=(mark,))), mark)
    card = next(part.odds for part in parts(state, order) if part.target == mark)
    assert card is not None
    assert card.damage == pytest.approx({amount: fate.chance(ways) for amount, ways in fate.damage.items()})
    told = card.p_hit, card.p_crippled, card.p_destroyed
    assert told == pytest.approx(tuple(map(fate.chance, (fate.hits, fate.crippled, fate.destroyed))))


@pytest.mark.rule("tactical.2.6.10-light", "tactical.2.6.10-heavy", "tactical.2.6.10-overkill")
@pytest.mark.parametrize("tokens", [{}, {LIGHT: 1}, {HEAVY: 1}, {LIGHT: 1, HEAVY: 1}])
def test_counters_that_lie_there_already(tokens: dict[str, int]) -> None:
    state = duel(CANNON, tokens=dict(tokens))
    order = Attack("red-1", "CAN", "blue-1")
    compare(state, order)
    shown = parts(state, order)[0]
    assert shown.odds is not None
    assert max(shown.odds.damage) == shown.left
    if HEAVY in tokens:
        assert shown.odds.p_crippled == shown.odds.p_destroyed, "who is crippled is crippled again by its end alone"


@pytest.mark.rule("tactical.3.2.4-effects")
@pytest.mark.parametrize("how", [1, 2])
def test_hull_down(how: int) -> None:
    state = duel(CANNON, tokens={HULL_DOWN: how, f"{HULL_DOWN}:{WOODLAND}": 1})
    bare = PREVIEWS.preview(state, "red", Attack("red-1", "CAN", "blue-1")).odds
    state.switches[HULL_DOWN_POSITIONS] = "yes"
    compare(state, Attack("red-1", "CAN", "blue-1"))
    covered = PREVIEWS.preview(state, "red", Attack("red-1", "CAN", "blue-1")).odds
    assert bare is not None
    assert covered is not None
    assert covered.mean_damage < bare.mean_damage


@pytest.mark.rule("tactical.3.2.3")
@pytest.mark.parametrize("tokens", [{}, {FALLEN: 1}, {LIGHT: 1}])
def test_walkers_that_fall(tokens: dict[str, int]) -> None:
    state = duel(LAC, tokens=dict(tokens))
    state.switches[FALLING] = "yes"
    compare(state, Attack("red-1", "LAC", "blue-1"))


@pytest.mark.rule("tactical.7.2-defective")
def test_a_defective_fire_control() -> None:
    state, order = duel(LAC), Attack("red-1", "LAC", "blue-1")
    clean = parts(state, order)[0].odds
    state.units["red-1"].card = gunner(LAC, flaws={"Defective (Fire Control)": 2})
    compare(state, order)
    odds = parts(state, order)[0].odds
    assert odds is not None
    assert clean is not None
    assert odds.p_hit < clean.p_hit


@pytest.mark.rule("tactical.4.1.4-leftover-ammo", "tactical.4.1.4-phantom-echoes")
@pytest.mark.parametrize(("tokens", "works"), [((), 1 / 2), ((AMMO_CHECKED,), 1.0), ((AMMO_CHECKED, DUD), 0.0)])
@pytest.mark.parametrize("haunted", [False, True])
def test_duds_and_phantoms(tokens: tuple[str, ...], works: float, haunted: bool) -> None:
    state, order = duel(LAC), Attack("red-1", "LAC", "blue-1")
    clean = parts(state, order)[0].odds
    state.units["red-1"].tokens |= dict.fromkeys((LEFTOVER, *tokens), 1)
    if haunted:
        state.points[f"subplot:blue:{PHANTOMS}"] = 1
    compare(state, order)
    odds = parts(state, order)[0].odds
    assert odds is not None
    assert clean is not None
    assert odds.p_hit == pytest.approx(clean.p_hit * works * (2 / 3 if haunted else 1))


@pytest.mark.rule("tactical.3.4.1", "tactical.3.4.5")
def test_everybody_in_a_blast_and_in_a_burst_that_is_walked() -> None:
    state = duel(MORTAR)
    put(state, "blue-2", "hunter", 21, 14, facing=270, moved=mils(5), level=1)
    order = Attack("red-1", "MTR", "blue-1")
    assert GUNNERY.marks(state, order) == ("blue-1", "blue-2")
    for mark in GUNNERY.marks(state, order):
        compare(state, order, mark)
    state = duel(BURSTS, apart=2)
    put(state, "blue-2", "hunter", 21, 12, facing=270, moved=mils(5), level=1)
    order = Attack("red-1", "HMG", "blue-1", 3, others=("blue-2",))
    assert GUNNERY.marks(state, order) == ("blue-1", "blue-2")
    for mark in GUNNERY.marks(state, order):
        compare(state, order, mark)


@pytest.mark.rule("tactical.7.2-weapon-link")
@pytest.mark.parametrize("tokens", [{}, {LIGHT: 1, HEAVY: 1}])
def test_a_link_as_a_whole(tokens: dict[str, int]) -> None:
    state = duel(LAC, tokens=dict(tokens))
    guns = tuple(Mount(f"LAC{number}", LAC, "T", 40, link="a") for number in (1, 2))
    state.units["red-1"].card = card("Gunner", weapons=guns)
    compare(state, Attack("red-1", "LAC1", "blue-1", linked=True))


@pytest.mark.rule("tactical.3.6.5-damage", "tactical.3.6.5-area")
@pytest.mark.parametrize(("weapon", "hurt"), [(LAC, 0), (CANISTER, 0), (CANISTER, 3)])
def test_squads(weapon: Weapon, hurt: int) -> None:
    state = duel(weapon, apart=2, target=RIFLES)
    squad = state.units["blue-1"]
    squad.troopers = [max(0, points - hurt * (number % 2)) for number, points in enumerate(squad.troopers)]
    compare(state, Attack("red-1", weapon.id, "blue-1"))


@pytest.mark.rule("tactical.3.5.2", "tactical.2.6.10")
def test_the_last_armor_of_detailed_damage() -> None:
    """With one point of Armor left every hit that does anything is the end; three points lose at most what is left."""
    state = duel(CANNON, armor_lost=14)
    state.switches[DETAILED_DAMAGE] = "yes"
    odds = parts(state, Attack("red-1", "CAN", "blue-1"))[0].odds
    assert odds is not None
    assert set(odds.damage) == {0, 1}
    assert odds.p_destroyed == odds.p_crippled == pytest.approx(odds.damage[1])
    assert odds.p_destroyed == pytest.approx(odds.p_hit)


@pytest.mark.rule("tactical.2.3.2")
def test_a_vehicle_has_no_legendary_crew() -> None:
    with pytest.raises(BadInput, match="elite at best"):
        GUNNERY.stage(Situation(("hunter:LAC",), "hunter", (("target-crew", "legendary"),)))


def test_a_toy_makes_no_attacks_of_units() -> None:
    state = duel(LAC)
    assert list(GUNNERY.attacks(state, "red"))
    state.scale = TOY_SCALE
    assert not list(GUNNERY.attacks(state, "red"))
