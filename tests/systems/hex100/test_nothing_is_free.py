"""What is ordered is paid; where one points is where it goes; what is guessed lies where it may."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.system import Aim
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.advice.drones_and_signals import EACH, HACKING, JAMMING, TURNING, hack_worth, jam_worth
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Bombard
from gearlock.systems.hex100.attacks.reserve import aim_bombardment, guess_bombardment
from gearlock.systems.hex100.defenses import Launch, guess_launch
from gearlock.systems.hex100.deployment import Deploy, aim_place, guess_place
from gearlock.systems.hex100.detection.locks import MARKER_RANGE, guess_hex
from gearlock.systems.hex100.detection.sight import Detected, MarkHex
from gearlock.systems.hex100.drones.commands import (
    AROUND_ENEMY,
    AROUND_UNIT,
    NEAR_ENEMY,
    aim_fielding,
    aim_point,
    fielding_places,
    guess_fielding,
    guess_point,
)
from gearlock.systems.hex100.drones.kinds import FieldDrone, SetMode
from gearlock.systems.hex100.electronic_warfare import Hack, Jam, MassFortify, MassJam
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.cards import Machine, machines
from gearlock.systems.hex100.forces.loadout import TYPES, described, type_rule
from gearlock.systems.hex100.known_units import known_enemies
from gearlock.systems.hex100.plan import ENGAGEMENT, Objective
from gearlock.systems.hex100.state import BLIP
from gearlock.systems.hex100.weapons import can_fire_together
from gearlock.table.hexes import disc
from systems.hex100.drone_kit import CARRIER, DRONE, MEDIC, TEGU
from systems.hex100.kit import E, Position, W, at, code, machine, plain
from systems.hex100.test_castellan import BARE, LAUNCHER, LORD, lord

FREE = {"EndTurn", "LeaveSiege", "SwitchLink", "TakeGait", "HoldBack", "Reserve"}
"""What takes no action of its own: a reserve is paid when it is said what waits."""
CASES: dict[str, Machine] = {name: each for name, each in machines().items()} | {
    "carrier": CARRIER,
    "medic": MEDIC,
    "lord": LORD,
    "marker": machine("crocodile-mk2", ["hunter-killer-missile"], ["target-marker"], ["crocodile-combat-laser"]),
}


@pytest.mark.rule("hex100.action-pool", "hex100.action-symbols")
@pytest.mark.parametrize("name", CASES)
def test_no_order_is_carried_out_that_no_action_pays_for(name: str) -> None:
    position = Position(plain(), [(CASES[name], (4, 4), E), (BARE, (4, 6), E)], [(TEGU, (7, 4), W), (BARE, (5, 4), W)])
    battle = Battle.begin(SYSTEM, position.setup, Scripted(), position.state)
    assert battle.pending[0].kind == "act"
    orders = [option.order for option in battle.options("red")]
    legal = [order for order in orders if not code(battle, "red", order)]
    assert legal
    battle.state.units["red-1"].pool = {}
    for order in legal:
        paid = getattr(order, "pay", "") != "aux" and type(order).__name__ not in FREE
        if paid:
            assert code(battle, "red", order), order


@pytest.mark.rule("hex100.jamming", "hex100.hacking", "hex100.mass-jamming", "hex100.mass-e-fortification")
def test_without_its_equipment_nobody_jams_hacks_or_fortifies() -> None:
    battle = Position(plain(), [(BARE, (4, 4), E)], [(TEGU, (7, 4), W)]).play()
    for order in (Jam("red-1", "contact-1"), Hack("red-1", "contact-1"), MassJam("red-1"), MassFortify("red-1")):
        assert code(battle, "red", order) == "no-ecm"


@pytest.mark.rule("hex100.attr-requires-power", "hex100.castellan-launcher", "hex100.emp-shock")
@pytest.mark.parametrize(("shocked", "said"), [(False, ""), (True, "shut-down")])
def test_a_launcher_that_needs_power_is_shut_down_by_shock(shocked: bool, said: str) -> None:
    replace = msgspec.structs.replace
    fed = replace(
        LORD,
        mounts=tuple(
            replace(each, item=replace(each.item, attributes=("requires-power",))) if each.item else each
            for each in LORD.mounts
        ),
    )
    position = Position(plain(), [(fed, (2, 4), E)], [(BARE, (12, 4), W)])
    position.unit("red-1").shocked = shocked
    assert code(position.play(), "red", Launch("red-1", LAUNCHER, "smoke", *at(6, 4))) == said


@pytest.mark.rule("hex100.co-axial", "hex100.type-co-axial")
@pytest.mark.parametrize(("hardpoint", "together"), [(-1, False), (0, False), (1, True)])
def test_what_is_built_in_is_on_no_co_axial_mount_though_the_last_hardpoint_is_one(
    hardpoint: int, together: bool
) -> None:
    places = [SimpleNamespace(types=("turret",), arm=""), SimpleNamespace(types=("co-axial",), arm="")]
    state: Any = SimpleNamespace(machine=lambda _: SimpleNamespace(unit=SimpleNamespace(hardpoints=places)))
    unit: Any = SimpleNamespace(id="red-1", focus="")
    gun: Any = SimpleNamespace(name="gun", melee=False, has=lambda _: False)
    weapons: Any = [(SimpleNamespace(id=name, hardpoint=hardpoint), gun) for name in ("one", "two")]
    assert can_fire_together(state, unit, weapons) is together
    assert can_fire_together(state, unit, [weapons[0], weapons[0]]) is False, "one and the same"


# --- pointing ---------------------------------------------------------------------------------------------------------

FACINGS = [(0, 0), (299, 0), (300, 1), (899, 1), (900, 2), (1800, 3), (2400, 4), (3000, 5), (3299, 5), (3300, 0)]


@pytest.mark.rule("hex100.deployment")
@pytest.mark.parametrize(
    ("seat", "facing", "side"),
    [("red", None, 1), ("blue", None, 4), *(("red", tenths, side) for tenths, side in FACINGS)],
)
def test_who_is_placed_looks_across_the_map_or_as_pointed(seat: str, facing: int | None, side: int) -> None:
    state, ask = lord().state, Ask(seat, "deploy", "red-1", ("red-1",))
    spot = Aim(*at(3, 2), facing)
    assert aim_place(state, ask, Deploy("red-1", load=("gun:round",)), spot) == Deploy(
        "red-1", *at(3, 2), side, ("gun:round",)
    )
    assert aim_fielding(state, ask, FieldDrone(DRONE, "loiter"), spot) == FieldDrone(DRONE, "loiter", *at(3, 2), side)
    assert aim_bombardment(state, ask, Bombard("red-1", "gun", 0, 0, "commander"), spot) == Bombard(
        "red-1", "gun", *at(3, 2), "commander"
    )
    assert aim_point(state, ask, SetMode("red-1", DRONE, "loiter"), spot) == SetMode(
        "red-1", DRONE, "loiter", *at(3, 2)
    )


class Fixed:
    """A chooser that takes anything, and whose shares are all the same."""

    def __init__(self, share: float, seed: int) -> None:
        self.share, self._random = share, random.Random(seed)

    def random(self) -> float:
        return self.share

    def randrange(self, start: int, stop: int, /) -> int:
        return self._random.randrange(start, stop)

    def choice(self, seq: Any, /) -> Any:
        return self._random.choice(seq)


def spots(guess: Any, state: Any, order: Any, share: float = 0.0, times: int = 600) -> set[tuple[int, int]]:
    """Every hex that is guessed in many tries, whatever lies on the map or off it."""
    found = set()
    for seed in range(times):
        order_now = guess(state, Ask("red", "act", "red-1"), order, Fixed(share, seed), 0)
        found.add((order_now.q, order_now.r))
    return found


@pytest.mark.rule("hex100.castellan-launcher")
def test_a_launcher_is_tried_two_hexes_around_an_enemy_or_four_around_itself() -> None:
    state = Position(plain(), [(LORD, (2, 4), E)], [(BARE, (7, 4), W)]).state
    order = Launch("red-1", LAUNCHER, "smoke")
    (enemy,) = known_enemies(state, "red")
    assert spots(guess_launch, state, order, 0.49) == set(disc(enemy, 2))
    assert spots(guess_launch, state, order, 0.5) == set(disc(state.units["red-1"].hex, 4))
    state = lord().state
    assert not known_enemies(state, "red")
    assert spots(guess_launch, state, order, 0.0) == set(disc(state.units["red-1"].hex, 4))


@pytest.mark.rule("hex100.target-marker")
def test_a_marker_is_tried_in_all_its_reach() -> None:
    state = lord().state
    found = spots(guess_hex, state, MarkHex("red-1", 0, 0, "utility"), times=1500)
    assert found == set(disc(state.units["red-1"].hex, MARKER_RANGE))


@pytest.mark.rule("hex100.deployment", "hex100.drone-deployment")
def test_places_are_guessed_among_all_that_are_allowed_with_any_facing() -> None:
    position = Position(plain(), [(CARRIER, (2, 4), E)], [(TEGU, (14, 4), W)])
    state = position.state
    orders = [
        guess_fielding(state, Ask("red", "field drone", DRONE), FieldDrone(DRONE, "loiter"), random.Random(seed), 0)
        for seed in range(400)
    ]
    assert {(order.q, order.r) for order in orders if isinstance(order, FieldDrone)} == set(
        fielding_places(state, DRONE)
    )
    assert {order.facing for order in orders if isinstance(order, FieldDrone)} == set(range(6))
    placed = [
        guess_place(state, Ask("red", "deploy", "red-1", ("red-1",)), Deploy("red-1"), random.Random(seed), 0)
        for seed in range(200)
    ]
    assert {order.facing for order in placed if isinstance(order, Deploy)} == set(range(6))


@pytest.mark.rule("hex100.drone-command")
def test_a_point_is_tried_near_an_enemy_near_the_unit_or_anywhere_and_always_on_the_map() -> None:
    order = SetMode("red-1", DRONE, "loiter")
    state = Position(plain(30, 20), [(CARRIER, (12, 10), E)], [(TEGU, (17, 10), W)]).state
    (enemy,), everywhere = known_enemies(state, "red"), set(state.land.ground)
    assert spots(guess_point, state, order, 0.0, 1500) == set(disc(enemy, AROUND_ENEMY))
    assert len(spots(guess_point, state, order, NEAR_ENEMY, 1500) & everywhere) > 400
    state = Position(plain(30, 20), [(CARRIER, (1, 1), E)], [(TEGU, (29, 19), W)]).state
    home = set(disc(at(1, 1), AROUND_UNIT))
    assert not known_enemies(state, "red")
    assert spots(guess_point, state, order, 0.0, 1500) == home & everywhere < home
    assert len(spots(guess_point, state, order, NEAR_ENEMY / 2, 1500) & everywhere) > 400


@pytest.mark.rule("hex100.attack-action", "hex100.attr-demolisher")
@pytest.mark.parametrize("beyond", [0, 1])
def test_a_site_to_raze_is_tried_as_far_as_the_weapon_reaches(beyond: int) -> None:
    thrower = machine("crocodile-mk2", [], [], ["demolition-charge"])
    position = Position("." * 16, [(thrower, (0, 0), E)], [(BARE, (15, 0), W)])
    found = find_weapon(position.state, position.unit("red-1"), "demolition-charge")
    assert found is not None
    reach = found[1].range
    column = reach + beyond
    position = Position("." * column + "B" + "." * 9, [(thrower, (0, 0), E)], [(BARE, (column + 9, 0), W)])
    state, site = position.state, at(column, 0)
    state.scene.plan = msgspec.structs.replace(ENGAGEMENT, objectives=(Objective("raze", "red", hexes=(site,)),))
    tried = spots(guess_bombardment, state, Bombard("red-1", "demolition-charge"))
    assert tried == {site} if not beyond else site not in tried


@pytest.mark.rule("hex100.attack-action", "hex100.attr-blast")
@pytest.mark.parametrize(("away", "near"), [(0, True), (1, True), (2, False)])
def test_shells_are_tried_beside_an_enemy_whom_they_could_just_reach(away: int, near: bool) -> None:
    mortar = "squire-storm"
    position = Position(plain(40), [(mortar, (0, 4), E)], [(BARE, (20, 4), W)])
    found = find_weapon(position.state, position.unit("red-1"), "storm-mortar")
    assert found is not None
    reach, radius = found[1].range, max(1, found[1].radius)
    position = Position(plain(40), [(mortar, (0, 4), E)], [(BARE, (reach + radius + away - 1, 4), W)])
    state, enemy = position.state, position.unit("blue-1").hex
    position.ctx.emit(Detected("red", "blue-1", BLIP, "contact-1"))
    tried = spots(guess_bombardment, state, Bombard("red-1", "storm-mortar"))
    around = set(disc(enemy, radius)) - {enemy}
    assert (tried == around) is near
    wide = spots(guess_bombardment, state, Bombard("red-1", "storm-mortar"), 0.99, 2500)
    home = state.units["red-1"]
    assert {min(q for q, _ in wide) - home.q, min(r for _, r in wide) - home.r} == {-reach}
    assert {max(q for q, _ in wide) - home.q, max(r for _, r in wide) - home.r} == {reach}


# --- words and worth --------------------------------------------------------------------------------------------------


@pytest.mark.rule("hex100.hardpoints")
@pytest.mark.parametrize("name", TYPES)
def test_a_type_is_said_in_words_and_cited_by_its_rule(name: str) -> None:
    words, rule = TYPES[name]
    assert described([name, "no such type"]) == words
    assert "hex100" not in words
    assert type_rule([name]) == rule
    assert described(["light", "launcher"]) == "light weapons, launchers"


@pytest.mark.rule("hex100.hacking", "hex100.networks", "hex100.attr-sensitive-electronics")
def test_a_hack_is_worth_more_for_every_device_it_stops_and_for_drones() -> None:
    """Of what is out of sight nobody knows a device, and who is hacked is hacked."""
    worths = {}
    for name, card in (("bare", BARE), ("carrier", CARRIER), ("tank", machines()[TEGU])):
        position = Position(plain(), [(BARE, (4, 4), E)], [(card, (7, 4), W)])
        state, enemy = position.state, position.unit("blue-1")
        effects = state.scene.loadouts["blue-1"].effects
        sensitive = sum(
            "sensitive-electronics" in (mount.item.attributes if mount.item else mount.modes[0].attributes)
            for mount in state.machine("blue-1").mounts
        )
        turned = TURNING if "drone_controller" in effects else 0.0
        worths[name] = HACKING + turned + EACH * (sensitive + ("data_link" in effects))
        assert hack_worth(state, "red", enemy) == pytest.approx(worths[name])
        guided = any(mode.tracking or mode.has("homing") for mount in card.mounts for mode in mount.modes)
        silenced = sum(effect in effects for effect in ("sensors", "data_link", "ecm"))
        assert jam_worth(state, "red", enemy) == pytest.approx(JAMMING + EACH * (guided + silenced))
        enemy.hacked = enemy.jammed = True
        assert hack_worth(state, "red", enemy) == jam_worth(state, "red", enemy) == 0.0
        enemy.hacked = enemy.jammed = False
        state.known["red"]["blue-1"] = BLIP
        assert (hack_worth(state, "red", enemy), jam_worth(state, "red", enemy)) == (HACKING, JAMMING)
    assert len(set(worths.values())) > 1


@pytest.mark.rule("hex100.nimbus-passive", "hex100.hacking")
def test_a_nimbus_says_that_it_goes_on_through_the_network() -> None:
    said = {}
    for name, card in machines().items():
        position = Position(plain(), [(card, (4, 4), E)], [(TEGU, (7, 4), W)])
        notes = PREVIEWS.preview(position.state, "red", Hack("red-1", "contact-1")).notes
        nimbus = "nimbus" in position.state.scene.loadouts["red-1"].effects
        said[nimbus] = name
        assert any(note.startswith("Nimbus") for note in notes) is nimbus, name
    assert set(said) == {True, False}
