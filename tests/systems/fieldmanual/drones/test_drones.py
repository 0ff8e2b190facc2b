"""Drones: on their leash, docked, lost with their owners; Demo and Hunter-Killer Drones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim
from gearlock.systems.fieldmanual.attacks.ranged import near_now
from gearlock.systems.fieldmanual.attacks.targets import has_aa
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, ChargesFired, FireCharges
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.command_points.tests import issuers
from gearlock.systems.fieldmanual.damage.damage import Damaged
from gearlock.systems.fieldmanual.datacards import all_cards
from gearlock.systems.fieldmanual.dice_tests import SkillRolled
from gearlock.systems.fieldmanual.drones import (
    DockDrone,
    DroneLost,
    DronePlaced,
    PlaceDrone,
    SetOffDrone,
    leash,
    left_behind,
    offer_drones,
    offer_set_off,
    raise_drones,
    resolve_dock,
    resolve_drones,
    resolve_left_behind,
    resolve_place,
    resolve_set_off,
    stray_drone,
)
from gearlock.systems.fieldmanual.reactions import reactors
from gearlock.systems.fieldmanual.rounds import waiting_models
from gearlock.systems.fieldmanual.state import COMBAT, COORDINATED, DEAD, DOCKED, GONE, LEFT, OUT, TOP, State, Unit
from systems.fieldmanual.radio import asked, model, pool, run
from systems.fieldmanual.tables import activate, mils, play, put, table

RECON, DEMO, HUNTER, AA = "recon-drone", "demo-drone", "hunter-killer-drone", "aa-drone"


def owned(card: str, x: float = 12, y: float = 20, status: str = OUT, **more: Any) -> tuple[State, Unit]:
    """Red's model at (10, 20) with a drone; Auto Comm 4, it is being activated."""
    state = table()
    model(state, "red-1", 10, auto_comm=4, **more)
    drone = put(state, "red-1-drone", card, x, y, parent="red-1", status=status)
    drone.carrier = "red-1" if status == DOCKED else ""
    activate(state, "red-1")
    return state, drone


def code(state: State, order: Any, kind: str = "act", **more: Any) -> str:
    found = BOOK.refuse(state, Ask("red", kind, "red-1", **more), order)
    return "" if found is None else found.code


def at(x: float, y: float = 20) -> PlaceDrone:
    return PlaceDrone("red-1", "red-1-drone", mils(x), mils(y))


# --- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.perk-drone", "fieldmanual.perk-drone-hk", "fieldmanual.perk-drone-recon")
@pytest.mark.parametrize(("card", "inches"), [(RECON, 4), (DEMO, 6), (HUNTER, 8), (AA, 8)])
def test_each_kind_has_its_leash_measured_from_edge_to_edge(card: str, inches: int) -> None:
    """Bases of half an inch: 10 + 0.5 + leash + 0.5."""
    state, drone = owned(card)
    assert leash(state.units["red-1"], drone) == mils(inches)
    assert code(state, at(11 + inches)) == ""
    assert code(state, at(11.001 + inches)) == "leash"


@pytest.mark.rule("fieldmanual.perk-drone")
def test_drones_are_no_models() -> None:
    state, drone = owned(RECON)
    assert waiting_models(state, "red") == [state.units["red-1"]]
    assert list(state.in_play("red")) == [state.units["red-1"]]
    assert drone not in list(state.standing())
    blue = model(state, "blue-1", 20)
    assert BOOK.refuse(state, Ask("blue", "act", "blue-1"), Attack("blue-1", "LAC", drone.id)) is not None
    assert reactors(state) == [blue]
    pool(state, red=3)
    state.units["red-1"].rank = "commander"
    assert issuers(state, drone) == []


