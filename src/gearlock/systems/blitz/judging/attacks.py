"""What attacks would mean: lines and exact odds at every target, and what a model could do from where it stands."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.mechanics.pools.lines import dice
from gearlock.odds.pools import pool_result
from gearlock.systems.blitz.attacks.areas import centre_of, reached, secondary_targets
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.modifiers import ATTACK, Duel, Use, duel_of
from gearlock.systems.blitz.attacks.orders import Attack, SnapFire
from gearlock.systems.blitz.attacks.pairs import ABOVE, Pair, frag_dice
from gearlock.systems.blitz.attacks.volleys import is_optimal
from gearlock.systems.blitz.damage.hurt import net_damage
from gearlock.systems.blitz.dice_tests.words import skill_text
from gearlock.systems.blitz.general_concepts.dice import dice_of
from gearlock.systems.blitz.judging.casting import Cast, attack_dice, cast_of, defence_dice
from gearlock.systems.blitz.judging.outlook import kept_attack
from gearlock.systems.blitz.judging.strikes import Beside, Strike, expected_share, odds_card, strike_of
from gearlock.systems.blitz.lock_and_cover.cover import look_from_point
from gearlock.systems.blitz.state import ALOFT, FIELDED, TARGETS, State, Unit
from gearlock.systems.blitz.weapons import Weapon
from gearlock.table.inches import gap


def preview_attack(state: State, _seat: str, order: Attack) -> Preview:
    """Lines and odds at every target, harm to friends counted as a risk."""
    unit = state.units.get(order.unit)
    weapon = None if unit is None else unit.line.weapons.get(order.weapon)
    if unit is None or weapon is None or order.load not in weapon.loads or unit.status not in (FIELDED, ALOFT):
        return Preview()
    weapon = weapon.loads[order.load]
    shots = _shots(state, unit, weapon, order.targets)
    if not shots:
        return Preview(notes=("nobody is in the area",))
    return msgspec.structs.replace(together(state, unit.seat, shots), ends=(unit.x, unit.y, unit.facing))


def together(state: State, seat: str, shots: list[Preview]) -> Preview:
    """All rolls of an attack: the first, and the others beside it; harm to friends is a risk."""
    gives = sum(shot.gives for shot in shots if state.units[shot.target].seat != seat)
    risks = sum(shot.gives for shot in shots if state.units[shot.target].seat == seat)
    return msgspec.structs.replace(shots[0], gives=gives, risks=risks, also=tuple(shots[1:]))


def preview_snap_fire(state: State, seat: str, order: SnapFire) -> Preview:
    """The attack it comes to, less what the action could have done later."""
    target = order.target
    if target not in state.units:
        active = state.active()
        target = "" if active is None else active.id
    if not target:
        return Preview()
    shown = preview_attack(state, seat, Attack(order.unit, order.weapon, (target,), order.load))
    kept = kept_attack(state, state.units[order.unit]) if shown.odds is not None else 0.0
    return msgspec.structs.replace(shown, gives=shown.gives - kept, ends=None)


def _shots(state: State, unit: Unit, weapon: Weapon, targets: tuple[str, ...]) -> list[Preview]:
    """Every roll of an attack: its targets, and who else is in the area of each."""
    if weapon.proximity:
        return [around_preview(state, unit, other, weapon) for other in reached(state, unit, weapon.proximity)]
    shots: list[Preview] = []
    for number, name in enumerate(targets):
        target = state.units.get(name)
        if target is None or target.status not in TARGETS:
            continue
        use = Use(weapon, is_optimal(weapon, "", attack_distance(state, unit, target, weapon)), number > 0)
        shots += area_previews(state, use, Pair(state, unit, target, weapon))
    return shots


@heeds("blitz.10.2", "blitz.10.2b")
def area_previews(state: State, use: Use, pair: Pair) -> list[Preview]:
    """A roll at a target, and those of everybody in the area around it: their cover counts from its centre."""
    duel, target, weapon, unit = duel_of(state, use, pair), pair.target, use.weapon, pair.attacker
    cast, centre = cast_of(state, unit, weapon, target, duel, use.mode), centre_of(target)
    shots = [shot_preview(strike_of(state, unit, weapon, target, duel, cast=cast), target, duel)]
    for other in secondary_targets(state, weapon, target):
        observer = ABOVE if pair.from_above else pair.observer.id
        seen = Pair(state, pair.attacker, other, weapon, observer, look_from_point(state, centre, other))
        second = duel_of(state, use, seen)
        pools = second.pools._replace(attack=duel.pools.attack, attack_step=duel.pools.attack_step)
        near = bool(weapon.blast_area) and gap(centre, other.body) <= weapon.blast_area
        guard = defence_dice(other, pools.defence)
        strike = strike_of(
            state, unit, weapon, other, second, cast=cast._replace(defence=guard, wits=pools.defence_step)
        )
        strike = strike._replace(beside=Beside(cast.defence, cast.wits, near))
        shots.append(shot_preview(strike, other, second._replace(attack=duel.attack, pools=pools)))
    return shots


@heeds("blitz.A.4-proximity")
def around_preview(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Preview:
    """One check for all around, which knows of no flank or height; only the dice for infantry are apart."""
    pair, use = Pair(state, unit, target, weapon), Use(weapon, frag=False)
    duel, attack = duel_of(state, use, pair), ATTACK.lines(state, unit, use, None)
    if "Frag" in weapon.traits and target.is_infantry:
        attack = [*attack, dice(frag_dice(pair), "Frag against infantry", "blitz.wtrait.frag")]
    pools = duel.pools._replace(attack=dice_of(attack))
    ours = attack_dice(state, unit, weapon, pools.attack, None)
    cast = Cast(ours, defence_dice(target, pools.defence), pools.attack_step, pools.defence_step)
    shown = duel._replace(attack=attack, pools=pools)
    return shot_preview(strike_of(state, unit, weapon, target, shown, cast=cast), target, shown)


def shot_preview(strike: Strike, target: Unit, duel: Duel) -> Preview:
    """One roll at one target."""
    pools = duel.pools
    worth = expected_share(strike, target) if not target.is_destroyed else 0.0
    return Preview(
        tuple(duel.attack),
        tuple(duel.defence),
        odds_card(strike, target),
        worth,
        target=target.id,
        whole=target.line.bulk,
        left=target.hull + target.structure,
        attack_total=pool_text(pools.attack, pools.attack_step),
        defence_total=pool_text(pools.defence, pools.defence_step),
        harm=harm_text(strike.weapon, target, strike.beside is not None),
    )


def pool_text(count: int, skill: int) -> str:
    """A check as a player rolls it, and what it comes to on average."""
    if not count:
        return "no dice, so 1"
    return f"{count}D6 at {skill_text(skill)}, mean {pool_result(count, 0, skill).mean():.2f}"


def harm_text(weapon: Weapon, target: Unit, secondary: bool) -> str:
    """PEN against armour, and everything else that turns a margin into damage."""
    if not weapon.bites:
        return "no damage of its own; what it lights goes on burning"
    offset = net_damage(weapon, target.line, 0, target.line.armor)
    words = [f"PEN {weapon.pen} against AR {target.line.armor}: damage is MOS {offset:+d}"]
    words += ["AP counts the MOS twice"] if "AP" in weapon.traits and not target.is_infantry else []
    words += ["AT adds dice that reach the skill"] if "AT" in weapon.traits and not target.is_infantry else []
    words += ["infantry lose 1 at most"] if target.is_infantry and "AI" not in weapon.traits else []
    words += ["halved, rounded up"] if secondary else []
    return "; ".join(words)
