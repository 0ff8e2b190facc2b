"""Battles to choose from, their options, tables and forces, and the first state."""

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
from gearlock.mechanics.placing.zones import MARKED, kind_agreed, marked_for, marked_zones, marks_zones
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots, battle_violations
from gearlock.muster.sides import read_side as roster_named
from gearlock.muster.typed import how_many, typed_entries
from gearlock.systems.fieldmanual.army.around_a_force import FORCE, HOMES, field_force, ready_made, recruit
from gearlock.systems.fieldmanual.army.building import is_proposed
from gearlock.systems.fieldmanual.command_points.tests import fill_pool, starting_points
from gearlock.systems.fieldmanual.datacards import Card, all_cards
from gearlock.systems.fieldmanual.deployment import EDGE, KINDS, has_room, sides_of
from gearlock.systems.fieldmanual.drones import ON_CARDS, raise_drones
from gearlock.systems.fieldmanual.missions.objectives import MISSIONS, rounds_for
from gearlock.systems.fieldmanual.missions.scenario import ROLL
from gearlock.systems.fieldmanual.state import COMMANDER, LEADER, NO_GROUP, SEATS, State, Unit, opponent
from gearlock.systems.fieldmanual.support.artillery import GUNS, guns_card
from gearlock.systems.fieldmanual.support.points import AA_DRONE, AIRSTRIKES, ASSETS
from gearlock.systems.fieldmanual.table_effects import NAMES
from gearlock.table.generate import generate
from gearlock.table.maps import ground_faults, load_map, read_map
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

# --- The table a battle is fought on: made from a seed, by hand, or by the player

RANDOM = "random"
RATINGS = ("", "light", "medium", "heavy", "solid")
"""How thoroughly terrain hides: the types of Concealment, and Solid."""
SMALL, LARGE = (48 * INCH, 36 * INCH), (72 * INCH, 48 * INCH)
SKIRMISH_TV = 600
"""Up to so many TV a side the smaller table is used."""
MAPS = files("gearlock.systems.fieldmanual").joinpath("data", "maps")


def map_names() -> tuple[str, ...]:
    """The maps that come with the book."""
    found = MAPS.iterdir() if MAPS.is_dir() else ()
    return tuple(sorted(file.name.removesuffix(".toml") for file in found if file.name.endswith(".toml")))


def hand_made(name: str) -> Ground:
    """A map that comes with the book."""
    text = MAPS.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return read_map(text, f"{name}.toml", RATINGS)


def map_faults(name: str) -> Iterable[str]:
    """What is wrong with the name of a map."""
    if name not in (RANDOM, *map_names()) and not is_file_name(name):
        yield str(UnknownName("map", name, (*map_names(), RANDOM)))


@rule("fieldmanual.table-size", "fieldmanual.scale")
def ground_for(name: str, seed: int, tv: int = 0) -> Ground:
    """The table by name; one that is made has terrain on about half of it: 48 by 36 in, or 72 by 48 in."""
    if name == RANDOM:
        return generate(*(SMALL if tv <= SKIRMISH_TV else LARGE), seed)
    return load_map(Path(name), RATINGS) if is_file_name(name) else hand_made(name)


def refuse_cramped(name: str, state: State) -> None:
    """Raise BadFile for a table of somebody's own without room to deploy in every zone that a side may get."""
    if not is_file_name(name):
        return
    agreed = state.switches.get("zones", "")
    zones = {(kind, side) for kind in KINDS if agreed in (kind, ROLL) for side in sides_of(state.ground, kind)}
    zones |= {(EDGE, side) for side in state.zones.values() if not agreed}
    held = {seat: {(MARKED, marked_for(seat))} if agreed == MARKED else zones for seat in SEATS}
    cramped = [seat for seat in SEATS if not all(has_room(state, seat, *zone) for zone in sorted(held[seat]))]
    if cramped:
        said = "the deployment zone of {} has no room for its models"
        raise BadFile([Finding(name, 0, said.format(seat)) for seat in sorted(cramped)])


# --- Who is on a side: Combat Groups of posts, typed by hand or taken from a roster

MOST_MODELS = 60
TOLD = 8
"""Unknown names that are told one by one."""


