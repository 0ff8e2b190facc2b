"""Ways to move."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Facing, Option, Path, Pick, Place
from gearlock.mechanics.going.climbing import faces_near
from gearlock.systems.fieldmanual.movement.bands import refuse_top
from gearlock.systems.fieldmanual.movement.climbing import climber_of, legal_climbs
from gearlock.systems.fieldmanual.movement.deceleration import refuse_quick
from gearlock.systems.fieldmanual.movement.jumping import power_of
from gearlock.systems.fieldmanual.movement.least import WORTH, onward
from gearlock.systems.fieldmanual.movement.orders import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.movement.pointing import mils_left
from gearlock.systems.fieldmanual.movement.reach import (
    jumped_by,
    refuse_hanging,
    refuse_unmoving,
    still_obliged,
)
from gearlock.systems.fieldmanual.movement.turning import TURN, moves_freely, turns_left
from gearlock.systems.fieldmanual.state import COMBAT, REVERSE, State, Unit

MOVING = "fieldmanual.movement-points"


def offer_moves(state: State, question: Ask) -> Iterator[Option]:
    """Everything the active model could do to move, base by base."""
    unit, now = state.units[question.unit], state.activation
    if now is None or now.extra:
        return
    for figure in state.bases(unit):
        if refuse_unmoving(state, figure) is None:
            yield from _figure_options(state, unit, figure)
    yield from _quick_options(state, unit)


def _figure_options(state: State, unit: Unit, figure: Unit) -> Iterator[Option]:
    name, who = (figure.id, f" ({figure.name})") if figure.id != unit.id or figure.team else ("", "")
    if refuse_hanging(figure) is None:
        yield from _way_options(state, unit, figure, name, who)
        yield from _jump_options(state, unit, figure, name, who)
    found = list(legal_climbs(state, figure, unit.id))
    for label, order in found:
        yield Pick(f"{label}{who}", order, "fieldmanual.perk-arms")
    if found:
        for piece in faces_near(state.ground, climber_of(figure)):
            template = Climb(unit.id, piece.id, figure=name)
            label = f"Climb along the {piece.name}{who}"
            yield Place(label, template, "fieldmanual.perk-arms", unit=figure.id, zone="reach")


def _way_options(state: State, unit: Unit, figure: Unit, name: str, who: str) -> Iterator[Option]:
    """The rest of what it must move, as a ready answer; any way there is; and sideways for who can."""
    now, budget = state.activation, mils_left(state, figure)
    order = onward(state, figure) if still_obliged(state, figure) else None
    if order is not None:
        yield Pick(f"Move on as it must{who}", order, "fieldmanual.speed-combat")
    free = moves_freely(figure)
    straight, made = (now.straight.get(figure.id, 0), now.turns.get(figure.id, 0)) if now is not None else (0, 0)
    goes = budget >= WORTH and onward(state, figure) is not None
    if goes or (free and not figure.team) or turns_left(figure, straight, made):
        label = "Move" if goes else "Turn on the spot"
        yield Path(f"{label}{who}", Move(unit.id, figure=name), MOVING, unit=figure.id, budget=budget if goes else 0)
    if goes and free and not figure.team:
        template = Move(unit.id, figure=name, aside=True)
        yield Path(f"Move, facing as it is{who}", template, "fieldmanual.mode-walker", unit=figure.id, budget=budget)


def _jump_options(state: State, unit: Unit, figure: Unit, name: str, who: str) -> Iterator[Option]:
    now, power = state.activation, power_of(figure)
    if now is None or not power or jumped_by(now, figure.id) is not None or figure.band == REVERSE:
        return
    if figure.band != COMBAT or refuse_top(figure) is None:
        yield Path(f"Jump{who}", Jump(unit.id, figure=name), "fieldmanual.perk-jump-jets", unit=figure.id, budget=power)


def _quick_options(state: State, unit: Unit) -> Iterator[Option]:
    rule_id = "fieldmanual.rapid-deceleration"
    if refuse_quick(state, Decelerate(unit.id)) is None:
        label = "Rapid deceleration: a Stun counter, one Speed Band less, up to 60 degrees"
        yield Facing(label, Decelerate(unit.id), rule_id, unit=unit.id, limit=TURN)
    if refuse_quick(state, QuickTurn(unit.id, 1)) is None:
        label = "Quick turn: a Stun counter, up to 120 degrees"
        yield Facing(label, QuickTurn(unit.id), rule_id, unit=unit.id, limit=2 * TURN)
