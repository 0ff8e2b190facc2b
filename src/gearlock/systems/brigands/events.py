"""What happens in a Brigands battle. Events carry results, so that a film needs no rules."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.view import Modifier
from gearlock.systems.brigands.companions.events import COMPANIONS_EVENTS
from gearlock.systems.brigands.electronics.events import ELECTRONICS_EVENTS
from gearlock.systems.brigands.machines.events import MACHINES_EVENTS
from gearlock.systems.brigands.moving.move_events import Fell as Fell
from gearlock.systems.brigands.moving.move_events import Moved as Moved
from gearlock.systems.brigands.moving.move_events import MoveEnded as MoveEnded
from gearlock.systems.brigands.moving.move_events import Turned as Turned
from gearlock.systems.brigands.objectives.events import OBJECTIVES_EVENTS
from gearlock.systems.brigands.observation.events import OBSERVATION_EVENTS
from gearlock.systems.brigands.setting.events import SETTING_EVENTS

ACTION, STANDBY_TOKEN, OVERWATCH_TOKEN, FREE = "action", "standby", "overwatch", "free"
"""What an Action or Reaction was paid with."""
COMMAND_POINT, SKILL_POINT = "Command Point", "Skill Point"
"""What a Reroll was paid with, where it was not free."""


class RolledOff(Event, frozen=True, tag="rolled-off"):
    """Both sides rolled to see who decides the order of deployment; the winner is empty after a tie."""

    red: int
    blue: int
    winner: str


class DeploymentOpened(Event, frozen=True, tag="deployment-opened"):
    """It was decided who deploys first."""

    seat: str


class Deployed(Event, frozen=True, tag="deployed"):
    """A model was put on the table."""

    unit: str
    x: int
    y: int
    z: int
    facing: int


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """A whole Combat Group stands; the other side deploys, or the battle begins when the seat is empty."""

    seat: str


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """A new Round."""

    round: int


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Dice and totals of Initiative; the winner is empty after a tie."""

    red_die: int
    red: int
    blue_die: int
    blue: int
    winner: str


class OverwatchKept(Event, frozen=True, tag="overwatch-kept"):
    """A model kept its Overwatch tokens, topped up, and has no Actions this Round."""

    unit: str
    tokens: int


class RoundReadied(Event, frozen=True, tag="round-readied"):
    """Setup: Actions and Command Points refreshed, tokens removed. `kept` names models that keep Overwatch."""

    kept: tuple[str, ...]


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """The Initiative winner named the seat that is Active first."""

    seat: str


class Activated(Event, frozen=True, tag="activated"):
    """A model began its activation in a posture with so many Moves."""

    unit: str
    posture: str
    moves: int
    tall: bool = False


class MarginalHitsRolled(Event, frozen=True, tag="marginal-hits-rolled"):
    """The dice of several Marginal Hits at once, whoever or whatever caused them."""

    unit: str
    target: str
    cause: str
    faces: tuple[int, ...]
    damage: int
    least: int = 4
    """The face from which on a die bites."""
    weapon: str = ""
    """Of an attack: what it was made with, its damage before these dice, and what of its effects has bitten before."""
    raw: int = 0
    before: int = 0
    building: str = ""
    """The building that takes them, if it is no model."""


class SmokeFired(Event, frozen=True, tag="smoke-fired"):
    """A model put up a cloud of Smoke (x, y, z, radius) around itself."""

    unit: str
    cloud: tuple[int, int, int, int]
    cost: str


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """An attack, its targets (the Primary first, if any) and what it was paid with.

    `observer` is the Origin of the Forward Observation it is chained to, `sharer` whoever lent its Sensor Lock.
    """

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...]
    cost: str
    point: tuple[int, int, int] | None = None
    building: str = ""
    observer: str = ""
    sharer: str = ""