class Post(msgspec.Struct, frozen=True):
    """A model in its place: its card, whether it leads, what it cost, and how it comes to the table."""

    card: str
    rank: str = ""
    tv: int = 0
    arrival: str = ""


Groups = tuple[tuple[Post, ...], ...]


def read_groups(text: str, seat: str, known: Mapping[str, Card], wrong: list[str]) -> Groups:
    """The Combat Groups a side was typed as, with + between groups. All faults go to `wrong`."""
    kinds = len(re.findall("[,+]", text)) + 1
    if kinds > MOST_MODELS:
        wrong.append(f"{seat} names {kinds} kinds of models; {MOST_MODELS} models fit on a side.")
        return ()
    faults: list[str] = []
    groups = tuple(tuple(_posts(part, known, faults)) for part in text.split("+"))
    count = sum(map(len, groups))
    if count > MOST_MODELS:
        faults.append(f"{seat} fields {count} models; {MOST_MODELS} fit on a side.")
    if not faults:
        groups = appointed(groups, known)
    wrong += faults
    return groups


def _posts(text: str, known: Mapping[str, Card], faults: list[str]) -> Iterator[Post]:
    """`command-jager/leader*2`: a model, perhaps its rank, perhaps how many."""
    strangers: set[str] = set()
    for entry, name, ranked, rank, _drones, count in typed_entries(text):
        card = known.get(name)
        if card is None and name not in strangers and len(strangers) < TOLD:
            strangers.add(name)
            faults.append(str(UnknownName("model", name, known)))
        if ranked and rank not in (COMMANDER, LEADER):
            faults.append(str(UnknownName("rank", rank, (COMMANDER, LEADER))))
        post = Post(name, rank, 0 if card is None else card.tv)
        for _ in range(how_many(entry, count, MOST_MODELS, faults)):
            yield post


def appointed(groups: Groups, known: Mapping[str, Card]) -> Groups:
    """Where nobody was named, who has the highest Leadership leads its group; the best of them is Army Commander."""
    found = [list(group) for group in groups]
    for posts in found:
        if posts and not any(post.rank for post in posts):
            best = max(range(len(posts)), key=lambda at: (known[posts[at].card].skills.leadership, -at))
            posts[best] = msgspec.structs.replace(posts[best], rank=LEADER)
    leads = [(at, number) for at, posts in enumerate(found) for number, post in enumerate(posts) if post.rank]
    if leads and not any(found[at][number].rank == COMMANDER for at, number in leads):
        at, number = max(leads, key=lambda one: (known[found[one[0]][one[1]].card].skills.leadership, -one[0]))
        found[at][number] = msgspec.structs.replace(found[at][number], rank=COMMANDER)
    return tuple(tuple(posts) for posts in found)


# --- Preparation: the optional rules that both players agreed to use

OPTIONAL: Final = {
    "small": "games of one or two groups a side: each is split into two Sub-squads, activated one by one",
    "outnumbered": "a side with a third of the opponent's groups or fewer may split its own at the start of a round",
    "humanoid combat": "models with Arms may block a weapon of an enemy in contact",
    "knockdown": "walkers that are stunned twice fall down",
    "ejection": "the crew of a dead model gets out on a 6",
    "fast and friendly": "turns need not be spaced exactly",
    "metric": "lengths are told in whole centimetres, 2.5 to the inch and rounded up",
    "true terrain": "areas hide as far as what stands in them reaches, not all across",
}
"""The switches a battle may be played with, in words."""
SMALL_OPTIONAL, OUTNUMBERED, SUB_SQUADS = "small", "outnumbered", "sub-squads"
"""Two ways to come to Sub-squads, and the switch that they share."""
OPTION_TEXT: Final = f"optional rules with commas between: {', '.join(OPTIONAL)} (default none)"


@rule("fieldmanual.before-the-game")
def read_optional(text: str, wrong: list[str]) -> dict[str, str]:
    """The optional rules that are named, as switches; none is in use that nobody named."""
    found: dict[str, str] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        if word not in OPTIONAL:
            wrong.append(str(UnknownName("optional rule", word, OPTIONAL)))
        elif word == "true terrain":
            found["representational cover"] = "no"
        elif word in (SMALL_OPTIONAL, OUTNUMBERED):
            found[SUB_SQUADS] = "yes" if SUB_SQUADS in found else word
        else:
            found[word] = "yes"
    return found


