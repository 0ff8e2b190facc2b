"""2.6.7: what lies between an attacker and its target: range, Concealment, the arc of attack."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.attacks.uses import LONG, Use
from gearlock.systems.tactical.damage.condition import accuracy_now, aux_worn, perk
from gearlock.systems.tactical.infantry.attacked import cover_lines
from gearlock.systems.tactical.line_of_sight.arcs import DEFENSE, defense_arc
from gearlock.systems.tactical.line_of_sight.light import night_fire_lines
from gearlock.systems.tactical.line_of_sight.looks import look
from gearlock.systems.tactical.plots import LINKED, TOGETHER, named_behind
from gearlock.systems.tactical.state import ATTACKED, DESIGNATED, SKIRMISH_SCALE, State, Unit
from gearlock.systems.tactical.weapons import GUIDED

PAINTED = 2
MOST_CROWDED = 3
SNIPER = "Sniper Systems"


class Pair:
    """One unit that attacks another in one way; what is asked of the two is worked out once."""

    __slots__ = ("aimed", "attacker", "observer", "state", "target", "use")

    def __init__(self, state: State, attacker: Unit, target: Unit, use: Use, observer: Unit | None = None) -> None:
        self.state, self.attacker, self.target, self.use, self.observer = state, attacker, target, use, observer
        self.aimed = target
        """Whom the roll was made against, where another has to defend against it too."""

    @property
    def arc(self) -> str:
        """The arc of the target's defense that the attack comes in."""
        return defense_arc(self.target, self.attacker.x, self.attacker.y)

    @heeds("tactical.2.6.7-infantry-defense", "tactical.3.4.3-scatter")
    def against(self, other: Unit) -> Pair:
        """The same attack as another unit has to defend against it.

        A roll that was not made against men has none of their cover in it: then it is on their defense.
        """
        use = self.use if self.aimed.is_infantry else self.use._replace(spread=True)
        found = Pair(self.state, self.attacker, other, use, self.observer)
        found.aimed = self.aimed
        return found


@rule("tactical.2.6.7-obscurement")
@heeds("tactical.3.4.3", "tactical.3.3")
def concealed(pair: Pair) -> int:
    """The Concealment of the target, off the attack; the observer's where one observes."""
    looker = pair.observer or pair.attacker
    return -look(pair.state, looker, pair.target).penalty


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def groping(pair: Pair) -> int:
    """What darkness takes off the fire of an attacker who sees nothing in it."""
    return sum(line.value for line in night_fire_lines(pair.state, pair.attacker, pair.target))


@rule("tactical.2.3.4-accuracy")
@heeds("tactical.7.2-weapon-link")
def accurate(pair: Pair) -> int:
    """The Accuracy that damage has left the weapon; of a link the worst."""
    if pair.use.accuracy is not None:
        return pair.use.accuracy
    mount = pair.attacker.mount(pair.use.mount)
    return 0 if mount is None else accuracy_now(pair.attacker, mount)


@rule("tactical.2.6.7-infantry-defense")
def dug_in(pair: Pair) -> int:
    """Squads are hard to hit for whoever is no squad and has no weapon for that."""
    return sum(line.value for line in cover_lines(pair.attacker, pair.target, pair.use.weapon))


@heeds("tactical.2.6.7-infantry-defense", "tactical.3.4.1", "tactical.3.4.5-saturation")
def in_cover(pair: Pair) -> int:
    """The same cover where one roll is made against many: then it is the squads' own, on their defense."""
    return -dug_in(pair)


@heeds("tactical.2.6.7-defense-arc")
def arc_of_attack(pair: Pair) -> int:
    """What the arc of the attack takes off the defense."""
    return DEFENSE[pair.arc]


@rule("tactical.7.2-sniper")
@heeds("tactical.3.5.1-auxiliary")
def sniping(pair: Pair) -> int:
    """Sniper Systems at Long and Extreme range: with all weapons, or with the one that the card names.

    Damaged ones help nobody, and nobody has to use them.
    """
    if pair.use.band < LONG or not perk(pair.attacker, SNIPER):
        return 0
    named = pair.attacker.card.details.get(SNIPER, "")
    codes = [code.strip().upper() for code in named.split(",") if code.strip()]
    if codes and pair.use.weapon.id.upper() not in codes and pair.use.mount.upper() not in codes:
        return 0
    return max(0, 1 - aux_worn(pair.attacker, SNIPER))


@rule("tactical.7.2.2-guided")
def guided(pair: Pair) -> int:
    """Guided weapons at a target that a friendly designator has marked."""
    marked = pair.target.token(f"{DESIGNATED}:{pair.attacker.seat}")
    return PAINTED if marked and pair.use.weapon.has(GUIDED) else 0


@rule("tactical.4.1.4-coordinated")
def worth_together(state: State, unit: Unit, target: str) -> int:
    """What a linked unit gains on a target: both have agreed on it this round, or the other has attacked it before."""
    mate = state.units.get(named_behind(unit, LINKED))
    if mate is None or mate.seat != unit.seat:
        return 0
    shots = (shot.removesuffix(":walked").rpartition(":")[2] for shot in mate.fired)
    return 1 if unit.token(TOGETHER + target) or target in shots else 0


@heeds("tactical.4.1.4-coordinated")
def coordinated(pair: Pair) -> int:
    """The same for a shot: whoever else a blast or a burst strikes, the roll was made against its target."""
    return worth_together(pair.state, pair.attacker, pair.aimed.id)


@heeds("tactical.4.1.4-coordinated")
def together_lines(state: State, unit: Unit, target: Unit) -> list[Modifier]:
    """The same for blows and throws."""
    worth = worth_together(state, unit, target.id)
    return [result(worth, "Coordinated", "tactical.4.1.4-coordinated")] if worth else []


def attacked_by(unit: Unit) -> str:
    """The token of a target that tells that a unit has attacked it this round."""
    return f"{ATTACKED}:{unit.seat}:{unit.group}:{unit.id}"


@rule("tactical.3.8.3-map")
def crowded(pair: Pair) -> int:
    """At skirmish scale: 1 off the defense for each unit of the attacker's combat group that attacked before it.

    In this round, and 3 at most; each keeps its place among them.
    """
    if pair.state.scale != SKIRMISH_SCALE:
        return 0
    place = pair.target.token(attacked_by(pair.attacker)) or place_among(pair.target, pair.attacker)
    return -min(MOST_CROWDED, place - 1)


@heeds("tactical.3.8.3-map")
def place_among(target: Unit, attacker: Unit) -> int:
    """The place that a new attacker takes among those of its combat group who have attacked a target this round."""
    group = f"{ATTACKED}:{attacker.seat}:{attacker.group}:"
    return 1 + sum(1 for name in target.tokens if name.startswith(group))
