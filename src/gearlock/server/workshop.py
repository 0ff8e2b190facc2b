"""What is made of rosters that are being built: their JSON form with a verdict, and what could be bought where."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.files import only_these_files
from gearlock.kernel.force import SheetModel
from gearlock.kernel.registry import get_system
from gearlock.kernel.shop import Ware
from gearlock.muster.json_form import write_json
from gearlock.muster.mending import Mends, mends_of
from gearlock.muster.reading import read_roster
from gearlock.muster.shops import shop_of
from gearlock.muster.text import write_text
from gearlock.muster.trying import Offers, offers_at
from gearlock.server.errands import Inspection, RosterVerdict

NOT_PRINTED = "not printed"
"""The head of a card's row that says what of it is not the book's, and why."""
NO_GAME = "No line says which game this roster is for. Add 'system' and the game on top."


class RosterForm(msgspec.Struct, frozen=True):
    """A roster in the forms a builder needs: the JSON form as a text, the text form, and the verdict."""

    system: str
    document: str
    text: str
    verdict: RosterVerdict


class ForceModel(msgspec.Struct, frozen=True):
    """Equal models of a force in short."""

    name: str
    count: int
    price: int
    figure: str
    parts: tuple[str, ...]
    doubt: str = ""
    """What of it is not as the book prints it, and why."""


class ForcePreview(msgspec.Struct, frozen=True):
    """A force in short, as somebody sees it who is about to choose it."""

    name: str
    """What a battle's option calls it."""
    title: str
    about: str
    faction: str
    facts: tuple[str, ...]
    cost: int
    currency: str
    models: tuple[ForceModel, ...]
    faults: int = 0
    """How many things the rules have against it."""
    notes: tuple[str, ...] = ()
    """What its stars stand for."""


class Transcript(msgspec.Struct, frozen=True):
    """A roster to be read into the form of a builder."""

    text: str

    def do(self) -> RosterForm:
        """Its forms and what is wrong with it."""
        reading = read_roster(self.text, "roster")
        if reading.rules is None:
            raise BadInput(NO_GAME)
        verdict = Inspection(self.text).do()
        document = write_json(reading.roster, verdict.violations)
        return RosterForm(reading.roster.says("system").lower(), document, write_text(reading.roster), verdict)


class Trying(msgspec.Struct, frozen=True):
    """Everything there is, to be tried on one line of a roster."""

    text: str
    line: int
    mount: str

    def do(self) -> Offers:
        """What could be bought there, and what the rules have against the rest."""
        reading = read_roster(self.text, "roster")
        if reading.rules is None:
            raise BadInput(NO_GAME)
        with only_these_files({}):
            shop = shop_of(reading.roster.says("system").lower())
            return offers_at(reading.rules, shop, reading.roster, self.line, self.mount)


class Judged(msgspec.Struct, frozen=True):
    """Everything about a roster after a change: the verdict, ways to mend it, and what could be bought on a line."""

    verdict: RosterVerdict
    mends: tuple[Mends, ...]
    offers: Offers | None


class Judging(msgspec.Struct, frozen=True):
    """A roster that was changed, and the line somebody looks at; 0 for none."""

    text: str
    system: str
    line: int
    mount: str

    def do(self) -> Judged:
        """All of it at once: who builds changes much, and each call counts."""
        verdict = Inspection(self.text, self.system).do()
        mends = () if verdict.legal else Mending(self.text).do()
        return Judged(verdict, mends, Trying(self.text, self.line, self.mount).do() if self.line else None)


class Mending(msgspec.Struct, frozen=True):
    """A roster that is to be put right."""

    text: str

    def do(self) -> tuple[Mends, ...]:
        """Ways to put the first findings right."""
        reading = read_roster(self.text, "roster")
        if reading.rules is None:
            return ()
        with only_these_files({}):
            shop = shop_of(reading.roster.says("system").lower())
            return mends_of(reading.rules, shop, reading.roster, reading.rules.check(reading.roster))