@pytest.mark.rule("fieldmanual.perk-drone")
def test_placed_once_an_activation_on_the_table_by_its_owner() -> None:
    state, drone = owned(RECON, status=DOCKED)
    played = play(state, lambda ctx: resolve_place(ctx, at(13)))
    assert played.of(DronePlaced)
    assert (drone.status, drone.x, drone.carrier) == (OUT, 13_000, "")
    assert code(state, at(12)) == "again"
    state.units["red-1"].x = 500
    activate(state, "red-1")
    assert code(state, at(-0.001)) == "table"
    assert code(state, at(0, 20)) == ""
    owner = state.units["red-1"]
    owner.x, owner.y = 71_500, 47_500
    assert code(state, at(72, 48)) == ""
    assert code(state, at(72.001, 48)) == "table"
    assert code(state, at(72, 48.001)) == "table"
    other = model(state, "red-2", 40)
    assert code(state, PlaceDrone("red-1", other.id)) == "drone"
    put(state, "red-2-drone", RECON, 40, 20, parent="red-2", status=OUT)
    assert code(state, PlaceDrone("red-1", "red-2-drone", 70_000, 47_000)) == "drone"
    drone.status = GONE
    assert code(state, at(71, 47)) == "drone"
    drone.status = OUT
    owner.x, owner.y = 2_000, 500
    assert code(state, at(2, 0)) == ""
    assert code(state, at(2, -0.001)) == "table"
    owner.x, owner.y = 500, 20_000
    assert code(state, PlaceDrone("red-1", "nothing")) == "drone"
    activate(state, "red-1", extra=True)
    assert code(state, at(1)) == "again"


@pytest.mark.rule("fieldmanual.perk-drone")
def test_docking_takes_contact_and_an_action_and_undocking_none() -> None:
    state, drone = owned(RECON, x=11)
    owner = state.units["red-1"]
    dock = DockDrone("red-1", "red-1-drone")
    assert code(state, dock) == ""
    drone.x += 11
    assert code(state, dock) == "contact"
    drone.x -= 11
    play(state, lambda ctx: resolve_dock(ctx, dock))
    assert (drone.status, owner.actions) == (DOCKED, 0)
    assert code(state, dock) == "drone"
    assert code(state, at(12)) == ""
    play(state, lambda ctx: resolve_place(ctx, at(11)))
    assert (drone.status, owner.actions) == (OUT, 0)
    assert code(state, dock) == "no-action"


@pytest.mark.rule("fieldmanual.perk-drone")
def test_what_is_offered_of_drones_and_how_places_are_found() -> None:
    state, drone = owned(DEMO, x=11)
    owner = state.units["red-1"]

    def labels() -> list[str]:
        return [option.label.split(" Red")[0] for option in (*offer_drones(state, owner), *offer_set_off(state, owner))]

    assert labels() == ["Place the", "Dock the", "Set off the", "Lay the charge of the"]
    assert state.activation is not None
    state.activation.marks.append(f"drone:{drone.id}")
    assert labels() == ["Dock the", "Set off the", "Lay the charge of the"]
    drone.status = DOCKED
    state.activation.marks.clear()
    assert labels() == ["Undock the"]
    place, ask = next(iter(offer_drones(state, owner))), Ask("red", "act", "red-1")
    owner.x = owner.y = 500
    spots = [BOOK.sample(state, ask, place, random.Random(seed)) for seed in range(30)]
    assert all(isinstance(spot, PlaceDrone) and spot.x >= 0 and spot.y >= 0 for spot in spots)
    assert BOOK.aim(state, ask, place, Aim(3000, 2000)) == PlaceDrone("red-1", drone.id, 3000, 2000)
    far = BOOK.aim(state, ask, place, Aim(30_000, 2000))
    assert isinstance(far, Refusal)
    assert far.code == "leash"


@pytest.mark.rule("fieldmanual.perk-drone")
@pytest.mark.parametrize("fate", [DEAD, LEFT])
def test_a_drone_goes_with_its_owner(fate: str) -> None:
    for status in (OUT, DOCKED):
        state, drone = owned(HUNTER, status=status)
        state.units["red-1"].status = fate
        played = play(state, resolve_drones)
        assert played.of(DroneLost)
        assert drone.status == GONE


