"""4.2: members of a force between battles, what players agree on, and the wounds they tell of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

import msgspec

from gearlock.kernel.campaigning import Campaign, Member
from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import Setup
from gearlock.kernel.typed import as_typed, read_typed
from gearlock.muster.standing_forces import changed_fields, taking_the_field
from gearlock.systems.tactical.army_lists import settles_by_duel
from gearlock.systems.tactical.attacks.weapons_in_use import CLIP, SPARE, clips_left, rounds_left
from gearlock.systems.tactical.battles.battles import raised
from gearlock.systems.tactical.battles.generated import SET_ASIDE, Brought, Groups, Post
from gearlock.systems.tactical.damage.amounts import OVERKILL, base_armor, counters_after
from gearlock.systems.tactical.damage.condition import (
    ACCURACY,
    AUX,
    COMPARTMENT,
    FIRE_CONTROL,
    FRAME,
    GONE,
    LOST,
    MANEUVER,
    POWER,
    RUPTURED,
    WRECKED,
    aux_systems,
    crew_left,
    harms_of,
    is_crewless,
)
from gearlock.systems.tactical.damage.condition import MP_CONDITION as MP
from gearlock.systems.tactical.damage.systems_damage import THREE_QUARTERS, casualties_of, system_name
from gearlock.systems.tactical.datacards import GEAR, MODE_WORDS, Card
from gearlock.systems.tactical.infantry_cards import standing as troopers_standing
from gearlock.systems.tactical.state import DESTROYED, FIELDED, HEAVY, LIGHT, NO_SPEEDS, SEATS, State, Unit
from gearlock.systems.tactical.support_assets import AIR, ARTILLERY, BARRED, REINFORCEMENTS
from gearlock.systems.tactical.victory_points import CLIP_DUE
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

# --- 4.2: what players agree on before a campaign: technicians, days, supplies, how many battles

BATTLES, DAYS, TECHNICIANS, RESUPPLY = "battles", "days", "technicians", "resupply"
MISSION, WEATHER = "mission", "bought-weather"
VICTORY_POINTS, LABOR = "Victory Points", "Labor Points"
USUAL_RATINGS = "3"
MOST_TECHNICIANS, BEST_RATING, MOST_BATTLES, MOST_DAYS, MOST_POINTS = 20, 9, 50, 30, 20
OPTIONS = {
    BATTLES: f"how many battles are fought (default 3, 1 to {MOST_BATTLES})",
    DAYS: f"days between two battles, each with its Labor Points (default 1, up to {MOST_DAYS})",
    TECHNICIANS: f"ratings of each side's technicians, with commas (default {USUAL_RATINGS}; none for no repairs)",
    **{f"{TECHNICIANS}-{seat}": f"ratings of {seat}'s technicians alone" for seat in SEATS},
    RESUPPLY: "no: ammunition used is gone (the usual reading); yes: every machine is full again in the next battle",
    MISSION: "Victory Points for winning a battle whose scenario counts none itself (default 5, as a mission's)",
    WEATHER: "how long fog, night or rain last that Victory Points buy: round (the usual reading) or battle",
}


@rule("tactical.4.2.1")
def technician_tv(rating: int) -> int:
    """The Threat Value of a technician: 50, doubled for each rating above the first."""
    return 50 << (rating - 1)


@heeds("tactical.4.2.1")
def labor_a_day(ratings: tuple[int, ...]) -> int:
    """The Labor Points of technicians in a day: five times the rating of each."""
    return sum(5 * rating for rating in ratings)


def ratings_of(options: Mapping[str, str], seat: str) -> tuple[int, ...]:
    """The technicians of a side, the best first. Raises BadInput."""
    text = options.get(f"{TECHNICIANS}-{seat}", options.get(TECHNICIANS, USUAL_RATINGS))
    if text.strip() == "none":
        return ()
    ratings = [part.strip() for part in text.split(",")]
    known = [str(rating) for rating in range(1, BEST_RATING + 1)]
    if len(ratings) > MOST_TECHNICIANS or not all(rating in known for rating in ratings):
        raise BadInput(
            f"'{TECHNICIANS}={shortened(text)}' names no technicians: say ratings from 1 to {BEST_RATING} with commas, "
            f"{MOST_TECHNICIANS} at most, or none. [tactical.4.2.1]"
        )
    return tuple(sorted(map(int, ratings), reverse=True))


def whole_number(options: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    """A number that was agreed. Raises BadInput."""
    text = options.get(name, str(usual))
    if not (text.isascii() and text.isdigit() and len(text) < 5 and least <= int(text) <= most):
        raise BadInput(f"'{name}={shortened(text)}': say a number from {least} to {most}. [tactical.4.2]")
    return int(text)


def battles_agreed(options: Mapping[str, str]) -> int:
    """How many battles are fought."""
    return whole_number(options, BATTLES, 3, 1, MOST_BATTLES)


@heeds("tactical.4.2.1")
def days_between(options: Mapping[str, str]) -> int:
    """Days between two battles: one, unless more were agreed."""
    return whole_number(options, DAYS, 1, 1, MOST_DAYS)


def mission_points(options: Mapping[str, str]) -> int:
    """What a victory earns where the scenario has no objectives of its own."""
    return whole_number(options, MISSION, 5, 0, MOST_POINTS)


def is_resupplied(options: Mapping[str, str]) -> bool:
    """Whether ammunition is filled up between battles."""
    said = options.get(RESUPPLY, "no")
    if said not in ("yes", "no"):
        raise BadInput(f"'{RESUPPLY}={shortened(said)}': say yes or no. [tactical.4.2]")
    return said == "yes"


@heeds("tactical.4.2.2-spending")
def is_weather_lasting(options: Mapping[str, str]) -> bool:
    """Whether bought weather lasts for the rest of the battle."""
    said = options.get(WEATHER, "round")
    if said not in ("round", "battle"):
        raise BadInput(f"'{WEATHER}={shortened(said)}': say round or battle. [tactical.4.2.2-spending]")
    return said == "battle"


def check_all(options: Mapping[str, str]) -> None:
    """Everything that was agreed can be used. Raises BadInput."""
    for seat in SEATS:
        ratings_of(options, seat)
    battles_agreed(options)
    days_between(options)
    mission_points(options)
    is_resupplied(options)
    is_weather_lasting(options)


# --- 4.2, 6.5.1: what the armies of a campaign have or lack besides their units, in all its battles

FOR_SUPPORT, BANDS = "set aside for support", "bands of Rovers"
"""Parts of a campaign's data: Threat Value by seat, and seats; neither is there where no roster says so."""


