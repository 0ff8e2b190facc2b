"""4.0 and 16.0: battles to choose from, their options, tables and forces, and the first state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from gearlock.kernel.bounds import MOST_FIELDED
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName, shortened
from gearlock.kernel.files import is_file_name
from gearlock.kernel.force import Roster
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import SAME, Scenario, Setup
from gearlock.kernel.typed import read_typed
from gearlock.mechanics.placing.zones import MARKED, kind_agreed, marked_for, marks_zones
from gearlock.mechanics.turns import SEATS
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots, battle_violations
from gearlock.muster.sides import read_side as roster_named
from gearlock.muster.typed import how_many, typed_entries
from gearlock.systems.blitz.chain_of_command import CGL, CO, SECOND, XO, rank_of
from gearlock.systems.blitz.conditions import CONDITIONS
from gearlock.systems.blitz.deployment.deploying import INSPECTION, is_inspected
from gearlock.systems.blitz.deployment.zones import FULL_BATTLES, UNDECLARED, WIDE, ZONES, has_room, is_works, sides_of
from gearlock.systems.blitz.dice_tests.tests import WEATHER
from gearlock.systems.blitz.forces.around_a_force import FORCE, RECRUITING, Fielded, field_force, ready_made, recruit
from gearlock.systems.blitz.forces.lists import HOMES, find_faction, gain_trait
from gearlock.systems.blitz.models import Model, ModelCard, WeaponRow, model_cards, ready, weapons_table
from gearlock.systems.blitz.objectives.objectives import METHODS, four_tokens
from gearlock.systems.blitz.objectives.winning import BATTLE, DECLARED, MEETING, METHOD, NUMBER, ROLL, objectives_for
from gearlock.systems.blitz.state import NO_GROUP, State, Unit
from gearlock.table.generate import generate
from gearlock.table.maps import ground_faults, load_map, read_map
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

# --- 3.0a and 7.0b: the table a battle is fought on, made from a seed, by hand, or by the player

DEPTH, WIDTH = 36 * INCH, 48 * INCH
RATINGS = ("", "light", "medium", "heavy")
"""How much cover terrain gives."""
ROUGH = (50, 60)
"""Hundredths of a table made by lot that are under terrain: half of it should be, and the rest be open."""
SMALL = 100
"""TV of a game for which a table of 36 by 48 in is enough."""


def map_names() -> tuple[str, ...]:
    """The hand-made maps that come with the game."""
    folder = files("gearlock.systems.blitz").joinpath("data", "maps")
    if not folder.is_dir():
        return ()
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


def hand_made(name: str) -> Ground:
    """One of the maps that come with the game."""
    file = files("gearlock.systems.blitz").joinpath("data", "maps", f"{name}.toml")
    return read_map(file.read_text(encoding="utf-8"), f"{name}.toml", RATINGS)


def map_faults(name: str) -> Iterable[str]:
    """What is wrong with the name of a map."""
    if name != "random" and name not in map_names() and not is_file_name(name):
        yield str(UnknownName("map", name, (*map_names(), "random")))


@rule("blitz.3.0c", "blitz.3.0a", "blitz.2.13-terrain")
@heeds("blitz.7.0b")
def ground_for(name: str, seed: int, size: int = SMALL) -> Ground:
    """The table by name: 36 by 48 in up to 100 TV, 48 by 48 in above, half of it rough if it is made by lot."""
    if name == "random":
        return generate(WIDTH, DEPTH if size <= SMALL else WIDTH, seed, covered=ROUGH)
    return load_map(Path(name), RATINGS) if is_file_name(name) else hand_made(name)


def refuse_cramped(name: str, state: State) -> None:
    """Raise BadFile for a table of somebody's own without room to deploy in every zone that a side may get."""
    if not is_file_name(name):
        return
    agreed = state.switches.get("zones", WIDE)
    sides = {side for kind in ZONES if agreed in (kind, ROLL) for side in sides_of(state.ground, kind)}
    held = {seat: {marked_for(seat)} if agreed == MARKED else sides for seat in SEATS}
    cramped = [seat for seat in SEATS if not all(has_room(state, seat, side) for side in sorted(held[seat]))]
    if cramped:
        said = "the deployment zone of {} has no room for its models"
        raise BadFile([Finding(name, 0, said.format(seat)) for seat in sorted(cramped)])


# --- Who is on a side: combat groups of posts, typed by hand or taken from a roster

MOST_MODELS = 60
TOLD = 8
"""Unknown names that are told one by one."""


