"""What systems have in common, on the screen: models and their cards, weapons, conditions of attacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from gearlock.cli.comparison import Rows, print_columns, print_lacks
from gearlock.cli.screen import console, print_json, styled
from gearlock.kernel.counterparts import Alike
from gearlock.kernel.registry import AnySystem
from gearlock.lab.namesakes import (
    Model,
    NoCounterpart,
    model_in,
    shared_conditions,
    speaking,
    words_of,
)
from gearlock.odds.sequence import gunnery_of


def print_model(systems: Sequence[AnySystem], model: Model, as_json: bool) -> None:
    """The cards of one model, system by system."""
    cards: dict[str, dict[str, Any]] = {}
    without: dict[str, str] = {}
    for system in systems:
        try:
            cards[system.id] = _card(system, model_in(system, model))
        except NoCounterpart as lack:
            without[system.id] = str(lack)
    if as_json:
        print_json({"model": model.name, "world": model.world, "systems": cards, "without": without}, "compare-model")
        return
    console.print(Text(f"{model.name} ({model.world})", style="bold"))
    facts = dict.fromkeys(name for card in cards.values() for name in card["card"])
    arms = dict.fromkeys(word for card in cards.values() for word in card["weapons"])
    rows: Rows = {"id": [card["id"] for card in cards.values()]}
    rows |= {name: [card["card"].get(name, "") for card in cards.values()] for name in facts}
    rows |= {word: [card["weapons"].get(word, "") for card in cards.values()] for word in arms}
    rows["weapons of its own"] = [", ".join(card["own"]) for card in cards.values()]
    print_columns(list(cards), rows)
    print_lacks(without, {})


def _card(system: AnySystem, id_: str) -> dict[str, Any]:
    """What is said of a model in a system; weapons without a shared word are its own."""
    beside = words_of(system)
    arms = beside.weapons(id_)
    return {
        "id": id_,
        "card": {"price": f"{beside.price(id_)} {beside.words.currency}", **beside.card(id_)},
        "weapons": {word: f"{own}: {beside.weapon(id_, own)}" for word, own in arms.items()},
        "own": [own for own in gunnery_of(system).weapons(id_) if own not in arms.values()],
    }


def print_stock(systems: Sequence[AnySystem], as_json: bool) -> None:
    """All models: which systems share them, and which have them alone."""
    owners: dict[Model, list[str]] = {}
    for system in speaking(systems):
        beside = words_of(system)
        for name in beside.models():
            owners.setdefault(Model(beside.words.world, name), []).append(system.id)
    groups: dict[tuple[str, ...], list[str]] = {}
    for model, ids in sorted(owners.items()):
        groups.setdefault(tuple(ids), []).append(model.name)
    ordered = sorted(groups.items(), key=lambda group: -len(group[0]))
    if as_json:
        print_json({"groups": [{"systems": having, "models": names} for having, names in ordered]}, "compare-models")
        return
    for there, names in ordered:
        where = " and ".join(there) if len(there) > 1 else f"{there[0]} alone, with no counterpart"
        console.print(styled("[bold]{} in {}[/]: {}", _models(len(names)), where, ", ".join(names)))
    _say_silent(systems)


def _models(count: int) -> str:
    return "1 model" if count == 1 else f"{count} models"


def _say_silent(systems: Iterable[AnySystem]) -> None:
    for system in systems:
        if system.counterparts is None:
            console.print(styled("[bold]{}[/] does not say what its models are elsewhere.", system.id))


def print_conditions(systems: Sequence[AnySystem], as_json: bool) -> None:
    """Shared conditions and what each system makes of them."""
    known = shared_conditions(systems)
    if as_json:
        print_json({"conditions": known}, "compare-conditions")
        return
    for name, alike in known.items():
        console.print(Text(name, style="bold"))
        values = dict.fromkeys(word for each in alike.values() for word in (*each.means, *each.lacks)) or {
            "NUMBER": None
        }
        rows = {value: [_meaning(each, value) for each in alike.values()] for value in values}
        print_columns(list(alike), rows)
    _say_silent(systems)


def _meaning(alike: Alike, value: str) -> str:
    """What a shared word comes to, as `gearlock odds` takes it; or why there is nothing."""
    if alike.number:
        return f"{alike.number}=NUMBER"
    own = " ".join(f"{name}={word}" for name, word in alike.means.get(value, {}).items())
    return own or f"no counterpart: {alike.lacks.get(value) or alike.why}"