def army_data(setup: Setup) -> dict[str, Any]:
    """What the rosters of both sides say of that, as a campaign keeps it."""
    points, switches = setup.data.get("points", {}), setup.data["switches"]
    support = {seat: points[SET_ASIDE + seat] for seat in SEATS if points.get(SET_ASIDE + seat)}
    bands = [seat for seat in SEATS if switches.get(BARRED + seat)]
    return ({FOR_SUPPORT: support} if support else {}) | ({BANDS: bands} if bands else {})


@heeds("tactical.4.2")
def posts_of(campaign: Campaign, seat: str) -> Groups:
    """Who of a side takes the field, in combat groups."""
    groups = taking_the_field(campaign, seat)
    return tuple(tuple(as_typed(member.post, Post) for member in group) for group in groups)


@heeds("tactical.6.5.1")
def is_band(campaign: Campaign, seat: str) -> bool:
    """Whether a side is a band of Rovers, which has neither artillery nor aircraft nor Duelists."""
    return seat in campaign.data.get(BANDS, ())


@heeds("tactical.6.5.1", "tactical.6.2.6-support")
def standing(
    campaign: Campaign, seat: str, banner: str, groups: Groups = (), cards: Mapping[str, Card] | None = None
) -> Brought:
    """A side as it comes to its next battle."""
    support = campaign.data.get(FOR_SUPPORT, {}).get(seat, 0)
    return Brought(groups, cards or {}, banner, support, is_band(campaign, seat))


# --- 6.1.2: the dueling option: North and South may settle a campaign by their Duelists

DUEL = "duelists"
NO_HELP = (AIR, ARTILLERY, REINFORCEMENTS)
"""What neither Duelist has: the duel is between the two of them."""