class Preview(msgspec.Struct, frozen=True):
    """A roster to be shown in short."""

    text: str
    name: str = ""

    def do(self) -> ForcePreview:
        """Its title, what it costs, and its models with their figures."""
        reading = read_roster(self.text, self.name or "roster")
        if reading.rules is None:
            raise BadInput(NO_GAME)
        with only_these_files({}):
            sheet = reading.rules.sheet(reading.roster)
            faults = len(reading.violations())
        wares = {ware.name.lower(): ware for ware in shop_of(reading.roster.says("system").lower()).wares}
        names = {
            entry.line: entry.model for group in reading.roster.groups for b in group.blocks for entry in b.entries
        }
        names |= {block.line: block.code for group in reading.roster.groups for block in group.blocks}
        models = tuple(
            _short(model, wares.get(_plain(names.get(model.line, ""))))
            for group in sheet.groups
            for unit in group.units
            for model in unit.models
        )
        title, about, faction = (reading.roster.says(key) for key in ("name", "about", "faction"))
        about = about or next((r.text.lstrip("# ") for r in reading.roster.remarks() if r.text.startswith("#")), "")
        return ForcePreview(
            self.name, title or sheet.title, about, faction, sheet.facts, sheet.cost, sheet.currency, models, faults,
            tuple(note for note in sheet.notes if note.startswith("*")),
        )  # fmt: skip


def _plain(name: str) -> str:
    """What a unit is made of, without how many there are and what its player calls it."""
    return re.sub(r"^\d{1,4}\s*[x\u00d7]\s*|\s*[\"\u201c\u201e].*$", "", name.lower())


def _short(model: SheetModel, ware: Ware | None) -> ForceModel:
    figure, parts = (ware.figure, ware.parts) if ware else ("", ())
    return ForceModel(model.title, model.count, model.price, figure, parts, _doubt(model))


def _doubt(model: SheetModel) -> str:
    """The rows of its card that say what is not printed; a word of it where the whole card is from elsewhere."""
    said = "; ".join(words for head, words in model.rows if head == NOT_PRINTED)
    return said or ("not as the book prints it" if model.converted else "")


class ReadyMade(msgspec.Struct, frozen=True):
    """All ready-made forces of a system, to be shown in short."""

    system: str

    def do(self) -> tuple[ForcePreview, ...]:
        """One after another, small before large."""
        rules = get_system(self.system).force
        texts = rules.ready_made() if rules is not None else {}
        found = [Preview(text, name).do() for name, text in texts.items()]
        return tuple(sorted(found, key=lambda each: (each.faction, each.cost, each.name)))


class Unfit(msgspec.Struct, frozen=True):
    """A ready-made force that a side cannot bring to a battle, and why in a few words."""

    seat: str
    force: str
    why: str


class Fitting(msgspec.Struct, frozen=True):
    """Which ready-made forces a battle with these options refuses, and whose."""

    system: str
    scenario: str
    options: dict[str, str]

    def do(self) -> tuple[Unfit, ...]:
        """Each is tried as it would be laid out; nothing where the options themselves are refused."""
        system = get_system(self.system)
        if self.scenario not in system.scenarios():
            raise UnknownName("scenario", self.scenario, system.scenarios())
        with only_these_files({}):
            if self._why({}):
                return ()
            names = system.force.ready_made() if system.force is not None else {}
            return tuple(unfit for name in names for unfit in self._refusals(name, system.seats))

    def _refusals(self, name: str, seats: tuple[str, ...]) -> Iterator[Unfit]:
        if not self._why(dict.fromkeys(seats, name)):
            return
        for seat in seats:
            if why := self._why({seat: name}):
                yield Unfit(seat, name, re.sub(rf"^{re.escape(name)} (?:is )?", "", why))

    def _why(self, forces: dict[str, str]) -> str:
        try:
            get_system(self.system).prepare(self.scenario, 1, {**self.options, **forces})
        except BadInput as error:
            first = str(error).partition("\n")[0]
            words = _PLACE.sub("", _RULE.sub("", first)).strip()
            return words if len(words) <= LONGEST_WHY else f"{words[: LONGEST_WHY - 1].rpartition(' ')[0]} …"
        return ""


LONGEST_WHY = 90
"""Letters of the reason beside a force in a list."""
_RULE, _PLACE = re.compile(r" ?\[[a-z0-9]+\.[\w.-]+\]"), re.compile(r"^(?:\w+: |[\w-]+:(?:\d+:)? )+")
