"""8.2, 10.2 and 10.5: an attack rolled: one check of the attacker, a defence of everybody it may hit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.attacks.aiming import loaded
from gearlock.systems.blitz.attacks.areas import centre_of, reached, secondary_targets
from gearlock.systems.blitz.attacks.events import AttackRolled, Defence
from gearlock.systems.blitz.attacks.gaining import Shot, attack_gains, guard_gains, said
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.modifiers import ATTACK, DIRECT, GUIDED, INDIRECTLY, Duel, Use, duel_of, is_caught
from gearlock.systems.blitz.attacks.pairs import NO_LOOK, Pair, attack_skill
from gearlock.systems.blitz.chain_of_command.formation import is_in_formation
from gearlock.systems.blitz.damage.hurt import blast_dice
from gearlock.systems.blitz.dice_tests.jammed import throw_off
from gearlock.systems.blitz.dice_tests.rerolls import free_rerolls, offer_reroll
from gearlock.systems.blitz.dice_tests.rolls import SIGHT, has_working, offer_bonus
from gearlock.systems.blitz.dice_tests.sand import watch_sand
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, GUN, PILOT, check_total, dice_of, margin_of_success
from gearlock.systems.blitz.lock_and_cover.cover import is_concealed, look_from_point
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.state import COORDINATED, INCLUDED, TARGETS, WRECK, State, Unit
from gearlock.systems.blitz.weapons import AIR, Weapon
from gearlock.table.inches import gap

CHECK, MARKED = "attack", "frag dice"
"""What an attacker throws for: its check, and the dice that count against infantry alone."""


class Volley(NamedTuple):
    """A declared attack: who, with what, at whom (the primary target first), and how it is aimed."""

    attacker: str
    weapon: str
    load: str
    targets: tuple[str, ...]
    mode: str = DIRECT
    observer: str = ""
    designator: int = 0


class Hit(NamedTuple):
    """What an attack came to against one model before damage; below 0 the margin is a miss that may still blast."""

    attacker: str
    weapon: str
    load: str
    target: str
    margin: int
    faces: Faces
    skill: int
    secondary: bool
    blast: int
    guard: int
    """Dice of the defence, fewer than none if so many were taken off."""
    wits: int
    caught: bool
    """Hull down in the open, which counts as braced."""


class Check(NamedTuple):
    """An attack check that lies on the table."""

    faces: Faces
    skill: int
    total: int
    lines: tuple[Modifier, ...]


@heeds("blitz.8.2", "blitz.10.2", "blitz.10.5", "blitz.A.4-proximity", "blitz.14.5b")
def roll_volley(ctx: Ctx[State], volley: Volley) -> Script[list[Hit]]:
    """All checks of one attack: one for each target of a split, one for all in an area.

    Whoever needs Lock for it and is jammed works against that first.
    """
    weapon = loaded(ctx.state.units[volley.attacker], volley.weapon, volley.load)
    if weapon.proximity:
        return (yield from _roll_around(ctx, volley, weapon))
    hits: list[Hit] = []
    blurred = (yield from throw_off(ctx, volley.attacker)) if volley.mode == DIRECT else []
    for number, target in enumerate(volley.targets):
        if ctx.state.units[target].status in TARGETS:
            hits += yield from _roll_shot(ctx, volley, weapon, target, number > 0, blurred)
    return hits


@rule("blitz.10.2", "blitz.10.2b", "blitz.8.2e-g")
@heeds("blitz.10.2a", "blitz.7.0a", "blitz.9.3")
def _roll_shot(
    ctx: Ctx[State], volley: Volley, weapon: Weapon, target_id: str, split: bool, blurred: list[Modifier]
) -> Script[list[Hit]]:
    """The check against one target; then, if the attack is good enough, those of the others in its area.

    Whoever served as cover for a target that was missed defends against the same result.
    """
    attacker, target = ctx.state.units[volley.attacker], ctx.state.units[target_id]
    optimal = is_optimal(weapon, volley.mode, attack_distance(ctx.state, attacker, target, weapon))
    use = Use(weapon, optimal, split, volley.mode, volley.designator)
    pair = Pair(ctx.state, attacker, target, weapon, volley.observer)
    screens = pair.look.screens
    duel = duel_of(ctx.state, use, pair, blurred)
    around = tuple(unit.id for unit in secondary_targets(ctx.state, weapon, target))
    check, defence = yield from resolve_duel(ctx, volley, weapon, target_id, duel, around, screens)
    good = check.total >= check.skill
    hits = [_hit(volley, check, defence, False, blast_dice(weapon, target.line) if good or defence.is_hit else 0)]
    if weapon.area and (good or defence.is_hit):
        centre = ctx.state.units[target_id]
        others = [unit.id for unit in secondary_targets(ctx.state, weapon, centre)]
        hits += yield from _defend_all(ctx, volley, use, check, others, target_id)
    if not defence.is_hit:
        struck = {hit.target for hit in hits}
        left = [screen for screen in screens if screen not in struck]
        hits += yield from _defend_all(ctx, volley, use, check, left)
    return hits


@heeds("blitz.8.2b", "blitz.A.4-gl")
def is_optimal(weapon: Weapon, mode: str, distance: int) -> bool:
    """Whether a target is in the optimal range of a weapon, which may be another for indirect fire."""
    if mode in (INDIRECTLY, GUIDED) and weapon.indirect is not None:
        near, far, _ = weapon.indirect
        return near <= distance <= far
    return weapon.category == AIR or weapon.is_optimal(distance)


@heeds("blitz.8.2e-g", "blitz.2.6", "blitz.3.4a-action-bonus")
def resolve_duel(
    ctx: Ctx[State], volley: Volley, weapon: Weapon, target_id: str, duel: Duel,
    around: tuple[str, ...] = (), screens: tuple[str, ...] = (), is_decided: bool = False,
) -> Script[tuple[Check, Defence]]:  # fmt: skip
    """Attack and defence: action bonus, dice, and a re-roll for each side, the active player deciding first.

    Who cannot gain by other dice is not asked about any: `around` are those in the area, `screens` those in the way.
    """
    name = PILOT if weapon.is_melee else GUN
    works = yield from has_working(ctx, volley.attacker, name)
    if volley.mode == DIRECT and is_concealed(ctx.state, ctx.state.units[volley.attacker], ctx.state.units[target_id]):
        works = (yield from has_working(ctx, volley.attacker, SIGHT)) and works
    ours = [*duel.attack, *(yield from offer_bonus(ctx, volley.attacker, "attack"))]
    attack = _roll(ctx, volley.attacker, CHECK, dice_of(ours) if works else 0, duel.pools.attack_step)
    defend, theirs = yield from _ready_defence(ctx, target_id, duel)
    faces, shield = (yield from throw_pool(attack)), (yield from throw_pool(defend))

    def report() -> tuple[Check, Defence]:
        check = Check(faces, duel.pools.attack_step, check_total(faces, duel.pools.attack_step), tuple(ours))
        found = _defence(target_id, shield, duel.pools.defence_step, check, theirs)
        ctx.emit(AttackRolled(volley.attacker, volley.weapon, *check[:3], (found,), check.lines))
        return check, found

    check, found = report()
    for attacking in _order(ctx.state, volley.attacker):
        state, shown = ctx.state, said(check.total, found.total)
        before = tuple(state.units[screen] for screen in screens)
        others = (*(state.units[other] for other in around), *before)
        shot = Shot(weapon, faces, check.skill, state.units[volley.attacker].seat, others, is_decided=is_decided)
        target = state.units[target_id]
        if attacking and attack_gains(state, shot, target, found.total):
            if (yield from _offer_attack_reroll(ctx, volley.attacker, target_id, name, shown)):
                faces = yield from throw_pool(attack)
                check, found = report()
        elif (
            not attacking
            and guard_gains(state, shot, target, shield, found.skill, before)
            and (yield from _offer_guard_reroll(ctx, target_id, shown))
        ):
            shield = yield from throw_pool(defend)
            check, found = report()
    watch_sand(ctx, volley.attacker, faces)
    return check, found


@heeds("blitz.trait.defective", "blitz.3.4a-action-bonus", "blitz.9.3")
def _ready_defence(ctx: Ctx[State], unit_id: str, duel: Duel) -> Script[tuple[Roll, list[Modifier]]]:
    """The dice of a defence, with the actions spent on it; a wreck has nothing that could fail."""
    skill = duel.pools.defence_step
    if ctx.state.units[unit_id].status == WRECK:
        return _roll(ctx, unit_id, "defence", duel.pools.defence, skill), duel.defence
    lines = [*duel.defence, *(yield from offer_bonus(ctx, unit_id, "defence"))]
    works = yield from has_working(ctx, unit_id, PILOT)
    return _roll(ctx, unit_id, "defence", dice_of(lines) if works else 0, skill), lines


@heeds("blitz.2.6", "blitz.2.3")
def _order(state: State, attacker: str) -> tuple[bool, ...]:
    """Who decides about a re-roll first: the active player's side."""
    active = state.active()
    first = active is None or state.units[attacker].seat == active.seat
    return (True, False) if first else (False, True)