def faction_of(campaign: Campaign, seat: str) -> str:
    """Whose force it is: the faction of its cards, but for what anybody may have; empty if it has several.

    A band of Rovers is nobody's, whoever built its machines.
    """
    if is_band(campaign, seat):
        return ""
    cards = [card_of(campaign, member) for member in campaign.sides[seat].members]
    found = {card.faction for card in cards if card.faction not in ("any", "scenario")}
    return found.pop() if len(found) == 1 else ""


@heeds("tactical.6.1.2-duel")
def duelist_of(campaign: Campaign, seat: str) -> Member | None:
    """The Duelist of a side: of the Gears that can take the field the one with the best crew, the first of equals."""
    gears = [
        member for member in campaign.sides[seat].members if not member.away and card_of(campaign, member).kind == GEAR
    ]
    return max(gears, key=lambda member: int(member.post.get("level", 0)), default=None)


@heeds("tactical.6.1.2-duel")
def may_duel(campaign: Campaign) -> bool:
    """Whether the players may agree to end the campaign by a duel now."""
    red, blue = (faction_of(campaign, seat) for seat in SEATS)
    return settles_by_duel(red, blue) and all(duelist_of(campaign, seat) is not None for seat in SEATS)


# --- 4.2: members of a force between battles, looked at as the units they are on the table

CARRIED = ("armor_lost", "crew_lost", "troopers", "harm", "used", "tokens")
COUNTERS = (LIGHT, HEAVY)
CARDS = "cards"
SELF = ""
TWO_HEAVIES = 2


@lru_cache(maxsize=256)
def _card(encoded: bytes) -> Card:
    return read_typed(encoded, Card)


def card_of(campaign: Campaign, member: Member) -> Card:
    """The card of a member; every campaign keeps its own."""
    return _card(msgspec.json.encode(campaign.data[CARDS][member.post["card"]]))


def bench(campaign: Campaign, seat: str, member: Member, switches: dict[str, str] | None = None) -> State:
    """A table with nobody on it but this member, as hurt as it is."""
    post = as_typed(member.post, Post)
    unit = raised(seat, 1, member.group, post, card_of(campaign, member))
    unit.id, unit.name, unit.status = member.id, member.name, FIELDED
    state = State(Ground(INCH, INCH, ()), {unit.id: unit})
    state.switches = dict(switches or {})
    if SELF in member.hurt:
        take_up(state, LaidOut({}, {unit.id: member.hurt[SELF]}))
    return state


def unit_of(campaign: Campaign, seat: str, member: Member) -> Unit:
    """A member as the unit it is on the table."""
    return bench(campaign, seat, member).units[member.id]


def fresh_unit(campaign: Campaign, seat: str, member: Member) -> Unit:
    """A member as it was before anything happened to it."""
    return unit_of(campaign, seat, msgspec.structs.replace(member, hurt={}))


@rule("tactical.4.2")
@heeds("tactical.2.6.10-overkill", "tactical.4.2.1-table")
def carried_over(fresh: Unit, unit: Unit) -> dict[str, Any]:
    """What stays with a unit after a battle: armor, crew, men, systems, counters and ammunition. All else ends with it.

    Clips that were bought are ammunition, also those that were still on their way. A vehicle that was put out of action
    has lost its structure; two Heavy counters that did it are gone with that.
    """
    left = unit.clone()
    left.tokens = {name: count for name, count in unit.tokens.items() if name in COUNTERS} | bought_clips(unit)
    left.used = {name: count for name, count in unit.used.items() if not name.startswith("arc:")}
    if unit.is_lost and not unit.is_infantry:
        left.harm = {**unit.harm, FRAME: 1}
        if left.tokens.get(HEAVY, 0) >= TWO_HEAVIES:
            left.tokens = {name: count for name, count in left.tokens.items() if name != HEAVY}
    return changed_fields(fresh, left, CARRIED)


@heeds("tactical.4.2", "tactical.4.2.2-spending")
def bought_clips(unit: Unit) -> dict[str, int]:
    """The clips that were bought for a unit, changed or not, as tokens of the next battle."""
    found: dict[str, int] = {}
    for name, count in unit.tokens.items():
        if name.startswith((SPARE, CLIP_DUE)):
            spare = SPARE + name.removeprefix(SPARE).removeprefix(CLIP_DUE)
            found[spare] = found.get(spare, 0) + count
    return found


