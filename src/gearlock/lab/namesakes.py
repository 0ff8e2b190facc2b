"""The same thing in several systems: models, weapons and conditions by shared words, and each system's own for them.

What a system has nothing for is said with the reason, and never replaced by something that only resembles it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gearlock.kernel.counterparts import Alike, Counterparts
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import which_weapon
from gearlock.kernel.gunnery import plain_name
from gearlock.kernel.registry import AnySystem, all_systems, get_system, system_ids
from gearlock.odds.sequence import gunnery_of

Said = tuple[str, str]
"""A condition and its value."""


class NoCounterpart(BadInput):
    """A system has nothing for what was named."""


class Model(NamedTuple):
    """A model by its shared name, which means the same wherever it is in the same world."""

    world: str
    name: str


def systems_named(names: Iterable[str]) -> tuple[AnySystem, ...]:
    """The systems to be set beside each other, in the order they were named; all there are if none is."""
    listed = [word.strip().lower() for name in names for word in name.split(",") if word.strip()]
    found = tuple(get_system(name) for name in dict.fromkeys(listed)) or all_systems()
    if len(found) < 2:
        others = ", ".join(name for name in system_ids() if name != found[0].id) or "there is no other here"
        way = f"name another beside {found[0].id} ({others}), or none to compare all"
        raise BadInput(f"Two systems or more are compared: {way}.")
    return found


def words_of(system: AnySystem) -> Counterparts[Any]:
    """What a system is beside others. Raises NoCounterpart where it does not say."""
    if system.counterparts is None:
        raise NoCounterpart("it does not say what its models are elsewhere")
    return system.counterparts


def speaking(systems: Iterable[AnySystem]) -> list[AnySystem]:
    """Those of the systems that say what they are beside others."""
    return [system for system in systems if system.counterparts is not None]


def find_model(systems: Sequence[AnySystem], text: str) -> Model:
    """The model somebody named: by its shared name, an id of any system, or the name several lists have.

    Raises UnknownName with near names, and BadInput where several models are called so.
    """
    wanted = plain_name(text)
    if not wanted:
        raise BadInput(f"'{text}' names no model; `gearlock compare model` lists them all.")
    known = {
        (Model(beside.words.world, name), id_)
        for beside in map(words_of, speaking(systems))
        for name, id_ in beside.models().items()
    }
    ways = (
        {model for model, _ in known if plain_name(model.name) == wanted},
        {model for model, id_ in known if plain_name(id_) == wanted},
        {model for model, _ in known if plain_name(model.name.rpartition(" (")[0]) == wanted},
    )
    found = sorted(next(filter(None, ways), ()))
    if not found:
        raise UnknownName("model", text, {model.name for model, _ in known})
    if len(found) > 1:
        worlds = {model.world for model in found}
        told = ", ".join(model.name if len(worlds) == 1 else f"{model.name} of {model.world}" for model in found)
        way = "say which" if len(worlds) == 1 else "name systems of one world"
        raise BadInput(f"Several models are called '{text}': {told}. To compare them, {way}.")
    return found[0]


def model_in(system: AnySystem, model: Model) -> str:
    """The id a model has in a system. Raises NoCounterpart."""
    beside = words_of(system)
    if beside.words.world != model.world:
        raise NoCounterpart(f"its models are of {beside.words.world}, not of {model.world}")
    found = beside.models().get(model.name)
    if found is None:
        raise NoCounterpart(f"there is no {model.name}")
    return found


def having(systems: Iterable[AnySystem], model: Model) -> dict[str, str]:
    """The ids a model has, by those of the systems that have it."""
    return {
        system.id: words_of(system).models()[model.name]
        for system in speaking(systems)
        if words_of(system).words.world == model.world and model.name in words_of(system).models()
    }


def find_weapon(systems: Sequence[AnySystem], model: Model, text: str) -> str:
    """The shared word for a weapon of a model, written so or as a system writes it.

    Raises UnknownName or BadInput, also for a weapon that only its own system has a word for.
    """
    arsenals = {system: words_of(get_system(system)).weapons(id_) for system, id_ in having(systems, model).items()}
    wanted = plain_name(text)
    there = {word: own for arsenal in arsenals.values() for word, own in arsenal.items()}
    ways = (
        {word for word in there if plain_name(word) == wanted},
        {word for arsenal in arsenals.values() for word, own in arsenal.items() if plain_name(own) == wanted},
    )
    found = sorted(next(filter(None, ways), ()))
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"'{text}' of the {model.name} is {' here and '.join(found)} there: say which.")
    for system, id_ in having(systems, model).items():
        own = gunnery_of(get_system(system)).weapons(id_)
        if wanted in map(plain_name, own):
            way = f"`gearlock odds {system} {id_}:{text}` tells its odds there"
            raise BadInput(f"The {text} of the {model.name} is a weapon of {system} alone, with no counterpart; {way}.")
    if not wanted:
        raise which_weapon(model.name, model.name, there)
    raise UnknownName(f"weapon of the {model.name}", text, there)


def weapon_in(system: AnySystem, model: Model, word: str) -> str:
    """What a weapon of a model is called in a system. Raises NoCounterpart."""
    arsenal = words_of(system).weapons(model_in(system, model))
    if word not in arsenal:
        raise NoCounterpart(f"the {model.name} has no {word}; it has {', '.join(arsenal) or 'no weapon'}")
    return arsenal[word]


def shared_conditions(systems: Iterable[AnySystem]) -> dict[str, dict[str, Alike]]:
    """Everything that can be said in shared words about an attack: by condition, what each system makes of it."""
    found: dict[str, dict[str, Alike]] = {}
    for system in speaking(systems):
        for alike in words_of(system).words.condition:
            found.setdefault(alike.name, {})[system.id] = alike
    return found


def values_of(alike: Iterable[Alike]) -> tuple[str, ...]:
    """The shared words a condition takes in any of the systems; none for one that takes a number."""
    return tuple(dict.fromkeys(word for each in alike for word in (*each.means, *each.lacks)))


def find_condition(systems: Iterable[AnySystem], said: Said) -> Said:
    """A condition in shared words, however somebody spaced and capitalised it. Raises UnknownName or BadInput."""
    known = shared_conditions(systems)
    name = next((each for each in known if plain_name(each) == plain_name(said[0])), None)
    if name is None:
        raise UnknownName("shared condition", said[0], known)
    values, text = values_of(known[name].values()), said[1].strip()
    if values:
        value = next((each for each in values if plain_name(each) == plain_name(text)), None)
        if value is None:
            raise UnknownName(f"shared {name}", text, values)
        return name, value
    if not re.fullmatch(r"\d{1,3}", text):
        raise BadInput(f"{name} is a whole number, not '{text}'.")
    return name, text


def condition_in(system: AnySystem, said: Said) -> tuple[Said, ...]:
    """What a shared condition comes to in a system. Raises NoCounterpart."""
    name, value = said
    alike = words_of(system).words.alike(name)
    if alike is None:
        raise NoCounterpart(f"nothing here is a {name}")
    if alike.number:
        return ((alike.number, value),)
    if value in alike.means:
        return tuple(alike.means[value].items())
    why = alike.lacks.get(value) or alike.why or "there is none"
    raise NoCounterpart(f"{name} {value}: {why}")
