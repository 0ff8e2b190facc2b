"""All that can be said of one position: what is offered and worth, what comes of it, what is refused and why, odds.

The positions lie here as files. What is said of them was read once and is kept beside them: whatever rule is changed,
one of these lines changes with it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from digests.digesting import fingerprint
from gearlock.kernel.asks import OPEN_OPTIONS, Ask, Option
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadFile
from gearlock.kernel.gunnery import Terms
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.positions import Position, load_position
from gearlock.kernel.view import Preview

NUMBERS = (-1, 0, 1, 2, 500, 1000, 2001, 6000)
WORDS = ("", "nobody", "braced", "combat", "top speed", "W", "G", "H", "fire", "haywire", "GUN", "charge")
POSTURES = ("combat", "braced", "top speed")
STEPS = 8
"""Further decisions that are declined, or else answered by the first way, after an order was carried out."""


def said_of(path: Path) -> Iterator[str]:
    """Everything, line by line."""
    return _told(_loaded(path).battle())


def _loaded(path: Path) -> Position:
    position = load_position(path)
    position.head.setdefault("seed", 7)
    return position


def others_in(path: Path) -> list[str]:
    """The models that might act in a position instead of the one that does, and this one in other postures."""
    position = load_position(path)
    if "active" not in position.head or position.tables["order"]:
        return []
    return [str(table["id"]) for table in position.tables["model"]]


def said_in_short(path: Path, name: str) -> Iterator[str]:
    """Fingerprints of the same if this model acts, in every posture."""
    for posture in POSTURES:
        position = _loaded(path)
        position.head |= {"active": name, "posture": posture}
        position.head.pop("activation", None)
        yield f"{name}, {posture}: {_in_short(position)}"


def _in_short(position: Position) -> str:
    try:
        battle = position.battle()
    except BadFile as error:
        return " ".join(finding.message for finding in error.findings)
    parts: dict[str, list[str]] = {}
    for line in _told(battle):
        head = line.strip() if line.startswith("\n") else next(reversed(parts), "asked")
        parts.setdefault(head, []).append(line)
    return ", ".join(f"{head.split()[0].strip(':,').lower()} {fingerprint(lines)}" for head, lines in parts.items())


def _told(battle: Battle[Any]) -> Iterator[str]:
    seat = battle.waiting_for()[0]
    ask = battle.ask_for(seat)
    assert ask is not None, "somebody is asked"
    yield f"{seat} is asked: {ask.prompt}"
    ways = list(_ways(battle, ask))
    yield "\nOffered, and what it is worth:"
    for option, order in ways:
        yield f"  {_named(option)}: {_worth(battle.system.preview(battle.state, seat, order))}"
    yield "\nWhat comes of it:"
    for option, order in ways:
        yield f"  {_named(option)}: {_carried_out(battle, seat, order)}"
    yield "\nTaken and refused, by what is changed of an order:"
    yield from _judged(battle, ask, [order for _, order in ways])
    yield "\nSurveyed:"
    yield from _surveyed(battle, seat, ask)
    yield "\nOdds:"
    yield from _odds(battle, seat)


def _ways(battle: Battle[Any], ask: Ask) -> Iterator[tuple[Option, Order]]:
    """Every option with an order, open ones completed by lot."""
    chooser = random.Random(1)
    for option in battle.system.options(battle.state, ask):
        order = option.order
        if isinstance(option, OPEN_OPTIONS):
            sampled = battle.system.sample(battle.state, ask, option, chooser)
            if sampled is None:
                continue
            order = sampled
        yield option, order


def _named(option: Option) -> str:
    return f"{type(option.order).__name__} '{option.label}'"


def _worth(shown: Preview) -> str:
    parts = [f"gives {shown.gives:.3f}", f"risks {shown.risks:.3f}"]
    if shown.odds is not None:
        parts.append(f"hit {shown.odds.p_hit:.4f} mean {shown.odds.mean_damage:.4f}")
    parts += [f"{shown.attack_total} against {shown.defence_total}"] if shown.attack_total else []
    return ", ".join([*parts, f"all {fingerprint(shown)}"])


def _carried_out(battle: Battle[Any], seat: str, order: Order) -> str:
    """The story of it with dice from a seed, everything else declined, and a fingerprint of the state after it."""
    fork = battle.fork(Seeded(7))
    story = Narrator(fork, None)
    story.news()
    fork.answer(seat, order)
    for _ in range(STEPS):
        if fork.over or not (asked := fork.pending) or not asked[0].optional:
            break
        fork.answer(asked[0].seat, Decline())
    told = " ".join(line.text for line in story.news())
    return f"{told} [{fingerprint(fork.hash())}]"


def _judged(battle: Battle[Any], ask: Ask, offered: list[Order]) -> Iterator[str]:
    """For every order that answers the question and each of its values: which codes others in its place get."""
    system, state = battle.system, battle.state
    names = _names(battle)
    for kind in system.orders:
        bases = [order for order in offered if type(order) is kind][:2] or list(_plain(kind, ask))
        if not bases or ((first := system.refuse(state, ask, bases[0])) and first.code == "unasked"):
            continue
        for field, type_ in ((each.name, str(each.type)) for each in msgspec.structs.fields(kind)):
            codes: Counter[str] = Counter()
            reasons: list[Any] = []
            for base in bases:
                for value in _others(getattr(base, field), type_, names):
                    refusal = system.refuse(state, ask, msgspec.structs.replace(base, **{field: value}))
                    codes["taken" if refusal is None else f"{refusal.code} ({refusal.rule})"] += 1
                    reasons.append(refusal)
            if codes:
                found = ", ".join(f"{code} {n}" for code, n in sorted(codes.items()))
                yield f"  {kind.__name__}.{field}: {found} [{fingerprint(reasons)}]"


def _names(battle: Battle[Any]) -> tuple[str, ...]:
    """Everything on the table that has a name, and some words."""
    state, found = battle.state, list(WORDS)
    for unit in state.units.values():
        found += [unit.id, *getattr(getattr(unit, "line", None), "weapons", ())]
    found += [piece.id for piece in getattr(getattr(state, "ground", None), "pieces", ())]
    found += list(getattr(state, "markers", ()))
    return tuple(dict.fromkeys(found))


def _plain(kind: type[Order], ask: Ask) -> Iterator[Order]:
    """An order of this kind by the model that is asked, with nothing else in it; none if it needs more than that."""
    nothing: dict[Any, Any] = {str: "", int: 0, bool: False}
    needed = [field for field in msgspec.structs.fields(kind) if field.required]
    if all(field.type in nothing for field in needed):
        yield kind(**{field.name: ask.unit if field.name == "unit" else nothing[field.type] for field in needed})


def _others(value: Any, type_: str, names: tuple[str, ...]) -> Iterable[Any]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return NUMBERS
    if isinstance(value, str):
        return names
    if type_ == "tuple[str, ...]":
        return ((), *((name,) for name in names), *((*value, name) for name in names), value * 2)
    return ()


def _surveyed(battle: Battle[Any], seat: str, ask: Ask) -> Iterator[str]:
    survey, state = battle.system.survey, battle.state
    if survey is None:
        return
    pieces = battle.system.view(state, seat, ()).pieces
    yield f"  ground {survey.ground(state, seat):.3f}, stakes {fingerprint(survey.stakes(state, seat))}"
    for piece in pieces:
        if piece.side != seat:
            continue
        here = survey.standing(state, seat, piece.id)
        menaces, fields = (fingerprint(ask_(state, seat, piece.id, None)) for ask_ in (survey.menaces, survey.fields))
        seen = fingerprint([survey.sight(state, seat, piece.id, None, other.id) for other in pieces])
        yield f"  {piece.id}: standing {fingerprint(here)}, menaces {menaces}, fields {fields}, sight {seen}"
    for piece in pieces:
        tries = [(each.name, each.order) for each in survey.attempts(state, ask, piece.id)]
        if tries:
            yield f"  attempts on {piece.id}: {len(tries)} {fingerprint(tries)}"


def _odds(battle: Battle[Any], seat: str) -> Iterator[str]:
    gunnery, state = battle.system.gunnery, battle.state
    if gunnery is None:
        return
    for order in gunnery.attacks(state, seat):
        found = gunnery.outcomes(state, order, Terms(about=gunnery.marks(state, order)[:1], ends=False))
        replies, aids = gunnery.replies(state, order), gunnery.aids(state, order)
        tolls = fingerprint([found.total, [(branch.weight, branch.tolls) for branch in found.branches]])
        yield f"  {gunnery.title(state, order)}: tolls {tolls}, replies {fingerprint(replies)}, {len(aids)} aids"