# --- Step 1: the force a side brings to a battle: a roster, one's own or ready made, a draw, or models typed by hand

RANDOM_SIDES: Final = "random"
TYPICAL: Final = 600
LARGEST: Final = 10_000
USUAL_LEVEL: Final = 2
DRAWS: Final = 60
"""Forces that are drawn until one has the Priority Level that is wanted."""


class Force(NamedTuple):
    """A side as it takes the field: Combat Groups, the cards of its models, its level, and the line announcing it."""

    groups: Groups
    cards: Mapping[str, Card] = MappingProxyType({})
    banner: str = ""
    level: int = 0
    """Its Priority Level; 0 for models typed by hand."""


Side = Reading | Groups | str
"""A roster, models typed by hand, or the faction a force is drawn from."""


def side_text() -> str:
    """What an option for a side may be."""
    made = ", ".join(ready_made())
    drawn = f"a faction to draw from ({', '.join(HOMES)}), or {RANDOM_SIDES} (default)"
    typed = "models by id with commas, + between Combat Groups"
    return f"a ready-made roster ({made}), a roster file of your own (.txt or .json), {typed}, {drawn}"


@heeds("fieldmanual.step1-army", "fieldmanual.priority-level")
def muster_all(
    seed: int, options: Mapping[str, str], levels: Mapping[str, int], wrong: list[str]
) -> tuple[int, dict[str, Force]]:
    """The limit of Threat Value, and the force of each side; everything that is wrong goes to `wrong`."""
    unchecked, mirrored = options.get("unchecked", "no"), options.get("blue") == SAME
    if unchecked not in ("yes", "no"):
        wrong.append(f"'unchecked={shortened(unchecked)}': yes or no.")
    sides: dict[str, Side] = {}
    for seat in SEATS[:1] if mirrored else SEATS:
        try:
            sides[seat] = _read_side(options.get(seat, RANDOM_SIDES), seat)
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    written = max(map(_size_of, sides.values()), default=0)
    least = TYPICAL if any(isinstance(side, str) for side in sides.values()) else 0
    limit = _limit(options.get("size", ""), max(written, least), wrong)
    forces: dict[str, Force] = {}
    for seat, side in sides.items():
        try:
            forces[seat] = _muster(side, seat, limit, seed, levels.get(seat, 0), unchecked == "yes")
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    if mirrored and "red" in forces:
        forces["blue"] = forces["red"]
    return limit, forces


def _read_side(text: str, seat: str) -> Side:
    roster = roster_named(text, ready_made())
    if roster is not None:
        return roster
    faction = next((home for home in HOMES if home.lower() == text.lower()), "")
    if text == RANDOM_SIDES or faction:
        return faction
    if "," in text or "+" in text or "*" in text or text.partition("/")[0] in all_cards():
        wrong: list[str] = []
        groups = read_groups(text, seat, all_cards(), wrong)
        if wrong:
            raise BadInput("\n".join(wrong))
        return groups
    raise UnknownName("roster, faction or model", text, (*ready_made(), *HOMES, RANDOM_SIDES))


def _size_of(side: Side) -> int:
    """The TV a roster was written for, or typed models cost; 0 if neither says."""
    if isinstance(side, Reading):
        said = side.roster.says("size") or ""
        return int(said) if said.isdecimal() and len(said) < 6 else 0
    return 0 if isinstance(side, str) else sum(post.tv for group in side for post in group)


def _limit(text: str, written: int, wrong: list[str]) -> int:
    limit = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    limit = limit if text else written or TYPICAL
    if not 1 <= limit <= LARGEST:
        wrong.append(f"'size={shortened(text) or limit}': a battle is fought with 1 to {LARGEST} TV a side.")
        return TYPICAL
    return limit


