"""Digests of battles: everything a system says at a decision as short fingerprints, to prove that nothing changed.

A rebuilding of the house must leave every line as it is. Where it does not, the first line that differs names the
battle, the decision and the part.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim

PARTS = ("ask", "options", "refusals", "previews", "views", "story", "survey", "state")
MANGLED = 20
"""Orders with one value changed that are tried at every decision."""
PLACES = 6
"""Decimal places of a worth that count: what is added up in another order is the same worth."""


class Plan(NamedTuple):
    """A battle to digest: who plays, how many decisions are looked at, and at which of them everything is taken."""

    system: str
    scenario: str
    seed: int
    red: str
    blue: str
    decisions: int
    every: int

    @property
    def name(self) -> str:
        """What its file is called."""
        return "-".join((self.scenario, str(self.seed), *(bot.replace(":", "+") for bot in (self.red, self.blue))))


def digest(plan: Plan) -> Iterator[str]:
    """A line for each decision: its number, seat and question, then the parts."""
    system: AnySystem = get_system(plan.system)
    battle = Battle.begin(system, system.prepare(plan.scenario, plan.seed, {}))
    bots = {
        seat: make_bot(bot, plan.seed + at) for at, (seat, bot) in enumerate(zip(system.seats, plan[3:5], strict=True))
    }
    stories = [Narrator(battle, seat) for seat in (None, *system.seats)]
    chooser = random.Random(plan.seed)
    for number in range(plan.decisions):
        if battle.over:
            yield f"{number} over {battle.outcome} {battle.hash()}"
            return
        seat = battle.waiting_for()[0]
        ask = battle.ask_for(seat)
        assert ask is not None
        said = _everything(battle, seat, ask, stories, chooser) if number % plan.every == 0 else [battle.hash()]
        yield f"{number} {seat} {ask.kind.replace(' ', '-')} {'.'.join(map(fingerprint, said))}"
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))


def _everything(battle: Battle[Any], seat: str, ask: Ask, stories: list[Narrator], chooser: random.Random) -> list[Any]:
    system, state = battle.system, battle.state
    offered = system.options(state, ask)
    orders: list[Order] = []
    for option in offered:
        sampled = system.sample(state, ask, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        orders += [] if sampled is None else [sampled]
    bent = [mangled(chooser.choice(orders), chooser) for _ in range(MANGLED)] if orders else []
    return [
        ask,
        [offered, orders],
        [bent, [system.refuse(state, ask, order) for order in (*orders, *bent)]],
        [system.preview(state, seat, order) for order in (*orders, *bent[:4])],
        [battle.view(each) for each in (None, *system.seats)],
        [story.news() for story in stories],
        list(_surveyed(battle, seat, ask, chooser)),
        battle.hash(),
    ]


def _surveyed(battle: Battle[Any], seat: str, ask: Ask, chooser: random.Random) -> Iterator[Any]:
    system, state, survey = battle.system, battle.state, battle.system.survey
    if survey is None:
        return
    pieces = system.view(state, seat, ()).pieces
    own = [piece for piece in pieces if piece.side == seat]
    yield survey.ground(state, seat)
    yield survey.stakes(state, seat)
    for piece in own[:4]:
        yield survey.standing(state, seat, piece.id)
    if own:
        piece, other = chooser.choice(own), chooser.choice(pieces)
        spot = Aim(other.x, other.y, other.facing)
        yield survey.menaces(state, seat, piece.id, None)
        yield survey.fields(state, seat, piece.id, spot)
        yield _without_gaze(survey.sight(state, seat, piece.id, None, other.id))
        yield [(each.name, each.order) for each in survey.attempts(state, ask, other.id)]
    for option in battle.options(seat):
        if isinstance(option, OPEN_OPTIONS):
            table = system.view(state, seat, ()).table
            yield system.aim(
                state, ask, option, Aim(chooser.randrange(0, table.width), chooser.randrange(0, table.height))
            )


def _without_gaze(found: object) -> object:
    """A look, but not how it is drawn: that follows from the rest."""
    told: dict[str, object] = msgspec.to_builtins(found)
    return {name: value for name, value in told.items() if name != "gaze"}


def mangled(order: Order, chooser: random.Random) -> Order:
    """The order with one of its values changed to another of its kind."""
    fields = [name for name in order.__struct_fields__ if isinstance(getattr(order, name), bool | int | str | tuple)]
    if not fields:
        return order
    name = chooser.choice(fields)
    return msgspec.structs.replace(order, **{name: _bent(getattr(order, name), chooser)})


def _bent(value: Any, chooser: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chooser.choice((-1, 1, -1000, 1000, 7919))
    if isinstance(value, str):
        return chooser.choice(("", "nobody", value + "x", value[:-1]))
    return value[:-1] if value else value


def fingerprint(said: Any) -> str:
    """Four letters for anything that can be written as JSON."""
    plain = msgspec.to_builtins(said, enc_hook=str)
    return f"{zlib.crc32(msgspec.json.encode(_rounded(plain), order='sorted')) & 0xFFFF:04x}"


def _rounded(plain: Any) -> Any:
    if isinstance(plain, float):
        return round(plain, PLACES) + 0.0
    if isinstance(plain, dict):
        return {str(key): _rounded(value) for key, value in plain.items()}
    return [_rounded(value) for value in plain] if isinstance(plain, list | tuple) else plain


def first_difference(plan: Plan, recorded: list[str]) -> str:
    """Where a battle differs from what was recorded of it, in words; nothing if it does not."""
    now = list(digest(plan))
    for line, before in zip(now, recorded, strict=False):
        if line != before:
            return f"{plan.name}: {_differing(before, line)}\n  before {before}\n  now    {line}"
    if len(now) != len(recorded):
        return f"{plan.name}: {len(recorded)} lines before, {len(now)} now"
    return ""


def _differing(before: str, now: str) -> str:
    was, is_ = before.split(), now.split()
    if was[:3] != is_[:3] or len(was) != 4:
        return f"decision {was[0]}: another question"
    parts = [name for name, a, b in zip(PARTS, was[3].split("."), is_[3].split("."), strict=False) if a != b]
    return f"decision {was[0]}: {', '.join(parts) or 'state'}"