@heeds("blitz.15.5a", "blitz.2.6")
def _offer_attack_reroll(ctx: Ctx[State], unit_id: str, target_id: str, skill: str, shown: str) -> Script[bool]:
    """Points, traits, or the coordinated fire that was ordered on the target."""
    unit, target = ctx.state.units[unit_id], ctx.state.units[target_id]
    free = free_rerolls(unit, skill)
    free += coordinated_with(ctx.state, unit, target)
    return (yield from offer_reroll(ctx, unit_id, "attack", shown, free, target_id))


@heeds("blitz.15.5a", "blitz.15.4")
def coordinated_with(state: State, unit: Unit, target: Unit) -> list[str]:
    """The coordinated fire a model may join in: ordered on the target by who has it in formation, or included it."""
    found: list[str] = []
    for token in target.tokens:
        kind, _, name = token.partition(":")
        commander = state.units.get(name)
        if kind != COORDINATED or commander is None or commander.seat != unit.seat:
            continue
        if f"{INCLUDED}:{name}" in unit.tokens or is_in_formation(state, unit, commander):
            found.append(token)
    return found


def _offer_guard_reroll(ctx: Ctx[State], unit_id: str, shown: str) -> Script[bool]:
    unit = ctx.state.units[unit_id]
    if unit.status == WRECK:
        return False
    return (yield from offer_reroll(ctx, unit_id, "defence", shown, free_rerolls(unit, PILOT)))


