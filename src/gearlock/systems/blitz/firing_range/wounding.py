"""Everything the dice of one volley can do before damage is applied, with exact weights; rolled by the rules' numbers.

One check of the attacker stands against the defences of everybody it may hit: the target, those in the area, and
whoever served as cover if the target was missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gearlock.kernel.gunnery import Aid
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.attacks.aiming import loaded
from gearlock.systems.blitz.attacks.areas import centre_of, secondary_targets
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.modifiers import Duel, Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.attacks.volleys import Volley, is_optimal, own_cover
from gearlock.systems.blitz.judging.casting import cast_of
from gearlock.systems.blitz.judging.harms import (
    AREA,
    BEYOND,
    SCREEN,
    Blow,
    Check,
    Harm,
    Lie,
    checks_among,
    guards_among,
    harms_of,
    like,
    tells,
)
from gearlock.systems.blitz.judging.victims import COLD, Ember, victim_of
from gearlock.systems.blitz.lock_and_cover.cover import look_from_point
from gearlock.systems.blitz.state import State, Unit
from gearlock.systems.blitz.weapons import Weapon
from gearlock.table.inches import gap

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
    ember: Ember = COLD
    """How the model fights what goes on burning."""


Results = dict[tuple[Result, ...], int]


class Aimed:
    """One defence against a check."""

    def __init__(self, state: State, volley: Volley, weapon: Weapon, target: Unit, duel: Duel, skill: int) -> None:
        attacker = state.units[volley.attacker]
        self.target, self.weapon, self.names = target, weapon, (target.id, volley.attacker, weapon.id)
        self.cast = cast_of(state, attacker, weapon, target, duel, volley.mode)._replace(skill=skill)
        self.victim, self.role, self.duel = victim_of(state, weapon, target, duel), "", duel
        self.blow = Blow(weapon, self.victim, skill)
        self.guards = guards_among(self.cast.defence, self.cast.wits)
        self.total = sum(self.guards.values())

    def as_one(self, role: str) -> Aimed:
        """The same of somebody who is not aimed at."""
        self.role, self.blow = role, Blow(self.weapon, self.victim, self.cast.skill, role)
        return self

    def results(self, check: Check, defence: int) -> dict[Result, int]:
        """What a check against a defence comes to, out of what the blow has in all."""
        return {self.result(harm): ways for harm, ways in self.blow.harms(check, defence).items()}

    def result(self, harm: Harm) -> Result:
        """Harm with the names of all who have to do with it."""
        ember = self.victim.ember if harm.kind else COLD
        return Result(*self.names, harm.hit, harm.damage, harm.kind, harm.intensity, ember)

    def worth(self, check: Check, defence: int) -> int:
        """What it is worth to the attacker: damage first, and that it hits at all."""
        left, found = self.target.hull + self.target.structure, 0
        for harm, ways in self.blow.harms(check, defence).items():
            found += (WORTH_OF_A_POINT * min(harm.damage + harm.intensity, left) + harm.hit) * ways
        return found


class Fan:
    """One check of a volley with everybody who defends against it."""

    @heeds("blitz.10.2", "blitz.10.2b", "blitz.7.0a", "blitz.10.5")
    def __init__(self, state: State, volley: Volley, number: int, about: Iterable[str]) -> None:
        attacker, target = state.units[volley.attacker], state.units[volley.targets[number]]
        weapon = loaded(attacker, volley.weapon, volley.load)
        optimal = is_optimal(weapon, volley.mode, attack_distance(state, attacker, target, weapon))
        use = Use(weapon, optimal, number > 0, volley.mode, volley.designator)
        pair, asked = Pair(state, attacker, target, weapon, volley.observer), set(about)
        duel = duel_of(state, use, pair)
        skill = duel.pools.attack_step
        self.main = Aimed(state, volley, weapon, target, duel, skill)
        self.checks = checks_among(self.main.cast.attack, skill, tells(weapon))
        self.area: list[Aimed] = []
        for other in secondary_targets(state, weapon, target):
            if other.id in asked:
                look = look_from_point(state, centre_of(target), other)
                duel = duel_of(state, use, Pair(state, attacker, other, weapon, volley.observer, look))
                near = gap(centre_of(target), other.body) <= weapon.blast_area and weapon.blast_area
                self.area.append(Aimed(state, volley, weapon, other, duel, skill).as_one(AREA if near else BEYOND))
        self.screens = [
            Aimed(state, volley, weapon, state.units[name], self._screened(state, use, volley, name), skill).as_one(
                SCREEN
            )
            for name in pair.look.screens
            if name in asked
        ]
        self.is_plain = not self.area and not self.screens

    def _screened(self, state: State, use: Use, volley: Volley, name: str) -> Duel:
        units = state.units
        look = own_cover(units[name])
        pair = Pair(state, units[volley.attacker], units[name], use.weapon, volley.observer, look)
        return duel_of(state, use, pair)

    @heeds("blitz.2.6")
    def outcomes(self, aid: str, about: Iterable[str]) -> tuple[Results, int]:
        """All that this check can do to those asked about, and the total of the weights."""
        checks, main, found = self.checks, self.main, Results()
        again = checks if aid == ATTACK_REROLL else main.guards if aid == DEFENCE_REROLL else {0: 1}
        fresh, asked = sum(again.values()), set(about)
        width = main.blow.whole * _whole(self.area) * _whole(self.screens)
        if self.is_plain and not aid:
            return self._plain(asked), sum(checks.values()) * main.total * width
        lying = self.lies(aid, fresh)
        for (ours, theirs), ways in lying.items():
            for hits, chances in self._together(ours, theirs, asked).items():
                found[hits] = found.get(hits, 0) + ways * chances
        return found, sum(checks.values()) * main.total * fresh * width

    def _plain(self, asked: set[str]) -> Results:
        """What a check does to one defender alone: that depends on nothing else, and is kept."""
        main = self.main
        harms = harms_of(main.weapon, main.victim, main.cast)
        if main.target.id not in asked:
            return {(): sum(harms.values())}
        return {(main.result(harm),): ways for harm, ways in harms.items()}

    def lies(self, aid: str, fresh: int) -> dict[Lie, int]:
        """How the dice can lie in the end; like ones together if one model alone defends. Out of `fresh` a pair."""
        main, lying = self.main, dict[Lie, int]()
        for check, w in self.checks.items():
            for defence, v in main.guards.items():
                for lie, ways in self._after_reroll(aid, check, defence, fresh):
                    alike = like(*lie, main.cast.skill, bool(main.blow.blast)) if self.is_plain else lie
                    lying[alike] = lying.get(alike, 0) + w * v * ways
        return lying

    def _after_reroll(self, aid: str, check: Check, defence: int, fresh: int) -> list[tuple[Lie, int]]:
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
        hit, good = check[0] >= defence, check[0] >= self.main.cast.skill
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
        whole *= each.blow.whole * each.total
    return whole


def _defended(found: Results, aimed: list[Aimed], check: Check, rolls: bool) -> Results:
    """Results with those of more defences; who need not defend takes its weight and no harm."""
    for each in aimed:
        after: Results = {}
        for before, ways in found.items():
            if not rolls:
                after[before] = after.get(before, 0) + ways * each.blow.whole * each.total
                continue
            for defence, weight in each.guards.items():
                for result, chances in each.results(check, defence).items():
                    key = (*before, result)
                    after[key] = after.get(key, 0) + ways * weight * chances
        found = after
    return found