def _muster(side: Side, seat: str, limit: int, seed: int, level: int, unchecked: bool) -> Force:
    """The force of a side for a game of this size. Raises BadInput with every violation, unless told not to check."""
    if isinstance(side, Reading):
        violations = battle_violations(side, FORCE, limit)
        if violations and not unchecked:
            raise BadInput("\n".join(violation.text(side.file) for violation in violations))
        force = _fielded(side.roster, len(violations), side.file)
        if level and force.level != level and not unchecked:
            remedy = f"Leave 'level' out, or choose {force.level}."
            raise BadInput(f"{side.file} has Priority Level {force.level}, the battle {level}. {remedy}")
        return force
    if not isinstance(side, str):
        cost = sum(post.tv for group in side for post in group)
        if cost > limit and not unchecked:
            raise BadInput(f"these models cost {cost} TV, more than the limit of {limit}")
        return Force(side)
    return _drawn(side, limit, level, Lots(seed, seat))


def _drawn(faction: str, limit: int, level: int, lots: Lots) -> Force:
    """A legal force by lot, of the Priority Level that is wanted; with proposed cards only where it needs them."""
    styles = ("line", "proposed") if level in (0, 1, 2) else ("special",)
    home = faction or lots.choice(HOMES)
    for style in styles:
        for _ in range(DRAWS):
            try:
                force = _fielded(recruit(home, limit, style, lots), 0, home)
            except BadInput:
                break
            if level in (0, force.level):
                return force
    wanted = f" of Priority Level {level}" if level else ""
    raise BadInput(f"no force of {home}{wanted} fits into {limit} TV; raise the limit or name a force")


def _fielded(roster: Roster, violations: int, file: str) -> Force:
    """Every model in its place."""
    found = field_force(roster)
    if not found.models:
        raise BadInput(f"{file}: nobody takes the field.")
    if len(found.models) > MOST_FIELDED:
        raise BadInput(f"{file}: {len(found.models)} models would take the field; {MOST_FIELDED} is the most.")
    groups: dict[int, list[Post]] = {}
    for one in found.models:
        groups.setdefault(one.group, []).append(Post(one.card.id, one.rank, one.tv))
    legal = f", NOT LEGAL: {violations} violation{'s' * (violations > 1)}" if violations else ""
    cards = {one.card.id: one.card for one in found.models}
    return Force(tuple(map(tuple, groups.values())), cards, f"{found.banner}{legal}", found.level)


# --- Scenarios of the book: the Straight Up Brawl, and battles that the scenario generator makes or players agree on

BRAWL, BATTLE = "brawl", "battle"
BRAWL_ROUNDS: Final = 5
BRAWL_LEVEL: Final = 2
BRAWL_LEAST, BRAWL_MOST = 500, 1000
LEVELS: Final = ("1", "2", "3", "4")
NONE: Final = "none"
SUPPORT_CARDS: Final = (*AIRSTRIKES, *ASSETS, AA_DRONE, GUNS)
"""Cards that come to a battle by Support Points."""
_SIDES = {
    "size": "how many TV a side may field (default that of the rosters, else 600)",
    "red": side_text(),
    "blue": f"the same for blue, or {SAME}: red's force again",
    "unchecked": "yes fields rosters of your own that break rules, and marks them",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
    "optional": OPTION_TEXT,
}
_BATTLE = {
    **_SIDES,
    "level": "the Priority Level of both sides, 1 to 4 (default that of the rosters, else 2)",
    "red-level": "the Priority Level of red alone",
    "blue-level": "the Priority Level of blue alone",
    "zones": f"{', '.join(kind for kind in KINDS if kind != EDGE)}, or {ROLL} (default; {MARKED} where a map has them)",
    "effects": f"table effects and events with spaces between ({', '.join(NAMES)}), {NONE}, or {ROLL} (default)",
    "red-mission": f"{', '.join(MISSIONS)}, or {ROLL} (default)",
    "blue-mission": f"{', '.join(MISSIONS)}, or {ROLL} (default)",
    "rounds": "how many rounds (default 4, and one for every full 1000 TV)",
}


class Plan(NamedTuple):
    """Everything two players agree on before a battle."""

    ground: Ground
    forces: dict[str, Groups]
    rounds: int
    cards: dict[str, Card]
    switches: dict[str, str]
    banners: dict[str, str]
    also: tuple[str, ...] = ()
    """Further cards that may come to the battle."""


