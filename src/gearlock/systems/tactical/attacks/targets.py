"""2.6.7: who may attack whom: sight, arc, range, and what is between an attacker and its target."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.attacks.weapons_in_use import (
    DIRECT,
    INDIRECT,
    LONG,
    Attack,
    FireObserved,
    Observe,
    ObservingBegun,
    Use,
    band_of,
    fires_indirectly,
    is_blast,
    is_too_near,
    linked_with,
    refuse_acting,
    refuse_ammunition,
    refuse_called,
    refuse_link,
    rof_paid,
    worst_of,
)
from gearlock.systems.tactical.damage.amounts import fragmented
from gearlock.systems.tactical.damage.condition import accuracy_now, arc_now, aux_worn, can_use, perk, refuse_comms
from gearlock.systems.tactical.damage.resolving import HIDDEN_WHOLE
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.infantry import cover_lines, refuse_volley, rof_of, rof_played
from gearlock.systems.tactical.line_of_sight.seeing import (
    ARC_WORDS,
    DEFENSE,
    defense_arc,
    in_arc,
    look,
    night_fire_lines,
    refuse_sight,
    sees,
)
from gearlock.systems.tactical.line_of_sight.terrain import OBSCUREMENT, distance, terrain_under
from gearlock.systems.tactical.sensors.sensors import resolve_communication
from gearlock.systems.tactical.state import (
    ATTACKED,
    DESIGNATED,
    HULL_DOWN,
    OBSERVED,
    SKIRMISH_SCALE,
    TOP,
    State,
    Unit,
    opponent,
    pace_of,
)
from gearlock.systems.tactical.switches import BURST_FIRE, INDIRECT_FIRE, LINKED, TOGETHER, named_behind, refuse_loved
from gearlock.systems.tactical.weapons import FRAGMENTATION, GUIDED, MIN_RANGE
from gearlock.table.measure import INCH, inches_text
from gearlock.table.measure import distance as apart

# --- 2.6.7: what lies between an attacker and its target: range, Concealment, the arc of attack

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


# --- 3.4.3: indirect fire: forward observers, and what they see for others


@heeds("tactical.3.4.3", "tactical.3.5.1-auxiliary")
def observers_of(state: State, firer: Unit, target: Unit) -> list[Unit]:
    """The friends of a firer who have observed a target this round, are still there, in touch, and still see it."""
    prefix = f"{OBSERVED}:"
    names = [name[len(prefix) :] for name in target.tokens if name.startswith(prefix)]
    found = [state.units[name] for name in names if name in state.units]
    friends = [unit for unit in found if unit.seat == firer.seat and unit.id != firer.id and unit.is_fielded]
    return [unit for unit in friends if refuse_comms(unit) is None and sees(state, unit, target)]


def refuse_observing(state: State, order: Observe, only: str = "") -> Refusal | None:
    """Why a unit cannot observe a target: an Action, communications, and sight of its own."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", "tactical.3.4.3", f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or (only and target.id != only):
        return Refusal("target", "tactical.3.4.3", f"{order.target or 'Nobody'} is no enemy that can be observed now.")
    if not state.switch(INDIRECT_FIRE):
        return Refusal("indirect", "tactical.3.4.3", "Indirect fire is not in use in this battle.")
    if target.token(f"{OBSERVED}:{unit.id}"):
        return Refusal("again", "tactical.3.4.3", f"The {unit.name} observes the {target.name} already, for everybody.")
    return refuse_acting(unit, hanging=True) or refuse_comms(unit) or refuse_sight(state, unit, target)


@rule("tactical.3.4.3")
@heeds("tactical.3.3.1-ecm")
def resolve_observing(ctx: Ctx[State], order: Observe) -> Script[None]:
    """An Action, and a Communication roll under enemy ECM; then any number of friends may fire by it this round."""
    ctx.emit(ObservingBegun(order.unit, order.target))
    if (yield from resolve_communication(ctx, order.unit, "forward observation", is_action=True)):
        ctx.emit(FireObserved(order.unit, order.target))


@heeds("tactical.3.4.3")
def own_terrain(state: State, target: Unit) -> int:
    """The Obscurement of the terrain a target is in by itself: its value; at skirmish scale a point for the type."""
    points = OBSCUREMENT[state.scale].get(terrain_under(state, target), 0)
    return min(1, points) if state.scale == SKIRMISH_SCALE else points


@heeds("tactical.3.4.3")
def freed(pair: Pair) -> int:
    """What an indirect hit gains: all the Obscurement of the roll but that of the terrain of who is hit."""
    if pair.observer is None:
        return 0
    penalty = look(pair.state, pair.observer, pair.aimed).penalty
    return penalty - min(penalty, own_terrain(pair.state, pair.target))


