"""What the studies of the laboratory print as JSON."""

from __future__ import annotations

import msgspec

from gearlock.cli.documents.document import Document
from gearlock.lab.compared_forces import Force
from gearlock.lab.drawn_forces import DrawnForces
from gearlock.lab.duels import Duel
from gearlock.lab.effects import Effect
from gearlock.lab.intervals import Estimate
from gearlock.lab.report import Broken
from gearlock.lab.round_robin import RoundRobin
from gearlock.lab.screening import Screening
from gearlock.lab.standing import Kill, Pairing, Standing, Strength
from gearlock.lab.sweeps import Axis, Cell, Said


class OddsTable(Document, frozen=True, tag="gearlock.odds-table/1"):
    """`gearlock odds` with several values of a condition: the odds in every combination."""

    system: str
    attacker: str
    target: str
    axes: tuple[Axis, ...]
    given: tuple[Said, ...]
    cells: tuple[Cell, ...]


class MetForces(Document, frozen=True, tag="gearlock.lab-forces/1"):
    """`gearlock lab forces` and `lab tournament`: who wins when everybody meets everybody."""

    file: str
    finished: bool
    study: RoundRobin
    games: int
    pairings: tuple[Pairing, ...]
    kills: tuple[Kill, ...]
    strengths: tuple[Strength, ...]
    lent: bool
    by_seed: bool
    first_seat: Estimate
    margin: float | None
    faults: tuple[Broken, ...]


class ComparedSystems(Document, frozen=True, tag="gearlock.lab-compare/1"):
    """`gearlock lab compare`: two forces under several systems."""

    forces: tuple[Force, Force]
    bot: str
    lacking: tuple[str, ...]
    without: dict[str, str]
    refused: dict[str, str]
    systems: dict[str, Standing]


class DuelReport(Document, frozen=True, tag="gearlock.lab-duel/1"):
    """`gearlock lab duel`: unit against unit, exactly and by games, each where it was asked for."""

    exact: Duel | None
    games: Standing | None


class JudgedModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model, its price and what it should cost."""

    model: str
    price: float
    fielded: int
    seen: int
    worth: Estimate
    suggested: Estimate | None
    chance: float
    verdict: str


class BalanceReport(Document, frozen=True, tag="gearlock.lab-balance/1"):
    """`gearlock lab balance`: which models win more than their price."""

    file: str
    finished: bool
    study: DrawnForces
    games: int
    pairs: int
    point: Estimate
    models: tuple[JudgedModel, ...]
    unjudged: int
    faults: tuple[Broken, ...]


class ScreenReport(Document, frozen=True, tag="gearlock.lab-screen/1"):
    """`gearlock lab screen`: what the settings of a bot do."""

    file: str
    finished: bool
    study: Screening
    games: int
    effects: tuple[Effect, ...]
    proposal: dict[str, float]
    confirmed_by: int
    confirmation: Estimate | None
    confirmed: bool
    faults: tuple[Broken, ...]