@pytest.mark.rule("fieldmanual.perk-drone")
def test_a_drone_left_behind_is_placed_anew_after_the_activation() -> None:
    state, drone = owned(RECON, x=15)
    state.activation = None
    assert stray_drone(state) == ""
    state.units["red-1"].x -= 1
    assert stray_drone(state) == drone.id
    activate(state, "red-1")
    assert stray_drone(state) == ""
    state.activation = None
    put(state, "red-1-other", HUNTER, 11, 20, parent="red-1", status=OUT)
    wrong = PlaceDrone("red-1", "red-1-other", 11_000, 20_000)
    assert code(state, wrong, "drone", about=(drone.id,)) == "drone"
    assert [option.label for option in BOOK.options(state, Ask("red", "drone", "red-1", (drone.id,)))]
    played = run(state, resolve_drones, replies=[at(11)], book=BOOK)
    assert asked(played) == [("red", "drone")]
    assert drone.x == 11_000
    assert stray_drone(state) == ""


@pytest.mark.rule("fieldmanual.perk-drone")
def test_drones_on_cards_begin_docked() -> None:
    state = table()
    owner = model(state, "red-1", 10, group=3, perks={"Recon Drone": 1, "Demo Drone": 1})
    raised = list(raise_drones(owner, all_cards()))
    assert [(unit.card.id, unit.status, unit.parent, unit.group) for unit in raised] == [
        (RECON, DOCKED, "red-1", 3),
        (DEMO, DOCKED, "red-1", 3),
    ]
    assert list(raise_drones(model(state, "red-2", 20), all_cards())) == []


# --- Demo Drones -----------------------------------------------------------------------------------------------------


def setting_off(ctx: Ctx[State]) -> Script[None]:
    return resolve_set_off(ctx, SetOffDrone("red-1", "red-1-drone"))


@pytest.mark.rule("fieldmanual.perk-drone-demo")
def test_it_goes_off_with_skill_2_for_an_action_and_is_gone() -> None:
    """SDG: x30, AE 3. Blue's defense of 1 and 5 - Stationary -1 - against 6."""
    state, drone = owned(DEMO, x=15)
    blue = model(state, "blue-1", 16, 22)
    blue.tokens[f"{COORDINATED}:red:1"] = 1
    played = run(state, setting_off, (6, 1), (5, 1), book=BOOK)
    assert played.rolls[0].count == 2
    assert (drone.status, state.units["red-1"].actions) == (GONE, 0)
    assert [event.unit for event in played.of(Damaged)] == ["blue-1"]
    lines = next(event.lines for event in played.of(SkillRolled) if event.unit == "blue-1")
    assert not {line.rule for line in lines} & {"fieldmanual.coordinated-attack", "fieldmanual.crossfire"}


@pytest.mark.rule("fieldmanual.perk-drone-demo")
def test_it_harms_friends_too_and_nobody_out_of_its_area() -> None:
    state, _ = owned(DEMO, x=12)
    model(state, "blue-1", 40)
    played = run(state, setting_off, (6, 1), (6, 6), book=BOOK)
    assert [event.unit for event in played.of(SkillRolled)] == ["red-1-drone", "red-1"]


@pytest.mark.rule("fieldmanual.perk-drone-demo")
def test_it_may_lay_its_charge_instead() -> None:
    state, drone = owned(DEMO, x=15)
    play(state, lambda ctx: resolve_set_off(ctx, SetOffDrone("red-1", drone.id, lay=True)))
    assert [(charge.owner, charge.x, charge.y) for charge in state.charges] == [(drone.id, 15_000, 20_000)]
    assert drone.status == GONE


