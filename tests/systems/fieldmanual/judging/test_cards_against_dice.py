"""The odds card against the dice: what a preview shows of an attack is what playing it on every throw comes to."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import cycle
from random import Random
from typing import Any

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.gunnery import Terms, Toll
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import OddsCard, Preview
from gearlock.odds.attack import odds_in
from gearlock.odds.sequence import Course
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.attacks.ranged import resolve_attack
from gearlock.systems.fieldmanual.attacks.weapons_in_use import PLACED, Attack
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.damage.damage import Damaged
from gearlock.systems.fieldmanual.firing_range import GUNNERY
from gearlock.systems.fieldmanual.melee import Strike
from gearlock.systems.fieldmanual.rams_and_impacts import Ram
from gearlock.systems.fieldmanual.state import DEAD, DESTROYED, State, Unit
from gearlock.systems.fieldmanual.weapons import weapons_table
from systems.fieldmanual.attacks.range import duel, weapons
from systems.fieldmanual.tables import piece, put

WIDEST = 2_500
Told = tuple[Fraction, dict[int, Fraction], Fraction, Fraction]
"""The chances of a hit, of each loss of boxes, of being crippled and of being destroyed."""


def lost(before: Unit, after: Unit, hit: bool) -> tuple[bool, int, bool, bool]:
    """What a model has lost, from the model itself: the end counts as a box, crippled is who newly is."""
    track, gone = before.card.boxes, after.status in (DEAD, DESTROYED)
    filled = len(track) + 1 if gone else after.boxes

    def critical(boxes: int) -> bool:
        last = track[boxes - 1] if track and boxes else ""
        return last == "C" or (last == "H" and "C" not in track)

    worse = bool(track) and (gone or critical(after.boxes)) and not critical(before.boxes)
    return hit, filled - before.boxes, worse, gone


def played(state: State, script: Callable[[Ctx[State]], Script[Any]], name: str) -> Told | None:
    """An attack on every throw there is; None where that would be too many."""

    def begin() -> Any:
        ctx = Ctx(state.clone(), BOOK.apply)
        return ctx, script(ctx)

    hits = crippled = gone = Fraction(0)
    boxes: dict[int, Fraction] = {}
    for number, leaf in enumerate(walk(begin, faces_alike, lambda _ctx, _ask: Decline())):
        if number > WIDEST:
            return None
        share = Fraction(leaf.ways, leaf.out_of)
        marked = any(isinstance(event, Damaged) and event.unit == name for event in leaf.ctx.events)
        hit, done, worse, dead = lost(state.units[name], leaf.ctx.state.units[name], marked)
        hits, crippled, gone = hits + share * hit, crippled + share * worse, gone + share * dead
        boxes[done] = boxes.get(done, Fraction(0)) + share
    return hits, boxes, crippled, gone


def agree(card: OddsCard, told: Told, what: object) -> None:
    """A card shows these chances and no others."""
    hits, boxes, crippled, gone = told
    assert card.p_hit == pytest.approx(float(hits)), what
    assert {n: p for n, p in card.damage.items() if p} == pytest.approx({n: float(p) for n, p in boxes.items()}), what
    assert card.mean_damage == pytest.approx(float(sum(n * p for n, p in boxes.items()))), what
    assert card.p_crippled == pytest.approx(float(crippled)), what
    assert card.p_destroyed == pytest.approx(float(gone)), what


def check(state: State, seat: str, order: Attack) -> int:
    """All cards of an attack against the dice, and the odds tool against the card of the target."""
    shown = SYSTEM.preview(state, seat, order)
    cards = 0
    for each in (shown, *shown.also):
        told = None if each.odds is None else played(state, lambda ctx: resolve_attack(ctx, order), each.target)
        if each.odds is not None and told is not None:
            agree(each.odds, told, (order, each.target))
            cards += 1
    if order.target and shown.odds is not None and shown.target == order.target:
        _tool(state, order, shown)
    return cards


def _tool(state: State, order: Attack, shown: Preview) -> None:
    """The odds tool counts the same, also where it is asked about the target alone."""
    assert shown.odds is not None
    fate = odds_in(SYSTEM, state, Course((order,), order.target)).fate
    assert fate.destroyed / fate.total == pytest.approx(shown.odds.p_destroyed), order
    (toll,) = _counted(state, order)
    assert toll == pytest.approx((shown.odds.p_hit, shown.odds.mean_damage, shown.odds.p_crippled)), order


def _counted(state: State, order: Attack) -> list[tuple[float, float, float]]:
    found = GUNNERY.outcomes(state, order, Terms(None, "", (order.target,), ends=False))
    tolls: list[tuple[int, Toll]] = [(branch.weight, branch.tolls[order.target]) for branch in found.branches]
    sums = (sum(w * f(t) for w, t in tolls) / found.total for f in (_hit, _damage, _crippled))
    return [tuple(sums)]  # type: ignore[list-item]


def _hit(toll: Toll) -> int:
    return int(toll.hit)


def _damage(toll: Toll) -> int:
    return toll.damage


def _crippled(toll: Toll) -> int:
    return int(toll.crippled)


TARGETS: tuple[dict[str, Any], ...] = (
    {},
    {"boxes": 3},
    {"boxes": 4},
    {"stats": {"boxes": "LHCC", "armor": 6}, "boxes": 3},
    {"stats": {"boxes": "LH"}, "boxes": 2},
    {"tokens": {"stun": 1}, "stats": {"perks": {"Fire Resistant": 1}}},
    {"stats": {"flaws": {"Weak Facing": 1}, "details": {"Weak Facing": "Front"}, "overkill": 9}},
    {"card": "hac-turret", "band": "stationary"},
)
GUNS = [each for each in weapons_table().values() if each.category not in ("melee", "infantry")]


@pytest.mark.rule("fieldmanual.direct-fire", "fieldmanual.damage", "fieldmanual.rof")
def test_the_card_of_every_weapon_in_every_mode_of_fire_is_what_the_dice_come_to() -> None:
    targets, cards = cycle(TARGETS), 0
    for weapon in GUNS:
        near = 3 if weapon.is_thrown else min(10, weapon.optimal or 3) - 1
        for burst, spray in ((0, 0), (1, 0), (0, 2)):
            blue = dict(next(targets))
            state = duel(near, red={"stats": weapons(f"{weapon.id}|F|||||")}, blue=blue)
            way = "thrown" if weapon.is_thrown else "direct"
            name = state.units["red-1"].card.weapons[0].id
            order = Attack("red-1", name, "blue-1", burst=burst, spray=spray, way=way)
            if SYSTEM.refuse(state, Ask("red", "act", "red-1"), order) is None:
                cards += check(state, "red", order)
    assert cards > 80


LAID_OUT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("LAC|F|||||Link;LAC|F|||||Link", {"linked": True}, {}),
    ("LFM|F|0|24/96/inf|||IF,AE3", {"way": "indirect"}, {"tokens": {"observed:red-1": 1}}),
    ("LFM|F|0|24/96/inf|||IF,H", {"way": "indirect"}, {"tokens": {"observed:red-1": 1}, "boxes": 4}),
    ("LAC|F|||||AP,AC,SB,H", {"burst": 2}, {"boxes": 3}),
    ("LAC|F|||||Blast2", {}, {"boxes": 2}),
    ("HG|F|||x15||T,AI,AE2|3", {"way": "self"}, {}),
]


@pytest.mark.rule("fieldmanual.wt-ae", "fieldmanual.wt-haywire", "fieldmanual.wt-ac", "fieldmanual.wt-link")
@pytest.mark.parametrize(("rows", "more", "blue"), LAID_OUT)
def test_links_areas_and_traits_together(rows: str, more: dict[str, Any], blue: dict[str, Any]) -> None:
    state = duel(9, piece("area", (20, 14, 28, 17), 1, rating="light"), red={"stats": weapons(rows)}, blue=blue)
    put(state, "blue-2", "jager", 25.5, state.units["blue-1"].y / 1000, 270, band="combat", boxes=4)
    if more.get("way") != "indirect":
        put(state, "red-2", "jager", 22, state.units["blue-1"].y / 1000, 270, band="combat")
    target = "" if more.get("way") == "self" else "blue-1"
    assert check(state, "red", Attack("red-1", rows.partition("|")[0], target, **more))


@pytest.mark.rule("fieldmanual.combined-damage", "fieldmanual.damage-dead")
def test_a_base_of_a_squad_is_destroyed_or_not_and_never_crippled() -> None:
    state = duel(8, blue={"card": "infantry-squad-proposed", "team": "blue-1"})
    put(state, "blue-1-1", "infantry-squad-proposed", 25.2, state.units["blue-1"].y / 1000, 270, team="blue-1")
    shown = SYSTEM.preview(state, "red", Attack("red-1", "LAC", "blue-1"))
    assert shown.odds is not None
    assert shown.odds.p_crippled == 0
    assert set(shown.odds.damage) == {0, 1}
    assert check(state, "red", Attack("red-1", "LAC", "blue-1"))


@pytest.mark.rule("fieldmanual.damage-dead", "fieldmanual.damage-critical")
def test_who_is_crippled_already_is_not_crippled_again_and_a_wreck_is_no_target() -> None:
    state = duel(10, blue={"boxes": 4})
    shown = SYSTEM.preview(state, "red", Attack("red-1", "LAC", "blue-1"))
    assert shown.odds is not None
    assert shown.odds.p_crippled == 0
    assert 0 < shown.odds.p_destroyed < 1
    state.units["blue-1"].status = DEAD
    assert SYSTEM.preview(state, "red", Attack("red-1", "LAC", "blue-1")).odds is None


@pytest.mark.rule("fieldmanual.melee-attack", "fieldmanual.ram")
@pytest.mark.parametrize("boxes", [0, 3, 4])
@pytest.mark.parametrize("order", [Strike("red-1", "VB", "blue-1"), Ram("red-1", "blue-1")])
def test_blows_and_rams_are_shown_as_the_dice_make_them(order: Order, boxes: int) -> None:
    state = duel(0, red={"stats": weapons("VB|F")}, blue={"boxes": boxes})
    shown = SYSTEM.preview(state, "red", order).odds
    told = played(state, lambda ctx: BOOK.resolve(ctx, order), "blue-1")
    assert shown is not None
    assert told is not None
    agree(shown, told, order)


@pytest.mark.rule("fieldmanual.direct-fire", "fieldmanual.indirect-attack", "fieldmanual.thrown-attack")
@pytest.mark.parametrize(("scenario", "seed"), [("skirmish", 1), ("battle", 1), ("battle", 2)])
def test_attacks_of_real_battles(scenario: str, seed: int) -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, {}))
    bots = {seat: make_bot("random", seed + number) for number, seat in enumerate(SYSTEM.seats)}
    rng, cards = Random(seed), 0
    while not battle.over and cards < 9:
        ask = battle.ask_for(battle.waiting_for()[0])
        assert ask is not None
        if ask.kind == "act":
            shots = [
                option.order
                for option in SYSTEM.options(battle.state, ask)
                if isinstance(option.order, Attack) and not isinstance(option, OPEN_OPTIONS)
            ]
            shots = [order for order in shots if order.way != PLACED and not order.spray]
            cards += sum(check(battle.state, ask.seat, order) for order in rng.sample(shots, min(1, len(shots))))
        battle.answer(ask.seat, bots[ask.seat].decide(Seat(battle, ask.seat)))
    assert cards > 5
