"""Attacks laid out for the odds tool, and everything they can lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.counterparts import Carried, Counterparts, Fielded, Named, read_words, shared_names, shared_weapons
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.events import Event
from gearlock.kernel.given import ATTACKER, NO, TARGET, YES, Change, Given, read_attacker, staging, which_weapon
from gearlock.kernel.gunnery import (
    Aid,
    Condition,
    Gunnery,
    Outcomes,
    Share,
    Situation,
    Staged,
    Terms,
    Toll,
    Tolls,
    find_unit,
    gathered,
)
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Setup
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import FiringField, posts_round
from gearlock.mechanics.firing_range.lengths import said_length
from gearlock.mechanics.pools.marginal import SIDES, Weights
from gearlock.mechanics.pools.rerolling import again_below
from gearlock.odds.pools import Pools, pool_margin, pool_results
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.brigands.attacks.attack import Aim, Attack, AttackRolled, SnapFire, strikes_of
from gearlock.systems.brigands.attacks.exchange import (
    can_snap,
    declare_attack,
    declare_snap_fire,
    end_exchange,
    missed,
    refuse_snap_fire,
    settle_wounds,
    trigger_of,
)
from gearlock.systems.brigands.attacks.modifiers import Strike, duel_of
from gearlock.systems.brigands.battles import Plan, begin, setup_for
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.chain_of_command import one_group
from gearlock.systems.brigands.damage import CORROSION, EFFECTS, HAYWIRE, Damaged, Hurt, Wound, harmed, hurt_of
from gearlock.systems.brigands.forces.upgrades import CATALOG, read_trait, ready, trait_faults
from gearlock.systems.brigands.models import INDIRECT, MELEE, Model, ModelCard, Weapon, known_traits, weapons_table
from gearlock.systems.brigands.movement.paths import moves_of
from gearlock.systems.brigands.rounds import POSTURES, Activate, Activated, ActivationEnded
from gearlock.systems.brigands.state import COMBAT_SPEED, FIELDED, State, Unit
from gearlock.systems.brigands.vtols import ALTITUDE, is_vtol
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, inches, turned
from gearlock.table.terrain import Piece

# --- What can be said about a laid-out attack, and how lengths and traits are read

FRONT, SIDE, REAR = "front", "side", "rear"
NONE, LIGHT, HEAVY = "none", "light", "heavy"
AHEAD, LEFT, RIGHT, BEHIND = "ahead", "left", "right", "behind"
FARTHEST = 60 * INCH

CONDITIONS = (
    Condition("range", "inches between bases; the end of Optimal range if left out", rule="brigands.1.4", most=60),
    Condition("cover", "Defensive Cover from terrain", (NONE, LIGHT, HEAVY), NONE, "brigands.4.4-defensive"),
    Condition("full", "that cover hides all of the target", (NO, YES), NO, "brigands.4.4-full"),
    Condition("posture", "posture of the attacker", POSTURES, COMBAT_SPEED, "brigands.2.1"),
    Condition("from", "where the target is attacked from", (FRONT, SIDE, REAR), FRONT, "brigands.5.5b"),
    Condition("trait", "a trait to add or take away: Agile, -Agile, attacker:Stable (the target's if not said)"),
    Condition("overwatch", "the target keeps Overwatch, so it is Braced", (NO, YES), NO, "brigands.6.2"),
    Condition("target-damage", "points of Hull and Structure the target has lost", (), "0", "brigands.5.6b"),
    Condition("attacker-damage", "points the attacker has lost", (), "0", "brigands.5.6b"),
    Condition("target-haywire", "the target carries a Haywire token", (NO, YES), NO, "brigands.5.7b-haywire"),
    Condition("attacker-haywire", "the attacker carries a Haywire token", (NO, YES), NO, "brigands.5.7b-haywire"),
    Condition("ecm", "the target carries an ECM Defense token", (NO, YES), NO, "brigands.8.3d"),
    Condition("bearing", "where the attacker has the target", (AHEAD, LEFT, RIGHT, BEHIND), AHEAD, "brigands.1.5b"),
    Condition("height", "inches the attacker stands higher, on a hill", (), "0", "brigands.4.2"),
    Condition("target-airborne", "the target is a VTOL in the air", (NO, YES), NO, "brigands.9.7"),
    Condition("attacker-airborne", "the attacker is a VTOL in the air", (NO, YES), NO, "brigands.9.7"),
    Condition("as", "the category of the attack, for weapons that have several", (), "", "brigands.5.1b"),
    Condition("dice", "how dice add up", ("standard", "augment"), "standard", "brigands.A6"),
)  # fmt: skip


def mils(given: Given, name: str) -> int | None:
    """A length that is given in inches; None if nothing was said and none is usual."""
    return said_length(given, name, FARTHEST)


def refitted(card: ModelCard, changes: Iterable[Change]) -> ModelCard:
    """A stat line with traits added, replaced or taken away."""
    traits = list(card.traits)
    for change in changes:
        _check_trait(change.name)
        key = read_trait(change.name).key
        if change.taken and all(read_trait(each).key != key for each in traits):
            raise change.missing(card.name, card.traits, "brigands.A2")
        traits = [each for each in traits if read_trait(each).key != key]
        if not change.taken:
            traits.append(change.name)
    return msgspec.structs.replace(card, traits=tuple(traits))


def _check_trait(text: str) -> None:
    """A trait there is none of is answered with near ones, a rating it cannot have with what is wrong."""
    if read_trait(text).name not in known_traits("model"):
        raise UnknownName("model trait", text, known_traits("model"), "brigands.A2")
    faults = trait_faults(text)
    if faults:
        raise BadInput(f"{faults[0][0].upper()}{faults[0][1:]}. [brigands.A2]")


# --- Who is laid out against whom: models and weapons by name, and the ground between them

FIELD = FiringField(72 * INCH)
MARGIN = 6 * INCH // 5
"""How far a piece of cover reaches beyond the target: an inch of it must lie before the Silhouette."""


class Post(msgspec.Struct, frozen=True):
    """An attacker as it was named: its stat line and the weapons it uses one after another."""

    card: ModelCard
    weapons: tuple[str, ...]


@cache
def names() -> dict[str, str]:
    """The names of all models by id."""
    return {name: card.name for name, card in CATALOG.items()}


def weapons(unit: str) -> tuple[str, ...]:
    """The weapons of a model."""
    return tuple(ready(CATALOG[unit], weapons_table()).weapons)


def read_post(text: str, given: Given) -> Post:
    """`hunter:LAC+LRP`: one model that uses both weapons."""
    name, named = read_attacker(text)
    card = card_named(name, given, ATTACKER)
    carried = ready(card, weapons_table()).weapons
    if not named and len(carried) != 1:
        raise which_weapon(card.name, card.id, carried)
    return Post(card, tuple(weapon_named(card, weapon).id for weapon in named or carried))


def card_named(name: str, given: Given, side: str) -> ModelCard:
    """A stat line with the traits that were added or taken away, under a name of its own if there are any."""
    card = CATALOG[find_unit(names(), name)]
    changes = given.changes_of(side)
    return msgspec.structs.replace(refitted(card, changes), id=f"{card.id}/{side}") if changes else card


def weapon_named(card: ModelCard, name: str) -> Weapon:
    """A weapon of a model, however it is capitalised."""
    carried = ready(card, weapons_table()).weapons
    for weapon in carried.values():
        if weapon.id.lower() == name.lower():
            return weapon
    raise UnknownName(f"weapon of the {card.name}", name, carried, "brigands.5.1")


def setup_of(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> Setup:
    """The set-up of the little battle: its models, and the ground that gives cover and height."""
    cards = {card.id: card for card in (*attackers, target)}
    forces = {"red": one_group(*(card.id for card in attackers)), "blue": one_group(target.id)}
    options = {"dice": "augment"} if given.says("dice") == "augment" else {}
    ground = FIELD.ground(*_cover(target, lead, given), *_hill(attackers, target, lead, given))
    return setup_for("command", 0, options, ground, forces, 12, Plan(ground, {}, 12, cards))


def _cover(target: ModelCard, lead: Weapon, given: Given) -> list[Piece]:
    """Area terrain about the target: half as tall as it is, or as tall if it hides all of it or is seen from above."""
    rating = given.says("cover")
    if rating == NONE and given.has("full"):
        raise BadInput("Without cover nothing hides all of the target: say cover=light as well. [brigands.4.4-full]")
    if rating == NONE:
        return []
    line = ready(target, weapons_table())
    whole = given.has("full") or category_of(lead, given) == INDIRECT
    top = line.low if whole else (line.low + 1) // 2
    return [FIELD.cover(line.radius + MARGIN, top, rating)]


def _hill(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> list[Piece]:
    """Ground that lifts the attackers, as near as their bases come to the target."""
    height = mils(given, "height") or 0
    if not height:
        return []
    near = ready(target, weapons_table()).radius + min(range_of(lead, given), INCH // 2)
    widest = 2 * max(ready(card, weapons_table()).radius for card in attackers)
    return [FIELD.hill(near, widest, height, "heavy")]


def range_of(lead: Weapon, given: Given) -> int:
    """How far apart they stand: as was said, else the far end of Optimal range."""
    said = mils(given, "range")
    return lead.far if said is None else said


def category_of(weapon: Weapon, given: Given) -> str:
    """The category of the attack: as was said, else the first the weapon has."""
    said = given.says("as")
    if not said:
        return weapon.categories[0]
    for category in weapon.categories:
        if category.lower() == said.lower():
            return category
    raise BadInput(f"The {weapon.id} attacks as {' or '.join(weapon.categories)}, not as {said}. [brigands.5.1b]")


# --- A battle with nobody in it but attackers and their target, laid out as the conditions say

TURNS = {AHEAD: 0, LEFT: -RIGHT_ANGLE, RIGHT: RIGHT_ANGLE, BEHIND: HALF_TURN}
FACINGS = {FRONT: HALF_TURN, SIDE: RIGHT_ANGLE, REAR: 0}
WORDS = {"range": "", "posture": "", "cover": "Defensive Cover {}", "full": "Full Cover: {}", "from": "from the {}"}
"""How what was said is told; range and posture are told as they lie on the table."""


def lay_out(situation: Situation, given: Given) -> Staged[State]:
    """The little battle of a situation; whatever the rules forbid about it is said with the rule."""
    posts = [read_post(text, given) for text in situation.attackers]
    target = card_named(situation.target, given, TARGET)
    lead = weapon_named(posts[0].card, posts[0].weapons[0])
    setup = setup_of([post.card for post in posts], target, lead, given)
    state = begin(setup)
    attackers = [unit for unit in state.units.values() if unit.seat == "red"]
    (aimed,) = (unit for unit in state.units.values() if unit.seat == "blue")
    _field(state, attackers, aimed, lead, given)
    orders: list[Order] = []
    for unit, post in zip(attackers, posts, strict=True):
        orders += [_order(unit, weapon, aimed, given) for weapon in post.weapons]
    now = state
    for order in orders:
        now = _declared(now, order, given)
    first = ready_for(state, orders[0], given.says("posture"))
    assert isinstance(first, State), "it was just checked"
    return Staged(setup, first, tuple(orders), aimed.id, _facts(first, orders[0], given))


def _field(state: State, attackers: list[Unit], target: Unit, lead: Weapon, given: Given) -> None:
    """Put everybody in place: attackers west of the target at the same distance, side by side, turned to it."""
    state.phase, state.round, state.turn, state.winner = "action", 1, "red", "red"
    _prepare(target, given, TARGET)
    target.x, target.y, target.facing = FIELD.middle, FIELD.middle, FACINGS[given.says("from")]
    target.overwatch = target.line.actions if given.has("overwatch") else 0
    target.actions = 0 if target.overwatch else target.actions
    target.jamming = given.has("ecm")
    if target.jamming and not target.has("ECM"):
        raise BadInput(f"The {target.line.name} has no ECM that works; --trait ECM:1 gives it one. [brigands.8.3d]")
    for unit in attackers:
        _prepare(unit, given, ATTACKER)
        unit.z = max(unit.z, mils(given, "height") or 0)
    posts = posts_round(target.body, [unit.body for unit in attackers], range_of(lead, given))
    posts = ruled(posts, {"high": "brigands.1.4", "room": "brigands.2.6"})
    if isinstance(posts, Refusal):
        raise BadInput(posts.text())
    for unit, post in zip(attackers, posts, strict=True):
        unit.x, unit.y = post.x, post.y
        unit.facing = turned(post.ahead, TURNS[given.says("bearing")])


def _prepare(unit: Unit, given: Given, side: str) -> None:
    """A fresh model, or one that has suffered or flies as was said."""
    lost = given.number(f"{side}-damage") or 0
    if lost >= unit.hull + unit.structure:
        left = f"{unit.hull} Hull and {unit.structure} Structure"
        raise BadInput(f"The {unit.line.name} has {left}: {lost} points less would destroy it. [brigands.5.6d]")
    unit.structure -= max(0, lost - unit.hull)
    unit.hull = max(0, unit.hull - lost)
    unit.status, unit.actions, unit.command = FIELDED, unit.line.actions, 0
    unit.haywire = given.has(f"{side}-haywire")
    if given.has(f"{side}-airborne"):
        if not is_vtol(unit) or unit.is_crippled:
            why = "is Crippled and stays on the ground" if is_vtol(unit) else "is no VTOL"
            raise BadInput(f"The {unit.line.name} {why}. [brigands.9.7]")
        unit.airborne, unit.z = True, ALTITUDE


def _order(unit: Unit, weapon: str, target: Unit, given: Given) -> Attack:
    found = unit.line.weapons[weapon]
    targets = () if "Proximity" in found.traits else (target.id,)
    return Attack(unit.id, weapon, category_of(found, given), targets)


def _declared(state: State, order: Order, given: Given) -> State:
    """The state after an attack is declared and paid for; what the rules or the terrain have against it is said."""
    assert isinstance(order, Attack), "attackers attack"
    found = ready_for(state, order, given.says("posture"))
    if isinstance(found, Refusal):
        raise BadInput(found.text())
    wanted = {NONE: 0, LIGHT: 1, HEAVY: 2}[given.says("cover")]
    if order.category != MELEE and order.targets:
        unit, target = found.units[order.unit], found.units[order.targets[0]]
        look = Aim(found, unit, target).look(order.category)
        if look.dice < wanted or (given.has("full") and look.sight):
            cover = f"{'Full ' if given.has('full') else ''}{given.says('cover')}"
            message = f"From so near, or so high, no terrain gives the {target.line.name} {cover} cover."
            raise BadInput(f"{message} [brigands.4.4a]")
    ctx = Ctx(found.clone(), BOOK.apply)
    declare_attack(ctx, order)
    return ctx.state


def ready_for(state: State, order: Order, posture: str = "") -> State | Refusal:
    """The state in which a model of a sequence can attack: Active in the posture of the one before it.

    Drones act with the model that controls them.
    """
    assert isinstance(order, Attack), "attackers attack"
    active, unit = state.active(), state.units[order.unit]
    after: State | Refusal = state
    if active is None or active.id not in (unit.id, unit.controller):
        after = _activated(state, unit, posture or (active.posture if active is not None else "") or COMBAT_SPEED)
    if isinstance(after, Refusal):
        return after
    return BOOK.refuse(after, Ask(unit.seat, "act", unit.controller or unit.id, rule="brigands.1.7a"), order) or after


def _activated(state: State, unit: Unit, posture: str) -> State | Refusal:
    """The state in which whoever was Active is done, and this model is."""
    after, active = state.clone(), state.active()
    if active is not None:
        BOOK.apply(after, ActivationEnded(active.id))
    refusal = BOOK.refuse(after, Ask(unit.seat, "activate"), Activate(unit.id, posture, airborne=unit.airborne))
    if refusal is not None:
        return refusal
    BOOK.apply(after, Activated(unit.id, posture, moves_of(posture)))
    return after


def _facts(state: State, order: Order, given: Given) -> tuple[str, ...]:
    """The conditions in words, as they came to lie on the table."""
    assert isinstance(order, Attack), "attackers attack"
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    target = next(each for each in state.units.values() if each.seat != unit.seat)
    aim = Aim(state, unit, target)
    band = "Optimal" if weapon.is_optimal(aim.distance, aim.reach(weapon) - weapon.most) else "Suboptimal"
    facts = [f"{inches(aim.distance)} in apart, {band} range"]
    facts += [f"attacker at {unit.stance}"] if "posture" in given.said or unit.stance != COMBAT_SPEED else []
    facts += [f"target {target.stance}"] if target.stance != COMBAT_SPEED else []
    words = dict(WORDS)
    for side, each in ((ATTACKER, unit), (TARGET, target)):
        left = f"Hull {each.hull}/{each.line.hull}, Structure {each.structure}/{each.line.structure}"
        words[f"{side}-damage"] = f"{each.line.name} {left}"
    return (*facts, *given.facts(words))


stage = staging(CONDITIONS, lay_out)


# --- Everything one Strike can do before damage is applied: its Wounds with their exact weights, Rerolls counted in

ATTACK_REROLL, DEFENCE_REROLL = "attack-reroll", "defence-reroll"
REROLLS = (
    Aid(ATTACK_REROLL, "one Reroll for the attacker", "attacker", "brigands.1.2i"),
    Aid(DEFENCE_REROLL, "one Reroll for the defender", "target", "brigands.1.2i"),
)
"""Whatever pays for it: a Command Point, a Skill Point, or an Order."""

WORTH_OF_A_POINT = 100
"""What a point of damage counts to whoever decides about a Reroll; a hit that does none counts 1."""

Wounds = dict[Wound, int]
"""Out of a total known to the caller."""


class Strikes:
    """One Strike and its dice, ready to be asked what each pair of results comes to."""

    def __init__(self, state: State, strike: Strike) -> None:
        self.state, self.strike = state, strike
        self.target: Unit = state.units[strike.target]
        self.weapon: Weapon = state.units[strike.attacker].line.weapons[strike.weapon]
        self.pools: Pools = duel_of(state, strike).pools
        self.hurt: Hurt = hurt_of(self.weapon, self.target)
        self.left = self.target.hull + self.target.structure
        self.tells_margin = CORROSION in self.weapon.traits
        self.tells_raw = not self.weapon.traits.keys().isdisjoint(EFFECTS)

    def wound(self, margin: int, raw: int) -> Wound:
        """A hit; what the effects of the weapon do not ask for is left out, so that like Wounds are equal."""
        damage = self.hurt.felt(raw)
        shown, kept = margin if self.tells_margin else 0, raw if self.tells_raw else damage
        return Wound(self.strike.target, self.strike.attacker, self.strike.weapon, damage, kept, shown)

    @heeds("brigands.5.6a")
    def damages(self, margin: int, spare: bool) -> Weights:
        """The damage of a hit by this margin before the target feels it, out of 36.

        A Marginal Hit is one more die; with a Reroll to `spare` it is thrown again if it does not bite.
        """
        found = self.hurt.damages(margin)
        return again_below(found, 1) if spare else {raw: ways * SIDES for raw, ways in found.items()}

    def worth(self, margin: int, spare: bool) -> int:
        """What a margin is worth to the attacker: damage first, and that it hits at all."""
        if not self.hurt.hits(margin):
            return 0
        felt = ((min(self.hurt.felt(raw), self.left), ways) for raw, ways in self.damages(margin, spare).items())
        return sum((WORTH_OF_A_POINT * damage + 1) * ways for damage, ways in felt)

    def wounds(self, attack: int, defence: int, spare: bool) -> Iterator[tuple[Wound, int]]:
        """What two results come to, out of 36."""
        margin = attack - defence
        if not self.hurt.hits(margin):
            wound = missed(self.state, self.strike, self.weapon, attack)
            yield wound if wound.building else wound._replace(stray=-1), SIDES * SIDES
            return
        for raw, ways in self.damages(margin, spare).items():
            yield self.wound(margin, raw), ways


@heeds("brigands.1.2i", "brigands.5.8")
def wounds_of(state: State, strike: Strike, aid: str = "") -> tuple[Wounds, int]:
    """All Wounds of a Strike and the total of their weights; with an aid one side has one Reroll and uses it well."""
    struck = Strikes(state, strike)
    if aid:
        return _with_reroll(struck, aid)
    found: Wounds = {}
    if state.units[strike.target].inside:  # what misses may strike the building, and how hard its result says
        attack, defence = pool_results(struck.pools)
        pairs = [(ours, theirs, w * v) for ours, w in attack.items() for theirs, v in defence.items()]
        total = attack.total * defence.total
    else:
        margins = pool_margin(struck.pools)
        pairs, total = [(margin, 0, ways) for margin, ways in margins.items()], margins.total
    for ours, theirs, ways in pairs:
        for wound, share in struck.wounds(ours, theirs, spare=False):
            found[wound] = found.get(wound, 0) + ways * share
    return found, total * SIDES * SIDES


def _with_reroll(struck: Strikes, aid: str) -> tuple[Wounds, int]:
    """Roll again where that is better on average than what lies on the table."""
    attack, defence = pool_results(struck.pools)
    attacking = aid == ATTACK_REROLL
    again = attack if attacking else defence
    dice = struck.pools.attack if attacking else struck.pools.defence
    found: Wounds = {}
    for ours, w in attack.items():
        for theirs, v in defence.items():
            new = [((a, theirs) if attacking else (ours, a), ways) for a, ways in again.items()]
            kept = struck.worth(ours - theirs, spare=attacking) * again.total
            gain = sum(struck.worth(a - d, spare=False) * ways for (a, d), ways in new) - kept
            if dice > 0 and (gain > 0 if attacking else gain < 0):
                results = [(pair, ways, False) for pair, ways in new]
            else:
                results = [((ours, theirs), again.total, attacking)]
            for (a, d), ways, spare in results:
                for wound, share in struck.wounds(a, d, spare):
                    found[wound] = found.get(wound, 0) + w * v * ways * share
    return found, attack.total * defence.total * again.total * SIDES * SIDES


# --- Everything an attack can lead to: Strikes and their answer rolled apart, then settled together

WIDEST = 60_000
"""How many combinations of Wounds are worked out at most."""


@heeds("brigands.5.8", "brigands.6.3")
def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end. Wounds of different Strikes are independent; what they lead to is not."""
    assert isinstance(order, Attack), f"{order} is no attack"
    declared = Ctx(state.clone(), BOOK.apply)
    strikes = declare_attack(declared, order)
    if terms.reply is not None:
        assert isinstance(terms.reply, SnapFire), f"{terms.reply} answers no attack"
        strikes += declare_snap_fire(declared, terms.reply)
    about = terms.about or tuple(dict.fromkeys(strike.target for strike in strikes))
    asked = [strike for strike in strikes if strike.target in about]
    rolled = [wounds_of(declared.state, each, "" if number else terms.aid) for number, each in enumerate(asked)]
    width = 1
    for wounds, _ in rolled:
        width *= len(wounds)
    if width > WIDEST:
        raise BadInput(f"The attack strikes {len(rolled)} models at once: ask about fewer of them.")
    shares: list[Share[State]] = []
    for each in product(*(wounds.items() for wounds, _ in rolled)):
        ways, out_of = 1, 1
        for (_, weight), (_, total) in zip(each, rolled, strict=True):
            ways, out_of = ways * weight, out_of * total
        dealt = [wound for wound, _ in each]
        if terms.ends or any(has_consequences(declared.state, wound) for wound in dealt):
            shares += _settled(declared.state, dealt, about, ways, out_of)
        else:
            shares.append(Share(ways, out_of, _hurt(declared.state, dealt, about), declared.state))
    return gathered(shares)


