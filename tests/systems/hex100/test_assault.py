"""Assault gear: impact hammer, power fists, aux turrets, the Linebreaker's protection, the Cirrus's combined action."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.actions import payment
from gearlock.systems.hex100.attacks.attack import Attack, Reserve, number_to_evade, take_aim
from gearlock.systems.hex100.damage.damage import critical_damage, cut_pools, reduction_modifiers
from gearlock.systems.hex100.damage.units_hit import Shocked, Struck
from gearlock.systems.hex100.detection.sight import LookAround
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon, full_hp
from gearlock.systems.hex100.forces.cards import units, weapons
from gearlock.systems.hex100.forces.force_building import machine_faults
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.turns import EndTurn, PhaseBegan
from gearlock.systems.hex100.weapons import aux_volleys
from gearlock.table.hexes import step
from systems.hex100.kit import NW, E, Position, W, code, east, events, machine, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"
FAR = (TEGU, (15, 8), W)
HAMMER = machine("linebreaker-mk2", [], [], ["impact-hammer"], [])
FISTS = machine("big-guye", [], ["power-fist-mk-2"], ["power-fist-mk-2"], [])
ZENITH = machine("zenith-mbt", ["sb-120-tank-gun"], ["medium-auto-cannon"], ["gauss-rifle"], [])
CIRRUS = machine("cirrus-mk2", [], ["basic-sensor-suite"], ["cirrus-mobility-system"], ["light-auto-cannon"])
STRATUS = machine("cirrus-mk2", [], [], ["stratus-sensor-system"], ["light-auto-cannon"])
BARE = machine("cirrus-mk2", [], ["basic-sensor-suite"], [], ["light-auto-cannon"])


def around(position: Position, side: int) -> tuple[int, int]:
    return step(position.unit("red-1").hex, side)


@pytest.mark.rule("hex100.impact-hammer")
def test_a_hammer_shakes_friend_and_foe_in_the_other_two_hexes_ahead() -> None:
    position = Position(plain(), [(HAMMER, (4, 4), E), (CROC, (0, 0), E), (CROC, (0, 2), E)], [(CROC, (5, 4), W), FAR])
    for unit, side in (("red-2", 1), ("red-3", 2), ("blue-2", 5)):
        position.unit(unit).q, position.unit(unit).r = around(position, side)
    position.unit("blue-2").facing = NW
    battle = position.play((74,), (99,), (0,))
    battle.answer("red", Attack("red-1", ("impact-hammer",), position.state.contacts["red"]["blue-1"]))
    struck = {event.unit: (event.damage, event.critical, event.how) for event in events(battle, Struck)}
    assert struck == {"blue-1": (12, 1, "hit"), "red-2": (6, 0, "shockwave"), "blue-2": (6 - 2, 0, "shockwave")}


@pytest.mark.rule("hex100.impact-hammer", "hex100.armour-blast")
def test_a_hammer_that_misses_shakes_nobody_and_blast_plating_keeps_the_shock_off() -> None:
    plated = machine("crocodile-mk2", [], [], [], [], ["blast-plating-light"])
    for dice, shaken in ((((75,),), []), (((74,), (99,), (0,)), ["red-3"])):
        red = [(HAMMER, (4, 4), E), (plated, (0, 0), E), (CROC, (0, 2), E)]
        position = Position(plain(), red, [(CROC, (5, 4), W), FAR])  # type: ignore[arg-type]
        for unit, side in (("red-2", 1), ("red-3", 5)):
            position.unit(unit).q, position.unit(unit).r = around(position, side)
        battle = position.play(*dice)
        battle.answer("red", Attack("red-1", ("impact-hammer",), "contact-1"))
        assert [event.unit for event in events(battle, Struck) if event.how == "shockwave"] == shaken


@pytest.mark.rule("hex100.impact-hammer")
def test_a_hammer_falls_ahead_and_its_card_is_as_printed() -> None:
    position = Position(plain(), [(HAMMER, (4, 4), W)], [(CROC, (5, 4), W)])
    assert code(position.play(), "red", Attack("red-1", ("impact-hammer",), "contact-1")) == "not-ahead"
    (card,) = weapons()["impact-hammer"]
    assert (card.accuracy, card.damage, card.critical, card.penetration, card.shock) == (75, 12, 3, 10, 6)
    assert (card.cost, card.size, card.spalling, card.melee) == (250, 2, 1, True)


@pytest.mark.rule("hex100.impact-hammer")
def test_the_preview_of_a_hammer_weighs_the_friends_beside_the_target() -> None:
    position = Position(plain(), [(HAMMER, (4, 4), E), (CROC, (0, 0), E)], [(CROC, (5, 4), W)])
    attack = Attack("red-1", ("impact-hammer",), "contact-1")
    alone = position.play().preview("red", attack).risks
    position = Position(plain(), [(HAMMER, (4, 4), E), (CROC, (0, 0), E)], [(CROC, (5, 4), W)])
    position.unit("red-2").q, position.unit("red-2").r = around(position, 1)
    assert position.play().preview("red", attack).risks == pytest.approx(
        alone + 0.75 * 6 / full_hp(position.state, "red-2")
    )


@pytest.mark.rule("hex100.impact-hammer")
@pytest.mark.parametrize(("seen", "more"), [(True, 0.75 * 6 / 32), (False, 0.0)])
def test_the_preview_of_a_hammer_counts_enemies_in_sight_beside_the_target_and_no_others(
    seen: bool, more: float
) -> None:
    def gives(beside: bool) -> float:
        position = Position(plain(), [(HAMMER, (4, 4), E)], [(CROC, (5, 4), W), (CROC, (15, 8), W)])
        if beside:
            position.unit("blue-2").q, position.unit("blue-2").r = around(position, 1)
        position.state.known["red"]["blue-2"] = 3 if seen else 1
        contact = position.state.contacts["red"]["blue-1"]
        return position.play().preview("red", Attack("red-1", ("impact-hammer",), contact)).gives

    assert gives(beside=True) == pytest.approx(gives(beside=False) + more)


@pytest.mark.rule("hex100.power-fist", "hex100.focus-defence")
def test_every_fist_that_works_protects_the_front_arc_under_the_defence_focus() -> None:
    position = Position(plain(), [(FISTS, (4, 4), E)], [FAR])
    unit = position.unit("red-1")

    def kept_off(side: int) -> int:
        lines = reduction_modifiers(position.state, unit, None, "energy", around(position, side))
        return -sum(line.value for line in lines)

    assert kept_off(0) == 0
    unit.focus = "defence"
    assert [kept_off(side) for side in range(6)] == [2, 2, 0, 0, 0, 2]
    unit.hurt[1] = 3
    assert kept_off(0) == 1


@pytest.mark.rule("hex100.power-fist", "hex100.attr-light-emp", "hex100.focus-melee")
@pytest.mark.parametrize(("face", "shocked", "critical"), [(19, True, 2), (34, True, 1), (35, False, 1)])
def test_two_fists_shock_at_fifteen_more_and_do_critical_damage_as_ever(
    face: int, shocked: bool, critical: int
) -> None:
    position = Position(plain(), [(FISTS, (4, 4), E)], [(CROC, (5, 4), W)])
    position.unit("red-1").focus = "melee"
    fists = tuple(token for token in position.state.scene.loadouts["red-1"].tokens if token.startswith("power"))
    assert len(fists) == 2
    battle = position.play((0,), (face,), (0,), (75,))
    battle.answer("red", Attack("red-1", fists, "contact-1"))
    assert bool(events(battle, Shocked)) is shocked
    assert [event.critical for event in events(battle, Struck)] == [critical]


@pytest.mark.rule("hex100.power-fist")
def test_one_fist_shocks_under_twenty() -> None:
    for face, shocked in ((19, True), (20, False)):
        position = Position(plain(), [(FISTS, (4, 4), E)], [(CROC, (5, 4), W)])
        battle = position.play((0,), (face,), (0,))
        battle.answer("red", Attack("red-1", ("power-fist-mk-2",), "contact-1"))
        assert bool(events(battle, Shocked)) is shocked
    (card,) = weapons()["power-fist-mk-2"]
    assert (card.accuracy, card.damage, card.critical, card.penetration, card.cost, card.size) == (
        75,
        12,
        2,
        20,
        250,
        3,
    )


@pytest.mark.rule("hex100.power-fist")
def test_the_preview_of_two_fists_reckons_with_the_better_chance_of_a_shock() -> None:
    position = Position(plain(), [(FISTS, (4, 4), E)], [(CROC, (5, 4), W)])
    position.unit("red-1").focus = "melee"
    fists = tuple(token for token in position.state.scene.loadouts["red-1"].tokens if token.startswith("power"))
    notes = position.play().preview("red", Attack("red-1", fists, "contact-1")).notes
    assert f"EMP shock: {1 - (1 - 0.75 * 0.35) ** 2:.1%}." in notes


@pytest.mark.rule("hex100.zenith-aux-turrets")
def test_one_aux_turret_fires_without_an_action_once_a_turn() -> None:
    position = Position(plain(), [(ZENITH, (0, 0), E)], [(CROC, (4, 0), W), FAR])
    battle = position.play((99, 99))
    assert code(battle, "red", Attack("red-1", ("sb-120-tank-gun",), "contact-1", "aux")) == "not-on-aux-turret"
    battle.answer("red", Attack("red-1", ("medium-auto-cannon",), "contact-1", "aux"))
    unit = battle.state.units["red-1"]
    assert unit.pool == {"move": 1, "attack": 1, "commander": 1}
    assert code(battle, "red", Attack("red-1", ("gauss-rifle",), "contact-1", "aux")) == "used"
    assert code(battle, "red", Attack("red-1", ("medium-auto-cannon",), "contact-1")) == "used"
    assert code(battle, "red", Attack("red-1", ("gauss-rifle",), "contact-1")) == ""


@pytest.mark.rule("hex100.zenith-aux-turrets")
@pytest.mark.parametrize("trouble", ["hacked", "shocked"])
def test_aux_turrets_do_not_fire_by_themselves_hacked_or_in_shock(trouble: str) -> None:
    position = Position(plain(), [(ZENITH, (0, 0), E)], [(CROC, (4, 0), W)])
    setattr(position.unit("red-1"), trouble, True)
    aux = Attack("red-1", ("medium-auto-cannon",), "contact-1", "aux")
    assert code(position.play(), "red", aux) == "shut-down"
    assert not aux_volleys(position.state, position.unit("red-1"))
    position = Position(plain(), [(TEGU, (0, 0), E)], [(CROC, (4, 0), W)])
    assert code(position.play(), "red", Attack("red-1", ("hmg",), "contact-1", "aux")) == "no-aux-turrets"


@pytest.mark.rule("hex100.zenith-aux-turrets", "hex100.turn-structure")
def test_a_turn_does_not_end_while_an_aux_turret_may_still_fire() -> None:
    position = Position(plain(), [(ZENITH, (0, 0), E)], [(CROC, (4, 0), W)])
    position.unit("red-1").pool = {"commander": 1}
    battle = position.play()
    battle.answer("red", LookAround("red-1"))
    assert battle.state.acting == "red-1"
    offered = {option.order.pay for option in battle.options("red") if isinstance(option.order, Attack)}
    assert offered == {"aux"}
    battle.answer("red", EndTurn("red-1"))
    position = Position(plain(), [(ZENITH, (0, 0), E)], [(CROC, (4, 0), W)])
    position.unit("red-1").pool, position.unit("red-1").used = {"commander": 1}, ["aux"]
    battle = position.play()
    battle.answer("red", LookAround("red-1"))
    assert battle.state.acting != "red-1"


@pytest.mark.rule("hex100.linebreaker-integrated")
def test_a_linebreaker_is_protected_inside() -> None:
    position = Position(plain(), [(HAMMER, (0, 0), E)], [(CROC, (4, 0), W)])
    unit = position.unit("red-1")
    (gun,) = weapons()["gauss-rifle"]
    (hammer,) = weapons()["impact-hammer"]
    assert critical_damage(position.state, unit, gun, True) == gun.critical - 1 == 0
    assert critical_damage(position.state, unit, hammer, False) == 0
    assert equipment_effect(position.state, unit, "core_shielding")
    unit.shocked = True
    position.ctx.emit(PhaseBegan(2, "red", ()))
    cut_pools(position.ctx, "red")
    assert position.unit("red-1").pool == {"move": 1, "attack": 1, "wildcard": 1, "focus": 1}


@pytest.mark.rule("hex100.cirrus-passive", "hex100.action-symbols")
@pytest.mark.parametrize(
    ("mech", "pool"),
    [
        (BARE, {"move": 1, "attack": 1, "wildcard": 1, "focus": 1}),
        (CIRRUS, {"move": 1, "move/attack": 1, "wildcard": 1, "focus": 1}),
        (STRATUS, {"move/attack": 1, "attack": 1, "wildcard": 1, "focus": 1}),
    ],
)
def test_mobility_and_sensor_systems_make_a_combined_action(mech: object, pool: dict[str, int]) -> None:
    assert Position(plain(), [(mech, (0, 0), E)], [FAR]).unit("red-1").pool == pool  # type: ignore[list-item]


@pytest.mark.rule("hex100.action-symbols", "hex100.cirrus-passive")
def test_a_combined_action_is_spent_as_either_kind_before_the_wildcard() -> None:
    position = Position(plain(), [(CIRRUS, (0, 0), E)], [(TEGU, (7, 0), W)])
    battle = position.play()
    for expected in ({"move": 0, "move/attack": 1}, {"move": 0, "move/attack": 0}, {"wildcard": 0}):
        unit = battle.state.units["red-1"]
        battle.answer("red", Move("red-1", east(unit, 1), E))
        assert expected.items() <= battle.state.units["red-1"].pool.items()


@pytest.mark.rule("hex100.action-symbols")
def test_payments_find_a_way_that_pays_for_everything() -> None:
    unit = Position(plain(), [(CIRRUS, (0, 0), E)], [FAR]).unit("red-1")
    unit.pool = {"attack/utility": 1, "move/utility": 1}
    assert payment(unit, "utility", "attack") == ("move/utility", "attack/utility")
    assert payment(unit, "utility", "move") == ("attack/utility", "move/utility")
    assert payment(unit, "attack", "move") == ("attack/utility", "move/utility")
    assert payment(unit, "commander") is None
    assert payment(unit, "attack", "attack") is None
    unit.pool = {"move/attack": 1}
    assert payment(unit, "utility") is None
    assert (payment(unit, "move"), payment(unit, "attack")) == (("move/attack",), ("move/attack",))


@pytest.mark.rule("hex100.action-symbols", "hex100.reserve")
def test_a_combined_action_may_be_held_back() -> None:
    position = Position(plain(), [(CIRRUS, (0, 0), E)], [(TEGU, (6, 0), W)])
    battle = position.play()
    battle.answer("red", Reserve("red-1", "attack", ("light-auto-cannon",)))
    assert battle.state.units["red-1"].pool == {"move": 1, "move/attack": 0, "wildcard": 0, "focus": 1}


@pytest.mark.rule("hex100.cirrus-passive", "hex100.focus-evasion")
def test_the_mobility_system_adds_fifteen_to_evasion_while_it_works() -> None:
    position = Position(plain(), [(TEGU, (0, 0), E)], [(CIRRUS, (4, 0), W)])
    target, unit = position.unit("blue-1"), position.unit("red-1")
    target.focus = "evasion"
    found = find_weapon(position.state, unit, "r-120-tank-gun")
    assert found is not None
    aim = take_aim(position.state, unit, found[1], target, target.hex)
    assert number_to_evade(position.state, aim) == 60 + 15
    target.hurt[2] = 2
    assert number_to_evade(position.state, aim) == 60


CARDS = {
    "tegu-mbt": ("Main Battle Tank", 600, 6, 16, 0, 5, 40, 8, (2, 1, 1, 1), (4, 1, 1, 2)),
    "cloudburst-agcv": ("Advanced Ground Combat Vehicle", 800, 8, 14, 0, 6, 50, 7, (1, 1, 1, 1), (3, 2, 2, 1)),
    "linebreaker-mk2": ("Armored Assault Mech", 1200, 3, 20, 35, 8, 45, 10, (0, 0, 0, 0), (2, 2, 2, 2)),
    "big-guye": ("CQC Assault Mech", 800, 4, 18, 40, 8, 20, 9, (0, 0, 0, 0), (1, 3, 3, 2)),
}
POOLS = {"tank": ("move", "attack", "commander"), "mech": ("move", "attack", "wildcard", "focus")}


@pytest.mark.rule("hex100.unit-linebreaker-mk2", "hex100.unit-big-guye")
@pytest.mark.rule("hex100.unit-tegu-mbt", "hex100.unit-cloudburst-agcv")
@pytest.mark.parametrize("id_", CARDS)
def test_the_cards_are_as_decoded(id_: str) -> None:
    card = units()[id_]
    armour = (card.armour.front, card.armour.flank, card.armour.rear, card.armour.top)
    numbers = (card.cost, card.movement, card.hp, card.agility, card.vision, card.e_war, card.structure)
    sizes = tuple(hardpoint.size for hardpoint in card.hardpoints)
    assert (card.class_, *numbers, armour, sizes) == CARDS[id_]
    assert card.pool == POOLS[card.kind]
    assert card.movement_type == ("tracked" if card.kind == "tank" else "legged")


@pytest.mark.rule("hex100.unit-linebreaker-mk2", "hex100.unit-big-guye")
@pytest.mark.rule("hex100.unit-tegu-mbt", "hex100.unit-cloudburst-agcv")
@pytest.mark.parametrize(
    ("unit", "mounts", "cost"),
    [
        ("tegu-mbt", [["r-120-tank-gun"], [], [], ["tegu-dozer-blade"]], 600 + 300 + 75),
        ("cloudburst-agcv", [["rain-maker-tank-gun"], [], [], ["field-survival-modification"]], 800 + 300 + 250),
        ("cloudburst-agcv", [[], [], [], ["urban-warfare-modification"]], 800 + 200),
        ("cloudburst-agcv", [[], [], [], ["cloudburst-amphibious-modifications"]], 800 + 75),
        ("linebreaker-mk2", [["linebreaker-point-defence-turret"], [], ["impact-hammer"]], 1200 + 350 + 250),
        ("big-guye", [[], ["compact-bullet-hose"], ["power-fist-mk-2"]], 800 + 300 + 250),
    ],
)
def test_speciality_items_fit_their_unit_and_no_other(unit: str, mounts: list[list[str]], cost: int) -> None:
    built = machine(unit, *mounts)
    assert built.cost == cost
    assert machine_faults(built) == []
    stranger = "zenith-mbt" if unit != "linebreaker-mk2" else "big-guye"
    for at, mount in enumerate(mounts):
        if mount:
            places: list[list[str]] = [[] for _ in range(at)]
            assert any(
                fault.rule == "hex100.type-specialist" for fault in machine_faults(machine(stranger, *places, mount))
            )


@pytest.mark.rule("hex100.unit-big-guye")
def test_the_compact_bullet_hose_fires_four_rounds_four_hexes_far_in_four_attacks() -> None:
    hose = machine("big-guye", [], ["compact-bullet-hose"], [], [])
    position = Position(plain(), [(hose, (0, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play((0, 99, 99, 99), (99,))
    order = Attack("red-1", ("compact-bullet-hose:single target",), "contact-1")
    battle.answer("red", order)
    assert [event.damage for event in events(battle, Struck)] == [3]
    assert battle.state.units["red-1"].uses == {"compact-bullet-hose": 3}
    position = Position(plain(), [(hose, (0, 0), E)], [(CROC, (5, 0), W)])
    assert code(position.play(), "red", order) == "out-of-range"
