"""What may happen in deployment."""

from __future__ import annotations

from gearlock.kernel.events import Event


class ZonesRolled(Event, frozen=True, tag="zones-rolled"):
    """A die decided which kind of deployment zones there are."""

    face: int
    kind: str


class SideTaken(Event, frozen=True, tag="side-taken"):
    """A seat deploys on one side of the table, its enemy across from it."""

    seat: str
    side: str


class PhaseOpened(Event, frozen=True, tag="phase-opened"):
    """The next part of what comes before the first Round."""

    phase: str


class TurnGiven(Event, frozen=True, tag="turn-given"):
    """A seat is next to place models, or to move its Pathfinders."""

    seat: str


class GroupSetAside(Event, frozen=True, tag="group-set-aside"):
    """A Combat Group is kept back for a Special Deployment."""

    seat: str
    group: int
    way: str


class AirdropRolled(Event, frozen=True, tag="airdrop-rolled"):
    """The die of a Combat Group that is being dropped: it lands at once, or in the Setup Phase of Round 2."""

    seat: str
    group: int
    face: int
    total: int
    lands: bool


class PathfinderStarted(Event, frozen=True, tag="pathfinder-started"):
    """A model of a Recon Unit begins its free Move."""

    unit: str


class PathfindersStayed(Event, frozen=True, tag="pathfinders-stayed"):
    """These models of Recon Units make no free Move."""

    units: tuple[str, ...]


SETTING_EVENTS: tuple[type[Event], ...] = (
    ZonesRolled, SideTaken, PhaseOpened, TurnGiven, GroupSetAside, AirdropRolled, PathfinderStarted, PathfindersStayed,
)  # fmt: skip