def has_consequences(state: State, wound: Wound) -> bool:
    """Whether more comes of a Wound than its damage: an effect, or a blow to a building."""
    weapon = state.units[wound.by].line.weapons[wound.weapon]
    return bool(wound.building) or (wound.margin >= 0 and not weapon.traits.keys().isdisjoint(EFFECTS))


def _hurt(state: State, wounds: list[Wound], about: Iterable[str]) -> Tolls:
    """The tolls of Wounds that are damage and nothing else, one for each model at most."""
    tolls = dict.fromkeys(about, Toll())
    for wound in wounds:
        unit = state.units[wound.unit]
        if wound.damage > 0:
            done = harmed(unit, wound.damage, wound.by, wound.weapon)
            crippled, gone = unit.hull > 0 and done.hull == 0, done.destroyed or done.overkill
            tolls[unit.id] = Toll(wound.margin >= 0, wound.damage, 0, (), crippled, gone)
        else:
            tolls[unit.id] = Toll(wound.margin >= 0)
    return tolls


def _settled(
    declared: State, wounds: list[Wound], about: Iterable[str], ways: int, out_of: int
) -> Iterator[Share[State]]:
    """All that comes of some Wounds: damage, effects, what falls and what falls down."""

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(declared.clone(), BOOK.apply)
        return ctx, _settle(ctx, wounds)

    for leaf in walk(begin, faces_alike, lambda _ctx, _ask: Decline()):
        after: State = leaf.ctx.state
        tolls = {
            unit: toll(declared, after, leaf.ctx.events, unit)._replace(
                hit=any(wound.unit == unit and wound.margin >= 0 for wound in wounds)
            )
            for unit in about
        }
        yield Share(ways * leaf.ways, out_of * leaf.out_of, tolls, after)