class Post(msgspec.Struct, frozen=True):
    """A model in its place: its card, rank, unit of the combat group, unit availability, price and drones."""

    model: str
    rank: str = ""
    squad: str = "primary"
    ua: str = ""
    tv: int = 0
    drones: tuple[str, ...] = ()


Groups = tuple[tuple[Post, ...], ...]


def read_groups(text: str, seat: str, known: Mapping[str, ModelCard], wrong: list[str]) -> Groups:
    """The combat groups a side was typed as; where nobody leads the first does. All faults go to `wrong`."""
    faults: list[str] = []
    named = len(re.findall("[,+]", text)) + 1
    if named > MOST_MODELS:
        wrong.append(f"{seat} names {named} kinds of models; {MOST_MODELS} models are all that fit.")
        return ()
    groups = tuple(tuple(_read_entries(part, known, faults)) for part in text.split("+"))
    fielded = sum(len(group) for group in groups)
    if fielded > MOST_MODELS:
        faults.append(f"{seat} fields {fielded} models; {MOST_MODELS} are all that fit.")
    if not faults:
        groups = appointed(groups)
        faults += [f"{seat}: {fault}" for fault in command_faults(groups)]
    wrong += faults
    return groups


def _read_entries(text: str, known: Mapping[str, ModelCard], faults: list[str]) -> Iterable[Post]:
    """`hunter/2ic:recon-drone*3`: a model, perhaps a rank, its drones, perhaps how many."""
    posts: list[Post] = []
    unknown: set[str] = set()
    for entry, name, ranked, rank, drones, count in typed_entries(text):
        faults += drone_faults(name, drones, known)
        if name not in known and name not in unknown and len(unknown) < TOLD:
            unknown.add(name)
            faults.append(str(UnknownName("model", name, known)))
        if ranked and rank not in (CO, XO, CGL, SECOND):
            faults.append(str(UnknownName("rank", rank, (CO, XO, CGL, SECOND))))
        tv = known[name].tv if name in known else 0
        posts += [Post(name, rank, tv=tv, drones=tuple(drones))] * how_many(entry, count, MOST_MODELS, faults)
    return posts


@heeds("blitz.A.2.2-drones", "blitz.trait.dronebay")
def drone_faults(name: str, drones: list[str], known: Mapping[str, ModelCard]) -> Iterable[str]:
    """What is wrong with the drones of a model: each has room for one, or as many as its drone bay says."""
    for drone in drones:
        if drone not in known or known[drone].type != "Drone":
            yield str(UnknownName("drone", drone, [id for id, card in known.items() if card.type == "Drone"]))
    most = max(1, ready(known[name]).traits.get("Drone Bay", 0)) if name in known else len(drones)
    if len(drones) > most:
        yield f"'{name}' steers {most} drone{'s' * (most > 1)} at most, not {len(drones)}."


def appointed(groups: Groups) -> Groups:
    """Where nobody leads the first model does; the first group's leader is the Commanding Officer if nobody is."""
    named = any(post.rank == CO for group in groups for post in group)
    found: list[tuple[Post, ...]] = []
    for number, group in enumerate(groups):
        posts = list(group)
        lead = next((at for at, post in enumerate(posts) if post.rank in (CO, CGL)), None)
        if lead is None:
            lead = next((at for at, post in enumerate(posts) if not post.rank), None)
        if lead is not None and posts[lead].rank != CO:
            posts[lead] = msgspec.structs.replace(posts[lead], rank=CGL if named or number else CO)
        found.append(tuple(posts))
    return tuple(found)


def command_faults(groups: Groups) -> Iterable[str]:
    """What is wrong with a chain of command: one leader a group, one of them over all, one deputy for each."""
    for number, group in enumerate(groups, 1):
        ranks = [post.rank for post in group]
        leading = sum(rank in (CO, CGL) for rank in ranks)
        if leading != 1:
            yield f"combat group {number} has one leader; here {leading} could lead."
        if ranks.count(SECOND) > 1:
            yield f"combat group {number} has one {rank_of(SECOND).title} at most."
    everybody = [post.rank for group in groups for post in group]
    if everybody.count(CO) != 1:
        yield f"a force has one {rank_of(CO).title}."
    if everybody.count(XO) > 1:
        yield f"a force has one {rank_of(XO).title} at most."


# --- 5 and 16.0, step 1: the force a side brings: a roster, one's own or ready made, a draw, or models typed by hand

RANDOM: Final = "random"
TYPICAL: Final = 100
LARGEST: Final = 1_000