def _roll(ctx: Ctx[State], unit_id: str, purpose: str, count: int, step: int) -> Roll:
    seat = ctx.state.units[unit_id].seat
    return Roll(purpose, count, 6, 1, seat, unit_id, "blitz.2.2b", step=step)


def _defence(target: str, faces: Faces, skill: int, check: Check, lines: Iterable[Modifier]) -> Defence:
    total = check_total(faces, skill)
    return Defence(target, faces, skill, total, margin_of_success(check.total, total), tuple(lines))


def _hit(volley: Volley, check: Check, defence: Defence, secondary: bool, blast: int) -> Hit:
    return Hit(
        volley.attacker, volley.weapon, volley.load, defence.target, defence.margin, check.faces, check.skill,
        secondary, blast, BASE_DICE + sum_of(defence.lines)[0], defence.skill, is_caught(defence.lines),
    )  # fmt: skip


@heeds("blitz.10.2", "blitz.10.2a", "blitz.10.2b", "blitz.7.0a")
def _defend_all(
    ctx: Ctx[State], volley: Volley, use: Use, check: Check, targets: list[str], primary: str = ""
) -> Script[list[Hit]]:
    """Everybody defends against the check that lies there: in an area half damage, blast for who is near enough.

    Cover counts only between a model and the primary target's centre. Without a primary they served as cover, have
    their own cover as any target, and feel nothing unless they are hit.
    """
    hits: list[Hit] = []
    for target_id in targets:
        state = ctx.state
        attacker, target = state.units[volley.attacker], state.units[target_id]
        centre = centre_of(state.units[primary]) if primary else None
        look = look_from_point(state, centre, target) if centre is not None else own_cover(target)
        pair = Pair(state, attacker, target, use.weapon, volley.observer, look)
        shot = Shot(use.weapon, check.faces, check.skill, attacker.seat, secondary=bool(primary))
        defence = yield from _defend(ctx, volley, duel_of(state, use, pair), check, shot, target_id)
        reach = use.weapon.blast_area
        near = reach and centre is not None and gap(centre, target.body) <= reach and check.total >= check.skill
        felt = near or (not primary and defence.is_hit)
        blast = blast_dice(use.weapon, target.line) if felt else 0
        hits.append(_hit(volley, check, defence, bool(primary), blast))
    return hits