@pytest.mark.rule("fieldmanual.perk-drone-demo")
def test_it_needs_an_action_and_must_be_out_and_be_a_demo_drone() -> None:
    state, drone = owned(DEMO, status=DOCKED)
    order = SetOffDrone("red-1", drone.id)
    assert code(state, order) == "docked"
    drone.status = OUT
    assert code(state, order) == ""
    state.units["red-1"].actions = 0
    assert code(state, order) == "no-action"
    other, _ = owned(RECON)
    assert code(other, order) == "drone"


@pytest.mark.rule("fieldmanual.perk-drone-demo", "fieldmanual.speed-top")
@pytest.mark.parametrize(
    ("band", "gone", "status", "bangs"),
    [(TOP, 1000, OUT, True), (TOP, 0, OUT, False), (COMBAT, 1000, OUT, False), (TOP, 1000, DOCKED, False)],
)
def test_it_goes_off_at_once_behind_an_owner_that_moves_at_top_speed(
    band: str, gone: int, status: str, bangs: bool
) -> None:
    state, drone = owned(DEMO, x=30, status=status)
    state.units["red-1"].band = band
    activate(state, "red-1", gone={"red-1": gone})
    assert bool(left_behind(state)) is bangs
    if bangs:
        run(state, resolve_left_behind, (3, 1), book=BOOK)
        assert drone.status == GONE
        assert left_behind(state) == ""


@pytest.mark.rule("fieldmanual.perk-drone-demo")
def test_undocked_after_a_move_at_top_speed_it_stays() -> None:
    state, _ = owned(DEMO, status=DOCKED)
    state.units["red-1"].band = TOP
    activate(state, "red-1", gone={"red-1": 9000})
    play(state, lambda ctx: resolve_place(ctx, at(13)))
    assert left_behind(state) == ""


# --- Hunter-Killer and AA --------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.perk-drone-hk", "fieldmanual.perk-ap-charges")
def test_a_hunter_killer_fires_at_infantry_it_is_placed_near_within_5_in() -> None:
    state, drone = owned(HUNTER, x=11)
    squad = put(state, "blue-1", "infantry-squad-proposed", 22, 20, team="blue-1")
    assert near_now(state) == frozenset()
    played = play(state, lambda ctx: resolve_place(ctx, at(16)))
    assert asked(played) == [("red", "ap-charges")]
    drone.x = 11_000
    activate(state, "red-1")
    squad.x = 22_001
    assert play(state, lambda ctx: resolve_place(ctx, at(16))).asks == []
    drone.status = DOCKED
    assert near_now(state) == frozenset()


@pytest.mark.rule("fieldmanual.perk-drone-hk")
def test_its_charges_use_the_owners_speed() -> None:
    state, _ = owned(HUNTER, x=11)
    state.units["red-1"].band = TOP
    put(state, "blue-1", "infantry-squad-proposed", 20, 20, team="blue-1")
    place: Any = lambda ctx: resolve_place(ctx, at(16))  # noqa: E731 - a script for one order
    played = run(state, place, (3, 1), (6, 6), replies=[FireCharges("red-1", "blue-1")], book=BOOK)
    assert played.of(ChargesFired)
    lines = played.of(SkillRolled)[0].lines
    assert [line.value for line in lines if line.rule == "fieldmanual.card-modifiers"] == [-3]


@pytest.mark.rule("fieldmanual.aa-drone")
def test_an_aa_drone_that_is_out_guides_the_longest_weapon_of_each_in_its_group() -> None:
    state, drone = owned(AA)
    owner, mate = state.units["red-1"], model(state, "red-2", 20)
    guns = {unit.id: unit.card.weapon("LAC") for unit in (owner, mate)}
    assert all(mount is not None and has_aa(state, state.units[name], mount) for name, mount in guns.items())
    drone.status = DOCKED
    assert not any(mount is not None and has_aa(state, state.units[name], mount) for name, mount in guns.items())
    drone.status, drone.group = OUT, 2
    assert not any(mount is not None and has_aa(state, state.units[name], mount) for name, mount in guns.items())
