"""7.1 to 7.3: Commanders, Combat Groups and Formation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from gearlock.kernel.bounds import TOLD
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.links import linked
from gearlock.mechanics.pools.lines import dice, result
from gearlock.muster.typed import how_many, typed_entries
from gearlock.systems.brigands.forces.upgrades import drone_cards, read_trait
from gearlock.systems.brigands.models import Model, ModelCard, base_radius
from gearlock.systems.brigands.multi_component_vehicles import component_faults
from gearlock.systems.brigands.state import BRACED, FIELDED, TOP_SPEED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH

# --- 7.1: Combat Groups as a battle fields them, and as a player types them: `hunter*3+jager,jager/2ic:recon-drone`

UNUSED = ("Comms", "ECCM", "ECM", "Medic", "Recovery", "SatUp", "Sensor Suite", "Stealth", "TD", "Transport")
"""Traits that the introductory game ignores."""
TOO_HARD = ("Attached", "Core", "Duelist", "VTOL")
"""Traits of models that the introductory game leaves at home, with all Fortifications."""


MOST_MODELS = 96
FORCE_COMMANDER, GROUP_LEADER, SECOND, EXECUTIVE = "foc", "cgl", "2ic", "xo"
TITLES = {
    FORCE_COMMANDER: "Force Commander",
    GROUP_LEADER: "Combat Group Leader",
    SECOND: "Second-in-Command",
    EXECUTIVE: "Executive Officer",
}
NO_COMMANDERS = ("Conscript", "Medic", "Duelist")
"""Models with one of these traits follow; they never lead."""


class Post(msgspec.Struct, frozen=True):
    """A place in a Combat Group: a model by id, its rank, its Unit with that Unit's code, its price, its drones."""

    model: str
    rank: str = ""
    squad: int = 1
    code: str = ""
    tv: int = 0
    drones: tuple[str, ...] = ()


Groups = tuple[tuple[Post, ...], ...]


def one_group(*models: str) -> Groups:
    """A side of one Combat Group, led by its first model."""
    return (tuple(Post(name, "" if number else FORCE_COMMANDER) for number, name in enumerate(models)),)


def radii(groups: Groups, known: Mapping[str, ModelCard]) -> list[int]:
    """How much room the base of every model takes."""
    return [base_radius(known[post.model].base_mm) for group in groups for post in group]


@heeds("brigands.A4", "brigands.7.1")
def read_groups(text: str, seat: str, known: Mapping[str, ModelCard], wrong: list[str]) -> Groups:
    """The Combat Groups a side was typed as, leaders named where the player named none; all faults go to `wrong`."""
    faults: list[str] = []
    if len(re.findall("[,+:]", text)) > 2 * MOST_MODELS:
        wrong.append(f"{seat} names more models and drones than the {MOST_MODELS} that fit.")
        return ()
    groups = tuple(tuple(_read_entries(part, known, faults)) for part in text.split("+"))
    count = sum(map(len, groups))
    if count > MOST_MODELS:
        faults.append(f"{seat} has {count} models; at most {MOST_MODELS} fit.")
    if not faults:
        groups = appointed(groups, known)
        faults += [f"{seat}: {fault}" for fault in command_faults(groups, known)]
        for group in groups:
            cards = (known[post.model] for post in group)
            faults += [f"{seat}: {fault}" for fault in component_faults(cards)]
    wrong += faults
    return groups


def _read_entries(text: str, known: Mapping[str, ModelCard], faults: list[str]) -> Iterable[Post]:
    """`hunter/2ic:recon-drone*3`: a model, perhaps a rank, perhaps drones, perhaps how many."""
    posts: list[Post] = []
    unknown: set[str] = set()
    for entry, name, ranked, rank, drones, count in typed_entries(text):
        if name not in known and name not in unknown and len(unknown) < TOLD:
            unknown.add(name)
            faults.append(str(UnknownName("model", name, known)))
        if ranked and rank not in TITLES:
            faults.append(str(UnknownName("rank", rank, TITLES)))
        faults += drone_faults(known.get(name), drones)
        posts += [Post(name, rank, drones=tuple(drones))] * how_many(entry, count, MOST_MODELS, faults)
    return posts


@rule("brigands.10.5-drones", "brigands.trait.drone-bay")
def drone_faults(card: ModelCard | None, drones: list[str]) -> Iterable[str]:
    """What is wrong with the drones of a model: one that does not exist, or more than it controls."""
    known = drone_cards() if drones else {}
    yield from (str(UnknownName("drone", drone, known)) for drone in drones if drone not in known)
    if card is not None and len(drones) > drones_controlled(card):
        yield f"The {card.name} controls {drones_controlled(card)} at most, not {len(drones)} drones."


@heeds("brigands.10.5-drones", "brigands.trait.drone-bay")
def drones_controlled(card: ModelCard) -> int:
    """How many drones a model may have: one, or what its Drone Bay holds."""
    entries = (read_trait(text) for text in card.traits)
    return max((entry.number for entry in entries if entry.name == "Drone Bay"), default=1)