def could_fire_for(state: State, firer: Unit, target: Unit) -> bool:
    """Whether a friend has an indirect weapon for a target that it could still fire this round."""
    if firer.actions < 1:
        return False
    far = distance(state, firer, target)
    guns = [mount for mount in firer.card.weapons if fires_indirectly(mount.weapon) and can_use(firer, mount) is None]
    return any(band_of(mount.weapon, far) is not None for mount in guns)


def offer_observing(state: State, unit: Unit, only: str = "") -> Iterator[Option]:
    """Every enemy it sees that somebody could fire at by its word."""
    if not state.switch(INDIRECT_FIRE) or refuse_acting(unit, hanging=True) is not None:
        return
    for target in [state.units[only]] if only else state.fielded(opponent(unit.seat)):
        friends = [friend for friend in state.fielded(unit.seat) if friend.id != unit.id]
        if not any(could_fire_for(state, friend, target) for friend in friends):
            continue
        order = Observe(unit.id, target.id)
        if refuse_observing(state, order, only) is None:
            yield Pick(f"{unit.name}: observe the {target.name} for indirect fire", order, "tactical.3.4.3")


# --- 2.6.7: who may attack whom, with what: Actions, sight, arc, range and ammunition

WAYS = (DIRECT, INDIRECT)


@rule("tactical.2.6.7")
def refuse_attack(state: State, order: Attack, only: str = "") -> Refusal | None:
    """Why an attack cannot be made; `only` is the one unit that may be fired at, where it is not free to choose."""
    refusal = refuse_shot(state, order, only)
    unit = state.units.get(order.unit)
    if unit is not None and (refusal is None or refusal.code != "unit"):
        return refuse_acting(unit, cost_of(order)) or refusal
    return refusal


@heeds("tactical.2.6.7", "tactical.3.4.5-walking")
def refuse_shot(state: State, order: Attack, only: str = "", shots: Collection[str] = ()) -> Refusal | None:
    """The same without the Action; `shots` are those of a squad's volley so far, as "weapon:target"."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", "tactical.2.6.7", f"{order.unit or 'Nobody'} is no unit on the table.")
    mount = unit.mount(order.weapon)
    if mount is None:
        return Refusal("weapon", "tactical.2.6.7", f"The {unit.name} has no weapon '{order.weapon}'.")
    refusal, fired = refuse_weapon(state, unit, mount, order), list(shots)
    for name in (order.target, *order.others):
        refusal = refusal or refuse_target(state, unit, mount, name, order, only, fired)
        fired.append(f"walked:{name}")
    return refusal


@heeds("tactical.2.6.2-snap-fire", "tactical.3.6.4")
def refuse_target(
    state: State, unit: Unit, mount: Mount, name: str, order: Attack, only: str, fired: Collection[str]
) -> Refusal | None:
    """Why a unit cannot be a target of an attack: no enemy on the table, not the one on the move, a squad's third."""
    target = state.units.get(name)
    if target is None or not target.is_fielded or target.seat == unit.seat or target.carrier:
        return Refusal("target", "tactical.2.6.7", f"{name or 'Nobody'} is no enemy on the table.")
    loved = refuse_loved(unit, target)
    if loved is not None:
        return loved
    if only and name != only:
        message = f"Snap Fire goes at the unit on the move, the {state.units[only].name}, and nobody else."
        return Refusal("target", "tactical.2.6.2-snap-fire", message)
    refusal = refuse_volley(unit, mount.id, name, fired) if unit.is_infantry else None
    return refusal or refuse_pair(state, unit, mount, target, order)


@heeds("tactical.3.8.3-careful")
def cost_of(order: Attack) -> int:
    """Actions an attack takes."""
    return 2 if order.careful else 1


