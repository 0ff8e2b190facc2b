"""3.4.5: bursts, walking fire, missile ROF; 3.6.4: volleys; 7.2: links; 2.3.6: clips."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.tactical.attacks.exchange import attack_lines, damage_at, defense_lines
from gearlock.systems.tactical.attacks.firing import offer_attacks
from gearlock.systems.tactical.attacks.targets import Pair, refuse_attack, refuse_shot, use_of
from gearlock.systems.tactical.attacks.weapons_in_use import (
    Attack,
    AttackDeclared,
    AttackMet,
    ChangeClip,
    ClipChanged,
    LinkMissed,
    Use,
    linked_with,
    refuse_clip,
    rounds_for,
    rounds_left,
)
from gearlock.systems.tactical.damage.damage import DamageCompared, SetAlight
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.infantry import SquadHurt
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.systems.tactical.weapons import FRAGMENTATION, GUN, ROCKET, SLOW_BURN, Weapon
from gearlock.table.measure import INCH
from systems.tactical.attacks.shots import ROCKETS, fire, ground, gunner
from systems.tactical.tables import LAC, LMG, card, mils, put, table


def line_of_three(*weapons: Weapon, off: str = "") -> State:
    """Three Gears that stand still side by side, an inch and a half before the muzzles."""
    state = ground(off=off)
    put(state, "red-1", gunner(*(weapons or (LAC,))), 20, 10, went="combat")
    for number, x in enumerate((20, 18, 22), 1):
        put(state, f"blue-{number}", "hunter", x, 11.5, facing=270, moved=mils(5))
    return state


def code(state: State, order: Attack) -> str:
    refusal = refuse_attack(state, order)
    return "" if refusal is None else refusal.code


def damage(rof: int, margin: int, soft: bool = False) -> int:
    """What the example's autocannon does."""
    state = line_of_three()
    target = put(state, "blue-9", "rifle-squad", 30, 30) if soft else state.units["blue-1"]
    return damage_at(Pair(state, state.units["red-1"], target, Use(LAC, "LAC", rof=rof)), margin)


@pytest.mark.rule("tactical.3.4.5")
def test_the_bursts_of_the_book() -> None:
    assert damage(2, 2) == 20
    assert damage(1, 2) == 18
    assert damage(2, 2, soft=True) == 32
    assert [rounds_for(LAC, rof, "50 m") for rof in (0, 1, 2)] == [1, 10, 20]


@pytest.mark.rule("tactical.3.4.5")
def test_a_burst_is_as_large_as_the_rounds_that_are_left() -> None:
    state = line_of_three()
    state.units["red-1"].used["LAC"] = 25
    played = fire(state, Attack("red-1", "LAC", "blue-1", 2), (4, 4), (3, 3))
    assert played.of(AttackDeclared)[0].rof == 1
    assert played.of(DamageCompared)[0].amount == (8 + 1) * 2, "5 against 3"
    assert rounds_left(state.units["red-1"], state.units["red-1"].card.weapons[0]) == 5


@pytest.mark.rule("tactical.3.4.5", "tactical.2.3.4-rof")
def test_no_more_rof_than_the_weapon_has_and_none_without_the_module() -> None:
    assert code(line_of_three(), Attack("red-1", "LAC", "blue-1", 3)) == "rof"
    assert code(line_of_three(), Attack("red-1", "LAC", "blue-1", 2)) == ""
    assert code(line_of_three(off="burst fire"), Attack("red-1", "LAC", "blue-1", 1)) == "rof"


@pytest.mark.rule("tactical.3.4.5-missile-rof")
def test_rockets_double_for_every_point() -> None:
    assert [rounds_for(ROCKETS, rof, "50 m") for rof in range(5)] == [1, 2, 4, 8, 16]


@pytest.mark.rule("tactical.3.8.3-rof")
def test_at_skirmish_scale_a_point_costs_five_rounds_and_rockets_as_many_as_ever() -> None:
    assert [rounds_for(LAC, rof, SKIRMISH_SCALE) for rof in (0, 1, 2)] == [1, 5, 10]
    assert rounds_for(ROCKETS, 4, SKIRMISH_SCALE) == 16