class Force(NamedTuple):
    """A side as it takes the field: combat groups, the cards of its models, and the line that announces it."""

    groups: Groups
    cards: Mapping[str, ModelCard] = MappingProxyType({})
    banner: str = ""


Side = Reading | Groups | str
"""A roster, models typed by hand, or the faction a force is drawn from."""


def side_text() -> str:
    """What an option for a side may be."""
    made = ", ".join(name for name in ready_made() if name.endswith("-100") and name.count("-") == 1)
    drawn = f"a faction to draw from ({', '.join(HOMES)}), or {RANDOM} (default)"
    typed = "models by id with commas, + between combat groups"
    return f"a ready-made roster ({made} and others), a roster file of your own (.txt or .json), {typed}, {drawn}"


def muster_all(seed: int, options: Mapping[str, str], wrong: list[str]) -> tuple[int, dict[str, Force]]:
    """The size of the game, and the force of each side; everything that is wrong goes to `wrong`."""
    unchecked, mirrored = options.get("unchecked", "no"), options.get("blue") == SAME
    if unchecked not in ("yes", "no"):
        wrong.append(f"'unchecked={shortened(unchecked)}': yes or no.")
    sides: dict[str, Side] = {}
    for seat in ("red",) if mirrored else ("red", "blue"):
        try:
            sides[seat] = _read_side(options.get(seat, RANDOM), seat)
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    size = _size(options.get("size", ""), max(map(_size_of, sides.values()), default=0), wrong)
    forces: dict[str, Force] = {}
    for seat, side in sides.items():
        try:
            forces[seat] = _muster(side, seat, size, seed, unchecked == "yes")
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    if mirrored and "red" in forces:
        forces["blue"] = forces["red"]
    return size, forces


def _read_side(text: str, seat: str) -> Side:
    roster = roster_named(text, ready_made())
    if roster is not None:
        return roster
    faction = find_faction(text)
    if text == RANDOM or faction in HOMES:
        return faction if faction in HOMES else ""
    if "," in text or "+" in text or "*" in text or text in model_cards():
        wrong: list[str] = []
        groups = read_groups(text, seat, model_cards(), wrong)
        if wrong:
            raise BadInput("\n".join(wrong))
        return groups
    raise UnknownName("roster, faction or model", text, (*ready_made(), *HOMES, RANDOM))


def _size_of(side: Side) -> int:
    """The TV a roster was written for, or typed models cost; 0 if neither says."""
    if isinstance(side, Reading):
        said = side.roster.says("size") or ""
        return int(said) if said.isdecimal() and len(said) < 5 else 0
    return 0 if isinstance(side, str) else sum(post.tv for group in side for post in group)


def _size(text: str, written: int, wrong: list[str]) -> int:
    size = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    size = size if text else written or TYPICAL
    if not 1 <= size <= LARGEST:
        wrong.append(f"'size={shortened(text) or size}': a battle is fought with 1 to {LARGEST} TV a side.")
        return TYPICAL
    return size


def _muster(side: Side, seat: str, size: int, seed: int, unchecked: bool) -> Force:
    """The force of a side for a game of this size. Raises BadInput with every violation, unless told not to check."""
    if isinstance(side, Reading):
        violations = battle_violations(side, FORCE, size)
        if violations and not unchecked:
            raise BadInput("\n".join(violation.text(side.file) for violation in violations))
        return _fielded(side.roster, len(violations), side.file)
    if not isinstance(side, str):
        return Force(side)
    lots = Lots(seed, seat)
    faction = side or lots.choice(HOMES)
    return _fielded(recruit(faction, size, lots.choice(tuple(RECRUITING)), lots), 0, faction)


def _fielded(roster: Roster, violations: int, file: str) -> Force:
    """Every model in its place."""
    models = field_force(roster)
    if not models:
        raise BadInput(f"{file}: nobody takes the field.")
    if len(models) > MOST_FIELDED:
        raise BadInput(f"{file}: {len(models)} models would take the field; {MOST_FIELDED} is the most.")
    groups: dict[int, list[Post]] = {}
    cards: dict[str, ModelCard] = {}
    for one in models:
        card = _card(one)
        cards[card.id] = card
        drones = tuple(drone.id for drone in one.drones)
        groups.setdefault(one.group, []).append(Post(card.id, one.rank, one.squad, one.ua, one.tv, drones))
    legal = f", NOT LEGAL: {violations} violation{'s' * (violations > 1)}" if violations else ""
    name, faction = roster.says("name") or "a nameless force", roster.says("faction") or "no faction"
    banner = f"{name[:60]} ({faction[:60]}), {sum(one.tv for one in models)} TV{legal}"
    return Force(tuple(map(tuple, groups.values())), cards, banner)