def full_battles(maps: tuple[str, ...]) -> dict[str, Scenario]:
    """The scenarios of the book with their options explained."""
    brawl = Scenario(
        BRAWL, "Straight Up Brawl", "Two forces across the table from each other, for five rounds.", _SIDES,
        "After five rounds the side with fewer models crippled or destroyed wins; or leave the enemy nothing.",
        choices={"map": maps, "unchecked": ("no", "yes")}, forces=True, open=True, long=True,
    )  # fmt: skip
    battle = Scenario(
        BATTLE, "Battle", "The scenario generator: table effects, zones, missions with objectives, support points.",
        _BATTLE, "The larger share of one's own objectives wins; a tie goes to the lower Priority Level.",
        choices={
            "map": maps, "unchecked": ("no", "yes"), "level": LEVELS, "red-level": LEVELS, "blue-level": LEVELS,
            "zones": (ROLL, *(kind for kind in KINDS if kind != EDGE)), "effects": (ROLL, NONE, *NAMES),
            "red-mission": (ROLL, *MISSIONS), "blue-mission": (ROLL, *MISSIONS),
        },
        forces=True, long=True,
    )  # fmt: skip
    return {BRAWL: brawl, BATTLE: battle}


@heeds("fieldmanual.straight-up-brawl", "fieldmanual.scenario-generator", "fieldmanual.before-the-game")
def plan_battle(scenario: str, seed: int, options: Mapping[str, str], known: Mapping[str, str]) -> Plan:
    """Everything two players agree on before a battle; all that is wrong is said at once."""
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    name = options.get("map", RANDOM_SIDES)
    wrong += map_faults(name)
    wanted = {seat: _level(scenario, options, seat, wrong) for seat in SEATS}
    limit, forces = muster_all(seed, options, wanted, wrong)
    if scenario == BRAWL and not BRAWL_LEAST <= limit <= BRAWL_MOST:
        wrong.append(f"A Straight Up Brawl is fought with {BRAWL_LEAST} to {BRAWL_MOST} TV a side, not with {limit}.")
    levels = {seat: wanted[seat] or (forces[seat].level if seat in forces else 0) or USUAL_LEVEL for seat in SEATS}
    switches = {"limit": str(limit), **{f"PL:{seat}": str(level) for seat, level in levels.items()}}
    switches |= {"zones": EDGE, "begins": "sides"} if scenario == BRAWL else _switches(options, wrong)
    switches |= read_optional(options.get("optional", ""), wrong)
    rounds = BRAWL_ROUNDS if scenario == BRAWL else _rounds(options, limit, wrong)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed, limit)
    switches["zones"] = kind_agreed(ground, options.get("zones", ""), switches["zones"])
    return Plan(
        ground,
        {seat: force.groups for seat, force in forces.items()},
        rounds,
        {name: card for force in forces.values() for name, card in force.cards.items()},
        switches,
        {seat: force.banner for seat, force in forces.items() if force.banner},
        () if scenario == BRAWL else SUPPORT_CARDS,
    )


def _level(scenario: str, options: Mapping[str, str], seat: str, wrong: list[str]) -> int:
    """The Priority Level that is asked for; 0 where it is left to the force."""
    if scenario == BRAWL:
        return BRAWL_LEVEL
    text = options.get(f"{seat}-level", options.get("level", ""))
    if text and text not in LEVELS:
        wrong.append(f"'{shortened(text)}' is no Priority Level: there are {', '.join(LEVELS)}.")
        return 0
    return int(text or 0)


def _rounds(options: Mapping[str, str], limit: int, wrong: list[str]) -> int:
    text = options.get("rounds", "")
    if text and not (re.fullmatch(r"[0-9]{1,2}", text) and int(text)):
        wrong.append(f"'rounds={shortened(text)}' is no number of rounds: say 1 to 99.")
        return BRAWL_ROUNDS
    return int(text) if text else rounds_for(limit)


def _switches(options: Mapping[str, str], wrong: list[str]) -> dict[str, str]:
    """What is agreed on, and what is left to dice."""
    zones, effects = options.get("zones", ROLL), options.get("effects", ROLL)
    if zones not in (ROLL, MARKED, *KINDS[1:]):
        wrong.append(str(UnknownName("kind of deployment zone", zones, (ROLL, *KINDS[1:]))))
    words = [] if effects == NONE else effects.split()
    for word in words:
        if word not in (ROLL, *NAMES):
            wrong.append(str(UnknownName("table effect", word, (ROLL, NONE, *NAMES))))
    found = {"zones": zones, "effects": " ".join(words), "begins": "table", "after deployment": "eve"}
    for seat in SEATS:
        mission = options.get(f"{seat}-mission", ROLL)
        if mission not in (ROLL, *MISSIONS):
            wrong.append(str(UnknownName("mission", mission, (ROLL, *MISSIONS))))
        elif mission != ROLL:
            found[f"mission:{seat}"] = mission
    return found