@pytest.mark.rule("tactical.3.4.5-walking")
def test_the_walk_of_the_book_rockets_over_three_targets() -> None:
    state = line_of_three(ROCKETS)
    order = Attack("red-1", "LRP/32", "blue-1", 4, others=("blue-2", "blue-3"))
    unit = state.units["red-1"]
    assert use_of(state, unit, unit.card.weapons[0], state.units["blue-2"], order).rof == 2
    played = fire(state, order, (4, 3), (4, 4), (6, 6), (4, 4), (2, 2), (4, 4))
    declared = played.of(AttackDeclared)
    assert [(event.rounds, event.cost) for event in declared] == [(16, 1)], "all rockets, one Action"
    assert [(met.target, met.hit) for met in played.of(AttackMet)] == [
        ("blue-1", False), ("blue-2", True), ("blue-3", False),
    ]  # fmt: skip


@pytest.mark.rule("tactical.3.4.5-walking")
def test_a_walk_has_a_point_of_rof_for_each_target_and_nobody_twice() -> None:
    state = line_of_three()
    assert code(state, Attack("red-1", "LAC", "blue-1", 2, others=("blue-2", "blue-3"))) == ""
    assert code(state, Attack("red-1", "LAC", "blue-1", 1, others=("blue-2", "blue-3"))) == "walking"
    assert code(state, Attack("red-1", "LAC", "blue-1", 2, others=("blue-1",))) == "twice"
    assert code(state, Attack("red-1", "LAC", "blue-1", 2, others=("blue-9",))) == "target"
    assert code(state, Attack("red-1", "LAC", "blue-1", 2, called="crew", others=("blue-2",))) == "walking"


@pytest.mark.rule("tactical.3.4.5-walking", "tactical.3.4.5", "tactical.3.4.5-missile-rof")
@pytest.mark.parametrize(
    ("weapon", "rof", "left", "found"),
    [(LAC, 2, 20, ""), (LAC, 2, 19, "walking"), (ROCKETS, 4, 4, ""), (ROCKETS, 4, 3, "walking")],
)
def test_a_walk_goes_no_farther_than_the_rounds_left_pay_for(weapon: Weapon, rof: int, left: int, found: str) -> None:
    state = line_of_three(weapon)
    state.units["red-1"].used[weapon.id] = 40 - left
    assert code(state, Attack("red-1", weapon.id, "blue-1", rof, others=("blue-2", "blue-3"))) == found
    assert code(state, Attack("red-1", weapon.id, "blue-1", rof, others=("blue-2",))) == ""


@pytest.mark.rule("tactical.3.4.5-walking")
def test_whom_walking_fire_attacked_the_same_weapon_attacks_no_more_this_round() -> None:
    state = line_of_three(LAC, LMG)
    state.units["red-1"].actions = 3
    fire(state, Attack("red-1", "LAC", "blue-1", 1, others=("blue-2",)), (2, 2), (4, 4), (2, 2), (4, 4))
    assert code(state, Attack("red-1", "LAC", "blue-2")) == "twice"
    assert code(state, Attack("red-1", "LAC", "blue-3")) == ""
    assert code(state, Attack("red-1", "LMG", "blue-2")) == ""
    other = line_of_three()
    other.units["red-1"].actions = 3
    fire(other, Attack("red-1", "LAC", "blue-1"), (2, 2), (4, 4))
    assert code(other, Attack("red-1", "LAC", "blue-1")) == "", "plain fire may go at a target again"
    assert code(other, Attack("red-1", "LAC", "blue-3", 1, others=("blue-1",))) == "twice"


@pytest.mark.rule("tactical.7.2.2-fragmentation", "tactical.3.4.5-walking")
def test_fragments_are_not_walked_by_a_weapon_without_rof() -> None:
    shotgun = Weapon("FGC", "Fragmentation Cannon", GUN, INCH, 14, traits={FRAGMENTATION: 0})
    state = line_of_three(shotgun)
    assert code(state, Attack("red-1", "FGC", "blue-1", fragments=True)) == ""
    assert code(state, Attack("red-1", "FGC", "blue-1", fragments=True, others=("blue-2",))) == "fragments"
    assert code(line_of_three(), Attack("red-1", "LAC", "blue-1", fragments=True)) == "fragments"
    pair = Pair(state, state.units["red-1"], state.units["blue-1"], Use(shotgun, "FGC", fragments=True))
    assert damage_at(pair, 2) == (7 + 2) * 2
    assert "fragmentation ammunition" in [line.label for line in attack_lines(pair)]