@rule("brigands.trait.conscript", "brigands.9.6")
@heeds("brigands.trait.medic", "brigands.10.6")
def can_lead(card: ModelCard) -> bool:
    """Whether a model may be a Commander of any rank."""
    return not any(trait in NO_COMMANDERS for trait in card.traits)


def appointed(groups: Groups, known: Mapping[str, ModelCard]) -> Groups:
    """Where nobody leads the first model does that may; the first group's leader leads the force if nobody does."""
    named = any(post.rank == FORCE_COMMANDER for group in groups for post in group)
    found: list[tuple[Post, ...]] = []
    for number, group in enumerate(groups):
        posts = list(group)
        lead = next((at for at, post in enumerate(posts) if is_leading(post.rank)), None)
        if lead is None:
            fit = (at for at, post in enumerate(posts) if not post.rank and can_lead(known[post.model]))
            lead = next(fit, None)
        if lead is not None and posts[lead].rank != FORCE_COMMANDER:
            rank = GROUP_LEADER if named or number else FORCE_COMMANDER
            posts[lead] = msgspec.structs.replace(posts[lead], rank=rank)
        found.append(tuple(posts))
    return tuple(found)


def is_leading(rank: str) -> bool:
    """The ranks that lead now; the others wait to succeed."""
    return rank in (FORCE_COMMANDER, GROUP_LEADER)


@heeds("brigands.7.1", "brigands.7.1-2ic", "brigands.7.1-xo")
def command_faults(groups: Groups, known: Mapping[str, ModelCard]) -> Iterable[str]:
    """What is wrong with a chain of command: one leader a group, one of them over all, one deputy for each."""
    for number, group in enumerate(groups, 1):
        ranks = [post.rank for post in group]
        if sum(map(is_leading, ranks)) != 1:
            yield f"Combat Group {number} has one leader; here {sum(map(is_leading, ranks))} could lead."
        if ranks.count(SECOND) > 1:
            yield f"Combat Group {number} has one Second-in-Command at most."
        for post in group:
            if post.rank and not can_lead(known[post.model]):
                yield f"The {known[post.model].name} may not be {TITLES[post.rank]}."
    everybody = [post.rank for group in groups for post in group]
    if everybody.count(FORCE_COMMANDER) != 1:
        yield "a force has one Force Commander."
    if everybody.count(EXECUTIVE) > 1:
        yield "a force has one Executive Officer at most."


@rule("brigands.A4")
def introductory_faults(groups: Groups, known: Mapping[str, ModelCard]) -> Iterable[str]:
    """What is too much for the introductory game: deputies, and models that need rules it leaves out."""
    posts = [post for group in groups for post in group]
    if any(post.rank in (SECOND, EXECUTIVE) for post in posts):
        yield "the introductory game knows no 2ic and no xo."
    if any(post.drones for post in posts):
        yield "the introductory game knows no drones."
    for name in sorted({post.model for post in posts if post.model in known}):
        traits = {text.partition(":")[0] for text in known[name].traits}
        if traits.intersection(TOO_HARD) or known[name].type == "Fortification":
            yield f"the {known[name].name} needs rules that the introductory game leaves out."


@heeds("brigands.A4")
def simplify(model: Model) -> None:
    """Take away the traits that the introductory game ignores."""
    for trait in UNUSED:
        model.traits.pop(trait, None)


# --- 7.3: Formation. Which models a Combat Group Leader, or the Force Commander, can talk to

FORMATION = 6 * INCH


@rule("brigands.7.1")
def leader_of(state: State, seat: str, group: int) -> Unit | None:
    """The Combat Group Leader in play: the Force Commander leads its own group, unless a deputy came to lead it."""
    found: Unit | None = None
    for unit in state.units.values():
        if unit.seat == seat and unit.group == group and unit.status == FIELDED and is_leading(unit.rank):
            if unit.rank == GROUP_LEADER:
                return unit
            found = unit
    return found


@heeds("brigands.7.1")
def force_commander_of(state: State, seat: str) -> Unit | None:
    """The Force Commander in play."""
    for unit in state.units.values():
        if unit.rank == FORCE_COMMANDER and unit.seat == seat and unit.status == FIELDED:
            return unit
    return None


def is_near(body: Body, other: Body) -> bool:
    """Within 6 in, which is how far voices carry."""
    return gap(body, other) <= FORMATION


@heeds("brigands.7.3", "brigands.A4", "brigands.trait.comms")
def carries_voice(state: State, link: Unit, leader: Unit) -> bool:
    """Whether models near this one are in Formation through it: the leader's own voice, or a relay with Comms."""
    return link is leader or (not state.introductory and link.has("Comms"))


@rule("brigands.trait.satup")
@heeds("brigands.7.3")
def has_uplink(state: State, unit: Unit) -> bool:
    """Whether a model talks by satellite. The introductory game has no such thing."""
    return not state.introductory and unit.has("SatUp")


