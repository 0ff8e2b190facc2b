"""Forces drawn at random by the rules of force building: a new pair of them for every pair of games."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from gearlock.kernel.errors import BadInput, GearlockError, UnknownName
from gearlock.kernel.force import ForceRules, Roster
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import Setup
from gearlock.lab.match import CONTENDERS, Game, bot_name, file_title, fingerprint_of
from gearlock.muster.printing import marked_text
from gearlock.muster.reading import force_rules
from gearlock.muster.sides import SIZE, Lots

UNCHECKED = "unchecked"
TRIES = 50
STRIDE = 1_000_003
"""Keeps the lots of forces apart from those of maps and dice."""


class DrawnForces(msgspec.Struct, frozen=True, tag="drawn-forces", tag_field="kind"):
    """Two legal forces drawn anew for every pair of games, which swap sides within the pair.

    Each is drawn for a size of its own, `size` or less by up to `spread` of it: without forces of different worth
    nobody could tell what a point is worth.
    """

    system: str
    led_by: str
    scenario: str
    size: int
    spread: float
    factions: tuple[str, ...]
    style: str
    options: dict[str, str] = {}
    seed: int = 1

    def contenders(self) -> tuple[str, ...]:
        """Both sides."""
        return CONTENDERS

    def bot(self, contender: str) -> str:  # noqa: ARG002 - one bot leads both
        """One bot leads both sides."""
        return self.led_by

    def name(self, contender: str) -> str:
        """One of the two forces."""
        return f"force {contender.upper()}"

    def game(self, number: int) -> Game:
        """Games 2k and 2k + 1 are a pair: two forces, one seed, sides swapped."""
        pair, swapped = divmod(number, 2)
        two = CONTENDERS[::-1] if swapped else CONTENDERS
        return Game(number, self.scenario, self.seed + pair, dict(zip(get_system(self.system).seats, two, strict=True)))

    def forces(self, seed: int) -> dict[str, Roster]:
        """Both forces of a pair of games."""
        lots = Lots(seed * STRIDE, "red")
        return {who: self._drawn(force_rules(self.system), lots) for who in CONTENDERS}

    def _drawn(self, rules: ForceRules, lots: Lots) -> Roster:
        """A force of one of the factions; some sizes cannot be met by some of them, and lots are drawn again."""
        for _ in range(TRIES):
            faction = lots.choice(self.factions) if self.factions else ""
            size = round(self.size * (1 - self.spread * lots.random()))
            try:
                return rules.recruit(faction, size, self.style, lots)
            except GearlockError as error:
                refused = error
        raise BadInput(f"No force of about {self.size} could be drawn: {refused}")

    def setup(self, game: Game) -> Setup:
        """Map and dice by the seed; the forces as rosters, whose names are lots and not files."""
        system = get_system(self.system)
        taken = system.scenarios()[self.scenario].options
        options = {**({SIZE: str(self.size)} if SIZE in taken else {}), **self.options}
        forces = self.forces(game.seed)
        with TemporaryDirectory() as folder:
            files = {seat: Path(folder) / f"{who}.txt" for seat, who in game.seats.items()}
            for seat, who in game.seats.items():
                files[seat].write_text(marked_text(forces[who], []), encoding="utf-8")
            options |= {seat: str(file) for seat, file in files.items()}
            setup = self._laid_out(game, options, UNCHECKED in taken)
        lots = {seat: f"drawn-{game.seed}-{who}" for seat, who in game.seats.items()}
        return msgspec.structs.replace(setup, options={**setup.options, **lots})

    def _laid_out(self, game: Game, options: dict[str, str], may_break: bool) -> Setup:
        """Forces that are legal for their own size and not for that of the battle fight nevertheless."""
        sizeless = {name: value for name, value in options.items() if name != SIZE or SIZE in self.options}
        ways = [options, *([{**options, UNCHECKED: "yes"}, {**sizeless, UNCHECKED: "yes"}] if may_break else [])]
        for way in ways[:-1]:
            with suppress(GearlockError):
                return get_system(self.system).prepare(self.scenario, game.seed, way)
        return get_system(self.system).prepare(self.scenario, game.seed, ways[-1])

    def fingerprint(self) -> str:
        """With the first two forces that are drawn."""
        return fingerprint_of(self, [self.setup(self.game(0))])

    def title(self) -> str:
        """System, size and scenario."""
        return file_title(self.system, "balance", str(self.size), self.led_by, self.scenario)


def arrange_drawn_forces(
    system: AnySystem,
    bot: str,
    scenario: str | None,
    size: int | None,
    spread: float,
    factions: tuple[str, ...],
    options: dict[str, str],
    seed: int,
) -> DrawnForces:
    """Forces that can be drawn and meet, or the reason why they cannot; nothing is played yet."""
    rules = force_rules(system.id)
    known = system.scenarios()
    fitting = sorted((name for name, each in known.items() if each.forces), key=lambda name: known[name].long)
    if scenario is not None and scenario not in fitting:
        raise UnknownName("scenario that takes rosters", scenario, fitting)
    if not fitting:
        raise BadInput(f"No battle of {system.name} is fought with rosters.")
    for faction in factions:
        if faction not in rules.factions():
            raise UnknownName("faction", faction, rules.factions())
    if not 0.05 <= spread <= 0.5:
        raise BadInput(f"Sizes spread by 0.05 to 0.5, not {spread:g}: without a spread nobody knows what a point is.")
    wanted = min(rules.sizes) if size is None else size
    if wanted < 1:
        raise BadInput(f"A force has a size of 1 or more, not {wanted}.")
    style, lists = next(iter(rules.styles)), factions or rules.factions()
    studies = [
        DrawnForces(system.id, bot_name(bot), each, wanted, spread, lists, style, options, seed)
        for each in ([scenario] if scenario else fitting)
    ]
    even = next((study for study in studies if scenario is None and is_even(study)), studies[0])
    even.setup(even.game(0))
    return even


def is_even(study: DrawnForces) -> bool:
    """Whether its scenario gives both sides nothing but their forces: when these are swapped, all models are."""
    system = get_system(study.system)
    if system.counterparts is None:
        return True
    try:
        both = [system.counterparts.fielded(system.begin(study.setup(study.game(number)))) for number in (0, 1)]
    except GearlockError:
        return False
    one, other = (sorted((study.game(n).seats[m.seat], m.model) for m in both[n].values()) for n in (0, 1))
    return one == other