@pytest.mark.rule("tactical.7.2.2-fragmentation", "tactical.3.4.5-walking")
@pytest.mark.parametrize(
    ("rof", "others", "found", "damage"),
    [(1, ("blue-2",), "", (6 + 2) * 2), (1, ("blue-2", "blue-3"), "", (6 + 1) * 2),
     (0, ("blue-2", "blue-3"), "", 6 * 2), (0, ("blue-2", "blue-3", "blue-4"), "walking", 0)],
)  # fmt: skip
def test_the_rof_that_fragments_add_is_walked_as_well(
    rof: int, others: tuple[str, ...], found: str, damage: int
) -> None:
    cannon = Weapon("HAC", "Heavy Autocannon", GUN, 3 * INCH, 12, rof=1, traits={FRAGMENTATION: 0})
    state = line_of_three(cannon)
    put(state, "blue-4", "hunter", 22, 12)
    order = Attack("red-1", "HAC", "blue-1", rof, fragments=True, others=others)
    assert code(state, order) == found
    if not found:
        unit, target = state.units["red-1"], state.units["blue-1"]
        use = use_of(state, unit, unit.card.weapons[0], target, order)
        assert damage_at(Pair(state, unit, target, use), 2) == damage


@pytest.mark.rule("tactical.2.3.4-rof", "tactical.7.2.2-fragmentation", "tactical.3.1")
def test_where_bursts_are_not_played_the_rof_of_fragments_counts_for_nothing() -> None:
    shotgun = Weapon("FGC", "Fragmentation Cannon", GUN, INCH, 14, traits={FRAGMENTATION: 0})
    state = line_of_three(shotgun, off="burst fire")
    pair = Pair(state, state.units["red-1"], state.units["blue-1"], Use(shotgun, "FGC", fragments=True))
    assert damage_at(pair, 2) == 7 * 2


def test_offers_stay_short() -> None:
    state = line_of_three()
    labels = [option.label for option in offer_attacks(state, state.units["red-1"])]
    plain = [label for label in labels if "called" not in label and "walked" not in label]
    assert len(plain) == 6, "the whole burst and a single shot at each of three"
    assert len([label for label in labels if "walked" in label]) == 3, "two pairs, and all three"


def linked(*weapons: Weapon) -> State:
    state = line_of_three()
    mounts = tuple(Mount(f"{weapon.id}-{at}", weapon, "F", 10, link="pair") for at, weapon in enumerate(weapons))
    put(state, "red-1", card("Turret", weapons=mounts), 20, 10, went="combat")
    return state


@pytest.mark.rule("tactical.7.2-weapon-link")
def test_one_action_fires_a_link_and_after_the_first_miss_the_others_miss() -> None:
    state = linked(LAC, LAC, LAC)
    played = fire(state, Attack("red-1", "LAC-0", "blue-1", linked=True), (5, 5), (3, 3), (2, 2), (4, 4))
    assert [met.hit for met in played.of(AttackMet)] == [True, False]
    assert played.of(LinkMissed)[0].weapons == ("LAC-2",)
    assert state.units["red-1"].actions == 0
    assert state.units["red-1"].used == {"LAC-0": 1, "LAC-1": 1, "LAC-2": 1}, "the ammunition of all is spent"


@pytest.mark.rule("tactical.7.2-weapon-link")
def test_after_the_last_of_a_link_nobody_is_left_to_miss() -> None:
    played = fire(linked(LAC, LAC), Attack("red-1", "LAC-0", "blue-1", linked=True), (5, 5), (3, 3), (2, 2), (4, 4))
    assert [met.hit for met in played.of(AttackMet)] == [True, False]
    assert not played.of(LinkMissed)