# --- Scenarios, their options, and the first state of a battle

ROUNDS = 6
_OPTIONS = {
    "models": "the models of both sides by id, with commas; jager*3 is three, command-jager/leader leads",
    "red": "the models of red alone; + begins another Combat Group",
    "blue": "the models of blue alone",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
    "rounds": f"how many rounds at most (default {ROUNDS})",
    "optional": OPTION_TEXT,
}
_GOAL = (
    "After the last round the side with fewer models crippled or destroyed wins, then the one with fewer boxes filled; "
    "or leave the enemy nothing."
)


class Lesson(msgspec.Struct, frozen=True):
    """A scenario of models typed by hand."""

    scenario: Scenario
    stock: str


_LESSONS = {
    lesson.scenario.id: lesson
    for lesson in (
        Lesson(Scenario("duel", "Duel", "One Gear a side.", _OPTIONS, _GOAL, open=True), "jager"),
        Lesson(
            Scenario("skirmish", "Skirmish", "A Combat Group of four Gears a side.", _OPTIONS, _GOAL, open=True),
            "command-jager,jager*3",
        ),
    )
}


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The battles one can choose."""
    maps = (RANDOM, *map_names())
    lessons = {name: msgspec.structs.replace(one.scenario, choices={"map": maps}) for name, one in _LESSONS.items()}
    return {**lessons, **full_battles(maps)}


@heeds("fieldmanual.before-the-game")
def prepare(scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """Lay out a scenario with its options; everything wrong with them is said at once."""
    if scenario not in scenarios():
        raise UnknownName("scenario", scenario, scenarios())
    if scenario not in _LESSONS:
        plan = plan_battle(scenario, seed, options, scenarios()[scenario].options)
        return _with_room(setup_for(scenario, seed, dict(options), *plan))
    known, stock = scenarios()[scenario].options, _LESSONS[scenario].stock
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    cards = all_cards()
    said = {seat: options.get(seat, options.get("models", stock)) for seat in SEATS}
    forces = {seat: read_groups(text, seat, cards, wrong) for seat, text in said.items()}
    rounds = read_rounds(options.get("rounds", str(ROUNDS)), wrong)
    switches = read_optional(options.get("optional", ""), wrong)
    name = options.get("map", RANDOM)
    wrong += map_faults(name)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed)
    switches |= {"zones": MARKED} if marks_zones(ground) else {}
    return _with_room(setup_for(scenario, seed, dict(options), ground, forces, rounds, switches=switches))


def _with_room(setup: Setup) -> Setup:
    refuse_cramped(setup.options.get("map", RANDOM), begin(setup))
    return setup


def read_rounds(text: str, wrong: list[str]) -> int:
    """How many rounds somebody wants."""
    if re.fullmatch(r"[0-9]{1,2}", text) and int(text):
        return int(text)
    wrong.append(f"'rounds={shortened(text)}' is no number of rounds: say 1 to 99.")
    return ROUNDS


def setup_for(
    scenario: str,
    seed: int,
    options: dict[str, str],
    ground: Ground,
    forces: Mapping[str, Groups],
    rounds: int,
    own: Mapping[str, Card] | None = None,
    switches: Mapping[str, str] | None = None,
    banners: Mapping[str, str] | None = None,
    also: tuple[str, ...] = (),
) -> Setup:
    """A set-up in full: the map, the cards in use, and who is on which side in which Combat Group.

    `also` are further cards that may come to the battle.
    """
    known = {**all_cards(), GUNS: guns_card(), **(own or {})}
    posted = {post.card for groups in forces.values() for group in groups for post in group}
    drones = {ON_CARDS[perk] for name in posted for perk in known[name].perks if perk in ON_CARDS}
    names = sorted(posted | drones | set(also))
    data: dict[str, Any] = {
        "map": msgspec.to_builtins(ground),
        "cards": {name: msgspec.to_builtins(known[name]) for name in names},
        "forces": {seat: msgspec.to_builtins(groups) for seat, groups in forces.items()},
        "rounds": rounds,
        "switches": dict(switches or {}),
        "banners": _marked(banners or {}, forces, known),
    }
    return Setup(scenario, seed, options, data)


@heeds("fieldmanual.datacards-lost")
def _marked(banners: Mapping[str, str], forces: Mapping[str, Groups], known: Mapping[str, Card]) -> dict[str, str]:
    """The lines that announce the sides; models typed by hand have one where some of their figures are ours."""
    found = dict(banners)
    for seat, groups in forces.items():
        cards = dict.fromkeys(known[post.card] for group in groups for post in group)
        proposed = [card.name for card in cards if is_proposed(card)]
        if proposed and seat not in found:
            found[seat] = f"models by hand, proposed cards: {', '.join(proposed)}"
    return found


class _Data(msgspec.Struct, frozen=True):
    map: Ground
    cards: dict[str, Card]
    forces: dict[str, Groups]
    rounds: int = ROUNDS
    switches: dict[str, str] = {}
    banners: dict[str, str] = {}
    position: LaidOut | None = None


@lru_cache(maxsize=8)
def _data(encoded: bytes) -> _Data:
    """The unchanging parts of a set-up, kept so that states decoded from it share them."""
    data = read_typed(encoded, _Data)
    faults = [f"The map of this battle cannot be played on: {fault}." for fault in ground_faults(data.map)]
    if faults:
        raise BadInput("\n".join(faults))
    return data


def data_of(setup: Setup) -> _Data:
    """A set-up understood."""
    return _data(msgspec.json.encode(setup.data, order="sorted"))


def shared_parts(setup: Setup) -> tuple[Ground, dict[str, Card]]:
    """The ground and the cards of a set-up."""
    data = data_of(setup)
    return data.map, data.cards


@rule("fieldmanual.combined-models")
@heeds("fieldmanual.mode-static")
def _posted(seat: str, number: int, group: int, post: Post, card: Card) -> Iterator[Unit]:
    """The model of a post, or the bases of a Combined Model: one model for Actions, several to be seen and shot at."""
    name = f"{seat}-{number}"
    for base in range(max(1, card.bases)):
        own = name if not base else f"{name}-{base}"
        unit = Unit(own, seat, f"{seat.title()} {card.name} {own.partition('-')[2]}", card, post.rank, group)
        unit.team = name if card.is_combined else ""
        unit.tv, unit.mode, unit.arrival = 0 if base else post.tv, card.primary, post.arrival
        yield unit


@heeds("fieldmanual.cp-pool")
def points_of_force(state: State, seat: str) -> int:
    """The Command Points of a force before any are bought; without an agreed limit by its own TV."""
    commander = state.commander(seat)
    grouped = {(unit.seat, unit.group) for unit in state.units.values() if unit.group != NO_GROUP}
    groups = {each: sum(seat == each for seat, _ in grouped) for each in SEATS}
    limit = int(state.switches.get("limit", "0")) or sum(unit.tv for unit in state.in_play(seat))
    leadership = 0 if commander is None else commander.card.skills.leadership
    return starting_points(leadership, limit, groups[seat], groups[opponent(seat)])


def begin(setup: Setup) -> State:
    """The first state: everybody waits to be deployed. Or the position that somebody laid out by hand."""
    data = data_of(setup)
    units: dict[str, Unit] = {}
    for seat in SEATS:
        posts = [(group, post) for group, members in enumerate(data.forces[seat], 1) for post in members]
        for number, (group, post) in enumerate(posts, 1):
            for unit in _posted(seat, number, group, post, data.cards[post.card]):
                units |= {each.id: each for each in (unit, *raise_drones(unit, data.cards))}
    state = State(data.map, units, setup.scenario, data.rounds, turn="red", banners=data.banners, stock=data.cards)
    state.switches = dict(data.switches)
    state.phase = state.switches.pop("begins", state.phase)
    if state.phase == "deployment" and marks_zones(data.map):
        state.zones = state.homes = marked_zones(data.map)
    for seat in SEATS:
        fill_pool(state, seat, points_of_force(state, seat))
    if data.position is not None:
        take_up(state, data.position)
    return state
