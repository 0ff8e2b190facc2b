"""From a position to a set-up: the ground, the models in their places, their tokens, and whose turn it is."""

from __future__ import annotations

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.laidout import KEY, laid_out
from gearlock.kernel.sheets import OF_EVERY_GAME, PositionRules, Sheet, check_zones, said_of_battle, said_since
from gearlock.kernel.system import Setup
from gearlock.mechanics.placing.zones import marked_zones
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.by_hand.posts import SEATS, read_company
from gearlock.systems.brigands.by_hand.standing import POSTURES, field_models, say_again
from gearlock.systems.brigands.deployment.grounds import hand_made, map_names
from gearlock.systems.brigands.flow import PHASES
from gearlock.systems.brigands.movement.movement import moves_of
from gearlock.systems.brigands.rounds.events import Activated, RoundReadied
from gearlock.systems.brigands.rounds.orders import Activate
from gearlock.systems.brigands.setup.dice_option import dice_faults
from gearlock.systems.brigands.setup.full_battle import BATTLE, STANDARD_ROUNDS, Plan
from gearlock.systems.brigands.setup.scenario import DEFAULT_ROUNDS, begin, scenarios, setup_for
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from gearlock.systems.brigands.zones import ZONES, sides_of
from gearlock.table.handmade import read_ground
from gearlock.table.maps import as_mils
from gearlock.table.terrain import Ground

PURPOSES = (
    "attack", "defence", "Marginal Hit", "Marginal Hits", "Initiative", "Airdrop", "deployment zones",
    "deployment roll-off", "Pathfinder roll-off", "Fortifications roll-off", "side roll-off",
)  # fmt: skip
ACTION = "action"
SHARED = ("line", "ground", "notes")
"""What is no part of a position: the set-up itself says it, or nobody does."""
STATE_KEYS = (
    "finished", "group", "orders", "passes", "phase", "pursuits", "round", "rounds", "size", "squad", "turn", "winner",
    "zones",
)  # fmt: skip
"""Fields of the state that a position says by their names."""
KEYS = (*OF_EVERY_GAME, *STATE_KEYS, "map", "options", "active", "posture", "activation", "smoke", "buildings")


def lay_out(sheet: Sheet) -> Setup:
    """The set-up of a position. What the tables say is read first, then how it lies on the table."""
    sheet.refuse_unknown(sheet.head, KEYS)
    scenario = str(sheet.head.keys.get("scenario", BATTLE))
    scenario = scenario if scenario in scenarios() else BATTLE
    options = sheet.value(sheet.head, "options", dict[str, str], sheet.head.keys.get("options", {})) or {}
    for fault in (
        *dice_faults(options),
        *(f"there is no option '{name}' here: dice" for name in {*options} - {"dice"}),
    ):
        sheet.wrong(sheet.head, "options", fault)
    ground = read_ground(sheet, _named_map)
    company = read_company(sheet)
    rounds = sheet.whole(sheet.head, "rounds", max(STANDARD_ROUNDS) if scenario == BATTLE else DEFAULT_ROUNDS, 1, 99)
    sheet.refuse()
    plan = Plan(ground, {}, rounds, company.cards)
    seed = sheet.whole(sheet.head, "seed", 0, most=1 << 63)
    setup = setup_for(scenario, seed, options, ground, company.forces, rounds, plan)
    before = begin(setup)
    after = _laid(sheet, before.clone())
    sheet.refuse()
    position = laid_out(before, after, sheet.word(sheet.head, "title"), SHARED)
    return msgspec.structs.replace(setup, data={**setup.data, KEY: msgspec.to_builtins(position)})


def _named_map(name: str) -> Ground:
    if name not in map_names():
        raise UnknownName("map", name, map_names())
    return hand_made(name)


def _laid(sheet: Sheet, state: State) -> State:
    """The position itself; unless more is said, the Action Phase of Round 1, everybody fresh from the Setup Phase."""
    state.round, state.zones = 1, state.zones or {"red": "south", "blue": "north"}
    _lay_head(sheet, state)
    phase, said = state.phase, field_models(sheet, state)
    if state.round:
        RoundReadied(()).change(state)
        state.phase = phase
    say_again(state, said)
    _lay_lengths(sheet, state)
    if not sheet.findings:
        _activate(sheet, state)
    say_again(state, said)
    return state


def _lay_head(sheet: Sheet, state: State) -> None:
    """What is said of the whole battle; whoever has the turn won Initiative, if nobody else did."""
    said = said_of_battle(sheet, State, STATE_KEYS, (*PHASES, ACTION), SEATS)
    phase = said["phase"]
    said.setdefault("round", int(phase in (ACTION, "ecm", "setup")))
    for name, value in said.items():
        setattr(state, name, value)
    sides = {side for kind in ZONES for side in sides_of(state.ground, kind)}
    sides |= set(marked_zones(state.ground).values())
    check_zones(sheet, state.zones, SEATS, sides)


def _lay_lengths(sheet: Sheet, state: State) -> None:
    """Clouds of Smoke in inches, and what is left of buildings."""
    said = sheet.head.keys.get("smoke", [])
    rows = [cloud for cloud in said if isinstance(cloud, list)] if isinstance(said, list) else []
    clouds = [[as_mils(each) for each in cloud] for cloud in rows]
    if not isinstance(said, list) or len(clouds) != len(said) or any(len(c) != 4 or None in c for c in clouds):
        sheet.wrong(sheet.head, "smoke", "'smoke' is a list of [x, y, height of its foot, radius] in inches")
    else:
        state.smoke = [(x or 0, y or 0, z or 0, radius or 0) for x, y, z, radius in clouds]
    left = sheet.value(sheet.head, "buildings", dict[str, tuple[int, int]], sheet.head.keys.get("buildings", {}))
    for name in left or {}:
        if name not in {piece.id for piece in state.ground.pieces}:
            names = [piece.id for piece in state.ground.pieces]
            sheet.wrong(sheet.head, "buildings", str(UnknownName("piece", name, names)))
    state.buildings = left or {}


def _activate(sheet: Sheet, state: State) -> None:
    """Who is Active, as if it had just been activated in a posture; `activation` may say what it has done since."""
    active = sheet.word(sheet.head, "active", "", tuple(state.units))
    if not active:
        return
    unit, posture = state.units[active], sheet.word(sheet.head, "posture", COMBAT_SPEED, POSTURES)
    if sheet.findings:
        return None
    order = Activate(active, posture, airborne=unit.airborne, tall=unit.tall)
    refusal = BOOK.refuse(state, Ask(unit.seat, "activate"), order)
    if refusal is not None:
        return sheet.refused(sheet.head, "active", refusal)
    state.turn = unit.seat
    Activated(active, posture, moves_of(posture), unit.tall).change(state)
    state.activation = said_since(sheet, "activation", state.activation, ("unit",))
    return None


POSITIONS = PositionRules(lay_out, PURPOSES)