@rule("brigands.8.2e")
@heeds("brigands.7.3", "brigands.trait.comms", "brigands.trait.satup")
def circle_of(state: State, leader: Unit) -> list[Unit]:
    """The models of a leader's Combat Group in Formation with it, the leader first: near it, relayed, by satellite."""
    group = [unit for unit in state.fielded(leader.seat) if unit.group == leader.group]
    voices = {unit.id for unit in group if carries_voice(state, unit, leader)} | {leader.id}
    uplinks = {unit.id for unit in (leader, *group) if has_uplink(state, unit)}

    def hears(link: Unit, unit: Unit) -> bool:
        near = link.id in voices and is_near(link.body, unit.body)
        return near or (link.id in uplinks and unit.id in uplinks)

    return linked(leader, [unit for unit in group if unit is not leader], hears)


@rule("brigands.7.3")
@heeds("brigands.7.3-foc", "brigands.A4")
def is_in_formation(state: State, unit: Unit, leader: Unit) -> bool:
    """With itself always; with its own leader by the circle; with the Force Commander of another group as well."""
    if unit is leader:
        return True
    if unit.group == leader.group:
        return is_near(unit.body, leader.body) or any(other is unit for other in circle_of(state, leader))
    return leader.rank == FORCE_COMMANDER and is_heard_by_commander(state, unit, leader)


@rule("brigands.7.3-foc")
def is_heard_by_commander(state: State, unit: Unit, commander: Unit) -> bool:
    """Models of other groups near the Force Commander, and their leaders near its relays or by satellite."""
    if is_near(unit.body, commander.body):
        return True
    if state.introductory or not is_leading(unit.rank):
        return False
    return any(
        (link.has("Comms") and is_near(link.body, unit.body)) or (link.has("SatUp") and unit.has("SatUp"))
        for link in circle_of(state, commander)
    )


# --- 7.5: what the Orders in force do for a model

CHARGE, TIGHT_MANEUVERS, EMERGENCY_MEASURES = "Charge", "Tight Maneuvers", "Emergency Measures"
REPOSITION = "Reposition"
UNORDERLY = ("Conscript", "Duelist")
"""Models with one of these traits never benefit from Orders."""


@heeds("brigands.7.5", "brigands.trait.conscript", "brigands.10.6")
def heeds_orders(unit: Unit) -> bool:
    """Whether Orders do anything for a model: Conscripts and Duelists are beyond them."""
    return not any(trait in unit.line.traits for trait in UNORDERLY)


@rule("brigands.7.5f")
@heeds("brigands.7.5", "brigands.7.5d")
def is_ordered(state: State, unit: Unit, name: str) -> bool:
    """Whether an Order in force helps a model: one of the Active Combat Group that heeds Orders."""
    giver = state.orders.get(name)
    if giver is None or not heeds_orders(unit):
        return False
    return unit.seat == state.units[giver].seat and unit.group == state.group


@heeds("brigands.7.5c")
def is_charging(state: State, unit: Unit) -> bool:
    """Whether it is within 6 in of the leader who ordered the Charge, as long as that one is in play."""
    giver = state.units.get(state.orders.get(CHARGE, ""))
    if giver is None or not giver.is_fielded or giver.seat != unit.seat or not heeds_orders(unit):
        return False
    return is_near(giver.body, unit.body)


# --- A1.1: model traits that change the dice and results of an attack, and the damage it does


@rule("brigands.trait.stable")
def stable_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die for the attacker at Combat Speed and Top Speed; Braced, everybody is as steady."""
    return [dice(1, "Stable", "brigands.trait.stable")] if unit.stance != BRACED and unit.has("Stable") else []


@rule("brigands.trait.ann")
@heeds("brigands.trait.nai")
def mind_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """What an artificial mind adds to the result of any Opposed Roll: a neural net one, a lonely near-mind one less."""
    lines = [result(1, "Advanced Neural Net", "brigands.trait.ann")] if unit.has("ANN") else []
    if unit.has("NAI") and not is_guided(state, unit):
        lines.append(result(-1, "NAI out of Formation", "brigands.trait.nai"))
    return lines


@rule("brigands.trait.nai", "brigands.trait.ncm")
def is_guided(state: State, unit: Unit) -> bool:
    """In Formation with its leader or the Force Commander, or near enough to a friendly Command Matrix."""
    for leader in (leader_of(state, unit.seat, unit.group), force_commander_of(state, unit.seat)):
        if leader is not None and is_in_formation(state, unit, leader):
            return True
    return any(
        other.has("NCM") and gap(other.body, unit.body) <= other.trait("NCM") * INCH
        for other in state.fielded(unit.seat)
    )


@rule("brigands.7.5c")
def charge_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """A Charge makes up for what Top Speed takes from a Melee Attack."""
    if unit.stance == TOP_SPEED and is_charging(state, unit):
        return [dice(1, "Charge", "brigands.7.5c")]
    return []