def _card(one: Fielded) -> ModelCard:
    """The card with the command points its list gives this commander beyond those of its rank."""
    if not one.points:
        return one.card
    card = gain_trait(one.card, f"Command Points:{one.points}")
    return msgspec.structs.replace(card, id=f"{card.id}+points-{one.points}")


# --- 4.0a and 16.0: scenarios of the book: the meeting engagement, and battles that are generated or agreed on

STANDARD: Final = 6
MOST_ROUNDS: Final = 10
"""How long a battle goes on at most whose last round nobody declares."""
_SIDES = {
    "size": "how many TV the game allows a side (default that of the rosters, else 100)",
    "red": side_text(),
    "blue": f"the same for blue, or {SAME}: red's force again",
    "unchecked": "yes fields rosters of your own that break rules, and marks them",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
}
_BATTLE = {
    **_SIDES,
    "zones": f"{', '.join(ZONES)}, or {ROLL} (default; {MARKED} where a map of your own marks them)",
    "rounds": f"how many rounds, {ROLL} for 5 to 7 (default), or {DECLARED}: from round 4 on initiative decides",
    "condition": f"{', '.join(CONDITIONS)}, or {ROLL} (default)",
    "objectives": "mirrored: both roll the same; individual: each rolls; secret: each chooses and tells nobody",
    "number": "how many objectives each side has: 1 to 3 (default one up to 50 TV, two up to 100, else three)",
}
_CHOICES = {
    "unchecked": ("no", "yes"),
    "zones": (ROLL, *ZONES),
    "rounds": (ROLL, "5", "6", "7", DECLARED),
    "condition": (ROLL, *CONDITIONS),
    "objectives": METHODS,
}


def full_battles(maps: tuple[str, ...]) -> dict[str, Scenario]:
    """The scenarios of the book with their options explained."""
    meeting = Scenario(
        MEETING, "Meeting engagement", "Two forces, four tokens between them, reserves of every kind.", _SIDES,
        "Hold three of four tokens in a Cleanup phase from round 2 on; after round 6 most tokens win, then most "
        "actions left on the table.", long=True, choices={"unchecked": ("no", "yes"), "map": maps}, forces=True,
    )  # fmt: skip
    battle = Scenario(
        BATTLE, "Battle", "A scenario rolled or agreed on: zones, rounds, conditions, and objectives, open or secret.",
        _BATTLE, "Score more victory points than the enemy: one for each objective, two for the primary one, and one "
        "for Casualties, which also breaks ties.", long=True, choices={**_CHOICES, "map": maps}, forces=True,
    )  # fmt: skip
    return {MEETING: meeting, BATTLE: battle}


class Plan(NamedTuple):
    """A battle before it begins."""

    ground: Ground
    forces: dict[str, Groups]
    rounds: int
    cards: dict[str, ModelCard]
    switches: dict[str, str]
    banners: dict[str, str]


@heeds("blitz.16.0", "blitz.4.0a", "blitz.3.0a", "blitz.3.0c")
def plan_battle(scenario: str, seed: int, options: Mapping[str, str], known: Mapping[str, str]) -> Plan:
    """Everything two players agree on before a battle; all that is wrong is said at once."""
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    name = options.get("map", RANDOM)
    wrong += map_faults(name)
    size, forces = muster_all(seed, options, wrong)
    switches = {} if scenario == MEETING else _switches(options, size, wrong)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed, size)
    switches |= _agreed_zones(ground, scenario, options)
    if scenario == BATTLE and min(ground.width, ground.height) < DEPTH:
        raise BadInput("A battle needs a table of at least 36 by 36 in: markers lie more than 12 in from every edge.")
    rounds = {ROLL: STANDARD, DECLARED: MOST_ROUNDS}.get(switches.get("rounds", ROLL))
    return Plan(
        ground,
        {seat: force.groups for seat, force in forces.items()},
        int(switches["rounds"]) if rounds is None else rounds,
        {name: card for force in forces.values() for name, card in force.cards.items()},
        switches,
        {seat: force.banner for seat, force in forces.items() if force.banner},
    )


def _agreed_zones(ground: Ground, scenario: str, options: Mapping[str, str]) -> dict[str, str]:
    """The zones of the battle, where the map has a say in them."""
    kind = kind_agreed(ground, options.get("zones", ""), ROLL if scenario == BATTLE else "")
    return {"zones": kind} if kind else {}


