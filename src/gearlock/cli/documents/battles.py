"""What commands about battles, replays and campaigns print as JSON."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from gearlock.bots.choosing import BotInfo
from gearlock.campaign.proving import CampaignProof
from gearlock.cli.documents.document import Document, Json
from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import Finding
from gearlock.kernel.events import Outcome
from gearlock.kernel.following import Difference
from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Scenario
from gearlock.kernel.view import Line, Preview, View
from gearlock.lab.luck import Luck, SideLuck


class SystemEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An installed system."""

    id: str
    name: str
    edition: str
    about: str
    hidden_information: bool
    seats: tuple[str, ...]
    scenarios: tuple[Scenario, ...]


class Systems(Document, frozen=True, tag="gearlock.systems/1"):
    """`gearlock systems`: what is installed."""

    systems: tuple[SystemEntry, ...]


class Failure(Document, frozen=True, tag="gearlock.error/1"):
    """Any command that cannot do what was asked: why, in a sentence, and what is wrong in a file, line by line."""

    error: str
    exit_code: int
    findings: tuple[Finding, ...]


class Bots(Document, frozen=True, tag="gearlock.bots/1"):
    """`gearlock bots`: who can be named for a side."""

    bots: tuple[BotInfo, ...]


class BattleReport(Document, frozen=True, tag="gearlock.battle/1"):
    """`gearlock battle`: how a battle ended."""

    system: str
    scenario: str
    seed: int
    seats: dict[str, str]
    over: bool
    winner: str
    reason: str
    score: dict[str, int]
    notes: tuple[str, ...]
    rounds: int
    decisions: int
    rolls: int
    hash: str
    luck: Luck | None
    explained: Json | UnsetType = UNSET
    """With --explain: what the terms mean, and what was weighed at every decision."""


class ReplayReport(Document, frozen=True, tag="gearlock.replay/1"):
    """`gearlock replay`: what a log holds; with --verify what came of proving it, with --film and --table the story."""

    system: str
    edition: str
    same_data: bool
    scenario: str
    seed: int
    seats: dict[str, str]
    over: bool
    winner: str
    reason: str
    score: dict[str, int]
    decisions: int
    rolls: int
    steps: int
    hash: str
    verified: bool | UnsetType = UNSET
    difference: Difference | UnsetType | None = UNSET
    unproved: tuple[str, ...] | UnsetType = UNSET
    throws_proved: int | UnsetType = UNSET
    film: tuple[str, ...] | UnsetType = UNSET
    tables: tuple[View, ...] | UnsetType = UNSET


class NumberedOption(msgspec.Struct, frozen=True):
    """A way to answer: its number, its words, its order, what it would mean, and the keys of its kind."""

    number: int
    kind: str
    label: str
    order: Json
    preview: Preview
    rule: str = ""


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question and the ways to answer it."""

    ask: Ask
    options: tuple[NumberedOption, ...]


class GivenOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that was tried: what it was taken for, and what came of it or why the rules refuse it."""

    order: str
    seat: str
    given: Json | UnsetType = UNSET
    preview: Preview | UnsetType = UNSET
    story: tuple[Line, ...] | UnsetType = UNSET
    refusal: Refusal | UnsetType = UNSET


class PositionReport(Document, frozen=True, tag="gearlock.position/1"):
    """`gearlock position`: the table as laid out, and what came of orders."""

    title: str
    system: str
    story: tuple[Line, ...]
    orders: tuple[GivenOrder, ...]
    table: View
    over: Outcome | None
    decisions: tuple[Decision, ...]
    hash: str


class LuckReport(Document, frozen=True, tag="gearlock.luck/1"):
    """`gearlock luck`: what each side rolled against what was to be expected."""

    system: str
    unit: str
    about: str
    sides: tuple[SideLuck, ...]
    others: dict[str, int]


class CampaignStatus(Document, frozen=True, tag="gearlock.campaign/1"):
    """`gearlock campaign status`: how a campaign stands; sides, repairs and wares are as their rules say."""

    system: str
    house_rule: bool
    day: int
    battles: tuple[Json, ...]
    under_way: Json | None
    over: Json | None
    next: dict[str, str]
    hash: str
    sides: dict[str, Json]


class CampaignProved(Document, frozen=True, tag="gearlock.campaign-proof/1"):
    """`gearlock campaign verify`: what came of proving a campaign."""

    holds: bool
    proof: CampaignProof
    hash: str


class CampaignHistory(Document, frozen=True, tag="gearlock.campaign-history/1"):
    """`gearlock campaign history`: the chronicle of a campaign, line by line."""

    file: str
    lines: tuple[str, ...]


class CheckedBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kept battle, what it is found to be, and what is wrong with it."""

    id: str
    title: str
    condition: str
    fault: str


class TablesCheck(Document, frozen=True, tag="gearlock.tables-check/1"):
    """`gearlock tables check`: whether everything that the browser table keeps is whole."""

    whole: bool
    faults: tuple[str, ...]
    battles: tuple[CheckedBattle, ...]