def _settle(ctx: Ctx[State], wounds: list[Wound]) -> Script[None]:
    yield from settle_wounds(ctx, wounds)
    end_exchange(ctx)


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What became of a model. The last roll at it tells whether it was hit; a wreck is destroyed when it is removed."""
    was, now = before.units[unit_id], after.units[unit_id]
    rolls = [event for event in events if isinstance(event, AttackRolled) and event.target == unit_id]
    gained = ((CORROSION, now.corroded and not was.corroded), (HAYWIRE, now.haywire and not was.haywire))
    return Toll(
        bool(rolls) and rolls[-1].hit,
        sum(event.damage for event in events if isinstance(event, Damaged) and event.unit == unit_id),
        0,
        tuple(name for name, is_so in gained if is_so),
        was.hull > 0 and now.hull == 0,
        was.status != now.status and now.is_destroyed,
    )


def replies(state: State, order: Order) -> tuple[Order, ...]:
    """The Snap Fire with which the models an attack is rolled against may answer it."""
    assert isinstance(order, Attack), f"{order} is no attack"
    ctx = Ctx(state.clone(), BOOK.apply)
    targets = dict.fromkeys(strike.target for strike in declare_attack(ctx, order))
    found: list[Order] = []
    for unit in (ctx.state.units[target] for target in targets):
        if unit.seat == state.units[order.unit].seat or not unit.is_fielded or not can_snap(unit):
            continue
        asked = Ask(unit.seat, "snap", unit.id, (order.unit, trigger_of(order)), "brigands.6.3", optional=True)
        for weapon in unit.line.weapons.values():
            shots = (SnapFire(unit.id, weapon.id, category, target=order.unit) for category in weapon.categories)
            found += [shot for shot in shots if refuse_snap_fire(ctx.state, asked, shot) is None]
    return tuple(found)


def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """One Reroll for either side; a Conscript gets none, and a wreck does not defend itself."""
    assert isinstance(order, Attack), f"{order} is no attack"
    attacker, targets = state.units[order.unit], [state.units[target] for target in order.targets]
    able = {"attacker": "Conscript" not in attacker.line.traits}
    able["target"] = any(unit.is_fielded and "Conscript" not in unit.line.traits for unit in targets)
    return tuple(aid for aid in REROLLS if able[aid.side])


# --- What the tools around the game ask about attacks


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every attack on models that the Active one, or a drone of it, may make now; bare points are too many to list."""
    active = state.active()
    if active is None or active.seat != seat:
        return
    for option in BOOK.options(state, Ask(seat, "act", active.id, rule="brigands.1.7a")):
        if isinstance(option.order, Attack) and not isinstance(option, OPEN_OPTIONS):
            yield option.order


