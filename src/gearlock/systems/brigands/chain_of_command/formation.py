"""7.3: Formation. Which models a Combat Group Leader, or the Force Commander, can talk to."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.links import linked
from gearlock.systems.brigands.chain_of_command.lineup import FORCE_COMMANDER, GROUP_LEADER, is_leading
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH

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
