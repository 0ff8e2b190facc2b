"""What odds, the laboratory and comparisons print as JSON."""

from __future__ import annotations

import msgspec

from gearlock.cli.documents.document import Document, Json
from gearlock.kernel.counterparts import Alike
from gearlock.kernel.gunnery import Condition
from gearlock.kernel.view import Preview
from gearlock.lab.compared_forces import ContestReport, Force
from gearlock.lab.intervals import Estimate
from gearlock.lab.report import Broken, Contender, Share


class BareOdds(Document, frozen=True, tag="gearlock.odds-bare/1"):
    """`gearlock odds --attack --defence`: the odds of bare dice."""

    p_hit: float
    mean_damage: float
    damage: dict[int, float]
    p_crippled: float
    p_destroyed: float


class Conditions(Document, frozen=True, tag="gearlock.odds-conditions/1"):
    """`gearlock odds --conditions`: what can be said about an attack."""

    conditions: tuple[Condition, ...]


class JudgedFate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can become of a unit: whole weights out of `total`, and the chances they come to."""

    unit: str
    total: int
    hits: int
    damage: dict[int, int]
    destroyed: int
    p_hit: float
    mean_damage: float
    p_crippled: float
    p_destroyed: float
    or_more: dict[int, int]
    crippled: int = 0
    critical: dict[int, int] = {}
    effects: dict[str, int] = {}
    name: str = ""


class JudgedShot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One attack with its modifiers, and what has come of all so far."""

    title: str
    preview: Preview
    fate: JudgedFate


class JudgedWorth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What something that could be spent would make of it."""

    aid: str
    label: str
    side: str
    rule: str
    fate: JudgedFate


class Odds(Document, frozen=True, tag="gearlock.odds/1"):
    """`gearlock odds`: the exact odds of an attack, or of several on one target."""

    system: str
    target: str
    facts: tuple[str, ...]
    shots: tuple[JudgedShot, ...]
    worths: tuple[JudgedWorth, ...]
    reply: str
    suffered: tuple[JudgedFate, ...]
    unanswered: bool


class KnownAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack in a battle under way."""

    attack: str
    order: Json
    preview: Preview


class Attacks(Document, frozen=True, tag="gearlock.odds-attacks/1"):
    """`gearlock odds --log`: the attacks that can be made at a step of a log."""

    attacks: tuple[KnownAttack, ...]


class Attack(Document, frozen=True, tag="gearlock.odds-attack/1"):
    """`gearlock odds --log` with an attack named: what the seat could know of it."""

    attack: str
    order: Json
    preview: Preview


class MatchReport(Document, frozen=True, tag="gearlock.lab-match/1"):
    """`gearlock lab match`: which bot is stronger."""

    file: str
    finished: bool
    system: str
    scenarios: tuple[str, ...]
    options: dict[str, str]
    seed: int
    asked: int
    games: int
    a: Contender
    b: Contender
    draws: Share
    share: Estimate
    pairs: dict[str, int]
    by_scenario: dict[str, dict[str, int]]
    mean_rounds: float
    mean_decisions: float
    mean_seconds: float
    faults: tuple[Broken, ...]


class ComparedAttack(Document, frozen=True, tag="gearlock.compare-odds/1"):
    """`gearlock compare odds`: one attack under several systems; `odds` of each are as `gearlock odds` gives them."""

    matchup: Json
    systems: tuple[Json, ...]
    without: dict[str, str]
    refused: dict[str, str]


class ComparedForces(Document, frozen=True, tag="gearlock.compare-match/1"):
    """`gearlock compare match`: two forces under several systems."""

    forces: tuple[Force, Force]
    bot: str
    contests: tuple[ContestReport, ...]
    lacking: tuple[str, ...]
    without: dict[str, str]
    refused: dict[str, str]


class ComparedModel(Document, frozen=True, tag="gearlock.compare-model/1"):
    """`gearlock compare model`: the cards of a model, by system."""

    model: str
    world: str
    systems: dict[str, Json]
    without: dict[str, str]


class SharedModels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Models that these systems share."""

    systems: tuple[str, ...]
    models: tuple[str, ...]


class ComparedStock(Document, frozen=True, tag="gearlock.compare-models/1"):
    """`gearlock compare model` without a model: which systems share which models."""

    groups: tuple[SharedModels, ...]


class ComparedConditions(Document, frozen=True, tag="gearlock.compare-conditions/1"):
    """`gearlock compare conditions`: conditions in shared words, and what each system makes of them."""

    conditions: dict[str, dict[str, Alike]]