@heeds("tactical.4.2")
def reason_away(unit: Unit) -> str:
    """Why a unit sits the next battle out; empty if it can take the field."""
    if unit.is_infantry:
        return "" if any(unit.troopers) else "lost"
    if unit.harm.get(FRAME):
        return "destroyed"
    if is_crewless(unit):
        return "no crew left"
    if unit.harm.get(RUPTURED):
        return "fuel and ammunition leaked out"
    return "" if base_armor(unit) else "no armor left"


def why_away(campaign: Campaign, seat: str, member: Member) -> str:
    """The same of a member that was laid out by hand. Raises BadInput for more than it has."""
    refuse_standing(fresh_unit(campaign, seat, member), member.hurt.get(SELF, {}))
    return reason_away(unit_of(campaign, seat, member))


def left_with(unit: Unit, hurt: dict[str, Any]) -> Unit:
    """A unit as it is once the battle is over and this is what stays."""
    left = unit.clone()
    for name, value in hurt.items():
        setattr(left, name, value)
    return left


def with_hurt(campaign: Campaign, seat: str, member: Member, unit: Unit) -> Campaign:
    """The campaign with a member in the state that a unit is in now."""
    hurt = carried_over(fresh_unit(campaign, seat, member), unit)
    away = reason_away(left_with(unit, hurt))
    return campaign.member(seat, msgspec.structs.replace(member, hurt={SELF: hurt} if hurt else {}, away=away))


@heeds("tactical.4.2")
def resupplied(campaign: Campaign, seat: str, member: Member) -> Campaign:
    """The campaign with a member whose ammunition is as on its card again; of bought clips the unused ones are left."""
    unit = unit_of(campaign, seat, member)
    for mount in unit.card.weapons:
        left = min(unit.token(SPARE + mount.id), clips_left(unit, mount))
        unit.tokens = {name: count for name, count in unit.tokens.items() if name != SPARE + mount.id}
        unit.tokens |= {SPARE + mount.id: left} if left > 0 else {}
    unit.used = {}
    return with_hurt(campaign, seat, member, unit)


# --- 4.2, 3.5.1: what players say that a battle did to a unit, found in their words: "3 armor, 2 MP Walker, LAC lost"

RULE = "tactical.4.2"
ARMOR, CREW, MEN, LEVEL, HARM, USED, OUT, WHOLE = (
    "armor_lost", "crew_lost", "men", "level", "harm", "used", "destroyed", "whole",
)  # fmt: skip
_NUMBER = re.compile(r"\d{1,6}")
_FILLERS = {"lost", "less", "the", "of", "in", "its", "a", "movement", "damage", "point", "points", "rounds", "by"}


class Harm(NamedTuple):
    """One thing that happened: its kind, what of the unit it struck, and how many points of it."""

    kind: str
    what: str
    points: int


@heeds("tactical.4.2")
def read_words(unit: Unit, words: str) -> list[Harm]:
    """Everything that is said of a unit, between commas. Raises BadInput for what nobody could mean."""
    known = phrases_of(unit)
    found: list[Harm] = []
    for part in re.split(r"[,;]", words):
        said = " ".join(part.casefold().replace(":", ": ").split())
        if said:
            found.append(_read_one(unit, part.strip(), said, known))
    return [harm for harm in found if harm.kind != WHOLE]


def _read_one(unit: Unit, shown: str, said: str, known: dict[str, Harm]) -> Harm:
    spelled = said.replace(": ", ":")
    numbers = _NUMBER.findall(said) if spelled not in known else []
    bare = " ".join(word for word in said.split() if not _NUMBER.fullmatch(word))
    for phrase in (spelled, bare, bare.replace(": ", ":"), _plain(said), _plain(bare)):
        if phrase in known and len(numbers) < 2:
            harm = known[phrase]
            return harm._replace(points=harm.points * int(numbers[0])) if numbers else harm
    known_best = ", ".join(_said_best(unit))
    name = unit.card.name
    raise BadInput(f"'{shortened(shown)}' is nothing that a battle does to the {name}: say {known_best}. [{RULE}]")


def _plain(said: str) -> str:
    return " ".join(word.rstrip(":") for word in said.split() if word.rstrip(":") not in _FILLERS)


def phrases_of(unit: Unit) -> dict[str, Harm]:
    """Everything that can be said of a unit, in small letters, with what it means."""
    return {phrase.casefold(): harm for phrase, harm in _phrases(unit)}


