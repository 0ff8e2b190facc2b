"""The odds of attacks, worked out once more the slow and obvious way: shot after shot, one way after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from gearlock.kernel.view import OddsCard
from gearlock.systems.hex100.advice.attack_odds import (
    TYPICAL_HP,
    attack_odds,
    blown,
    card_of,
    expected_damage,
    expected_loss,
    expected_share,
    falls,
    left_of,
    reach_of,
    share_left,
    share_lost,
    shock_chance,
    strays,
    totals_of,
    whole_of,
)
from gearlock.systems.hex100.attacks.attack import SCATTER, Aim, blast_damage, number_to_evade, number_to_hit, take_aim
from gearlock.systems.hex100.damage.damage import critical_damage, dealt, emp_of, reduction_modifiers
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon, full_hp
from gearlock.systems.hex100.forces.cards import Machine, Weapon, machines
from gearlock.systems.hex100.forces.cards import weapons as arsenal
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons import scatter_cut
from gearlock.table.hexes import distance, sides_toward, step
from systems.hex100.kit import E, Position, W, at, machine

GROUND = "....w...r...B...\n..W.....b..r....\n.....r.....w....\n.w...........r..\n....~...b......."
LAST = Fraction(1)
CROC = "crocodile-lasers"
Ways = dict[tuple[int, int], Fraction]
SPECIAL = [
    machine("big-guye", [], [], [], ["reactive-armour-light"]),
    machine("big-guye", [], [], [], ["reactive-armour-heavy"]),
    machine("crocodile-mk2", ["hammer-rockets", "swarmer-micro-missiles"]),
    machine("rampart", ["mortar"]),
]


def positions(seed: int, count: int) -> Iterator[tuple[State, Unit, Unit]]:
    """Any two machines anywhere, whole or hurt, with any focus, locked or not."""
    chooser = random.Random(seed)
    cards: list[str | Machine] = [*machines(), *SPECIAL]
    for _ in range(count):
        one, two = chooser.sample(range(40), 2)
        spots = [(number % 16, number // 16) for number in (one, two)]
        red, blue = chooser.choice(cards), chooser.choice(cards)
        # Mostly face to face, for much is kept off and evaded from ahead alone.
        ahead = sides_toward(at(*spots[1]), at(*spots[0]))[0]
        facing = chooser.choice((ahead, ahead, chooser.randrange(6)))
        position = Position(GROUND, [(red, spots[0], chooser.randrange(6))], [(blue, spots[1], facing)])
        unit, target = position.unit("red-1"), position.unit("blue-1")
        target.focus = chooser.choice(("", "evasion", "defence"))
        target.hp = chooser.randint(1, target.hp)
        target.critical = chooser.randrange(position.state.machine("blue-1").unit.structure)
        target.charges = chooser.randrange(target.charges + 1)
        unit.lock = chooser.choice(("", "blue-1"))
        unit.focus = chooser.choice(("", "fire-control"))
        yield position.state, unit, target


def aims_in(state: State, unit: Unit, target: Unit, chooser: random.Random) -> list[Aim]:
    """Weapons of its own and of others laid on the target, in reach or not: the numbers are the same."""
    found = [find_weapon(state, unit, token) for token in state.scene.loadouts[unit.id].tokens]
    mine = [each[1] for each in found if each is not None][:3]
    others = [mode for modes in arsenal().values() for mode in modes]
    chosen = (*mine, *chooser.sample(others, 4), chooser.choice([each for each in others if each.graze]))
    return [take_aim(state, unit, weapon, target, target.hex) for weapon in chosen]


@cache
def seen() -> list[tuple[State, Unit, Unit, list[Aim]]]:
    chooser = random.Random(6)
    return [(state, unit, target, aims_in(state, unit, target, chooser)) for state, unit, target in positions(5, 45)]


def per_cent(number: int) -> Fraction:
    return Fraction(min(100, max(0, number)), 100)


def one_shot(state: State, aim: Aim, known: bool, charged: bool) -> Iterator[tuple[Fraction, int, int, int]]:
    """The ways of one shot: the chance, damage, critical damage, and damage if no charge met it."""
    weapon, target, origin = aim.weapon, aim.target, aim.unit.hex
    assert target is not None
    hit, through = per_cent(number_to_hit(state, aim, known)), per_cent(weapon.penetration)
    yield 1 - hit, 0, 0, 0
    if not known:
        cover, _ = state.land.cover(origin, aim.goal, weapon.has("indirect-fire"))
        bare = max(0, weapon.damage - cover)
        yield hit * through, bare, weapon.critical, bare
        yield hit * (1 - through), bare, weapon.spalling, bare
        return
    above = weapon.has("indirect-fire")
    plain, lowered = (
        reduction_modifiers(state, target, weapon, weapon.damage_type, origin, above, each) for each in (False, charged)
    )
    dodge = per_cent(number_to_evade(state, aim))
    graze = [dealt(weapon.graze, lines) if weapon.graze else 0 for lines in (plain, lowered)]
    full = [dealt(weapon.damage, lines) for lines in (plain, lowered)]
    deep = [critical_damage(state, target, weapon, each, origin) for each in (True, False)]
    yield hit * dodge, graze[1], 0, graze[0]
    yield hit * (1 - dodge) * through, full[1], deep[0], full[0]
    yield hit * (1 - dodge) * (1 - through), full[1], deep[1], full[0]


def slowly(state: State, aims: list[Aim], known: bool, spent: bool = True) -> Ways:
    """All shots after one another, the charges that are left carried along, if they are `spent`."""
    target = aims[0].target
    assert target is not None
    ways = {(0, 0, target.charges if known and spent else 0): LAST}
    for aim in [each for each in aims for _ in range(each.weapon.rof)]:
        after: dict[tuple[int, int, int], Fraction] = {}
        for (damage, deep, charges), chance in ways.items():
            for part, more, worse, bare in one_shot(state, aim, known, charges > 0):
                key = (damage + more, deep + worse, charges - (more < bare))
                after[key] = after.get(key, Fraction(0)) + chance * part
        ways = after
    total: Ways = {}
    for (damage, deep, _), chance in ways.items():
        total[damage, deep] = total.get((damage, deep), Fraction(0)) + chance
    return {key: chance for key, chance in total.items() if chance}


def same(card: OddsCard, ways: Ways, state: State, target: Unit, known: bool) -> None:
    """Whether an odds card says what these ways come to: no more than is left, and all of it for who falls."""
    bears = state.machine(target.id).unit.structure - target.critical
    gone = Fraction(0)
    if known:
        told: Ways = {}
        for (damage, deep), chance in ways.items():
            fallen = damage >= target.hp or deep >= bears
            key = (target.hp, 1) if fallen else (damage, deep)
            told[key] = told.get(key, Fraction(0)) + chance
        gone += sum(chance for (damage, deep), chance in ways.items() if damage >= target.hp or deep >= bears)
        ways = told
    damages: dict[int, Fraction] = {}
    for (damage, _), chance in ways.items():
        damages[damage] = damages.get(damage, Fraction(0)) + chance
    shown = {damage: chance for damage, chance in card.damage.items() if chance}
    assert shown == pytest.approx({damage: float(chance) for damage, chance in damages.items()})
    assert card.mean_damage == pytest.approx(float(sum(damage * chance for damage, chance in damages.items())))
    deeply = sum((chance for (_, critical), chance in ways.items() if critical > 0), Fraction(0))
    assert card.p_crippled == pytest.approx(float(deeply))
    assert card.p_destroyed == pytest.approx(float(gone))


@pytest.mark.rule("hex100.attack-sequence", "hex100.stat-rof", "hex100.armour-reactive", "hex100.stat-critical")
@pytest.mark.parametrize("known", [True, False])
def test_a_card_says_what_all_shots_come_to_one_after_the_other(known: bool) -> None:
    charged = 0
    for state, _, target, aims in seen():
        for volley in [*([aim] for aim in aims), [] if known else aims[:2]]:  # in view the first may wreck armor
            if not volley or (known and (volley[0].weapon.radius or volley[0].weapon.effects.get("marks"))):
                continue
            ways = slowly(state, volley, known, spent=False)
            card = attack_odds(state, volley, known)
            same(card, ways, state, target, known)
            charged += bool(target.charges and known)
            missed = LAST
            for aim in volley:
                dodge = number_to_evade(state, aim) if known else 0
                strikes = per_cent(number_to_hit(state, aim, known)) * (1 - per_cent(dodge))
                missed *= (1 - strikes) ** aim.weapon.rof
            assert card.p_hit == pytest.approx(float(1 - missed))
    assert charged > 5 or not known


@pytest.mark.rule("hex100.attack-sequence", "hex100.stat-hp", "hex100.stat-critical")
@pytest.mark.parametrize("known", [True, False])
def test_the_share_that_is_lost_is_never_more_than_is_left_and_all_of_it_who_falls(known: bool) -> None:
    for state, _, target, aims in seen():
        whole = full_hp(state, target.id) if known else TYPICAL_HP
        left = target.hp if known else TYPICAL_HP
        structure = state.machine(target.id).unit.structure - target.critical if known else 99
        for aim in aims:
            ways = slowly(state, [aim], known)
            lost = sum((left if deep >= structure else min(left, hurt)) * odds for (hurt, deep), odds in ways.items())
            assert expected_share(state, [aim], known) == pytest.approx(float(lost / whole))
            assert expected_damage(state, aim, known) == pytest.approx(
                float(sum(hurt * odds for (hurt, _), odds in ways.items()))
            )
            if known:
                assert expected_loss(state, aim, target, aim.weapon.rof) == pytest.approx(float(lost / whole)) or (
                    aim.weapon.radius or aim.weapon.effects.get("marks")
                )
    assert expected_share(seen()[0][0], []) == 0.0


@pytest.mark.rule("hex100.attr-heavy-emp", "hex100.attr-light-emp", "hex100.armour-ed", "hex100.emp-shock")
@pytest.mark.parametrize("known", [True, False])
def test_a_shock_needs_a_hit_that_is_not_evaded_and_from_light_emp_a_penetration(known: bool) -> None:
    kinds = set()
    for state, _, target, aims in seen():
        spared = LAST
        for aim in aims:
            weapon = aim.weapon
            bare = "heavy" if weapon.has("heavy-emp") else "light" if weapon.has("light-emp") else ""
            emp = emp_of(state, target, weapon) if known else bare
            kinds.add(emp)
            dodge = number_to_evade(state, aim) if known else 0
            strikes = per_cent(number_to_hit(state, aim, known)) * (1 - per_cent(dodge))
            needed = {"": Fraction(0), "heavy": LAST, "light": per_cent(weapon.penetration + weapon.emp_bonus)}[emp]
            one = (1 - strikes * needed) ** weapon.rof
            spared *= one
            assert shock_chance(state, [aim], known) == pytest.approx(float(1 - one))
        assert shock_chance(state, aims, known) == pytest.approx(float(1 - spared))
    assert kinds == {"", "heavy", "light"}


@pytest.mark.rule("hex100.attack-action", "hex100.cover")
def test_fire_at_a_bare_hex_harms_nobody_and_shocks_nobody() -> None:
    for state, unit, target, aims in seen()[:12]:
        for aim in aims:
            bare = take_aim(state, unit, aim.weapon, None, target.hex)
            card = attack_odds(state, [bare])
            assert [damage for damage, chance in card.damage.items() if chance] == [0]
            assert (card.p_destroyed, shock_chance(state, [bare])) == (0.0, 0.0)
            hit = per_cent(number_to_hit(state, bare))
            assert card.p_hit == pytest.approx(float(1 - (1 - hit) ** aim.weapon.rof))
            assert expected_share(state, [bare]) == 0.0


@pytest.mark.rule("hex100.attack-sequence", "hex100.stat-penetration", "hex100.attr-graze")
def test_the_sums_of_a_card_say_the_numbers_of_every_shot() -> None:
    said = set()
    for state, _, target, aims in seen():
        for aim in aims:
            weapon, origin = aim.weapon, aim.unit.hex
            above = weapon.has("indirect-fire")
            lines = reduction_modifiers(state, target, weapon, weapon.damage_type, origin, above)
            shots = f", {weapon.rof} shots" if weapon.rof >= 2 else ""
            number, dodge = number_to_hit(state, aim), number_to_evade(state, aim)
            attack = f"under {number}{shots}" if not aim.automatic else f"every shot hits{shots}"
            defence = f"{dealt(weapon.damage, lines)} damage a hit"
            graze = dealt(weapon.graze, lines) if weapon.graze else 0
            if dodge > 0:
                defence += f", evades under {dodge}"
                defence += f" and is grazed for {graze}" if graze > 0 else ""
            harm = f"Damage {weapon.damage} {weapon.damage_type}"
            deep = critical_damage(state, target, weapon, True, origin)
            if deep:
                harm += f"; penetrates under {weapon.penetration} for {deep} critical damage"
            assert totals_of(state, aim, True) == (attack, defence, harm)
            unseen = totals_of(state, aim, False)
            bare = f"; penetrates under {weapon.penetration} for {weapon.critical} critical damage"
            assert (unseen.defence, unseen.harm) == (
                "",
                f"Damage {weapon.damage} {weapon.damage_type}" + (bare if weapon.critical else ""),
            )
            said |= {word for word in ("evades", "grazed", "shots", "every") if word in attack + defence}
    assert said == {"evades", "grazed", "shots", "every"}


@pytest.mark.rule("hex100.blast-scatter", "hex100.attr-blast", "hex100.armour-blast", "hex100.attack-sequence")
def test_what_a_blast_does_to_a_bystander_is_what_every_place_it_may_come_down_does() -> None:
    """A hit bursts where it was aimed, a miss wherever the dice send it; each side and each distance is as likely."""
    blasts = 0
    for state, unit, target, aims in seen():
        for aim in aims:
            weapon = aim.weapon
            bystander = target.clone()
            bystander.id = unit.id
            bystander.q, bystander.r = step(target.hex, weapon.rof % 6, 1)
            if bystander.hex not in state.land.ground or not weapon.blast or weapon.effects.get("spares_friends"):
                continue
            bystander.swarm, bystander.charges, bystander.hp = [], 0, unit.hp
            bystander.critical, bystander.hurt = unit.critical, unit.hurt
            blasts += 1
            far, cut = SCATTER[aim.indirect], scatter_cut(state, unit, weapon)
            centres = [
                step(aim.goal, side, max(0, hexes - cut)) for side in range(6) for hexes in range(1, far + 1)
            ] * bool(weapon.radius)
            assert sorted(strays(state, aim)) == sorted(centres)
            assert reach_of(aim) == weapon.radius + (far if weapon.radius else 0)
            hit = per_cent(number_to_hit(state, aim))
            ends = [(hit, aim.goal), *((((1 - hit) / len(centres)), centre) for centre in centres)]
            ways: Ways = {(0, 0): LAST - sum(chance for chance, _ in ends)}
            ways = {key: chance for key, chance in ways.items() if chance}
            for chance, centre in ends:
                harmless = distance(centre, bystander.hex) > weapon.radius or weapon.effects.get("marks")
                kept = harmless or equipment_effect(state, bystander, "blast_immunity")
                key = (0 if kept else blast_damage(state, bystander, weapon, centre), 0)
                ways[key] = ways.get(key, Fraction(0)) + chance
            card = card_of(state, aim, bystander, 1)
            same(card, {key: chance for key, chance in ways.items() if chance}, state, bystander, True)
            untouched = sum(chance for (damage, _), chance in ways.items() if not damage)
            assert card.p_hit == pytest.approx(float(1 - untouched))
            mean = sum(min(damage, bystander.hp) * chance for (damage, _), chance in ways.items())
            assert expected_loss(state, aim, bystander, 1) == pytest.approx(float(mean / full_hp(state, unit.id)))
    assert blasts > 20


@pytest.mark.rule("hex100.attr-blast", "hex100.rain-maker-fcs", "hex100.canisterate", "hex100.drone-terror")
def test_a_burst_harms_every_machine_of_a_swarm_no_friend_of_clever_fragments_and_nobody_it_marks() -> None:
    position = Position(GROUND, [(CROC, (0, 0), E)], [(CROC, (6, 0), W)])
    state, unit, target = position.state, position.unit("red-1"), position.unit("blue-1")
    bomb = next(mode for modes in arsenal().values() for mode in modes if mode.radius and not mode.effects)
    bomb = replace(bomb, blast=((3, bomb.radius),), damage=9)

    def burst(weapon: Weapon, who: Unit) -> int:
        return blown(state, take_aim(state, unit, weapon, target, target.hex), who, who.hex)

    plain, swarm, friend = target.clone(), target.clone(), target.clone()
    swarm.swarm, friend.seat = [1, 2, 5], "red"
    share = blast_damage(state, plain, bomb, plain.hex)
    assert share > 0
    assert burst(bomb, plain) == burst(bomb, friend) == share
    assert burst(bomb, swarm) == sum(min(points, share) for points in swarm.swarm)
    assert burst(replace(bomb, blast=()), plain) == 0
    assert burst(replace(bomb, effects={"marks": 1}), plain) == 0
    clever = replace(bomb, effects={"spares_friends": 1})
    assert (burst(clever, friend), burst(clever, plain)) == (0, share)
    marked = take_aim(state, unit, replace(bomb, effects={"marks": 1}), target, target.hex)
    card = card_of(state, marked, target, 1)
    assert (card.damage, card.mean_damage, card.p_crippled) == ({0: 1.0}, 0.0, 0.0)


@pytest.mark.rule("hex100.stat-hp", "hex100.stat-critical")
@pytest.mark.parametrize(
    ("damage", "critical", "gone"),
    [(5, 0, True), (4, 0, False), (6, 0, True), (0, 2, True), (0, 1, False), (0, 3, True)],
)
def test_a_unit_falls_with_just_so_much(damage: int, critical: int, gone: bool) -> None:
    position = Position(GROUND, [(CROC, (0, 0), E)], [(CROC, (6, 0), W)])
    state, unit = position.state, position.unit("blue-1")
    unit.hp, unit.critical = 5, state.machine("blue-1").unit.structure - 2
    assert falls(state, unit, damage, critical) is gone
    whole = full_hp(state, "blue-1")
    assert share_lost(state, unit, damage, critical) == pytest.approx((5 if gone else damage) / whole)
    assert [left_of(unit), share_left(state, unit)] == pytest.approx([5, 5 / whole])
    unit.hp = 0
    assert left_of(unit) == 1, "one who is to fall still counts for something"
    assert (whole_of(state, unit), whole_of(state, unit, False)) == (whole, TYPICAL_HP)