def _switches(options: Mapping[str, str], size: int, wrong: list[str]) -> dict[str, str]:
    """What is agreed on, and what is left to dice."""
    zones, condition = options.get("zones", ROLL), options.get("condition", ROLL)
    method, rounds = options.get("objectives", METHODS[0]), options.get("rounds", ROLL)
    number = options.get("number", str(objectives_for(size)))
    for what, value, allowed in (
        ("kind of deployment zone", zones, (ROLL, MARKED, *ZONES)),
        ("condition", condition, (ROLL, *CONDITIONS)),
        ("way to choose objectives", method, METHODS),
    ):
        if value not in allowed:
            wrong.append(str(UnknownName(what, value, allowed)))
    if rounds not in (ROLL, DECLARED) and not (re.fullmatch(r"[0-9]{1,2}", rounds) and int(rounds)):
        wrong.append(f"'rounds={shortened(rounds)}': a number from 1 to 99, {ROLL} or {DECLARED}.")
    if number not in ("1", "2", "3"):
        wrong.append(f"'number={shortened(number)}': each side has 1, 2 or 3 objectives.")
    return {"zones": zones, WEATHER: condition, "rounds": rounds, METHOD: method, NUMBER: number}


# --- 4.0 and the program's own: scenarios, their options, and the first state of a battle

ROUNDS = 6
_OPTIONS = {
    "models": "the models of both sides by id, with commas; hunter*3 is three, hunter/2ic has a rank",
    "red": "the models of red alone; + begins another combat group",
    "blue": "the models of blue alone",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
    "rounds": f"how many rounds at most (default {ROUNDS})",
}
_GOAL = "Destroy every enemy model; if the rounds run out first, the side with more hull and structure left wins."


class Lesson(msgspec.Struct, frozen=True):
    """A scenario of models typed by hand."""

    scenario: Scenario
    stock: str