@heeds("tactical.3.5.1", "tactical.2.6.10", "tactical.3.6.5-casualties")
def _phrases(unit: Unit) -> Iterator[tuple[str, Harm]]:
    yield from ((word, Harm(WHOLE, "", 0)) for word in ("whole", "unhurt", "nothing"))
    yield from ((word, Harm(OUT, "", 1)) for word in ("destroyed", "lost", "wiped out", "dead", OVERKILL))
    for mount in unit.card.weapons:
        for name in (mount.id, system_name(unit, mount.id)):
            yield from ((f"{words}", Harm(USED, mount.id, 1)) for words in (f"{name} used", f"used {name}"))
    if unit.is_infantry:
        yield from ((word, Harm(MEN, "", 1)) for word in ("man", "men", "trooper", "troopers"))
        return
    yield from ((word, Harm(LEVEL, level, 1)) for level in (LIGHT, HEAVY) for word in (level, f"{level} damage"))
    yield from (("armor", Harm(ARMOR, "", 1)), ("armour", Harm(ARMOR, "", 1)), ("crew", Harm(CREW, "", 1)))
    for name, words in (
        (MANEUVER, ("maneuver", "maneuverability")),
        (FIRE_CONTROL, ("fire control", "fire control destroyed")),
        (POWER, ("power", "power transfer", "power transfer failed", "power transfer failure")),
        (RUPTURED, ("ruptured", "fuel and ammunition storage ruptured")),
        (COMPARTMENT, ("crew compartment", "crew compartment failure", "crew compartment collapsed")),
        (FRAME, ("frame", "complete structural failure", "structural failure")),
    ):
        yield from ((word, Harm(HARM, name, 1)) for word in words)
    yield from _systems(unit)
    yield from ((name, Harm(HARM, name, 1)) for name in harms_of(unit))


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-fire-control", "tactical.3.5.1-auxiliary")
def _systems(unit: Unit) -> Iterator[tuple[str, Harm]]:
    for mode in unit.card.modes:
        loss, gone = Harm(HARM, MP + mode, 1), Harm(HARM, GONE + mode, 1)
        for name in (mode, MODE_WORDS[mode]):
            yield from ((words, loss) for words in (f"mp {name}", f"{name} mp"))
            yield from ((f"{name} {end}", gone) for end in ("gone", "destroyed"))
        if len(unit.card.modes) == 1:
            yield "mp", loss
    for mount in unit.card.weapons:
        for name in (mount.id, system_name(unit, mount.id)):
            yield from (
                (words, Harm(HARM, ACCURACY + mount.id, 1)) for words in (f"accuracy {name}", f"{name} accuracy")
            )
            yield from ((f"{name} {end}", Harm(HARM, LOST + mount.id, 1)) for end in ("destroyed", "lost", "gone"))
    for system in aux_systems(unit):
        yield system, Harm(HARM, AUX + system, 1)
        yield f"{system} destroyed", Harm(HARM, AUX + system, WRECKED)
    for name in unit.card.perks:
        yield f"{name} used up", Harm(HARM, LOST + name, 1)


def _said_best(unit: Unit) -> list[str]:
    """What is usually said of a unit, for whoever said something else."""
    if unit.is_infantry:
        return ["3 men", "wiped out"]
    mode, mount = next(iter(unit.card.modes), ""), next(iter(unit.card.weapons), None)
    moving = [f"2 MP {MODE_WORDS[mode]}", f"{MODE_WORDS[mode]} destroyed"] if mode else []
    armed = [f"1 accuracy {mount.id}", f"{mount.id} destroyed", f"20 {mount.id} used"] if mount is not None else []
    systems = [f"2 {name}" for name in aux_systems(unit)[:1]]
    whole = ["1 maneuver", "fire control", "power transfer", "crew compartment", "frame", "1 crew", "destroyed"]
    return ["light", "heavy", "3 armor", *moving, *armed, *systems, *whole]


# --- 4.2: wounds that players tell of, laid on a unit as a battle would: never more than it has, counters exchanged