def marks(state: State, order: Order) -> tuple[str, ...]:
    """Everybody an attack is rolled against."""
    assert isinstance(order, Attack), f"{order} is no attack"
    unit = state.units[order.unit]
    return tuple(strike.target for strike in strikes_of(state, unit, unit.line.weapons[order.weapon], order))


def title(state: State, order: Order) -> str:
    """Who attacks whom with what."""
    assert isinstance(order, Attack | SnapFire), f"{order} is no attack"
    targets = order.targets if isinstance(order, Attack) else (order.target,)
    at = " and ".join(state.units[target].name for target in targets)
    return f"{state.units[order.unit].name}: {order.weapon} ({order.category}){f' at {at}' if at else ''}"


GUNNERY: Gunnery[State] = Gunnery(
    conditions=CONDITIONS,
    units=names,
    weapons=weapons,
    stage=stage,
    attacks=attacks,
    marks=marks,
    title=title,
    ready=ready_for,
    outcomes=outcomes,
    toll=toll,
    replies=replies,
    aids=aids,
)


# --- This book beside others: its models and weapons by shared words, what their cards say, what a battle has cost

WORDS_COUNTERPARTS = read_words("gearlock.systems.brigands")


@cache
def models() -> dict[str, str]:
    """Every model by its shared name."""
    return shared_names((Named(card.id, card.name, card.faction) for card in CATALOG.values()), WORDS_COUNTERPARTS)