@pytest.mark.rule("tactical.7.2-weapon-link")
def test_a_link_has_the_worst_accuracy_and_base_range() -> None:
    short = msgspec.structs.replace(LAC, id="SHORT", base=INCH, accuracy=-2)
    state = linked(LAC, short)
    unit = state.units["red-1"]
    alone, both = Attack("red-1", "LAC-0", "blue-1"), Attack("red-1", "LAC-0", "blue-1", linked=True)
    uses = [use_of(state, unit, unit.card.weapons[0], state.units["blue-1"], order) for order in (alone, both)]
    assert [(use.band, use.accuracy) for use in uses] == [(1, None), (2, -2)], "Short alone, Medium by the link"
    sums = [sum(x.value for x in attack_lines(Pair(state, unit, state.units["blue-1"], use))) for use in uses]
    assert sums[1] == sums[0] - 3
    state.units["blue-1"].y = mils(19)
    state.notes = {}
    assert code(state, alone) == ""
    assert code(state, both) == "range", "the link reaches 8 in"


@pytest.mark.rule("tactical.7.2-weapon-link")
def test_weapons_of_a_link_may_fire_alone_and_lost_ones_leave_it() -> None:
    state = linked(LAC, LAC)
    assert code(state, Attack("red-1", "LAC-1", "blue-1")) == ""
    state.units["red-1"].harm["lost:LAC-1"] = 1
    assert code(state, Attack("red-1", "LAC-0", "blue-1", linked=True)) == "link"
    assert code(line_of_three(), Attack("red-1", "LAC", "blue-1", linked=True)) == "link"


@pytest.mark.rule("tactical.7.2-weapon-link")
def test_a_weapon_of_several_links_fires_with_its_first() -> None:
    state = line_of_three()
    links = {"A": "near + far", "B": "far", "C": "near", "D": ""}
    mounts = tuple(Mount(name, LAC, "F", 10, link=link) for name, link in links.items())
    unit = put(state, "red-1", card("Turret", weapons=mounts), 20, 10)
    found = {name: [each.id for each in linked_with(unit, mount)] for name, mount in zip(links, mounts, strict=True)}
    assert found == {"A": ["A", "C"], "B": ["B", "A"], "C": ["C", "A"], "D": ["D"]}


def volley(*orders: Order) -> list[Order]:
    """Answers to the questions of a volley, in turn."""
    return [*orders, *[Decline()] * 9]


@pytest.mark.rule("tactical.3.6.4")
def test_a_squad_fires_every_type_with_one_action() -> None:
    state = line_of_three()
    put(state, "red-1", "rifle-squad", 20, 10, went="combat")
    answers: Sequence[Order] = volley(Attack("red-1", "GR", "blue-2"))
    replies = iter(answers)

    def reply(_state: State, _ask: Ask) -> Order:
        return next(replies)

    played = fire(state, Attack("red-1", "AR", "blue-1"), (2, 2), (4, 4), (2, 2), (4, 4), answer=reply)
    declared = played.of(AttackDeclared)
    assert [(event.weapon, event.target, event.cost) for event in declared] == [
        ("AR", "blue-1", 1), ("GR", "blue-2", 0),
    ]  # fmt: skip
    assert state.units["red-1"].actions == 0
    assert len(played.asks) == 1, "when every type has fired nobody is asked any more"


@pytest.mark.rule("tactical.3.6.4")
def test_a_squad_attacks_two_targets_at_most_and_each_type_once() -> None:
    state = line_of_three()
    put(state, "red-1", "rifle-squad", 20, 10)
    shots = ("AR:blue-1", "XX:blue-2")

    def refused(weapon: str, target: str) -> str:
        refusal = refuse_shot(state, Attack("red-1", weapon, target), "", shots)
        return "" if refusal is None else refusal.code

    assert refused("GR", "blue-2") == ""
    assert refused("GR", "blue-3") == "targets"
    assert refused("AR", "blue-1") == "fired"


@pytest.mark.rule("tactical.3.6.4", "tactical.3.4.5-walking", "tactical.3.6.4-mass-fire")
def test_a_squad_walks_its_fire_as_vehicles_do() -> None:
    state = line_of_three()
    put(state, "red-1", "rifle-squad", 20, 10)
    order = Attack("red-1", "GR", "blue-1", 1, others=("blue-2",))
    assert code(state, order) == "", "two grenade rifles have ROF 1 together"
    assert code(state, msgspec.structs.replace(order, others=("blue-2", "blue-3"))) == "walking"
    many = Attack("red-1", "AR", "blue-1", 3, others=("blue-2", "blue-3"))
    assert code(state, many) == "targets", "a squad attacks no third target"