TROOPERS = "troopers"
FIELDS = (ARMOR, CREW, MEN, TROOPERS, "harm", "tokens", USED)
"""What a report may say of a unit by fields; all but the troopers, of whom it is told what is left, is added."""
AT_ONCE = (FIRE_CONTROL, POWER, RUPTURED, FRAME)
"""What is broken or not."""
MOST_MANEUVER, MOST_ACCURACY, TWO_HEAVIES_LAID_WOUNDS, MOST_ROUNDS = 20, 10, 2, 999_999


def lay_wounds(unit: Unit, said: str | Mapping[str, Any], detailed: bool) -> None:
    """Do to a unit what is said, in words or in fields. Raises BadInput for what cannot have happened to it."""
    if isinstance(said, str):
        harms: list[Harm] = read_words(unit, said)
    else:
        harms = _read_fields(unit, said)
    for harm in harms:
        if harm.points:
            _lay_one(unit, harm, detailed)
    if unit.status != DESTROYED and is_finished(unit):
        unit.status = DESTROYED


@heeds("tactical.2.6.10-overkill", "tactical.3.5.2", "tactical.3.5.1-structure", "tactical.3.6.5-casualties")
def is_finished(unit: Unit) -> bool:
    """Whether this is the end of it: a second Heavy, no Armor left, a broken frame, the last man."""
    if unit.is_infantry:
        return not troopers_standing(unit)
    return unit.token(HEAVY) >= TWO_HEAVIES_LAID_WOUNDS or bool(unit.harm.get(FRAME)) or not base_armor(unit)


def lose(unit: Unit) -> None:
    """It is out of action: a vehicle a wreck, a squad to the last man."""
    unit.status = DESTROYED
    unit.troopers = [0 for _ in unit.troopers]


def _read_fields(unit: Unit, said: Mapping[str, Any]) -> list[Harm]:
    """Fields as a battle's state calls them, one harm each, the crew after the compartment it may have died in.

    What is left of troopers is laid on at once; words are taken in the order in which they are said.
    """
    found: list[Harm] = []
    for name, value in said.items():
        if name not in FIELDS:
            raise UnknownName("field of a report", str(name), FIELDS, "tactical.4.2")
        if name in (ARMOR, CREW, MEN):
            dead = _dead_in(unit, said) if name == CREW else 0
            found.append(Harm(name, "", max(0, _count(unit, name, value) - dead)))
        elif name == TROOPERS:
            _lay_troopers(unit, value)
        elif not isinstance(value, Mapping):
            _refuse(unit, f"'{name}' goes by name, as {{'power': 1}}, not {value!r:.60}", "tactical.4.2")
        else:
            kind = LEVEL if name == "tokens" else name
            found += [Harm(kind, str(what), _count(unit, str(what), count)) for what, count in value.items()]
    return sorted(found, key=lambda harm: harm.kind == CREW)


def _dead_in(unit: Unit, said: Mapping[str, Any]) -> int:
    """Of the crew that fields name as lost, those that the compartment takes along."""
    harm = said.get(HARM)
    return _crushed(unit) if isinstance(harm, Mapping) and harm.get(COMPARTMENT) else 0


@heeds("tactical.3.5.1-subtable-b")
def _crushed(unit: Unit) -> int:
    """How many a collapsing compartment costs: three in four of those who are left, one at least."""
    return max(1, casualties_of(crew_left(unit), THREE_QUARTERS))


