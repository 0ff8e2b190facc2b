"""The game round: the flow of a battle. Every step is chosen from the state alone."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.damage.burning import resolve_fires
from gearlock.systems.fieldmanual.deployment.groups import resolve_deployment
from gearlock.systems.fieldmanual.rounds.activation import resolve_activation
from gearlock.systems.fieldmanual.rounds.events import ActivationEnded, MiscellaneousBegun, RoundBegun, RoundEnded
from gearlock.systems.fieldmanual.rounds.player_order import resolve_order
from gearlock.systems.fieldmanual.state import SEATS, State

ACTION = "action"
BOTH = "both sides"


@rule("fieldmanual.round-sequence")
def step(ctx: Ctx[State]) -> Script[None]:
    """The next step: set-up, then rounds of player order, activation, support and miscellaneous events."""
    for follow in AFTERMATH:
        script = follow(ctx)
        if script is not None:
            yield from script
            return
    if ctx.state.phase == ACTION:
        yield from resolve_action_phase(ctx)
    else:
        yield from PHASES[ctx.state.phase](ctx)
