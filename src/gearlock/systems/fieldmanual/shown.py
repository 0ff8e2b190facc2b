"""What people see of a battle: view, cards, zones, objectives, what orders cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

import msgspec

from gearlock.kernel import view as v
from gearlock.kernel.asks import Ask
from gearlock.kernel.files import data_texts
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.shop import MODEL, UNIT, Good, Saying, Shop, Ware
from gearlock.kernel.view import Goal, Shape, TableView, Token, Track, View
from gearlock.kernel.view import Piece as ShownPiece
from gearlock.mechanics.ground.drawings import ground_view
from gearlock.mechanics.ground.forms import depth_of, is_road
from gearlock.mechanics.ground.palette import inch_maps
from gearlock.mechanics.objectives import marked_places
from gearlock.systems.fieldmanual.army.around_a_force import STAR, group_line, listed
from gearlock.systems.fieldmanual.army.building import LEVELS as CREW_LEVELS
from gearlock.systems.fieldmanual.army.building import SQUAD, WAR
from gearlock.systems.fieldmanual.army.upgrades import GROUP, Option, armies, option_list
from gearlock.systems.fieldmanual.army.upgrades import MODEL as FOR_MODELS
from gearlock.systems.fieldmanual.battles import RATINGS
from gearlock.systems.fieldmanual.command_points.tests import points_left
from gearlock.systems.fieldmanual.datacards import DRONE, PRINTED, Card, Group, Mount, Row, our_lists
from gearlock.systems.fieldmanual.deployment import zone_of
from gearlock.systems.fieldmanual.lock_and_cover.looks import centimetres, type_of
from gearlock.systems.fieldmanual.missions.objectives import MISSION, known_name, slots_of
from gearlock.systems.fieldmanual.missions.progress import has_marked, holding, victory_points
from gearlock.systems.fieldmanual.missions.scenario import objectives_shown
from gearlock.systems.fieldmanual.movement.terrain import types_of
from gearlock.systems.fieldmanual.rounds import BAND_WORDS, MODE_WORDS
from gearlock.systems.fieldmanual.state import (
    ALOFT,
    COMMANDER,
    DEAD,
    FIELDED,
    NO_GROUP,
    OUT,
    REVERSE,
    SEATS,
    STATIONARY,
    TOP,
    WAITING,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.support.artillery import choice_words
from gearlock.systems.fieldmanual.support.points import known_choices, points_of
from gearlock.systems.fieldmanual.table_effects import is_dark
from gearlock.systems.fieldmanual.weapons import BOARD
from gearlock.table.measure import INCH, inches_text
from gearlock.table.terrain import Ground, Piece

# --- Metric measurements: with the option, whatever a player reads tells lengths in whole centimetres
# Rules and maps stay in inches; only words change, on their way to whoever reads them.

METRIC: Final = "metric"
_AFTER: Final = (
    "away", "from", "to", "at", "up", "down", "high", "deep", "astray", "moved", "more", "it", "are", "forward",
    "apart", "across", "of", "before", "off",
)  # fmt: skip
"""Words behind a length. In "Combat Group 2 in reserve" there is none."""
_NUMBER: Final = r"\d+(?:\.\d+)?"
_LENGTHS: Final = rf"(?<![\w.])({_NUMBER}(?:(?:/|, )(?:{_NUMBER}|inf|any|-))*) in"
_LENGTH: Final = re.compile(rf"{_LENGTHS}(?=$|[.,;:)\]]| (?:{'|'.join(_AFTER)})\b)")
T = TypeVar("T")


def words(text: str) -> str:
    """A text with all its lengths in centimetres."""
    return _LENGTH.sub(lambda found: f"{re.sub(_NUMBER, _converted, found[1])} cm", text)


def _converted(found: re.Match[str]) -> str:
    return str(centimetres(round(float(found[0]) * INCH)))


def told(known: Any) -> Any:
    """Something to be read, with all lengths in its texts in centimetres."""
    if isinstance(known, str):
        known = words(known)
    elif isinstance(known, tuple):
        parts = [told(part) for part in known]
        known = type(known)(*parts) if hasattr(known, "_fields") else tuple(parts)
    elif isinstance(known, list):
        known = [told(part) for part in known]
    elif isinstance(known, dict):
        known = {key: told(value) for key, value in known.items()}
    elif isinstance(known, msgspec.Struct) and not isinstance(known, Order):
        known = msgspec.structs.replace(known, **{name: told(getattr(known, name)) for name in known.__struct_fields__})
    return known


@heeds("fieldmanual.metric-option")
def measured(shown: Callable[..., T]) -> Callable[..., T]:
    """A function of the state that gives something to be read, in the measure the players agreed on."""

    def reader(state: State, *others: Any) -> T:
        found = shown(state, *others)
        told_so: T = told(found) if state.switch(METRIC) and found is not None else found
        return told_so

    return reader


# --- How models and ground look: figures and parts by the card, signs, and what is to be known of a piece of terrain

HEAVY_GEAR, LIGHT_GEAR = 17, 13
"""Armor from which a Gear is drawn heavy, and up to which it is drawn light."""
FIGURES = {
    "strider": "strider", "drone": "drone", "static": "turret", "infantry": "squad", "aircraft": "vtol",
}  # fmt: skip
LONG_GUNS = ("rifle", "field gun", "railgun", "laser", "snub cannon", "bazooka")
PODS = ("rocket", "missile", "mortar")
SIGNS = {
    "stun": "haywire", "fallen": "haywire", "hull down": "braced", "hiding": "hidden", "burning": "fire",
    "out of ammo": "jammed", "stand by": "standby", "observed": "locked", "locked": "locked", "coordinated": "locked",
}  # fmt: skip
SPEEDS = {TOP: "fast", STATIONARY: "", REVERSE: "fast"}


def figure_of(card: Card) -> str:
    """The silhouette of a model: Gears by their Armor, vehicles by how they move."""
    if card.kind == "gear":
        return "gear-heavy" if card.armor >= HEAVY_GEAR else "gear-light" if card.armor <= LIGHT_GEAR else "gear-medium"
    if card.kind in ("tank", "vehicle"):
        return "hover" if "H" in card.rows else "tank" if card.kind == "tank" else "wheeled"
    return FIGURES.get(card.kind, "")


def _make_parts(card: Card) -> tuple[str, ...]:
    families = {mount.weapon.family for mount in card.weapons}
    found = (
        ("longgun", bool(families & {*LONG_GUNS})),
        ("pod", bool(families & {*PODS})),
        ("mast", bool({"Electronic Countermeasures", "Sensor Boom", "Satellite Uplink"} & card.perks.keys())),
        ("jump", "Jump Jets" in card.perks),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


parts_of = KeptByIdentity(_make_parts)
"""What is to be seen on a model: two things at most, so that it can be told apart from afar."""


def signs_of(unit: Unit) -> tuple[str, ...]:
    """The signs of speed and damage, besides its tokens."""
    wound = "crippled" if unit.level in ("H", "C") else ""
    return tuple(filter(None, (SPEEDS.get(unit.band, ""), wound)))


@lru_cache(maxsize=16)
def table_of(ground: Ground, night: bool = False) -> TableView:
    """The table with its terrain, drawn and explained."""
    found = ground_view(ground, facts_of)
    return msgspec.structs.replace(found, light="night") if night else found


@heeds("fieldmanual.terrain-classify", "fieldmanual.concealment-types", "fieldmanual.terrain-deep-water")
def facts_of(piece: Piece) -> tuple[str, ...]:
    """What a player wants to know of a piece of terrain: height, Concealment, going, depth."""
    facts = [f"{inches_text(piece.top)} in high"] if piece.top > piece.base else []
    hides = type_of(piece)
    facts += [f"{hides} concealment" if hides != "solid" else "solid: blocks Lock"] if hides else []
    if is_road(piece):
        return (*facts, "road: half an MP an inch in Ground mode")
    if piece.kind == "water":
        depth = depth_of(piece)
        return (*facts, f"{inches_text(depth)} in deep: {'shallow, 2 MP an inch' if depth < INCH else 'deep water'}")
    return (*facts, *(f"{word} going" for word in types_of(piece)))


# --- Datacards as people see them: every figure, and where it comes from

MARKS = {
    "printed": "",
    "roster": " (roster picture)",
    "derived": " (derived)",
    "proposed": " (proposed)",
    "user": " (own)",
}
MODE_NAMES = {"W": "Walker", "G": "Ground", "H": "Hover", "A": "Air"}


def signed(value: int) -> str:
    """A modifier with its sign; 0 has none."""
    return f"{value:+d}" if value else "0"


@heeds("fieldmanual.card-modifiers", "fieldmanual.card-electronics", "fieldmanual.datacards-lost")
def _make_cards(card: Card) -> tuple[v.Card, ...]:
    """The stat block, weapons, and the provenance of whatever is not printed."""
    rows = [
        ("TV", f"{card.tv}{_mark(card, 'tv')}"),
        ("Actions", f"{card.actions}{_mark(card, 'actions')}"),
        *((MODE_NAMES[mode], _row_text(row) + _mark(card, f"mode{at}")) for at, (mode, row) in _rows(card)),
        ("ATTACK", f"{' / '.join(map(signed, card.attack))}{_mark(card, 'attack_stop')}"),
        ("Size", f"{card.size}{_mark(card, 'size')}"),
        (
            "Detect / Sensors / Comm",
            f"{card.detect} / {signed(card.sensors)} / {signed(card.comm)}{_mark(card, 'detect')}",
        ),
        ("Auto Comm", f"{card.auto_comm} in{_mark(card, 'autocomm')}"),
        ("Armor / Overkill", f"{card.armor} / {card.overkill}, boxes {card.boxes}{_mark(card, 'armor')}"),
        ("Att / Def / EW / LD", f"{' / '.join(map(str, card.skills))}{_mark(card, 'skill_att')}"),
        ("Perks", (_traits(card, card.perks) or "none") + _mark(card, "perks")),
    ]
    if card.flaws:
        rows.append(("Flaws", _traits(card, card.flaws) + _mark(card, "flaws")))
    if card.status != PRINTED:
        rows.append(("Provenance", f"not all printed: {card.status}. {card.note}".strip()))
    weapons = v.Card("Weapons", tuple((mount.id, weapon_text(card, mount)) for mount in card.weapons))
    return v.Card(card.name, tuple(rows)), weapons


def _rows(card: Card) -> list[tuple[int, tuple[str, Row]]]:
    return list(enumerate(card.rows.items(), 1))


def _row_text(row: Row) -> str:
    defense = " / ".join(signed(value) for value in (row.stop_def, row.combat_def, row.top_def))
    return f"{row.combat}/{row.top} MP, Defense {defense}"


def _mark(card: Card, field: str) -> str:
    return MARKS.get(card.provenance.get(field, PRINTED), "")


def _traits(card: Card, named: dict[str, int]) -> str:
    """Perks or flaws with rating, detail and the AUX mark."""
    words = []
    for name, rating in named.items():
        detail = card.details.get(name, "")
        more = [*([str(rating)] if rating > 1 else []), *([detail] if detail else [])]
        aux = " (AUX)" if name in card.aux else ""
        words.append(f"{name}{' ' + ', '.join(more) if more else ''}{aux}")
    return ", ".join(words)


def weapon_text(card: Card, mount: Mount) -> str:
    """A weapon row: arc, accuracy, ranges, damage, RoF, traits and rounds."""
    weapon = mount.weapon
    near, far, most = weapon.ranges(card.size)
    last = "-" if most is None else "inf" if most >= BOARD else inches_text(most)
    reach = "melee" if weapon.is_melee else f"{inches_text(near)}/{inches_text(far)}/{last} in"
    traits = [f"{name}{rating if rating > 1 else ''}" for name, rating in weapon.traits.items()]
    damage = f"S+{weapon.dm}" if weapon.by_size and weapon.dm else "S" if weapon.by_size else f"x{weapon.dm}"
    parts = [weapon.name, mount.arc or "all round", f"ACC {signed(weapon.acc)}", reach, damage]
    parts += [f"RoF {weapon.rof}"] if weapon.rof else []
    parts += [", ".join(traits)] if traits else []
    parts += [f"{mount.rounds} rounds"] if mount.rounds is not None else []
    parts += [f"linked {mount.link}"] if mount.link else []
    return ", ".join(parts)


cards_of = KeptByIdentity(_make_cards)
"""The cards of a model, made once for each datacard."""


# --- What a seat sees of a scenario: zones, objectives and what they have earned, support that it knows of

UNSETTLED = ("table", "mission", "allocation", "sides")
"""Phases before anybody has a deployment zone."""


def zones_shown(state: State) -> tuple[Shape, ...]:
    """The deployment zones of both sides, until the battle begins."""
    if state.round or state.phase in UNSETTLED:
        return ()
    return tuple(
        Shape(f"{seat}-zone" if not number else f"{seat}-zone-{number}", "zone", f"{seat} deploys here", part)
        for seat in SEATS
        for number, part in enumerate(zone_of(state, seat))
    )


@heeds("fieldmanual.step8-victory")
def score_shown(state: State, seat: str | None) -> dict[str, int]:
    """The Victory Points of both sides if the battle ended now, where all objectives are known."""
    slots = [slot for side in SEATS for slot in slots_of(state, side)]
    if not state.round or not slots or not all(known_name(state, slot, seat) for slot in slots):
        return {}
    return {side: victory_points(state, side) for side in SEATS}


def scenario_notes(state: State, seat: str | None) -> Iterator[str]:
    """Table effects, missions, objectives and support in lines, as far as a seat knows them."""
    effects = state.switches.get("effects", "").split()
    if effects and effects != ["roll"]:
        yield f"Table effects: {', '.join(effects)}"
    for side in SEATS:
        if mission := state.switches.get(f"{MISSION}:{side}"):
            yield f"{side}: {mission} mission"
    yield from (goal.line for goal in objectives_shown(state, seat))
    for side in SEATS:
        bought = [choice_words(state, choice) for choice in known_choices(state, side, seat)]
        if bought:
            yield f"{side} support ({points_of(state, side)} SP): {', '.join(bought)}"


# --- What a seat sees of a battle

PHASES = {
    "table": "Table effects and zones",
    "mission": "Missions",
    "allocation": "Support points",
    "sides": "Deployment zones",
    "deployment": "Deployment",
    "eve": "Objectives",
    "round": "New round",
    "order": "Player order",
    "action": "Activation",
    "support": "Support events",
    "misc": "Miscellaneous events",
    "over": "Over",
}
SETUP = tuple(PHASES[name] for name in ("table", "mission", "allocation", "sides", "deployment", "eve"))
"""What is done before the first round."""
TOKEN_RULES = {
    "stun": "fieldmanual.stun", "hull down": "fieldmanual.hull-down", "hiding": "fieldmanual.hiding",
    "burning": "fieldmanual.wt-sustained-burn", "observed": "fieldmanual.forward-observation",
    "designated": "fieldmanual.perk-target-designator", "coordinated": "fieldmanual.coordinated-attack",
    "locked": "fieldmanual.active-lock", "out of ammo": "fieldmanual.out-of-ammo",
    "stand by": "fieldmanual.stand-by", "armor lost": "fieldmanual.wt-ac", "trouble": "fieldmanual.were-in-trouble",
    "CP attempts": "fieldmanual.cp-issue", "CP received": "fieldmanual.cp-receive",
    "autopilot": "fieldmanual.perk-autopilot", "neural net": "fieldmanual.perk-ann",
    "fallen": "fieldmanual.option-walker-knockdown", "climbing": "fieldmanual.perk-arms",
    "fired": "fieldmanual.concealment-modifiers", "fired MB": "fieldmanual.effect-fog",
}  # fmt: skip
SHOWN = (FIELDED, DEAD, ALOFT, OUT)
LEVELS = {"": "", "S": "sturdy damage", "L": "light damage", "H": "heavy damage", "C": "critical damage"}


def view(state: State, seat: str | None, asks: tuple[Ask, ...]) -> View:
    """The table, the models on it and what is being asked."""
    return View(
        seat=seat or "",
        round=state.round,
        phase=PHASES.get(state.phase, state.phase.capitalize()),
        active="" if state.activation is None else state.activation.unit,
        table=table_of(state.ground, is_dark(state)),
        pieces=tuple(_piece(state, unit) for unit in state.units.values() if unit.status in SHOWN),
        zones=zones_shown(state),
        markers=marked_places.shapes(state.ground, holding(state)) if has_marked(state) else (),
        score=score_shown(state, seat),
        asks=asks,
        waiting_for=tuple(ask.seat for ask in asks),
        notes=tuple(f"{side}: {state.banners[side]}" for side in SEATS if side in state.banners)
        + command_notes(state)
        + tuple(scenario_notes(state, seat)),
        rounds=state.rounds,
        goals=_goals(state, seat),
    )


def _goals(state: State, seat: str | None) -> tuple[Goal, ...]:
    """What is fought for: places that the map marks, or objectives."""
    if has_marked(state):
        return marked_places.goals(state.ground, holding(state))
    return tuple(objectives_shown(state, seat))


@heeds("fieldmanual.cp-pool")
def command_notes(state: State) -> tuple[str, ...]:
    """The Command Points of both sides: bought ones join the pool when they are shown to all."""
    left = {side: points_left(state, side) for side in SEATS}
    if not any(left.values()):
        return ()
    return (f"Command Points: {', '.join(f'{side} {points}' for side, points in left.items())}",)


def waiting(state: State, seat: str | None) -> tuple[ShownPiece, ...]:
    """Models that are not on the table yet: a seat's own, everybody's for None."""
    return tuple(
        _piece(state, unit) for unit in state.units.values() if unit.status == WAITING and seat in (None, unit.seat)
    )


def _piece(state: State, unit: Unit) -> ShownPiece:
    full = len(unit.card.boxes)
    return ShownPiece(
        id=unit.id,
        name=unit.name,
        side=unit.seat,
        x=unit.x,
        y=unit.y,
        z=unit.z,
        facing=unit.facing,
        radius=unit.card.radius,
        height=unit.height,
        status=status_of(unit),
        ready=unit.status == FIELDED and (state.is_active(unit) or not unit.used),
        tracks=() if unit.team else (Track("Boxes", 0 if unit.is_lost else full - unit.boxes, full),),
        tokens=tokens_of(unit),
        cards=cards_of(unit.card),
        figure=figure_of(unit.card),
        parts=parts_of(unit.card),
        group="" if unit.group == NO_GROUP else f"Combat Group {unit.group}",
        signs=signs_of(unit),
    )


@rule("fieldmanual.movement-markers")
def status_of(unit: Unit) -> str:
    """Mode and speed as its marker shows them, and how badly it is damaged."""
    if unit.status == DEAD:
        return "dead"
    words = [MODE_WORDS.get(unit.mode, ""), BAND_WORDS[unit.band]] if unit.mode else []
    return ", ".join(filter(None, [*words, LEVELS[unit.level]]))


@heeds("fieldmanual.leaders", "fieldmanual.used-status")
def tokens_of(unit: Unit) -> tuple[Token, ...]:
    """Group, rank, Actions left and every token that lies on a model."""
    tokens = [Token(f"Combat Group {unit.group}", 1, "fieldmanual.activation")] if unit.group != NO_GROUP else []
    if unit.rank:
        title = "Army Commander" if unit.rank == COMMANDER else "Combat Group Leader"
        tokens.append(Token(title, 1, "fieldmanual.leaders", "leader"))
    if unit.actions:
        tokens.append(Token("Actions", unit.actions, "fieldmanual.actions"))
    if unit.used:
        tokens.append(Token("Used", 1, "fieldmanual.used-status"))
    for name, count in sorted(unit.tokens.items()):
        kind = name.partition(":")[0]
        if kind in TOKEN_RULES:
            tokens.append(Token(name[0].upper() + name[1:], count, TOKEN_RULES[kind], SIGNS.get(kind, "")))
    tokens += [Token(f"{mount} fired", 1, "fieldmanual.one-shot-per-weapon") for mount in unit.fired]
    tokens += [Token(f"{mount} crossed off", 1, "fieldmanual.out-of-ammo") for mount in unit.lost]
    return tuple(tokens)


# --- The maps of the game as an editor draws them

MAPS = inch_maps(lambda: data_texts("gearlock.systems.fieldmanual", "maps", ".toml"), RATINGS, table_of, facts_of)


# --- What a builder of forces is shown: Combat Groups with the models they begin with, cards, options

ANYBODY = "any"
GROUPS = "Combat Group"


@cache
def shop() -> Shop:
    """Everything a force can be built of; a group whose cards are lost is left out."""
    lists = our_lists()
    groups = (_group_ware(group, lists.cards) for group in lists.groups.values() if group.fieldable)
    cards = (_ware(card) for card in lists.cards.values() if card.kind != DRONE)
    return Shop((*groups, *cards), tuple(_goods()), (), _says(), "TV", everybody=(ANYBODY,), notes=(STAR,))


def _says() -> tuple[Saying, ...]:
    return (
        Saying("level", "the Priority Level", tuple(map(str, CREW_LEVELS))),
        Saying("army", "the army it belongs to", tuple(armies())),
        Saying("era", "when it is fought", (WAR,)),
        Saying("proposed", "cards of our own making may be used", ("yes", "no")),
    )


def _goods() -> Iterator[Good]:
    for option in option_list().by_id.values():
        goes, sort = (UNIT, "For the whole group") if option.kind == GROUP else (MODEL, _sort(option))
        rule = option.rule or (option.offer[0].rule if option.offer else "")
        yield Good(option.name, sort, goes, "", rule, option.choice, rare=option.kind == FOR_MODELS)


def _sort(option: Option) -> str:
    return "Options" if option.kind == FOR_MODELS else "Ranks"


def _group_ware(group: Group, cards: dict[str, Card]) -> Ware:
    first = next((card for card in cards.values() if card.name in group.models), None)
    figure, parts = (figure_of(first), parts_of(first)) if first else ("", ())
    brings = tuple((name, count) for count, name in group.composition)
    return Ware(group.name, group_line(group), group.faction, GROUPS, figure, parts, SQUAD, brings)


def _ware(card: Card) -> Ware:
    return Ware(card.name, listed(card), card.faction, card.kind, figure_of(card), parts_of(card))