def _count(unit: Unit, name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_ROUNDS:
        _refuse(unit, f"{name:.40} is a whole number of what the battle did, not {value!r:.60}", "tactical.4.2")
    return int(value)


def _refuse(unit: Unit, words: str, rule: str) -> NoReturn:
    raise BadInput(f"{unit.id}, {unit.name}: {words}. [{rule}]")


def _lay_one(unit: Unit, harm: Harm, detailed: bool) -> None:
    if harm.kind == OUT:
        lose(unit)
    elif harm.kind == USED:
        _use(unit, harm.what, harm.points)
    elif unit.is_infantry != (harm.kind == MEN):
        what = "a squad loses men, nothing else" if unit.is_infantry else "a vehicle has crew, no men in a track"
        _refuse(unit, what, "tactical.3.6.5-damage")
    elif harm.kind == MEN:
        _lose_men(unit, harm.points)
    elif harm.kind == ARMOR:
        _lose_armor(unit, harm.points)
    elif harm.kind == CREW:
        if unit.crew_lost + harm.points > unit.card.crew:
            _refuse(unit, f"{harm.points} of its crew cannot be lost, {unit.card.crew - unit.crew_lost} are left",
                    "tactical.3.5.1-crew")  # fmt: skip
        unit.crew_lost += harm.points
    elif harm.kind == LEVEL:
        _lay_counters(unit, harm.what, harm.points, detailed)
    elif harm.kind == HARM:
        _break(unit, harm.what, harm.points)


@heeds("tactical.3.5.2")
def _lose_armor(unit: Unit, count: int) -> None:
    if count > base_armor(unit):
        _refuse(unit, f"{count} Armor cannot be lost, {base_armor(unit)} is left", "tactical.3.5.2")
    unit.armor_lost += count


@heeds("tactical.3.6.5-casualties")
def _lose_men(unit: Unit, count: int) -> None:
    """So many fall, the last of those who are left."""
    if count > troopers_standing(unit):
        _refuse(unit, f"{count} men cannot be lost, {troopers_standing(unit)} are left", "tactical.3.6.5-casualties")
    up = [at for at, left in enumerate(unit.troopers) if left]
    for at in up[len(up) - count :]:
        unit.troopers[at] = 0


@heeds("tactical.3.6.1-track")
def _lay_troopers(unit: Unit, said: Any) -> None:
    fits = isinstance(said, list) and len(said) == len(unit.troopers)
    if not fits or not all(
        isinstance(left, int) and not isinstance(left, bool) and 0 <= left <= before
        for left, before in zip(said, unit.troopers, strict=True)
    ):
        _refuse(
            unit, f"what is left of its troopers is at most {unit.troopers}, not {said!r:.60}", "tactical.3.6.1-track"
        )
    unit.troopers = list(said)


@heeds("tactical.2.6.10-light", "tactical.2.6.10-heavy", "tactical.2.6.10-overkill", "tactical.3.5")
def _lay_counters(unit: Unit, level: str, count: int, detailed: bool) -> None:
    """One result after the other, counters exchanged; with detailed damage it is told what each of them broke."""
    if level not in (LIGHT, HEAVY):
        raise UnknownName("counter of damage", level, (LIGHT, HEAVY), "tactical.2.6.10")
    if detailed:
        words = (
            f"{level.title()} Damage is armor and systems in this campaign: say what it cost, as '2 armor, 1 maneuver'"
        )
        _refuse(unit, words, "tactical.3.5")
    for _ in range(count):
        if unit.status == DESTROYED or unit.token(HEAVY) >= TWO_HEAVIES_LAID_WOUNDS:
            _refuse(unit, f"it was out of action before the last {level} damage", "tactical.2.6.10-overkill")
        light, heavy = counters_after(unit.token(LIGHT), unit.token(HEAVY), level)
        rest = {name: number for name, number in unit.tokens.items() if name not in (LIGHT, HEAVY)}
        unit.tokens = rest | {name: number for name, number in ((LIGHT, light), (HEAVY, heavy)) if number}


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-fire-control", "tactical.3.5.1-auxiliary", "tactical.3.5.1-structure")
def _break(unit: Unit, name: str, count: int) -> None:
    """Points off a system, as many as it has; a compartment takes those in it along."""
    if name not in (known := harms_of(unit)):
        raise UnknownName(f"harm of the {unit.card.name}", name, known, "tactical.3.5.1")
    have = unit.harm.get(name, 0)
    if name == COMPARTMENT:
        if is_crewless(unit):
            _refuse(unit, "nobody of its crew is left in the compartment", "tactical.3.5.1-subtable-b")
        count = _crushed(unit)
        unit.crew_lost = min(unit.card.crew, unit.crew_lost + count)
    else:
        most, rule = _most(unit, name)
        if have + count > most:
            _refuse(unit, f"'{name}' cannot lose {count}, {max(0, most - have)} is left", rule)
    unit.harm = {**unit.harm, name: have + count}


def _most(unit: Unit, name: str) -> tuple[int, str]:
    """How much of a system there is to lose, and by which rule."""
    if name.startswith(MP):
        return unit.card.modes.get(name.removeprefix(MP), NO_SPEEDS).top, "tactical.3.5.1-movement"
    if name.startswith(AUX):
        return WRECKED, "tactical.3.5.1-auxiliary"
    if name.startswith(ACCURACY):
        return MOST_ACCURACY, "tactical.3.5.1-fire-control"
    if name == MANEUVER:
        return MOST_MANEUVER, "tactical.3.5.1-structure"
    once = name in AT_ONCE or name.startswith((LOST, GONE))
    return (1 if once else unit.card.modes.get(name.partition(":")[2], NO_SPEEDS).top), "tactical.3.5.1"


@heeds("tactical.2.3.4-rof", "tactical.4.2")
def _use(unit: Unit, weapon: str, count: int) -> None:
    """Rounds that were fired: those in the weapon, then those of the clips that were changed meanwhile."""
    mount = unit.mount(weapon)
    if mount is None:
        raise UnknownName(f"weapon of the {unit.card.name}", weapon, [each.id for each in unit.card.weapons])
    left = rounds_left(unit, mount)
    if left is None or mount.ammo is None:
        _refuse(unit, f"rounds of the {weapon} are not counted", "tactical.2.3.4-rof")
    have = left + mount.ammo * clips_left(unit, mount)
    if count > have:
        _refuse(unit, f"{count} rounds of the {weapon} cannot be fired, {have} are left", "tactical.2.3.4-rof")
    changed = max(0, -(-(count - left) // mount.ammo))
    clips = {f"clip:{weapon}": unit.used.get(f"clip:{weapon}", 0) + changed} if changed else {}
    unit.used = {**unit.used, weapon: unit.used.get(weapon, 0) + count, **clips}


# --- a unit as a campaign begins with it

STANDING_WORDS = {"harm": "harm", USED: "weapon with counted rounds", "tokens": "counter"}
STANDING = (ARMOR, CREW, TROOPERS, *STANDING_WORDS)
"""Fields of a unit that may be laid out for the beginning of a campaign; each is what it has lost by then."""


@heeds("tactical.4.2", "tactical.3.5.2", "tactical.3.5.1")
def refuse_standing(fresh: Unit, hurt: Mapping[str, Any]) -> None:
    """Wounds that were laid out for a unit are no more than it has. Raises BadInput with how much that is."""
    for name, said in hurt.items():
        if name not in STANDING:
            raise UnknownName("field of a unit in a campaign", str(name), STANDING, "tactical.4.2")
        if name == TROOPERS:
            _lay_troopers(fresh.clone(), said)
        elif name in (ARMOR, CREW):
            _refuse_more(fresh, name, said, fresh.card.armor if name == ARMOR else fresh.card.crew)
        elif not isinstance(said, Mapping):
            _refuse(fresh, f"'{name}' goes by name, as {{'power': 1}}, not {said!r:.60}", "tactical.4.2")
        else:
            for part, count in said.items():
                _refuse_more(fresh, str(part), count, _most_standing(fresh, name, str(part)))
    unit = fresh.clone()
    unit.used, unit.tokens = dict(hurt.get(USED, {})), dict(hurt.get("tokens", {}))
    for mount in unit.card.weapons:
        if (rounds_left(unit, mount) or 0) < 0 or clips_left(unit, mount) < 0:
            _refuse(
                unit, f"it has not as many rounds of the {mount.id} as it is said to have fired", "tactical.2.3.4-rof"
            )


def _most_standing(fresh: Unit, field: str, part: str) -> int:
    """How much of something a unit can have lost. Raises UnknownName for what it does not have."""
    mounts = [mount.id for mount in fresh.card.weapons if mount.ammo is not None]
    if field == USED:
        known: tuple[str, ...] = (*mounts, *(CLIP + name for name in mounts))
    elif field == "tokens":
        known = (LIGHT, HEAVY, *(SPARE + name for name in mounts))
    else:
        known = harms_of(fresh)
    if part not in known:
        raise UnknownName(f"{STANDING_WORDS[field]} of the {fresh.card.name}", part, known)
    if field == "harm":
        return fresh.card.crew if part == COMPARTMENT else _most(fresh, part)[0]
    return 1 if part in (LIGHT, HEAVY) else MOST_ROUNDS


def _refuse_more(unit: Unit, name: str, said: Any, most: int) -> None:
    if isinstance(said, bool) or not isinstance(said, int) or not 0 <= said <= most:
        _refuse(unit, f"{name:.40} is a whole number from 0 to {most}, not {said!r:.60}", "tactical.4.2")
