"""Tabletop mecha war games, played by the book.

What is named here is the library that others may build on (docs/library.md). A name is looked up when it is first used,
so that `import gearlock` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gearlock.bots.advice import advise
    from gearlock.bots.arena import play_out
    from gearlock.bots.own import bot_by_name as make_bot
    from gearlock.bots.players import Player
    from gearlock.bots.thoughts import Thought
    from gearlock.campaign.proving import CampaignProof
    from gearlock.campaign.war import War, load_campaign, new_campaign
    from gearlock.kernel.asks import OPEN_OPTIONS, Ask, Option
    from gearlock.kernel.battle import Battle
    from gearlock.kernel.campaigning import Member, Repair, Side, Ware
    from gearlock.kernel.dice import ByPurpose, DiceSource, Seeded
    from gearlock.kernel.errors import (
        BadDice,
        BadFile,
        BadInput,
        Finding,
        GearlockError,
        IllegalOrder,
        NotAsked,
        UndoRefused,
        UnknownName,
    )
    from gearlock.kernel.events import Event, Outcome
    from gearlock.kernel.homes import data_folder
    from gearlock.kernel.log import LoadedLog
    from gearlock.kernel.orders import Concede, Decline, Order, Refusal
    from gearlock.kernel.positions import Position
    from gearlock.kernel.registry import all_systems, get_system, system_ids
    from gearlock.kernel.seat import Seat
    from gearlock.kernel.system import Aim, Scenario, Setup, System
    from gearlock.kernel.verify import Proof
    from gearlock.kernel.view import OddsCard, Piece, Preview, View
    from gearlock.library import load_log, load_position, new_battle, save_log, verify
    from gearlock.odds.attack import AttackOdds, attack_odds

__version__ = "0.1.0"

__all__ = [
    "Battle", "Seat", "System", "Setup", "Scenario", "Outcome", "Event",
    "get_system", "system_ids", "all_systems", "new_battle",
    "Ask", "Option", "OPEN_OPTIONS", "Aim", "Order", "Decline", "Concede", "Refusal",
    "Preview", "OddsCard", "View", "Piece",
    "Player", "Thought", "make_bot", "play_out", "advise",
    "AttackOdds", "attack_odds",
    "Position", "load_position",
    "LoadedLog", "Proof", "load_log", "save_log", "verify",
    "War", "new_campaign", "load_campaign", "Side", "Member", "Repair", "Ware", "CampaignProof",
    "DiceSource", "Seeded", "ByPurpose",
    "GearlockError", "BadInput", "UnknownName", "BadFile", "Finding", "BadDice",
    "IllegalOrder", "NotAsked", "UndoRefused",
    "data_folder",
]  # fmt: skip

_HOMES = {
    "bots.advice": ("advise",),
    "bots.arena": ("play_out",),
    "bots.own": ("make_bot=bot_by_name",),
    "bots.players": ("Player",),
    "bots.thoughts": ("Thought",),
    "campaign.proving": ("CampaignProof",),
    "campaign.war": ("War", "load_campaign", "new_campaign"),
    "kernel.asks": ("OPEN_OPTIONS", "Ask", "Option"),
    "kernel.battle": ("Battle",),
    "kernel.campaigning": ("Member", "Repair", "Side", "Ware"),
    "kernel.dice": ("ByPurpose", "DiceSource", "Seeded"),
    "kernel.errors": (
        *("BadDice", "BadFile", "BadInput", "Finding", "GearlockError"),
        *("IllegalOrder", "NotAsked", "UndoRefused", "UnknownName"),
    ),
    "kernel.events": ("Event", "Outcome"),
    "kernel.homes": ("data_folder",),
    "kernel.log": ("LoadedLog",),
    "kernel.orders": ("Concede", "Decline", "Order", "Refusal"),
    "kernel.positions": ("Position",),
    "kernel.registry": ("all_systems", "get_system", "system_ids"),
    "kernel.seat": ("Seat",),
    "kernel.system": ("Aim", "Scenario", "Setup", "System"),
    "kernel.verify": ("Proof",),
    "kernel.view": ("OddsCard", "Piece", "Preview", "View"),
    "library": ("load_log", "load_position", "new_battle", "save_log", "verify"),
    "odds.attack": ("AttackOdds", "attack_odds"),
}
"""Where each name lives; `name=other` where it is called otherwise there."""


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        for each in names:
            public, _, inner = each.partition("=")
            if public == name:
                from importlib import import_module

                found = getattr(import_module(f"gearlock.{home}"), inner or public)
                globals()[name] = found
                return found
    raise AttributeError(f"module 'gearlock' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"Any", "TYPE_CHECKING", "annotations"})
