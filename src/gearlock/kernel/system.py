"""What a rule system hands to everything around it: one record of plain functions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

import msgspec

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.errors import BadInput, Finding
from gearlock.kernel.events import Event, Outcome
from gearlock.kernel.fortune import Fortune
from gearlock.kernel.laidout import KEY
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.plain import as_words, read_mapping, read_seed
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line, OddsCard, Piece, Preview, View

if TYPE_CHECKING:
    from gearlock.kernel.briefing import BriefingRules
    from gearlock.kernel.campaigning import CampaignRules, LinkedUnits
    from gearlock.kernel.counterparts import Counterparts
    from gearlock.kernel.force import ForceRules
    from gearlock.kernel.generating import ScenarioGenerator
    from gearlock.kernel.gunnery import Gunnery
    from gearlock.kernel.lessons import Lesson
    from gearlock.kernel.mapping import MapBattle, MapRules
    from gearlock.kernel.sheets import PositionRules
    from gearlock.kernel.shop import Shop
    from gearlock.kernel.survey import Survey

T = TypeVar("T")


class State(Protocol):
    """A system's own state: plain slotted dataclasses, changed only by `apply`."""

    def clone(self) -> Self:
        """An independent copy; unchanging parts may be shared."""
        ...


S = TypeVar("S", bound=State)


class Chooser(Protocol):
    """The little of `random.Random` that samplers and bots use."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...

    def randrange(self, start: int, stop: int, /) -> int:
        """A whole number from start up to but not including stop."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these."""
        ...


class Setup(msgspec.Struct, frozen=True):
    """All that is needed to lay a battle out: `data` holds map and forces in full, so that old logs stay playable."""

    scenario: str
    seed: int = 0
    options: dict[str, str] = {}
    data: dict[str, Any] = {}


class Aim(msgspec.Struct, frozen=True):
    """A spot on the table (mils, or axial hex), perhaps with a facing in tenths of a degree; or a number, in x.

    `via` are waypoints on the way there.
    """

    x: int
    y: int = 0
    facing: int | None = None
    via: tuple[tuple[int, int], ...] = ()


SAME = "same"
"""What the second side is given to field the force of the first, so that nobody has the better one."""


class Scenario(msgspec.Struct, frozen=True):
    """A battle one can choose: what it is about, how it is won, what its options mean (name -> explanation)."""

    id: str
    title: str
    about: str
    options: dict[str, str] = {}
    goal: str = ""
    long: bool = False
    """A whole game of an evening; bots need seconds for it, and tests go through fewer of them."""
    choices: dict[str, tuple[str, ...]] = {}
    """Values to choose from for options that have a few, the usual one first; others may be possible."""
    several: dict[str, tuple[str, ...]] = {}
    """Values of options that take any number of them, with commas between."""
    forces: bool = False
    """The options named after the seats take rosters: ready-made ones by name, files of one's own; the second SAME."""
    open: bool = False
    """Nothing is secret in it, though other scenarios of its system have secrets."""