def _line(model: str) -> Model:
    return ready(CATALOG[model], weapons_table())


def weapons_counterparts(model: str) -> dict[str, str]:
    """The weapons of a model by shared words."""
    arsenal = _line(model).weapons
    return shared_weapons(
        (Carried(id, weapon.size, weapon.row.code) for id, weapon in arsenal.items()), WORDS_COUNTERPARTS
    )


def price(model: str) -> int:
    """Its Threat Value."""
    return CATALOG[model].tv


def card(model: str) -> dict[str, str]:
    """What other books print too; a skill is a number of dice here."""
    line = CATALOG[model]
    return {
        "armour": str(line.armor),
        "hull + structure": f"{line.hull} + {line.structure}",
        "actions": str(line.actions),
        "gunnery": str(line.gunnery),
        "piloting": str(line.piloting),
        "move": " ".join(f"{gait}:{far}" for gait, far in line.move.items()),
    }


def weapon_line(model: str, weapon: str) -> str:
    """Penetration, ranges and traits."""
    found = _line(model).weapons[weapon]
    traits = (f"{name}:{rating}" if rating > 1 else name for name, rating in found.traits.items())
    ranges = f"{inches(found.near)}-{inches(found.far)}/{inches(found.most)} in"
    return ", ".join((f"PEN {found.pen}", ranges, *traits))


def fielded(state: State) -> dict[str, Fielded]:
    """All models but drones."""
    return {
        unit.id: Fielded(unit.seat, unit.line.name, unit.line.card.tv, unit.is_destroyed)
        for unit in state.units.values()
        if not unit.controller
    }


COUNTERPARTS = Counterparts(WORDS_COUNTERPARTS, models, weapons_counterparts, price, card, weapon_line, fielded)