@rule("tactical.3.8.3-careful")
def refuse_careful(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot fire carefully: at skirmish scale alone, and not by who went faster than Combat Speed.

    The last move counts: until it has moved in its activation, that of the round before.
    """
    if state.scale != SKIRMISH_SCALE:
        return Refusal("careful", "tactical.3.8.3-careful", "Careful fire is for the skirmish scale of 10 m an inch.")
    now = state.activation
    stands = now is not None and now.unit == unit.id and not now.spent and not unit.has_moved
    if TOP in (pace_of(state, unit), unit.went if stands else ""):
        message = f"The {unit.name} goes too fast to fire carefully, or went so when it last moved."
        return Refusal("careful", "tactical.3.8.3-careful", message)
    return None


@heeds("tactical.3.4.5", "tactical.2.3.4-rof", "tactical.3.8.3-careful", "tactical.7.2-weapon-link")
def refuse_weapon(state: State, unit: Unit, mount: Mount, order: Attack) -> Refusal | None:
    """Why the weapon cannot be used so: broken, empty, a ROF it has not, hidden behind cover."""
    most = rof_played(state, unit, mount)
    if order.way not in WAYS:
        return Refusal("way", "tactical.2.6.7", f"'{order.way}' is no way to fire: {' or '.join(WAYS)}.")
    if not 0 <= order.rof <= most:
        message = f"The {mount.id} uses up to ROF {most} here, not {order.rof}."
        return Refusal("rof", "tactical.3.4.5", message, {"rof": order.rof, "most": most})
    if order.fragments and not mount.weapon.has(FRAGMENTATION):
        return Refusal("fragments", "tactical.7.2.2-fragmentation", f"The {mount.id} has no such ammunition.")
    refusal = refuse_careful(state, unit) if order.careful else None
    refusal = refusal or (refuse_link(unit, mount) if order.linked else None)
    refusal = refusal or refuse_walked(state, unit, mount, order)
    return refusal or refuse_gun(unit, mount, order.way)


@heeds("tactical.3.2.4", "tactical.3.2.4-effects", "tactical.7.2.2-undescribed")
def refuse_gun(unit: Unit, mount: Mount, way: str = DIRECT) -> Refusal | None:
    """Why a weapon does not shoot at all: made for melee, broken, empty, or its carrier hides completely."""
    if mount.weapon.is_physical or not mount.weapon.base:
        return Refusal("melee", "tactical.2.6.8", f"The {mount.id} is used in base contact, or thrown.")
    if unit.token(HULL_DOWN) == HIDDEN_WHOLE and way != INDIRECT:
        message = f"The {unit.name} hides completely: it can only fire indirectly, by an observer's word."
        return Refusal("hidden", "tactical.3.2.4", message)
    return can_use(unit, mount) or refuse_ammunition(unit, mount)


@heeds("tactical.2.6.6", "tactical.2.6.6-firing-arcs", "tactical.2.6.7-range", "tactical.7.2.2-minimum-range")
def refuse_pair(state: State, unit: Unit, mount: Mount, target: Unit, order: Attack) -> Refusal | None:
    """Why this target cannot be attacked with it: out of the arc, out of range, too near, unseen."""
    guns = linked_with(unit, mount) if order.linked else (mount,)
    base = worst_of(unit, guns)[1] if order.linked else 0
    far = distance(state, unit, target)
    for gun in guns:
        refusal = refuse_reach(unit, gun, target.x, target.y, far, f"The {target.name}", (order.careful, base))
        if refusal is not None:
            return refusal
    refusal = refuse_called(state, target, order.called)
    if refusal is not None:
        return refusal
    if order.way == INDIRECT:
        return refuse_indirect(state, unit, mount, target, order.observer)
    return refuse_sight(state, unit, target)


def refuse_reach(
    unit: Unit, mount: Mount, x: int, y: int, far: int, what: str, reach: tuple[bool, int] = (False, 0)
) -> Refusal | None:
    """Why a weapon does not reach a point: its arc, its range, its minimum range; `reach`: carefully, another base."""
    arc = arc_now(unit, mount)
    if not in_arc(unit, arc, x, y):
        frozen = "" if arc == mount.arc else ": its turret is frozen there"
        message = f"{what} is outside the {ARC_WORDS[arc]} arc of the {mount.id}{frozen}."
        return Refusal("arc", "tactical.2.6.6-firing-arcs", message, {"arc": arc})
    if band_of(mount.weapon, far, *reach) is None:
        most = inches_text(8 * (reach[1] or mount.weapon.base) * (5 if reach[0] else 1))
        message = f"{what} is {inches_text(far)} in away; the {mount.id} reaches {most} in."
        return Refusal("range", "tactical.2.3.4-range-bands", message, {"distance": far})
    if is_too_near(mount.weapon, far):
        least = inches_text(mount.weapon.traits[MIN_RANGE] * INCH)
        message = f"{what} is {inches_text(far)} in away, too near: the {mount.id} has a minimum range of {least} in."
        return Refusal("near", "tactical.7.2.2-minimum-range", message, {"distance": far})
    return None


@rule("tactical.7.2.2-indirect-fire")
@heeds("tactical.3.4.3", "tactical.7.2.2-guided")
def refuse_indirect(state: State, unit: Unit, mount: Mount, target: Unit, observer: str = "") -> Refusal | None:
    """Indirect fire needs a weapon for it, and a friend who observed the target this round and sees it."""
    if not state.switch(INDIRECT_FIRE) or not fires_indirectly(mount.weapon):
        message = f"The {mount.id} does not fire indirectly here."
        return Refusal("indirect", "tactical.7.2.2-indirect-fire", message)
    found = observers_of(state, unit, target)
    if found and (not observer or any(friend.id == observer for friend in found)):
        return None
    message = f"Nobody has observed the {target.name} for indirect fire: a friend who sees it spends an Action first."
    return Refusal("observer", "tactical.3.4.3", message)


@heeds("tactical.7.2-weapon-link", "tactical.3.4.5-walking", "tactical.3.4.1")
def use_of(state: State, unit: Unit, mount: Mount, target: Unit, order: Attack) -> Use:
    """The weapon as an order uses it at a target; a walk with fragments may use up some of the ROF they add."""
    guns = linked_with(unit, mount) if order.linked else (mount,)
    accuracy, base = worst_of(unit, guns) if order.linked else (None, 0)
    band = band_of(mount.weapon, distance(state, unit, target), order.careful, base)
    assert band is not None, "the attack was found possible"
    rof = rof_paid(state, unit, mount, min(order.rof, rof_of(unit, mount))) - len(order.others)
    spread = is_blast(state, mount.weapon)
    return Use(mount.weapon, mount.id, band, rof, order.way, order.called, order.fragments, 0, accuracy, spread)


# --- 3.4.5: walking fire: one Action with a burst over several targets

WALKED = "walked"
"""Behind the target in `Unit.fired`: it was attacked by walking fire."""


@rule("tactical.3.4.5-walking")
@heeds("tactical.7.2.2-fragmentation", "tactical.3.4.5")
def refuse_walked(state: State, unit: Unit, mount: Mount, order: Attack) -> Refusal | None:
    """Why fire cannot be walked so: a point of ROF for each further target, nobody twice, nothing else besides.

    Only ROF that the rounds left pay for counts, with what fragments add to it; a weapon without a ROF of its own does
    not walk them. And whom walking fire attacks the same weapon attacks once a round.
    """
    for target in (order.target, *order.others):
        walked = f"{mount.id}:{target}:{WALKED}" in unit.fired
        if walked or (order.others and f"{mount.id}:{target}" in unit.fired):
            message = f"With walking fire the {mount.id} attacks each target once a round; {target} was one."
            return Refusal("twice", "tactical.3.4.5-walking", message, {"target": target})
    if not order.others:
        return None
    if order.fragments and mount.weapon.rof < 1:
        message = f"The {mount.id} has no ROF of its own: it does not walk its fragments over several targets."
        return Refusal("fragments", "tactical.7.2.2-fragmentation", message)
    rof = rof_paid(state, unit, mount, order.rof)
    if order.fragments:
        _, rof = fragmented(0, rof)
    if not state.switch(BURST_FIRE) or len(order.others) > rof:
        message = f"Each target after the first takes a point of ROF: with ROF {rof} the {mount.id} walks over "
        return Refusal(
            "walking", "tactical.3.4.5-walking", message + f"{rof + 1} target{'s' * (rof > 0)} at most.", {"rof": rof}
        )
    if len({order.target, *order.others}) <= len(order.others):
        return Refusal("twice", "tactical.3.4.5-walking", "Walking fire attacks each target once.")
    if order.called or order.linked:
        return Refusal(
            "walking", "tactical.3.4.5-walking", "Walking fire is neither called at a system nor fired by a link."
        )
    return None


@heeds("tactical.3.4.5-walking")
def most_targets(unit: Unit, mount: Mount) -> int:
    """How many targets a weapon could walk over."""
    return 1 + rof_of(unit, mount)


def walks(unit: Unit, targets: list[Unit], rof: int) -> Iterator[tuple[str, ...]]:
    """Sets of targets worth offering: each with the one nearest to it, and as many as there can be, nearest first."""
    seen: set[frozenset[str]] = set()
    for first in targets:
        others = _nearest(first, [other for other in targets if other.id != first.id])
        if others and frozenset((first.id, others[0].id)) not in seen:
            seen.add(frozenset((first.id, others[0].id)))
            yield first.id, others[0].id
    every = tuple(other.id for other in _nearest(unit, targets)[: 1 + rof])
    if len(every) > 2:
        yield every


def _nearest(to: Unit, others: list[Unit]) -> list[Unit]:
    return sorted(others, key=lambda other: (apart(to.x, to.y, other.x, other.y), other.id))