@heeds("blitz.9.3", "blitz.18.3b")
def own_cover(screen: Unit) -> Look | None:
    """The cover of who served as cover: its own, as any target has it; a wreck has that only if it is aimed at."""
    return NO_LOOK if screen.status == WRECK else None


def _defend(ctx: Ctx[State], volley: Volley, duel: Duel, check: Check, shot: Shot, target_id: str) -> Script[Defence]:
    """One defence check against an attack that was rolled."""
    roll, lines = yield from _ready_defence(ctx, target_id, duel)
    faces = yield from throw_pool(roll)
    defence = _defence(target_id, faces, duel.pools.defence_step, check, lines)
    ctx.emit(AttackRolled(volley.attacker, volley.weapon, *check[:3], (defence,), check.lines))
    shown = said(check.total, defence.total)
    gains = guard_gains(ctx.state, shot, ctx.state.units[target_id], faces, defence.skill)
    if gains and (yield from _offer_guard_reroll(ctx, target_id, shown)):
        faces = yield from throw_pool(roll)
        defence = _defence(target_id, faces, duel.pools.defence_step, check, lines)
        ctx.emit(AttackRolled(volley.attacker, volley.weapon, *check[:3], (defence,), check.lines))
    return defence


@heeds("blitz.A.4-proximity", "blitz.wtrait.proximity", "blitz.wtrait.frag")
def _roll_around(ctx: Ctx[State], volley: Volley, weapon: Weapon) -> Script[list[Hit]]:
    """One check for everybody around, whatever it comes to. The dice for infantry are rolled with it, but marked."""
    attacker = ctx.state.units[volley.attacker]
    targets = [unit.id for unit in reached(ctx.state, attacker, weapon.proximity)]
    if not targets:
        return []
    use = Use(weapon, True, frag=False)
    skill = attack_skill(Pair(ctx.state, attacker, attacker, weapon), True)
    ours = ATTACK.lines(ctx.state, attacker, use, None)
    works = yield from has_working(ctx, volley.attacker, GUN)
    ours += yield from offer_bonus(ctx, volley.attacker, "attack")
    roll = _roll(ctx, volley.attacker, CHECK, dice_of(ours) if works else 0, skill)
    marked = 2 if "Frag" in weapon.traits and any(ctx.state.units[target].is_infantry for target in targets) else 0
    more = _roll(ctx, volley.attacker, MARKED, marked if works else 0, skill)
    faces, frag = (yield from throw_pool(roll)), (yield from throw_pool(more))
    plain = Check(faces, skill, check_total(faces, skill), tuple(ours))
    full = Check((*faces, *frag), skill, check_total((*faces, *frag), skill), tuple(ours))
    ctx.emit(AttackRolled(volley.attacker, volley.weapon, *full[:3], (), full.lines))
    shown = f"Attack {plain.total}, against infantry {full.total}"
    if full.faces and (yield from _offer_attack_reroll(ctx, volley.attacker, targets[0], GUN, shown)):
        faces, frag = (yield from throw_pool(roll)), (yield from throw_pool(more))
        plain = Check(faces, skill, check_total(faces, skill), tuple(ours))
        full = Check((*faces, *frag), skill, check_total((*faces, *frag), skill), tuple(ours))
        ctx.emit(AttackRolled(volley.attacker, volley.weapon, *full[:3], (), full.lines))
    watch_sand(ctx, volley.attacker, full.faces)
    hits: list[Hit] = []
    for target_id in targets:
        target = ctx.state.units[target_id]
        check = full if target.is_infantry else plain
        pair = Pair(ctx.state, ctx.state.units[volley.attacker], target, weapon)
        shot = Shot(weapon, check.faces, check.skill, pair.attacker.seat)
        defence = yield from _defend(ctx, volley, duel_of(ctx.state, use, pair), check, shot, target_id)
        hits.append(_hit(volley, check, defence, False, 0))
    return hits