@dataclass(frozen=True, repr=False)
class System(Generic[S]):
    """A rule system. Bots, tables, logs and tools know nothing of it but this record."""

    id: str
    name: str
    edition: str
    package: str
    """Where its chapters, rulebook.toml and data live."""
    about: str
    orders: tuple[type[Order], ...]
    events: tuple[type[Event], ...]
    scenarios: Callable[[], Mapping[str, Scenario]]
    prepare: Callable[[str, int, Mapping[str, Any]], Setup]
    """Scenario id, seed and options to a full set-up; systems are handed words. Raises UnknownName or BadInput."""
    begin: Callable[[Setup], S]
    step: Callable[[Ctx[S]], Script[None]]
    """The script of the next top-level step, chosen from the state alone."""
    apply: Callable[[S, Event], None]
    outcome: Callable[[S], Outcome | None]
    options: Callable[[S, Ask], tuple[Option, ...]]
    refuse: Callable[[S, Ask, Order], Refusal | None]
    sample: Callable[[S, Ask, Option, Chooser], Order | None]
    """Complete an open option (path, place, facing, amount) at random to a legal order; None if no try was legal."""
    aim: Callable[[S, Ask, Option, Aim], Order | Refusal]
    """Complete an open option towards a spot somebody pointed at: the legal order, or why there is none."""
    preview: Callable[[S, str, Order], Preview]
    """What this order would mean, from what the seat knows."""
    view: Callable[[S, str | None, tuple[Ask, ...]], View]
    """What a seat may know; all of it for None."""
    tell: Callable[[S, Event, str | None], Line | None]
    """An event that was just applied, as this seat may read it; None if it must not or need not know."""
    encode: Callable[[S], bytes]
    decode: Callable[[bytes, Setup], S]
    pool_odds: Callable[[int, int, int, int], OddsCard]
    """Odds of a bare attack: attack, defence, penetration or damage, armour."""
    disguise: Callable[[S, str, Chooser], S] = field(default=lambda state, _seat, _chooser: state.clone())
    """A copy that differs only in what this seat cannot know: the leak test compares what the seat is shown of both.

    A plain copy where everybody knows everything.
    """
    suppose: Callable[[S, str, Chooser], S] = field(default=lambda state, _seat, _chooser: state.clone())
    """A state that this seat may take for the truth: what it knows as it is, the rest as is likely or by lot.

    Nothing of it depends on what is hidden from the seat; bots think in it.
    """
    pool_terms: tuple[str, str, str, str] = ("attack", "defence", "penetration", "armour")
    seats: tuple[str, ...] = ("red", "blue")
    hidden: bool = False
    """Seats know different things, but in open scenarios: a shared screen needs a curtain."""
    turn: Callable[[S], str] = field(default=lambda _state: "")
    """Whose turn it openly is. Where there are secrets, no seat learns that another was asked out of its turn."""
    data_digest: Callable[[], str] = field(default=lambda: "")
    """A fingerprint of the data files; every log carries it."""
    lint: Callable[[], Sequence[Finding]] = field(default=lambda: ())
    """Everything wrong in the data files: unknown traits, maps that do not load, numbers that do not add up."""
    force: ForceRules | None = None
    """How forces are built; None for a system whose battles bring their own."""
    shop: Callable[[], Shop] | None = None
    """What a builder offers: models with their figures, upgrades, items. Without it the stock of its forces counts."""
    fortune: Callable[[Roll, Faces], Fortune | None] = field(default=lambda _roll, _faces: None)
    """What a throw was worth to whoever threw it; None for one that is good for nobody in particular."""
    fortune_terms: tuple[str, str] = ("", "")
    """What is added up when luck is measured, in a word or two; and which throws it counts, in a sentence."""
    survey: Survey[S] | None = None
    """How its table is surveyed before deciding; None for a system without one."""
    gunnery: Gunnery[S] | None = None
    """How its attacks are laid out and worked out; None for a system that has none."""
    positions: PositionRules | None = None
    """How positions are laid out by hand; None for a system that has no way to."""
    maps: MapRules | None = None
    """What its maps are and what they are drawn with; None for a system whose tables nobody draws."""
    briefings: BriefingRules | None = None
    """Its scenarios that are files; None for a system without such."""
    announce: Callable[[Setup], str] = field(default=lambda _setup: "")
    """What is said of a battle before it begins, where the words of its scenario do not tell; else nothing."""
    counterparts: Counterparts[S] | None = None
    """What it is beside other systems; None for one that can be compared with none."""
    generator: ScenarioGenerator | None = None
    """How a scenario is drawn from dice before play; None for a book that draws none."""
    campaign: CampaignRules | LinkedUnits | None = None
    """How its battles are linked: by its book, or by a rule of the house; None for a system without campaigns."""
    waiting: Callable[[S, str | None], tuple[Piece, ...]] = field(default=lambda _state, _seat: ())
    """The pieces a seat knows of that are not on the table yet, its own at least; everybody's for None."""
    setup_phases: tuple[str, ...] = ()
    """What is done before the first round, in its order, by the names that a view gives its phases."""
    lesson: Callable[[], Lesson | None] = field(default=lambda: None)
    """Its guided first battle; None for a system without one."""

    def __post_init__(self) -> None:
        told = self.prepare

        def prepare(scenario: str, seed: int, options: Mapping[str, Any]) -> Setup:
            named = as_words(scenario, "A scenario")
            return told(named, read_seed(seed), self._own_names(self._with_its_map(named, read_mapping(options))))

        object.__setattr__(self, "prepare", prepare)

    def _with_its_map(self, scenario: str, options: dict[str, str]) -> dict[str, str]:
        """The options with what their map says of this scenario, where nobody says otherwise."""
        battle = self._battle_on(options)
        return options if battle is None or battle.scenario != scenario else {**battle.options, **options}

    def _battle_on(self, options: Mapping[str, str]) -> MapBattle | None:
        named = options.get(self.maps.option) if self.maps is not None else None
        return None if self.maps is None or named is None else self.maps.battle_on(named)

    def usual_scenario(self, options: Mapping[str, Any]) -> str:
        """The scenario that is fought where nobody names one: that of the map, else the first there is."""
        battle = self._battle_on(read_mapping(options))
        return next(iter(self.scenarios())) if battle is None else battle.scenario

    def _own_names(self, options: dict[str, str]) -> dict[str, str]:
        """Ready-made rosters may be written with the system before their name, as elsewhere."""
        for seat in set(self.seats) & set(options) if self.force is not None else ():
            system, _, name = options[seat].partition(":")
            if self.force is not None and system == self.id and name in self.force.ready_made():
                options[seat] = name
        return options

    def __repr__(self) -> str:
        return f"<System {self.id}: {self.name}, edition {self.edition}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process it is the installed system of the same id."""
        from gearlock.kernel.registry import get_system, system_ids

        if self.id not in system_ids() or get_system(self.id) is not self:
            raise BadInput(f"{self!r} is not the installed system '{self.id}': another process would not find it.")
        return get_system, (self.id,)

    def __copy__(self) -> System[S]:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> System[S]:
        return self

    def has_secrets(self, setup: Setup) -> bool:
        """Whether seats may know different things in this battle: not in an open scenario, unless laid out by hand."""
        scenario = self.scenarios().get(setup.scenario)
        is_open = scenario is not None and scenario.open and KEY not in setup.data
        return self.hidden and not is_open

    def hash(self, state: S) -> str:
        """A short fingerprint of a state; equal states have equal fingerprints on every machine."""
        return hashlib.blake2b(self.encode(state), digest_size=12).hexdigest()
