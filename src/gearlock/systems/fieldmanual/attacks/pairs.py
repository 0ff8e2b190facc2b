"""What lies between an attacker and a target: cover, direction, Lock, height, crossfire, coordination."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.attacks.targets import is_crossfire
from gearlock.systems.fieldmanual.attacks.weapons_in_use import INDIRECT, MELEE_RANGE, OWN, PLACED, SELF, Terms, Use
from gearlock.systems.fieldmanual.damage.damage import Origin
from gearlock.systems.fieldmanual.datacards import AIRCRAFT
from gearlock.systems.fieldmanual.electronic_warfare import is_designated
from gearlock.systems.fieldmanual.lock_and_cover.lock import MODIFIERS, OPEN, Cover, cover_of, has_lock
from gearlock.systems.fieldmanual.lock_and_cover.looks import closest_base, is_behind, range_to
from gearlock.systems.fieldmanual.state import ALOFT, COORDINATED, State, Unit
from gearlock.table.measure import INCH

HIGH_ABOVE = 2 * INCH
AI_BONUS = 2


class Pair:
    """One model that attacks another with a weapon as it is used, seen by an observer where there is one."""

    __slots__ = ("_cover", "_noticed", "attacker", "observer", "state", "target", "terms", "use")

    def __init__(
        self, state: State, attacker: Unit, target: Unit, use: Use, terms: Terms = OWN, observer: Unit | None = None
    ) -> None:
        self.state, self.target, self.use, self.terms = state, target, use, terms
        self.attacker = closest_base(state, attacker, target)
        self.observer = observer or self.attacker
        self._cover: Cover | None = None
        self._noticed: bool | None = None

    @property
    def cover(self) -> Cover:
        """The target's cover in the eyes of whoever looks: the observer's for indirect fire."""
        if self._cover is None:
            self._cover = cover_seen(self)
        return self._cover

    @property
    def is_noticed(self) -> bool:
        """Whether the target has Lock on its attacker."""
        if self._noticed is None:
            self._noticed = has_lock(self.state, self.target, self.attacker)
        return self._noticed

    @property
    def origin(self) -> Origin:
        """Where the attack comes from."""
        return Origin(self.attacker.x, self.attacker.y, self.attacker.z, self.use.way == PLACED)


@heeds("fieldmanual.indirect-attack", "fieldmanual.perk-cbs")
def cover_seen(pair: Pair) -> Cover:
    """The cover that the observer sees, not the attacker."""
    return cover_of(pair.state, pair.observer, pair.target)


@heeds("fieldmanual.cover", "fieldmanual.perk-cbs")
def cover_result(pair: Pair) -> int:
    """+1 in the open down to -2 in Full Cover. Counter-battery fire knows no cover."""
    return 0 if pair.use.plain_cover else MODIFIERS[pair.cover.level]


@heeds("fieldmanual.cover-solid", "fieldmanual.perk-cbs")
def solid_result(pair: Pair) -> int:
    """One more off where Solid terrain is part of the cover."""
    return -1 if not pair.use.plain_cover and pair.cover.level != OPEN and pair.cover.solid else 0


@heeds("fieldmanual.attack-modifiers", "fieldmanual.wt-melee")
def near_result(pair: Pair) -> int:
    """-1 within 3 in with a weapon that is not made for it (M)."""
    if "M" in pair.use.weapon.traits:
        return 0
    return -1 if range_to(pair.state, pair.attacker, pair.target) <= MELEE_RANGE else 0


@rule("fieldmanual.wt-ai")
def infantry_result(pair: Pair) -> int:
    """+2 against infantry."""
    return AI_BONUS if pair.target.is_infantry else 0


@rule("fieldmanual.wt-guided")
@heeds("fieldmanual.perk-target-designator", "fieldmanual.flaw-traceable-emissions")
def guided_result(pair: Pair) -> int:
    """+1 against a Designated target."""
    return 1 if is_designated(pair.state, pair.target, pair.attacker) else 0


@rule("fieldmanual.perk-ird")
@heeds("fieldmanual.ranged-defense", "fieldmanual.placed-attack", "fieldmanual.combined-movement")
def rear_result(pair: Pair) -> int:
    """-1 for what comes in from behind: from where the attacker stands, not the observer."""
    target, attacker = pair.target, pair.attacker
    if pair.use.way == PLACED or target.perk("Improved Rear Defense"):
        return 0
    return -1 if is_behind(target, attacker.x, attacker.y) else 0


@heeds("fieldmanual.artillery-resolve", "fieldmanual.airstrike-damage")
def is_out_of_sight(attacker: Unit) -> bool:
    """Whether nobody could have Lock on it: guns beyond the table, and an airstrike that comes down."""
    return attacker.card.kind == "artillery" or (attacker.card.kind == AIRCRAFT and attacker.status != ALOFT)


@heeds("fieldmanual.ranged-defense", "fieldmanual.placed-attack", "fieldmanual.artillery-resolve")
def unlocked_result(pair: Pair) -> int:
    """-1 for who has no Lock to its attacker; weapons on the ground or on drones, and guns off the table, have none."""
    if pair.use.way == PLACED or pair.attacker.parent or is_out_of_sight(pair.attacker):
        return 0
    return 0 if pair.is_noticed else -1


@heeds("fieldmanual.ranged-defense", "fieldmanual.thrown-attack", "fieldmanual.airstrike-attacks")
def above_result(pair: Pair) -> int:
    """-1 for airstrikes, indirect fire, and attackers more than 2 in above the target's top; thrown weapons never."""
    if pair.use.way == INDIRECT or (pair.attacker.status == ALOFT and pair.target.status != ALOFT):
        return -1
    if pair.use.weapon.is_thrown or pair.use.way in (PLACED, SELF):
        return 0
    return -1 if pair.attacker.z - pair.target.body.top > HIGH_ABOVE else 0


@heeds("fieldmanual.placed-attack")
def below_result(pair: Pair) -> int:
    """-1 for a weapon on the ground."""
    return -1 if pair.use.way == PLACED else 0


@heeds("fieldmanual.crossfire", "fieldmanual.reaction-fire", "fieldmanual.perk-drone-demo")
def crossfire_result(pair: Pair) -> int:
    """-1 in a Crossfire."""
    if not pair.terms.crossfire or pair.use.way == PLACED:
        return 0
    caught = is_crossfire(pair.state, pair.attacker, pair.target, pair.use.band, pair.use.multiplier)
    return -1 if caught else 0


@heeds("fieldmanual.coordinated-attack", "fieldmanual.reaction-fire", "fieldmanual.perk-drone-demo")
@heeds("fieldmanual.sub-squads-small-game")
def coordinated_result(pair: Pair) -> int:
    """-1 against the Combat Group or Sub-squad whose leader nominated the target, once, however often it was."""
    if not pair.terms.coordinated:
        return 0
    attacker, tokens = pair.attacker, pair.target.tokens
    whole = f"{COORDINATED}:{attacker.seat}:{attacker.squad}"
    mine = [f"{COORDINATED}:{part.id}" for part in pair.state.parts(attacker)]
    return -1 if whole in tokens or any(name in tokens for name in mine) else 0
