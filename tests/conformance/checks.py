"""What every system must keep, as checks over battles played at random. No system is exempt from any of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Logged, Seeded
from gearlock.kernel.errors import IllegalOrder
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.record import Answered, Rolled
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.kernel.verify import prove

AnyBattle = Battle[Any]
DECISION_LIMIT = 20_000


def lay_out(system: AnySystem, scenario: str, seed: int) -> AnyBattle:
    return Battle.begin(system, system.prepare(scenario, seed, {}), Seeded(seed))


def decisions(battle: AnyBattle, seed: int) -> Iterator[tuple[str, Order]]:
    """Play at random; yields each decision just before it is given."""
    bot = RandomBot(seed)
    seats = {name: Seat(battle, name) for name in battle.system.seats}
    for _ in range(DECISION_LIMIT):
        if battle.over:
            return
        name = battle.waiting_for()[0]
        order = bot.decide(seats[name])
        yield name, order
        battle.answer(name, order)
    raise AssertionError(f"{battle.system.id} did not end within {DECISION_LIMIT} decisions")


def played(system: AnySystem, scenario: str, seed: int) -> AnyBattle:
    battle = lay_out(system, scenario, seed)
    for _ in decisions(battle, seed):
        pass
    return battle


def check_offers(battle: AnyBattle, chooser: random.Random) -> None:
    """Whatever is offered is legal: picks as they stand, open options as sampled; and something is always offered."""
    for seat in battle.waiting_for():
        options = battle.options(seat)
        assert options, f"nothing is offered for {battle.ask_for(seat)}"
        completed = 0
        for option in options:
            assert option.label
            order = battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
            if order is not None:
                refusal = battle.refuse(seat, order)
                assert refusal is None, f"{option.label}: {order} is offered but refused: {refusal}"
                completed += 1
        assert completed, f"none of {len(options)} options can be completed for {battle.ask_for(seat)}"


def check_legality(battle: AnyBattle, stray: list[Order]) -> None:
    """Legal <=> accepted, refused <=> unchanged, for orders of other times, other units and other kinds of ask."""
    for seat in battle.waiting_for():
        for order in stray:
            refusal = battle.refuse(seat, order)
            trial = battle.fork()
            before, record = trial.hash(), len(trial.entries)
            if refusal is None:
                trial.answer(seat, order)
                assert len(trial.entries) > record
                continue
            assert refusal.code, order
            assert refusal.message, order
            with pytest.raises(IllegalOrder) as caught:
                trial.answer(seat, order)
            assert caught.value.refusal == refusal
            assert trial.hash() == before
            assert len(trial.entries) == record
            assert trial.pending == battle.pending


def check_aim(battle: AnyBattle, chooser: random.Random) -> None:
    """Pointing at any spot gives a legal order or a reason."""
    for seat in battle.waiting_for():
        table = battle.view(seat).table
        for option in battle.options(seat):
            if not isinstance(option, OPEN_OPTIONS):
                continue
            spot = Aim(chooser.randrange(-5, table.width + 5), chooser.randrange(-5, table.height + 5))
            answer = battle.aim(seat, option, spot)
            if isinstance(answer, Refusal):
                assert answer.message
            else:
                assert battle.refuse(seat, answer) is None, answer


def check_round_trip(battle: AnyBattle) -> None:
    """A state and everything on the wire survive JSON."""
    system = battle.system
    again = system.decode(system.encode(battle.state), battle.setup)
    assert again == battle.state
    assert system.hash(again) == battle.hash()
    for seat in (None, *system.seats):
        msgspec.json.encode(battle.view(seat))
    for seat in battle.waiting_for():
        msgspec.json.encode(battle.options(seat))


def check_fork(battle: AnyBattle, seat: str, order: Order) -> None:
    """A fork stands at the same decision, the same answer and dice lead it to the same state, the original stays."""
    faces = [entry.input.faces for entry in battle.entries if isinstance(entry.input, Rolled)]
    before = battle.hash()
    one, two = battle.fork(), battle.fork()
    assert one.entries == battle.entries
    assert one.pending == battle.pending
    assert one.hash() == before
    one.answer(seat, order)
    assert battle.hash() == before
    thrown = [entry.input.faces for entry in one.entries if isinstance(entry.input, Rolled)]
    assert thrown[: len(faces)] == faces
    two.dice = Logged(thrown)
    two.answer(seat, order)
    assert two.hash() == one.hash()
    assert two.entries == one.entries


def check_undo(battle: AnyBattle, seat: str, order: Order) -> None:
    """Taking a decision back, by consent if need be, restores the very state, question and record."""
    trial = battle.fork()
    before, entries, pending = trial.hash(), len(trial.entries), trial.pending
    trial.answer(seat, order)
    trial.rewind(entries)
    assert trial.hash() == before
    assert len(trial.entries) == entries
    assert trial.pending == pending


def check_log(battle: AnyBattle) -> None:
    """Saved and loaded, the battle is the same; re-run and film agree with the record."""
    log = loads(dumps(battle))
    assert log.entries == battle.entries
    proof = prove(log)
    assert proof.difference is None, proof.difference.text()
    assert proof.unproved == ()
    again = log.battle()
    assert again.hash() == battle.hash()
    assert again.pending == battle.pending
    *_, (_, _, film) = log.film()
    assert film == battle.state


def check_no_leak(battle: AnyBattle, chooser: random.Random) -> None:
    """Two states that differ only in what a seat cannot know show that seat the same things."""
    system, state = battle.system, battle.state
    for seat in system.seats:
        twin = system.disguise(state, seat, chooser)
        asks = tuple(ask for ask in battle.pending if ask.seat == seat)
        assert system.view(state, seat, asks) == system.view(twin, seat, asks), f"{seat}'s view tells too much"
        for ask in asks:
            _check_ask_does_not_leak(battle, twin, ask, chooser)
        _check_survey_does_not_leak(system, (state, twin), seat, chooser)
        last = battle.entries[-1].events[-1:]
        for event in last:
            assert system.tell(state, event, seat) == system.tell(twin, event, seat), f"{seat}'s log tells too much"


def _check_ask_does_not_leak(battle: AnyBattle, twin: Any, ask: Ask, chooser: random.Random) -> None:
    system, state = battle.system, battle.state
    offered = system.options(state, ask)
    assert offered == system.options(twin, ask), f"the options of {ask} tell too much"
    orders = stray_orders(battle, chooser, 2)
    for option in offered:
        order = system.sample(state, ask, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None:
            orders.append(order)
            told, same = (system.preview(truth, ask.seat, order) for truth in (state, twin))
            assert told == same, f"the preview of {order} tells too much"
    if system.survey is not None:
        for piece in _pieces_to_ask_about(battle, ask.seat, chooser):
            tried = [list(system.survey.attempts(truth, ask, piece)) for truth in (state, twin)]
            assert tried[0] == tried[1], f"what might be done at {piece} tells too much"
            orders += [attempt.order for attempt in tried[0]]
    for order in orders:
        refused = [system.refuse(truth, ask, order) for truth in (state, twin)]
        assert refused[0] == refused[1], f"the legality of {order} tells too much"


def _pieces_to_ask_about(battle: AnyBattle, seat: str, chooser: random.Random) -> Iterator[str]:
    """One piece that the seat knows of, and one by its true name, known or not."""
    for eyes in (seat, None):
        pieces = battle.system.view(battle.state, eyes, ()).pieces
        if pieces:
            yield chooser.choice(pieces).id


def _check_survey_does_not_leak(system: AnySystem, truths: tuple[Any, Any], seat: str, chooser: random.Random) -> None:
    """What a seat may ask about one of its pieces, and about one it does not know, is answered alike."""
    survey, pieces = system.survey, system.view(truths[0], seat, ()).pieces
    own = [piece for piece in pieces if piece.side == seat]
    if survey is None or not own:
        return
    piece, other = chooser.choice(own), chooser.choice(pieces)
    spot = Aim(other.x, other.y, other.facing)
    for target in (other.id, chooser.choice(system.view(truths[0], None, ()).pieces).id):
        seen, same = (survey.sight(truth, seat, piece.id, spot, target) for truth in truths)
        assert seen == same, f"sight of {target} tells too much"
    for asked in (survey.fields, survey.menaces):
        told, same_told = (asked(truth, seat, piece.id, spot) for truth in truths)
        assert told == same_told, f"{asked.__name__} of {piece.id} tell too much"


def stray_orders(battle: AnyBattle, chooser: random.Random, many: int) -> list[Order]:
    """Orders given earlier in this battle: most are out of place now."""
    given = [entry.input.order for entry in battle.entries if isinstance(entry.input, Answered)]
    return [chooser.choice(given) for _ in range(min(many, len(given)))]
