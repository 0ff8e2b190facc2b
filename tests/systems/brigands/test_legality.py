"""Any order to any question gets an answer, never an error; what is accepted can be carried out."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Attack, Demolish, SnapFire
from gearlock.systems.brigands.battles import setup_for
from gearlock.systems.brigands.chain_of_command import one_group
from gearlock.systems.brigands.command import RULES, GiveOrder, Reroll
from gearlock.systems.brigands.deployment.places import Deploy
from gearlock.systems.brigands.lock_and_cover.smoke import FireSmoke
from gearlock.systems.brigands.movement.paths import ChangeFloor, Climb, EndMove, Jump, Move, Slide, Turn
from gearlock.systems.brigands.reactions import Overwatch, Standby
from gearlock.systems.brigands.rounds import Activate, ChooseFirst, EndActivation, KeepOverwatch
from gearlock.systems.brigands.state import State
from systems.brigands.field import ground, piece, water

IDS = ("red-1", "red-2", "blue-1", "blue-2", "nobody", "")
NUMBERS = (0, 1, -1, 450, 901, 3_600, 12_000, 24_000, 48_000, -(10**15), 10**15)
PIECES = ("instance-20-22", "area-26-20", "")
WORDS = ("W", "G", "H", "", "LAC", "LRP", "APGL", "LVB", "LHG", "Ballistic", "Indirect", "Melee", "braced", "top speed")

Draw = Callable[[random.Random], Order]


def _number(chooser: random.Random) -> int:
    return chooser.choice(NUMBERS) + chooser.randrange(-3, 4)


def _point(chooser: random.Random) -> tuple[int, int, int] | None:
    return (_number(chooser), _number(chooser), _number(chooser)) if chooser.randrange(2) else None


def _some(chooser: random.Random, most: int) -> tuple[str, ...]:
    return tuple(chooser.choice(IDS) for _ in range(chooser.randrange(most + 1)))


def _any(kind: type[Order]) -> Draw:
    """Orders of any kind, their fields filled with whatever fits the type."""
    made: dict[object, Callable[[random.Random], object]] = {
        str: lambda c: c.choice((*IDS, *WORDS, *PIECES)),
        int: _number,
        bool: lambda c: bool(c.randrange(2)),
        tuple[str, ...]: lambda c: _some(c, 3),
        tuple[int, int, int] | None: _point,
    }
    return lambda c: kind(**{field.name: made[field.type](c) for field in msgspec.structs.fields(kind)})


OWN_DRAWS: tuple[Draw, ...] = (
    lambda c: Decline(),
    lambda c: ChooseFirst(c.choice(("red", "blue", "green", ""))),
    lambda c: Deploy(c.choice(IDS), _number(c), _number(c), _number(c)),
    lambda c: KeepOverwatch(c.choice(IDS)),
    lambda c: Activate(c.choice(IDS), c.choice(WORDS), bool(c.randrange(2))),
    lambda c: Move(
        c.choice(IDS),
        c.choice(WORDS),
        tuple((_number(c), _number(c)) for _ in range(c.randrange(4))),
        bool(c.randrange(2)),
        bool(c.randrange(2)),
    ),
    lambda c: Climb(
        c.choice(IDS), c.choice(PIECES), _number(c), _number(c), _number(c), c.choice(("W", "C", "")), True
    ),
    lambda c: Jump(c.choice(IDS), _number(c), _number(c)),
    lambda c: Slide(c.choice(IDS), _number(c)),
    lambda c: ChangeFloor(c.choice(IDS), c.choice(WORDS), _number(c)),
    lambda c: EndMove(c.choice(IDS)),
    lambda c: Turn(c.choice(IDS), _number(c)),
    lambda c: Attack(c.choice(IDS), c.choice(WORDS), c.choice(WORDS), _some(c, 3), _point(c)),
    lambda c: SnapFire(c.choice(IDS), c.choice(WORDS), c.choice(WORDS), bool(c.randrange(2))),
    lambda c: Reroll(c.choice(IDS), c.choice((*IDS, "AMS", "Skill Point"))),
    lambda c: GiveOrder(c.choice(IDS), c.choice((*RULES, "", "Retreat")), c.choice(IDS)),
    lambda c: Demolish(c.choice(IDS), c.choice(WORDS), c.choice(WORDS), c.choice(PIECES)),
    lambda c: FireSmoke(c.choice(IDS)),
    lambda c: Standby(c.choice(IDS)),
    lambda c: Overwatch(c.choice(IDS)),
    lambda c: EndActivation(c.choice(IDS)),
)
"""Orders drawn so that they often come close to being legal."""
DRAWN = {type(draw(random.Random(1))) for draw in OWN_DRAWS}
DRAWS = (*OWN_DRAWS, *(_any(kind) for kind in SYSTEM.orders if kind not in DRAWN))


def test_every_kind_of_order_is_drawn() -> None:
    assert {type(draw(random.Random(1))) for draw in DRAWS} == set(SYSTEM.orders)


def test_any_order_is_accepted_or_refused_with_a_reason_and_can_be_previewed() -> None:
    field = ground(piece("instance", 20, 22, 24, 26, 2), piece("area", 26, 20, 32, 24, 1), water(10, 20, 16, 24, 1))
    forces = {"red": one_group("jager", "man-at-arms"), "blue": one_group("chasseur", "hunter")}
    kinds: set[str] = set()
    for seed in range(6):
        chooser = random.Random(seed)
        battle = Battle.begin(SYSTEM, setup_for("command" if seed % 2 else "intro", seed, {}, field, forces, 8))
        while not battle.over:
            seat = battle.waiting_for()[0]
            kinds.add(battle.pending[0].kind)
            _try_everything(battle, seat, chooser)
            _play_on(battle, seat, chooser)
    assert kinds >= {"first", "deploy", "activate", "act", "snap", "reroll", "keep"}


def _try_everything(battle: Battle[State], seat: str, chooser: random.Random) -> None:
    for draw in DRAWS:
        order = draw(chooser)
        refusal = battle.refuse(seat, order)
        assert refusal is None or (refusal.code and refusal.message.endswith(("?", "."))), refusal
        battle.preview(seat, order)


def _play_on(battle: Battle[State], seat: str, chooser: random.Random) -> None:
    while True:
        option = chooser.choice(battle.options(seat))
        order = battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None:
            battle.answer(seat, order)
            return
