"""One attack under several systems: laid out in shared words, worked out by each system's own rules."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import MOST_ATTACKERS, read_attacker
from gearlock.kernel.registry import AnySystem
from gearlock.lab.namesakes import (
    Model,
    NoCounterpart,
    Said,
    condition_in,
    find_condition,
    find_model,
    find_weapon,
    model_in,
    systems_named,
    weapon_in,
    words_of,
)
from gearlock.odds.attack import AttackOdds, attack_odds, several


class Matchup(msgspec.Struct, frozen=True):
    """Who attacks whom with what, in shared words; so many attackers, one after another."""

    attacker: Model
    weapons: tuple[str, ...]
    target: Model
    count: int = 1
    given: tuple[Said, ...] = ()
    reply: bool = False


class SystemOdds(msgspec.Struct, frozen=True):
    """A matchup in one system: what its cards print, and the odds by its rules."""

    system: str
    attacker: str
    weapon: str
    target: str
    given: tuple[Said, ...]
    attacker_card: dict[str, str]
    target_card: dict[str, str]
    printed: tuple[str, ...]
    """What is printed of the weapons."""
    odds: AttackOdds


class ComparedOdds(msgspec.Struct, frozen=True):
    """A matchup in every system that has it.

    `without` tells by system what it has no counterpart for, `refused` what its rules say against this attack.
    """

    matchup: Matchup
    systems: tuple[SystemOdds, ...]
    without: dict[str, str]
    refused: dict[str, str]


def compare_odds(
    attacker: str,
    target: str,
    conditions: Iterable[Said] = (),
    systems: Iterable[str] = (),
    reply: bool = False,
) -> ComparedOdds:
    """The odds of `NAME:WEAPON` attacking a model, by the rules of each of these systems, or of all.

    Models, weapons and conditions are shared words or ids of any system. Raises UnknownName or BadInput for what no
    system has; what only some have is told in the result.
    """
    chosen = systems_named(systems)
    matchup = read_matchup(chosen, (attacker, target), conditions, reply)
    told: list[SystemOdds] = []
    without: dict[str, str] = {}
    refused: dict[str, str] = {}
    for system in chosen:
        try:
            told.append(_in_system(system, matchup))
        except NoCounterpart as lack:
            without[system.id] = str(lack)
        except BadInput as refusal:
            refused[system.id] = str(refusal)
    return ComparedOdds(matchup, tuple(told), without, refused)


def read_matchup(
    systems: tuple[AnySystem, ...], names: tuple[str, str], conditions: Iterable[Said], reply: bool
) -> Matchup:
    """A matchup in shared words. `NAME:WEAPON+WEAPON x2` is two of them with both weapons."""
    attackers = several(names[0])
    if not 1 <= len(attackers) <= MOST_ATTACKERS:
        raise BadInput(f"One to {MOST_ATTACKERS} attackers can be laid out, not {len(attackers)}.")
    name, weapons = read_attacker(attackers[0])
    attacker, target = find_model(systems, name), find_model(systems, names[1])
    if attacker.world != target.world:
        places = f"{attacker.name} is of {attacker.world} and {target.name} of {target.world}"
        raise BadInput(f"No system has both: {places}.")
    found = tuple(find_weapon(systems, attacker, weapon) for weapon in weapons or ("",))
    given = tuple(find_condition(systems, said) for said in conditions)
    return Matchup(attacker, found, target, len(attackers), given, reply)


def _in_system(system: AnySystem, matchup: Matchup) -> SystemOdds:
    beside = words_of(system)
    attacker, target = (model_in(system, model) for model in (matchup.attacker, matchup.target))
    weapons = tuple(weapon_in(system, matchup.attacker, word) for word in matchup.weapons)
    given = tuple(own for said in matchup.given for own in condition_in(system, said))
    weapon = "+".join(weapons)
    attackers = [f"{attacker}:{weapon}"] * matchup.count
    return SystemOdds(
        system=system.id,
        attacker=attacker,
        weapon=weapon,
        target=target,
        given=given,
        attacker_card=_card(system, attacker),
        target_card=_card(system, target),
        printed=tuple(beside.weapon(attacker, each) for each in weapons),
        odds=attack_odds(system.id, attackers, target, given, matchup.reply),
    )


def _card(system: AnySystem, model: str) -> dict[str, str]:
    beside = words_of(system)
    return {"price": f"{beside.price(model)} {beside.words.currency}", **beside.card(model)}
