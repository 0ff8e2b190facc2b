"""Everything the dice of one volley can do before damage is applied, with exact weights; rolled by the rules' numbers.

One check of the attacker stands against the defences of everybody it may hit: the target, those in the area, and
whoever served as cover if the target was missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from gearlock.kernel.gunnery import Aid
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.marginal import SIDES, Weights, bites_of
from gearlock.odds.pools import pool_result
from gearlock.systems.blitz.attacks.aiming import loaded
from gearlock.systems.blitz.attacks.areas import centre_of, secondary_targets
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.modifiers import DIRECT, Duel, Use, duel_of, is_caught
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.attacks.volleys import Volley, is_optimal
from gearlock.systems.blitz.damage.hurt import (
    MARGINAL,
    blast_dice,
    blast_mark,
    damage_felt,
    hit_damage,
    net_damage,
    tank_damage,
)
from gearlock.systems.blitz.damage.persistent import KINDS
from gearlock.systems.blitz.damage.trouble import free_dice, may_dodge
from gearlock.systems.blitz.dice_tests.throws import WORKS
from gearlock.systems.blitz.lock_and_cover.cover import is_concealed, look_from_point
from gearlock.systems.blitz.state import WRECK, State, Unit
from gearlock.systems.blitz.weapons import Weapon
from gearlock.table.inches import gap

K = TypeVar("K")
ATTACK_REROLL, DEFENCE_REROLL = "attack-reroll", "defence-reroll"
REROLLS = (
    Aid(ATTACK_REROLL, "one re-roll for the attacker", "attacker", "blitz.2.6"),
    Aid(DEFENCE_REROLL, "one re-roll for the defender", "target", "blitz.2.6"),
)
WORTH_OF_A_POINT = 100
"""What a point of damage counts to whoever decides about a re-roll; a hit that does none counts 1."""


class Result(NamedTuple):
    """What a volley does to one model: whether it hits, the damage felt, and what goes on burning."""

    target: str
    by: str
    weapon: str
    hit: bool
    damage: int = 0
    kind: str = ""
    intensity: int = 0


Check = tuple[int, int, int]
"""A total, how many dice reach the skill, how many show a six."""
Results = dict[tuple[Result, ...], int]


@lru_cache(maxsize=1 << 10)
def checks_of(count: int, skill: int, tells: bool) -> dict[Check, int]:
    """Every attack check and how often it comes, out of 6 to the count; single dice only if somebody `tells` them."""
    if not tells:
        return {(total, 0, 0): ways for total, ways in pool_result(count, 0, skill).items()}
    ways: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for _ in range(count):
        after: dict[tuple[int, int, int], int] = {}
        for (highest, reach, sixes), weight in ways.items():
            for face in range(1, SIDES + 1):
                key = max(highest, face), reach + (face >= skill), sixes + (face == SIDES)
                after[key] = after.get(key, 0) + weight
        ways = after
    found: dict[Check, int] = {}
    for (highest, reach, sixes), weight in ways.items():
        key = (highest + reach - (highest >= skill) if count else 1), reach, sixes
        found[key] = found.get(key, 0) + weight
    return found


class Aimed:
    """One defence against a check, ready to be asked what every margin does."""

    def __init__(self, state: State, volley: Volley, weapon: Weapon, target: Unit, duel: Duel, role: str) -> None:
        self.volley, self.weapon, self.target, self.duel = volley, weapon, target, duel
        self.role, self.secondary = role, role in ("area", "beyond")
        self.blast = 0 if role == "beyond" else blast_dice(weapon, target.line)
        alive = target.status != WRECK
        dodges = alive and may_dodge(target) and not is_caught(duel.defence)
        armor, skill = free_dice(state, target) if dodges else 0, duel.pools.defence_step
        saves = bites_of(max(0, armor + sum_of(duel.defence)[0]), skill)
        self.saves = _with_defect(saves, 0, target, "Move") if armor else {0: 1}
        guards = dict(pool_result(duel.pools.defence, 0, skill).items())
        self.guards = _with_defect(guards, 1, target, "Move") if alive else guards
        self.total = sum(self.guards.values())
        self.whole = 2 * SIDES**self.blast * sum(self.saves.values())

    @heeds("blitz.9.1", "blitz.9.1a", "blitz.10.2a", "blitz.9.5", "blitz.9.6", "blitz.wtrait.at", "blitz.2.14")
    def results(self, check: Check, defence: int) -> dict[Result, int]:
        """What a check against a defence comes to, out of `whole`."""
        total, skill = check[0], self.duel.pools.attack_step
        margin, found = total - defence, dict[Result, int]()
        reaches = (total >= skill and self.role != "screen") or (margin >= 0 and not self.secondary)
        blasts = (
            bites_of(self.blast, blast_mark(self.weapon, self.target.line, self.target.is_sheltered))
            if reaches
            else {0: SIDES**self.blast}
        )
        for left, ways in self._margins(margin).items():
            for damage, bites in self._damages(left, check).items():
                for more, chances in blasts.items():
                    result = self._result(left, damage + more)
                    found[result] = found.get(result, 0) + ways * bites * chances
        return found

    def _margins(self, margin: int) -> Weights:
        """The margin that free tests leave of one."""
        found: Weights = {}
        for good, ways in self.saves.items():
            left = max(0, margin - good) if margin > 0 else margin
            found[left] = found.get(left, 0) + ways
        return found

    def _damages(self, margin: int, check: Check) -> Weights:
        """The damage of a margin, out of two for the die of a marginal hit."""
        weapon, line = self.weapon, self.target.line
        if margin < 0 or not weapon.bites:
            return {0: 2}
        net = net_damage(weapon, line, margin, line.armor)
        marked = check[2] if weapon.pen < line.armor else check[1]
        more = tank_damage(weapon, line, margin, (SIDES,) * marked, self.duel.pools.attack_step)
        if net:
            return {hit_damage(net, 0, more, self.secondary): 2}
        found: Weights = {}
        for bite, ways in bites_of(1, MARGINAL).items():
            damage = hit_damage(net, bite, more, self.secondary)
            found[damage] = found.get(damage, 0) + ways // 3
        return found

    def _result(self, margin: int, damage: int) -> Result:
        weapon, volley = self.weapon, self.volley
        felt = damage_felt(weapon, self.target.line, damage)
        kind, intensity = "", 0
        if margin >= 0 and weapon.persistent is not None:
            letter, rating = weapon.persistent
            kind, intensity = KINDS[letter], margin + rating
        return Result(self.target.id, volley.attacker, weapon.id, margin >= 0, felt, kind, intensity)

    def worth(self, check: Check, defence: int) -> int:
        """What it is worth to the attacker: damage first, and that it hits at all."""
        left, found = self.target.hull + self.target.structure, 0
        for result, ways in self.results(check, defence).items():
            found += (WORTH_OF_A_POINT * min(result.damage + result.intensity, left) + result.hit) * ways
        return found


def _with_defect(found: dict[K, int], nothing: K, unit: Unit, system: str) -> dict[K, int]:
    """The results of a system that gives out on a die below 4 and has no dice then."""
    if not unit.is_defective(system):
        return found
    whole, works = sum(found.values()), SIDES + 1 - WORKS
    after = {key: ways * works for key, ways in found.items()}
    after[nothing] = after.get(nothing, 0) + whole * (SIDES - works)
    return after


class Fan:
    """One check of a volley with everybody who defends against it."""

    @heeds("blitz.10.2", "blitz.10.2b", "blitz.7.0a", "blitz.10.5")
    def __init__(self, state: State, volley: Volley, number: int, about: Iterable[str]) -> None:
        attacker, target = state.units[volley.attacker], state.units[volley.targets[number]]
        weapon = loaded(attacker, volley.weapon, volley.load)
        optimal = is_optimal(weapon, volley.mode, attack_distance(state, attacker, target, weapon))
        use = Use(weapon, optimal, number > 0, volley.mode, volley.designator)
        pair, asked = Pair(state, attacker, target, weapon, volley.observer), set(about)
        self.main = Aimed(state, volley, weapon, target, duel_of(state, use, pair), "main")
        pools = self.main.duel.pools
        system = "Move" if weapon.is_melee else "Fire Control"
        checks = checks_of(pools.attack, pools.attack_step, "AT" in weapon.traits)
        self.checks = _with_defect(checks, (1, 0, 0), attacker, system)
        if volley.mode == DIRECT and is_concealed(state, attacker, target):
            self.checks = _with_defect(self.checks, (1, 0, 0), attacker, "Sensors")
        self.area: list[Aimed] = []
        for other in secondary_targets(state, weapon, target):
            if other.id in asked:
                look = look_from_point(state, centre_of(target), other)
                duel = duel_of(state, use, Pair(state, attacker, other, weapon, volley.observer, look))
                near = gap(centre_of(target), other.body) <= weapon.blast_area and weapon.blast_area
                self.area.append(Aimed(state, volley, weapon, other, duel, "area" if near else "beyond"))
        self.screens = [
            Aimed(state, volley, weapon, state.units[name], self._screened(state, use, volley, name), "screen")
            for name in pair.look.screens
            if name in asked
        ]

    def _screened(self, state: State, use: Use, volley: Volley, name: str) -> Duel:
        units = state.units
        pair = Pair(state, units[volley.attacker], units[name], use.weapon, volley.observer)
        return duel_of(state, use, pair)

    @heeds("blitz.2.6")
    def outcomes(self, aid: str, about: Iterable[str]) -> tuple[Results, int]:
        """All that this check can do to those asked about, and the total of the weights."""
        checks, guards = self.checks, self.main.guards
        again = checks if aid == ATTACK_REROLL else guards if aid == DEFENCE_REROLL else {0: 1}
        fresh, found = sum(again.values()), Results()
        width = self.main.whole * _whole(self.area) * _whole(self.screens)
        asked, lying = set(about), dict[tuple[Check, int], int]()
        for check, w in checks.items():
            for defence, v in guards.items():
                for pair, ways in self._after_reroll(aid, check, defence, fresh):
                    like = self._like(*pair)
                    lying[like] = lying.get(like, 0) + w * v * ways
        for (ours, theirs), ways in lying.items():
            for hits, chances in self._together(ours, theirs, asked).items():
                found[hits] = found.get(hits, 0) + ways * chances
        return found, sum(checks.values()) * self.main.total * fresh * width

    def _like(self, check: Check, defence: int) -> tuple[Check, int]:
        """Another check and defence that come to the same: of equal margin, as good, with the same dice to tell."""
        if self.area or self.screens:
            return check, defence
        total, skill = check[0], self.main.duel.pools.attack_step
        if not self.main.blast:
            return ((0, check[1], check[2]), defence - total) if total >= defence else ((0, 0, 0), 1)
        like = skill if total >= skill else 1
        return (like, check[1], check[2]), defence + like - total

    def _after_reroll(self, aid: str, check: Check, defence: int, fresh: int) -> list[tuple[tuple[Check, int], int]]:
        """What lies there after a re-roll that is used well; out of `fresh`."""
        if not aid:
            return [((check, defence), 1)]
        attacking, main = aid == ATTACK_REROLL, self.main
        if attacking:
            new = [((other, defence), ways) for other, ways in self.checks.items()]
        else:
            new = [((check, other), ways) for other, ways in main.guards.items()]
        gain = sum(main.worth(*pair) * ways for pair, ways in new) - main.worth(check, defence) * fresh
        return new if (gain > 0 if attacking else gain < 0) else [((check, defence), fresh)]

    def _together(self, check: Check, defence: int, asked: set[str]) -> Results:
        """The target's result beside those of everybody else who has to defend."""
        hit, good = check[0] >= defence, check[0] >= self.main.duel.pools.attack_step
        found: Results = {}
        for result, ways in self.main.results(check, defence).items():
            key = (result,) if result.target in asked else ()
            found[key] = found.get(key, 0) + ways
        struck = {aimed.target.id for aimed in self.area} if hit or good else set()
        found = _defended(found, self.area, check, bool(struck))
        screens = [aimed for aimed in self.screens if aimed.target.id not in struck]
        skipped = [aimed for aimed in self.screens if aimed.target.id in struck]
        return _defended(_defended(found, screens, check, not hit), skipped, check, False)


def _whole(aimed: list[Aimed]) -> int:
    whole = 1
    for each in aimed:
        whole *= each.whole * each.total
    return whole


def _defended(found: Results, aimed: list[Aimed], check: Check, rolls: bool) -> Results:
    """Results with those of more defences; who need not defend takes its weight and no harm."""
    for each in aimed:
        after: Results = {}
        for before, ways in found.items():
            if not rolls:
                after[before] = after.get(before, 0) + ways * each.whole * each.total
                continue
            for defence, weight in each.guards.items():
                for result, chances in each.results(check, defence).items():
                    key = (*before, result)
                    after[key] = after.get(key, 0) + ways * weight * chances
        found = after
    return found
