"""4.1.4: attacks that come to nothing: leftover ammunition that is a dud, phantoms that are shot at, jams."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.dice_tests.tests import throw_die
from gearlock.systems.tactical.plots import AMMO_CHECKED, DUD, FAULTY, LEFTOVER, PHANTOMS, suffered
from gearlock.systems.tactical.state import JAMMED, State

DUD_FROM: Final = 4
PHANTOM_FROM: Final = 5


class AmmoChecked(Event, frozen=True, tag="ammo-checked"):
    """Whether the leftover ammunition of a unit works this round."""

    unit: str
    dud: bool

    @heeds("tactical.4.1.4-leftover-ammo")
    def change(self, state: State) -> None:
        """For all its attacks of the round."""
        state.units[self.unit].tokens[AMMO_CHECKED] = 1
        if self.dud:
            state.units[self.unit].tokens[DUD] = 1


class PhantomShot(Event, frozen=True, tag="phantom-shot"):
    """An attack went at something that was not there."""

    unit: str


class WeaponJammed(Event, frozen=True, tag="weapon-jammed"):
    """A weapon that fails did so on a Fumble: an Action clears it."""

    unit: str
    weapon: str

    @heeds("tactical.4.1.4-malfunctions")
    def change(self, state: State) -> None:
        """It is not used before that."""
        state.units[self.unit].tokens[f"{JAMMED}:{self.weapon}"] = 1


@rule("tactical.4.1.4-malfunctions")
def jam(ctx: Ctx[State], unit_id: str, weapon: str, fumbled: bool) -> None:
    """A Fumble with a weapon of a vehicle whose weapons malfunction; fists and feet are none."""
    unit = ctx.state.units[unit_id]
    if fumbled and unit.token(FAULTY) and unit.mount(weapon) is not None:
        ctx.emit(WeaponJammed(unit_id, weapon))


@rule("tactical.4.1.4-leftover-ammo")
def resolve_ammunition(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """After the first attack of the round a die: from 4 on all attacks of that unit this round are duds."""
    unit = ctx.state.units[unit_id]
    if not unit.token(LEFTOVER):
        return False
    if not unit.token(AMMO_CHECKED):
        face = yield from throw_die(ctx, "leftover ammunition", unit_id, "tactical.4.1.4-leftover-ammo")
        ctx.emit(AmmoChecked(unit_id, face >= DUD_FROM))
    return bool(ctx.state.units[unit_id].token(DUD))


@rule("tactical.4.1.4-phantom-echoes")
def resolve_phantom(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """After every attack of who is haunted a die: from 5 on it went at a phantom."""
    if not suffered(ctx.state, ctx.state.units[unit_id].seat, PHANTOMS):
        return False
    face = yield from throw_die(ctx, "phantom echoes", unit_id, "tactical.4.1.4-phantom-echoes")
    if face >= PHANTOM_FROM:
        ctx.emit(PhantomShot(unit_id))
    return face >= PHANTOM_FROM


def resolve_stray(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """Whether an attack that was just rolled comes to nothing."""
    if (yield from resolve_ammunition(ctx, unit_id)):
        return True
    return (yield from resolve_phantom(ctx, unit_id))
