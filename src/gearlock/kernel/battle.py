"""A battle: a system, a base state, the inputs since, and the record of how it came to this.

Fork, copy, undo and load in the middle of a script run it again on its recorded inputs; the base is taken at its start.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Generic, TypeVar

from gearlock.kernel import handed
from gearlock.kernel.asks import Ask, AskSealed, Option
from gearlock.kernel.copying import Copied
from gearlock.kernel.dice import DiceSource, Faces, Roll, Seeded
from gearlock.kernel.errors import IllegalOrder, NotAsked, TapeMismatch, UndoRefused
from gearlock.kernel.events import Event, Outcome, broken_off
from gearlock.kernel.offering import can_only_decline, offered
from gearlock.kernel.orders import BreakOff, Concede, Decline, Order, Refusal
from gearlock.kernel.record import Answered, Base, Began, Check, Entry, Input, Rolled, own_decisions
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser, Setup, State, System
from gearlock.kernel.veil import told_until, why_not_freely
from gearlock.kernel.view import Preview, View

S = TypeVar("S", bound=State)

CHECK_EVERY = 16
"""Top-level steps between two fingerprints in the record."""
KEEP_EVERY = 32
"""Top-level steps between two kept states: undo runs again from the nearest."""


class Battle(Copied, Generic[S]):
    """The only object with behaviour over time: asks, takes answers, rolls dice, remembers."""

    def __init__(self, system: System[S], setup: Setup, dice: DiceSource, state: S | None = None) -> None:
        self.system, self.setup, self.dice = system, setup, handed.checked_dice(dice)
        self.has_secrets = system.has_secrets(setup)
        """Whether its seats may know different things."""
        self.seats_of: dict[str, str] = {}
        first = system.begin(setup) if state is None else state
        self.start = first.clone()
        self.ctx: Ctx[S] = Ctx(first, system.apply)
        self.entries: list[Entry] = [Entry(Began(), self.ctx.events)]
        self.checks: list[Check] = []
        self.pending: tuple[Ask, ...] = ()
        self.outcome: Outcome | None = None
        self.steps = 0
        self.thrown: list[tuple[Roll, Faces]] = []
        """Every throw of the battle with all that was asked of the dice; the record keeps the faces alone."""
        self.given = 0
        """The first so many throws were taken over from a record: they are not of these dice."""
        self._sealed: dict[str, Order] = {}
        self._sealed_ask: AskSealed | None = None
        self._tape: deque[Input] = deque()
        self._kept: list[Base[S]] = []
        self._options: dict[str, tuple[Option, ...]] = {}
        self._told: Battle[S] | None = None
        self._strict = False

    @classmethod
    def begin(
        cls, system: System[S], setup: Setup, dice: DiceSource | None = None, state: S | None = None
    ) -> Battle[S]:
        """Lay a battle out, or take up a given position, and play to the first decision."""
        battle = cls(system, setup, Seeded(setup.seed) if dice is None else dice, state)
        battle.set_off()
        return battle

    def set_off(self) -> None:
        """Play from the very beginning to the first decision."""
        self._start_step()
        self._advance(None)

    def __repr__(self) -> str:
        now = f"won by {self.outcome.winner or 'nobody'}" if self.outcome else f"waiting for {self.waiting_for()}"
        return f"<Battle {self.system.id} {self.setup.scenario}, seed {self.setup.seed}, {now}>"

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """The truth. Read it; only events change it."""
        return self.ctx.state

    @property
    def over(self) -> bool:
        """The battle has ended; `outcome` says how."""
        return self.outcome is not None

    @property
    def fresh(self) -> bool:
        """Nothing of the step under way has been decided or rolled yet."""
        return len(self.entries) == self._base.entries

    @property
    def decisions(self) -> int:
        """How many times a seat decided something itself."""
        return sum(1 for _ in own_decisions(self.entries))

    def decisions_of(self, seat: str) -> int:
        """How many times this seat decided something itself: what could be taken back."""
        return sum(1 for _ in own_decisions(self.entries, seat))

    def hash(self) -> str:
        """The fingerprint of the state as it is."""
        return self.system.hash(self.state)

    def ask_for(self, seat: str) -> Ask | None:
        """What this seat has to decide now, if anything."""
        for ask in self.pending:
            if ask.seat == seat and seat not in self._sealed:
                return ask
        return None

    @property
    def is_aside(self) -> bool:
        """Whether a seat is asked of which the others must not hear: there are secrets, and it is not its turn."""
        secret = self.has_secrets and self._sealed_ask is None and bool(self.pending)
        return secret and self.system.turn(self.state) != self.pending[0].seat

    def waiting_for(self) -> tuple[str, ...]:
        """The seats that still have to decide."""
        return tuple(ask.seat for ask in self.pending if ask.seat not in self._sealed)

    def options(self, seat: str) -> tuple[Option, ...]:
        """The ways this seat may answer now."""
        if (ask := self._asked(seat)).seat not in self._options:
            self._options[seat] = offered(self.system, self.state, ask)
        return self._options[seat]

    def refuse(self, seat: str, order: Order) -> Refusal | None:
        """Why the rules would not take this order from this seat now; None if they would."""
        ask = self._asked(seat)
        return None if isinstance(order, Concede | BreakOff) else handed.refused(self.system, self.state, ask, order)

    def sample(self, seat: str, option: Option, chooser: Chooser) -> Order | None:
        """Complete an open option at random to a legal order, if a few tries find one."""
        return handed.sampled(self.system, self.state, self._asked(seat), option, chooser)

    def aim(self, seat: str, option: Option, aim: Aim) -> Order | Refusal:
        """Complete an open option towards a spot somebody pointed at: the legal order, or why there is none."""
        return handed.aimed(self.system, self.state, self._asked(seat), option, aim)

    def preview(self, seat: str, order: Order) -> Preview:
        """What an order would mean, from what this seat knows."""
        return handed.previewed(self.system, self.state, seat, order)

    def view(self, seat: str | None) -> View:
        """What a seat may know; everything for None. Another seat's question is not part of it."""
        handed.check_seat(seat, self.system.seats)
        asks = tuple(ask for ask in self.pending if seat is None or (ask.seat == seat and seat not in self._sealed))
        return self.system.view(self.state, seat, asks)

    def _asked(self, seat: str) -> Ask:
        ask = self.ask_for(seat)
        if ask is None:
            now = f"waiting for {' and '.join(self.waiting_for())}" if self.pending else "the battle is over"
            raise NotAsked(f"{seat} has nothing to decide: {now}.")
        return ask

    # --- playing -----------------------------------------------------------------------------------------------------

    def answer(self, seat: str, order: Order, auto: bool = False) -> list[Event]:
        """Give a seat's answer and play on to the next decision; returns what happened.

        An illegal order raises IllegalOrder and changes nothing. With `auto` it was the seat's only choice and was
        made for it: taking back goes past it to the last decision that was one.
        """
        handed.check_order(order, seat)
        if refusal := self.refuse(seat, order):
            raise IllegalOrder(refusal)
        before = len(self.entries)
        reply = self._accept(Answered(seat, order, auto))
        if reply is not None:
            self._advance(reply)
        return [event for entry in self.entries[before:] for event in entry.events]

    def _accept(self, answered: Answered) -> object | None:
        """Record an answer; gives what the script waits for, or None if it waits for more (or for nothing any more)."""
        self._enter(answered)
        if isinstance(answered.order, Concede | BreakOff):
            self._break_off(broken_off(answered.seat, answered.order, self.system.seats))
            return None
        if self._sealed_ask is None:
            self.pending = ()
            return answered.order
        self._sealed[answered.seat] = answered.order
        if len(self._sealed) < len(self.pending):
            return None
        answers = tuple(self._sealed[ask.seat] for ask in self._sealed_ask.asks)
        self._sealed, self._sealed_ask, self.pending = {}, None, ()
        return answers

    def _break_off(self, outcome: Outcome) -> None:
        self._script.close()
        self._sealed, self._sealed_ask, self.pending = {}, None, ()
        self.outcome = outcome
        self._fingerprint()

    def _enter(self, by: Input) -> None:
        entry = Entry(by, aside=self.is_aside)
        self.entries.append(entry)
        self.ctx.events = entry.events
        self._options, self._told = {}, None

    def _start_step(self) -> None:
        state = self.state.clone()
        self._stand_on(Base(state, len(self.entries), len(self.entries[-1].events), len(self.thrown), self.steps))

    def _stand_on(self, base: Base[S]) -> None:
        """Begin the step that follows a base; nobody changes the state in it, so forks may share it."""
        self._base = base
        if self.steps % KEEP_EVERY == 0 and not (self._kept and self._kept[-1].step >= self.steps):
            self._kept.append(self._base)
        self.ctx.in_step = []
        self._script: Script[None] = self.system.step(self.ctx)

    def _advance(self, reply: object) -> None:
        """Run scripts until a seat has to decide or the battle is over."""
        while True:
            try:
                step = self._script.send(reply)
            except StopIteration:
                reply = None
                if self._end_step():
                    return
                continue
            if type(step) is Roll:
                reply = self._throw(step)
                continue
            if type(step) is AskSealed:
                self._sealed_ask, self.pending = step, step.asks
            else:
                assert type(step) is Ask, f"a script may yield asks and rolls, not {step!r}"
                self.pending = (step,)
                if self._declined_by_itself(step):
                    self.pending, reply = (), Decline()
                    continue
            reply = self._from_tape()
            if reply is None:
                return

    def _end_step(self) -> bool:
        """Count the step, fingerprint the state now and then, begin the next one; True when the battle is over."""
        self.steps += 1
        self.outcome = self.system.outcome(self.state)
        if self.outcome is not None or self.steps % CHECK_EVERY == 0:
            self._fingerprint()
        if self.outcome is not None:
            return True
        self._start_step()
        return False

    def _fingerprint(self) -> None:
        check = Check(len(self.entries) - 1, len(self.entries[-1].events), self.hash())
        if not self.checks or self.checks[-1] != check:
            self.checks.append(check)

    def _throw(self, roll: Roll) -> Faces:
        if self._tape:
            recorded = self._tape.popleft()
            if not isinstance(recorded, Rolled):
                raise TapeMismatch(f"dice for {roll.purpose} are due, but the record has {recorded}")
            faces = roll.check(recorded.faces)
        else:
            faces = roll.check(self.dice.roll(roll, len(self.thrown))) if roll.count > 0 else ()
        self.thrown.append((roll, faces))
        self._enter(Rolled(roll.purpose, faces, roll.seat))
        return faces

    def _declined_by_itself(self, ask: Ask) -> bool:
        """Turn an offer down for a seat that can do nothing else; on a tape, do as was recorded."""
        if self._tape:
            if not ask.optional or self._tape[0] != Answered(ask.seat, Decline(), auto=True):
                return False
            self._tape.popleft()
        elif not (ask.optional and can_only_decline(self.options(ask.seat))):
            return False
        self._enter(Answered(ask.seat, Decline(), auto=True))
        return True

    def _from_tape(self) -> object | None:
        """The recorded answer to what is pending; None when the tape has run out."""
        reply: object | None = None
        while reply is None and self._tape and not self.over:
            recorded = self._tape.popleft()
            if not isinstance(recorded, Answered) or self.ask_for(recorded.seat) is None:
                who = " and ".join(self.waiting_for())
                raise TapeMismatch(f"{who} should answer here, but the record has {recorded}")
            if self._strict and (refusal := self.refuse(recorded.seat, recorded.order)):
                raise TapeMismatch(f"the rules refuse the recorded order: {refusal.text()}")
            reply = self._accept(recorded)
        return reply

    # --- going back and branching off ------------------------------------------------------------------------------

    def fork(self, dice: DiceSource | None = None) -> Battle[S]:
        """An independent copy at the same decision. Its dice to come are others, unless a source is given."""
        if dice is None:
            dice = self.dice.rekeyed("fork") if isinstance(self.dice, Seeded) else self.dice
        return self._rebuilt(self._base, len(self.entries), handed.checked_dice(dice))

    def imagined(self, seat: str, chooser: Chooser) -> Battle[S] | None:
        """This decision as it might be for all a seat knows: what it cannot know drawn anew, and other dice to come.

        An answer that another seat has given under seal is still to be given. None where chance or another seat has had
        a part in a step with secrets, or is asked first in what is supposed: that is another decision.
        """
        base, until = self._base, len(self.entries) - len(self._sealed)
        since = (entry.input for entry in self.entries[base.entries : until])
        if self.has_secrets and any(not isinstance(by, Answered) or by.seat != seat for by in since):
            return None
        state = self.system.suppose(base.state, seat, chooser)
        base = Base(state, base.entries, base.events, base.rolls, base.step)
        try:
            copy = self._rebuilt(base, until, Seeded(chooser.randrange(0, 1 << 62)))
        except TapeMismatch:
            return None
        return copy if copy.ask_for(seat) is not None else None

    def _rebuilt(self, base: Base[S], until: int, dice: DiceSource) -> Battle[S]:
        """This battle as it stood after its first `until` entries, run again from a base before that."""
        copy: Battle[S] = Battle.__new__(Battle)
        copy.system, copy.setup, copy.dice, copy.start = self.system, self.setup, dice, self.start
        copy.seats_of, copy.has_secrets = self.seats_of, self.has_secrets
        copy.entries = self.entries[: base.entries]
        copy.entries[-1] = copy.entries[-1].cut(base.events)
        copy.checks = [c for c in self.checks if (c.entry, c.events) <= (base.entries - 1, base.events)]
        copy.pending, copy.outcome, copy.steps, copy.thrown = (), None, base.step, self.thrown[: base.rolls]
        kept = base.rolls + sum(isinstance(entry.input, Rolled) for entry in self.entries[base.entries : until])
        copy.given = min(self.given, kept) if dice is self.dice else kept
        copy._sealed, copy._sealed_ask, copy._options, copy._told, copy._strict = {}, None, {}, None, False
        copy._kept = [kept for kept in self._kept if kept.step < base.step]
        copy._tape = deque(entry.input for entry in self.entries[base.entries : until])
        copy.ctx = Ctx(base.state.clone(), self.system.apply, copy.entries[-1].events)
        copy._stand_on(base)
        copy._advance(None)
        return copy

    def position(self) -> tuple[bytes, tuple[Input, ...]]:
        """This decision in a form that travels: the state at the last step, and the inputs since for `rerun`."""
        base = self._base
        return self.system.encode(base.state), tuple(entry.input for entry in self.entries[base.entries :])

    def last_decision(self, seat: str) -> int | None:
        """The number of the entry with what this seat decided last."""
        return next(own_decisions(self.entries, seat), None)

    def as_told(self, seat: str | None) -> Battle[S]:
        """This battle as a seat has been told of it: as it stood before another seat was asked aside, if one is."""
        until = told_until(self, seat)
        if until == len(self.entries):
            return self
        if self._told is None or len(self._told.entries) != until:
            self._told = self._rebuilt(self.base_before(until), until, self.dice)
        return self._told

    def veil(self, seat: str) -> str:
        """What stands before this seat's last decision, so that it cannot be taken back freely ('' if nothing does)."""
        at = self.last_decision(seat)
        return "" if at is None else why_not_freely(self, seat, at)

    def undo(self, seat: str, consent: bool = False) -> None:
        """Take back this seat's last decision; behind dice, reveals or the opponent's answers only by consent."""
        at = self.last_decision(seat)
        if at is None:
            raise UndoRefused(f"{seat} has decided nothing yet.")
        why = self.veil(seat)
        if why and not consent:
            raise UndoRefused(f"{seat} cannot take this back alone: {why}. The opponent may consent.")
        self.rewind(at)

    def base_before(self, until: int) -> Base[S]:
        """The last kept state from which entry number `until` can be come to."""
        return max((b for b in (*self._kept, self._base) if b.entries <= until), key=lambda b: b.entries)

    def rewind(self, until: int) -> None:
        """Go back to just before entry number `until`, whoever's it was."""
        handed.check_entry(until, len(self.entries))
        self.__dict__ = self._rebuilt(self.base_before(until), until, self.dice).__dict__

    @classmethod
    def rerun(
        cls,
        system: System[S],
        setup: Setup,
        start: S,
        inputs: Iterable[Input],
        dice: DiceSource | None = None,
        strict: bool = False,
    ) -> Battle[S]:
        """Play recorded inputs through the rules again; `strict` asks of each whether it is legal."""
        battle = cls(system, setup, Seeded(setup.seed) if dice is None else dice, start.clone())
        battle._strict = strict
        battle._tape = deque(by for by in inputs if not isinstance(by, Began))
        battle.given = sum(isinstance(by, Rolled) for by in battle._tape)
        battle.set_off()
        return battle