class SnapFireDeclared(Event, frozen=True, tag="snap-fire-declared"):
    """A Passive model answers with an attack on the Active model."""

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...]
    cost: str
    tall: bool = False


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """Both pools of one attack on one target, with results and Margin of Success."""

    unit: str
    weapon: str
    target: str
    attack_faces: tuple[int, ...]
    defence_faces: tuple[int, ...]
    attack: int
    defence: int
    margin: int
    hit: bool
    attack_step: int = 4
    """From which face on a further die added."""
    defence_step: int = 4
    attack_lines: tuple[Modifier, ...] = ()
    """What made the pools: every modifier of either side."""
    defence_lines: tuple[Modifier, ...] = ()


class Rerolled(Event, frozen=True, tag="rerolled"):
    """A roll of this unit was made again, and what paid for it: a Commander's point, a Skill Point, or nothing."""

    unit: str
    source: str
    commander: str = ""


class MarginalHitRolled(Event, frozen=True, tag="marginal-hit-rolled"):
    """The one die of a hit that just fails to bite."""

    unit: str
    target: str
    face: int
    damage: int


class Damaged(Event, frozen=True, tag="damaged"):
    """One attack's damage on one model, and what is left of it."""

    unit: str
    by: str
    weapon: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False
    overkill: bool = False


class BuildingRolled(Event, frozen=True, tag="building-rolled"):
    """An attack on a building, which always rolls 1 itself."""

    unit: str
    weapon: str
    building: str
    faces: tuple[int, ...]
    result: int
    step: int = 4
    lines: tuple[Modifier, ...] = ()
    """Every modifier of the roll."""


class BuildingDamaged(Event, frozen=True, tag="building-damaged"):
    """One attack's damage on a building, and what is left of it; destroyed, it is rubble."""

    building: str
    by: str
    weapon: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False


class Afflicted(Event, frozen=True, tag="afflicted"):
    """A token of a special effect was laid on a model."""

    unit: str
    token: str


class ExchangeEnded(Event, frozen=True, tag="exchange-ended"):
    """An action and all reactions to it are resolved."""


class OrderGiven(Event, frozen=True, tag="order-given"):
    """A leader spent a Command Point on an Order; `steadied` are the models that Emergency Measures help."""

    unit: str
    name: str
    target: str = ""
    steadied: tuple[str, ...] = ()


class Promoted(Event, frozen=True, tag="promoted"):
    """A deputy took a fallen Commander's place, with the Command Points of the rank."""

    unit: str
    rank: str
    command: int


class StoodBy(Event, frozen=True, tag="stood-by"):
    """A model kept its Actions as Standby tokens."""

    unit: str
    tokens: int


class Overwatched(Event, frozen=True, tag="overwatched"):
    """A model kept its Actions as Overwatch tokens."""

    unit: str
    tokens: int


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A model's activation is over; what Actions it had left are lost."""

    unit: str


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """The other seat activates its Combat Group, or the Round is over when the seat is empty."""

    seat: str


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    """The agreed number of Rounds has been played."""


EVENTS: tuple[type[Event], ...] = (
    RolledOff, DeploymentOpened, Deployed, DeploymentPassed, RoundBegun, InitiativeRolled, OverwatchKept,
    RoundReadied, FirstChosen, Activated, Moved, Fell, MarginalHitsRolled, MoveEnded, Turned, SmokeFired,
    AttackDeclared, SnapFireDeclared, AttackRolled, Rerolled, MarginalHitRolled, Damaged, BuildingRolled,
    BuildingDamaged, Afflicted, ExchangeEnded, Promoted, OrderGiven, StoodBy, Overwatched, ActivationEnded,
    TurnPassed, BattleEnded,
    *ELECTRONICS_EVENTS,
    *OBSERVATION_EVENTS,
    *COMPANIONS_EVENTS,
    *MACHINES_EVENTS,
    *SETTING_EVENTS,
    *OBJECTIVES_EVENTS,
)  # fmt: skip
