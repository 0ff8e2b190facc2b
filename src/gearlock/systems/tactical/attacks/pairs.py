"""2.6.7: what lies between an attacker and its target: range, Concealment, the arc of attack."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.attacks.uses import Use
from gearlock.systems.tactical.damage.condition import accuracy_now
from gearlock.systems.tactical.infantry.attacked import cover_lines
from gearlock.systems.tactical.line_of_sight.arcs import DEFENSE, defense_arc
from gearlock.systems.tactical.line_of_sight.light import night_fire_lines
from gearlock.systems.tactical.line_of_sight.looks import look
from gearlock.systems.tactical.state import State, Unit


class Pair:
    """One unit that attacks another in one way; what is asked of the two is worked out once."""

    __slots__ = ("attacker", "observer", "state", "target", "use")

    def __init__(self, state: State, attacker: Unit, target: Unit, use: Use, observer: Unit | None = None) -> None:
        self.state, self.attacker, self.target, self.use, self.observer = state, attacker, target, use, observer

    @property
    def arc(self) -> str:
        """The arc of the target's defense that the attack comes in."""
        return defense_arc(self.target, self.attacker.x, self.attacker.y)


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
def accurate(pair: Pair) -> int:
    """The Accuracy that damage has left the weapon."""
    mount = pair.attacker.mount(pair.use.mount)
    return 0 if mount is None else accuracy_now(pair.attacker, mount)


@rule("tactical.2.6.7-infantry-defense")
def dug_in(pair: Pair) -> int:
    """Squads are hard to hit for whoever is no squad and has no weapon for that."""
    return sum(line.value for line in cover_lines(pair.attacker, pair.target, pair.use.weapon))


@heeds("tactical.2.6.7-defense-arc")
def arc_of_attack(pair: Pair) -> int:
    """What the arc of the attack takes off the defense."""
    return DEFENSE[pair.arc]