@pytest.mark.rule("tactical.2.3.6")
def test_a_new_clip_costs_an_action_and_fills_the_weapon() -> None:
    state = line_of_three()
    put(state, "red-1", card("Gear", weapons=(Mount("LAC", LAC, "F", 30, clips=1),)), 20, 10)
    unit, order = state.units["red-1"], ChangeClip("red-1", "LAC")
    full = refuse_clip(state, order)
    assert full is not None
    assert full.code == "full"
    unit.used["LAC"] = 27
    assert refuse_clip(state, order) is None
    ClipChanged("red-1", "LAC").change(state)
    assert rounds_left(unit, unit.card.weapons[0]) == 30, "what was left in the old one is gone"
    assert unit.actions == 0
    unit.actions, unit.used["LAC"] = 1, 60
    empty = refuse_clip(state, order)
    assert empty is not None
    assert empty.code == "clips"
    assert code(state, Attack("red-1", "LAC", "blue-1")) == "ammunition"


@pytest.mark.rule("tactical.3.4.4", "tactical.7.2.2-incendiary")
def test_the_incendiaries_of_the_book_at_a_vehicle_and_at_a_squad() -> None:
    burner = Weapon("IRP", "Incendiary Rocket Pack", ROCKET, 2 * INCH, 15, traits={SLOW_BURN: 0})
    state = line_of_three(burner)
    played = fire(state, Attack("red-1", "IRP", "blue-1"), (6, 1), (4, 1))
    assert [hurt.amount for hurt in played.of(DamageCompared)] == [15 + 3], "7 against 4"
    assert [(lit.amount, lit.left) for lit in played.of(SetAlight)] == [(18, 2)], "and two rounds more"
    put(state, "blue-4", "rifle-squad", 20, 8)
    state.units["red-1"].actions = 1
    played = fire(state, Attack("red-1", "IRP", "blue-4"), (6, 1), (3, 1), (1,))
    assert played.of(AttackMet)[0].margin == 2, "7 less 2 for their cover, against 3"
    assert played.of(SquadHurt)[0].damage == 34
    assert [(lit.amount, lit.left) for lit in played.of(SetAlight)] == [(34, 1)]


@pytest.mark.rule("tactical.2.6.7-infantry-defense", "tactical.3.6.5")
def test_cover_counts_once_and_not_for_everybody() -> None:
    state = line_of_three(LAC, LMG)
    squad = put(state, "blue-4", "rifle-squad", 20, 9)
    men = put(state, "red-2", "rifle-squad", 21, 9)

    def worth(unit: Unit, weapon: Weapon) -> tuple[int, int]:
        pair = Pair(state, unit, squad, Use(weapon, weapon.id))
        both = [attack_lines(pair), defense_lines(pair)]
        first, second = (sum(line.value for line in lines if line.rule == "tactical.3.6.5") for lines in both)
        return first, second

    assert worth(state.units["red-1"], LAC) == (-2, 0)
    assert worth(state.units["red-1"], LMG) == (0, 0), "an Anti-Infantry weapon"
    assert worth(men, LAC) == (0, 0), "infantry finds infantry"


@pytest.mark.rule("tactical.3.4.5-walking", "tactical.2.3.4-rof")
def test_an_attack_is_noted_with_the_quarter_of_a_turret() -> None:
    state = line_of_three()
    state.units["red-1"].facing = 2700
    fire(state, Attack("red-1", "LAC", "blue-1"), (2, 2), (4, 4))
    assert state.units["red-1"].used["arc:LAC"] == 2, "behind it"


@pytest.mark.rule("tactical.3.6.4-mass-fire", "tactical.3.4.5", "tactical.3.1")
@pytest.mark.parametrize(("module", "most"), [("", 0), ("infantry", 3), ("burst fire", 4)])
def test_with_infantry_alone_a_squad_has_the_rof_that_many_guns_add(module: str, most: int) -> None:
    state = table()
    state.switches[module] = "yes"
    put(state, "red-1", "rifle-squad", 20, 10)
    put(state, "blue-1", "hunter", 20, 11, facing=270)
    found = [rof for rof in range(6) if code(state, Attack("red-1", "AR", "blue-1", rof)) == ""]
    assert found == list(range(most + 1))
    lone = [rof for rof in range(6) if code(state, Attack("blue-1", "LAC", "red-1", rof)) == ""]
    assert lone == list(range(3 if module == "burst fire" else 1))