_LESSONS = {
    lesson.scenario.id: lesson
    for lesson in (
        Lesson(Scenario("duel", "Duel", "One Gear a side.", _OPTIONS, _GOAL, open=True), "hunter"),
        Lesson(
            Scenario("skirmish", "Skirmish", "A combat group of four Gears a side.", _OPTIONS, _GOAL, open=True),
            "hunter*3,hunter-gunner",
        ),
    )
}


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The battles one can choose."""
    maps = ("random", *map_names())
    lessons = {name: msgspec.structs.replace(one.scenario, choices={"map": maps}) for name, one in _LESSONS.items()}
    return {**lessons, **full_battles(maps)}


def prepare(scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """Lay out a scenario with its options; everything wrong with them is said at once."""
    if scenario not in scenarios():
        raise UnknownName("scenario", scenario, scenarios())
    if scenario in FULL_BATTLES:
        plan = plan_battle(scenario, seed, options, scenarios()[scenario].options)
        return _with_room(setup_for(scenario, seed, dict(options), *plan))
    known, stock = scenarios()[scenario].options, _LESSONS[scenario].stock
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    cards = model_cards()
    forces = {seat: read_groups(options.get(seat, options.get("models", stock)), seat, cards, wrong) for seat in SEATS}
    rounds = _rounds(options.get("rounds", str(ROUNDS)), wrong)
    name = options.get("map", "random")
    wrong += map_faults(name)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed)
    switches = {"zones": MARKED} if marks_zones(ground) else {}
    return _with_room(setup_for(scenario, seed, dict(options), ground, forces, rounds, switches=switches))


def _with_room(setup: Setup) -> Setup:
    refuse_cramped(setup.options.get("map", "random"), begin(setup))
    return setup


def _rounds(text: str, wrong: list[str]) -> int:
    if re.fullmatch(r"[0-9]{1,2}", text) and int(text):
        return int(text)
    wrong.append(f"'rounds={shortened(text)}': a number from 1 to 99.")
    return ROUNDS


def setup_for(
    scenario: str,
    seed: int,
    options: dict[str, str],
    ground: Ground,
    forces: Mapping[str, Groups],
    rounds: int,
    own: Mapping[str, ModelCard] | None = None,
    switches: Mapping[str, str] | None = None,
    banners: Mapping[str, str] | None = None,
) -> Setup:
    """A set-up in full: the map, the stat lines and weapon rows in use, and who is on which side in which group."""
    posts = [post for groups in forces.values() for group in groups for post in group]
    known = {**model_cards(), **(own or {})}
    names = {name for post in posts for name in (post.model, *known[post.model].parts, *post.drones)}
    cards = {name: known[name] for name in sorted(names)}
    codes = {weapon.row.code for card in cards.values() for weapon in ready(card).weapons.values()}
    data: dict[str, Any] = {
        "map": msgspec.to_builtins(ground),
        "models": {name: msgspec.to_builtins(card) for name, card in cards.items()},
        "weapons": {code: msgspec.to_builtins(weapons_table()[code]) for code in sorted(codes)},
        "forces": {seat: msgspec.to_builtins(groups) for seat, groups in forces.items()},
        "rounds": rounds,
        "switches": dict(switches or {}),
        "banners": dict(banners or {}),
    }
    return Setup(scenario, seed, options, data)


class _Data(msgspec.Struct, frozen=True):
    map: Ground
    models: dict[str, ModelCard]
    weapons: dict[str, WeaponRow]
    forces: dict[str, Groups]
    rounds: int = ROUNDS
    switches: dict[str, str] = {}
    banners: dict[str, str] = {}
    position: LaidOut | None = None


@lru_cache(maxsize=8)
def _lines(encoded: bytes) -> tuple[_Data, dict[str, Model]]:
    """The unchanging parts of a set-up, kept so that states decoded from it share them."""
    data = read_typed(encoded, _Data)
    faults = [f"The map of this battle cannot be played on: {fault}." for fault in ground_faults(data.map)]
    if faults:
        raise BadInput("\n".join(faults))
    return data, {name: ready(card, data.weapons) for name, card in data.models.items()}


def shared_parts(setup: Setup) -> tuple[Ground, dict[str, Model]]:
    """The ground and the stat lines of a set-up."""
    data, models = _lines(msgspec.json.encode(setup.data, order="sorted"))
    return data.map, models


@heeds("blitz.18.6", "blitz.18.4", "blitz.18.3", "blitz.A.2.2-drones")
def _posted(seat: str, number: int, group: int, post: Post, models: Mapping[str, Model]) -> Iterator[Unit]:
    """The models of a post: itself or its components, the core first, and its drones. Works belong to no group."""
    name = f"{seat}-{number}"
    parts = models[post.model].card.parts or (post.model,)
    for at, card in enumerate((*parts, *post.drones)):
        line = models[card]
        own = name if not at else f"{name}-{at}"
        unit = Unit(own, seat, f"{seat.title()} {line.name} {own.partition('-')[2]}", line, "", group, post.squad)
        unit.rank, unit.tv, unit.ua = (post.rank, post.tv, post.ua) if not at else ("", 0, post.ua)
        unit.parent = name if at else ""
        unit.group = NO_GROUP if line.type == "Fortification" else group
        unit.hull, unit.structure, unit.gait = line.hull, line.structure, line.gait
        yield unit


@heeds("blitz.18.6", "blitz.trait.attached")
def _bind_parts(units: Mapping[str, Unit]) -> None:
    """Parts of a great vehicle that were fielded one by one: each belongs to the core that came before it."""
    core: Unit | None = None
    for unit in units.values():
        if not unit.line.attached or unit.parent:
            core = core if unit.parent else unit
        elif core is not None and core.seat == unit.seat and core.line.id.startswith(unit.line.attached):
            unit.parent = core.id


@heeds("blitz.3.0b")
def begin(setup: Setup) -> State:
    """The first state: everybody waits to be deployed. Or the position that somebody laid out by hand."""
    data, models = _lines(msgspec.json.encode(setup.data, order="sorted"))
    units: dict[str, Unit] = {}
    for seat in SEATS:
        posts = [(number, post) for number, group in enumerate(data.forces[seat], 1) for post in group]
        for number, (group, post) in enumerate(posts, 1):
            for unit in _posted(seat, number, group, post, models):
                if setup.scenario in FULL_BATTLES and group != NO_GROUP and not is_works(unit):
                    unit.arrival = UNDECLARED
                units[unit.id] = unit
    _bind_parts(units)
    state = State(data.map, units, setup.scenario, data.rounds, phase="sides", zones={}, banners=data.banners)
    state.switches = dict(data.switches)
    if setup.scenario == BATTLE:
        state.phase = "scenario"
    elif setup.scenario == MEETING:
        state.markers = {name: (x, y) for name, x, y in four_tokens(data.map)}
    if any(map(is_inspected, units.values())):
        state.phase = INSPECTION
    if data.position is not None:
        take_up(state, data.position)
    return state
