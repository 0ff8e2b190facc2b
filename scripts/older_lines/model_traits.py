"""The traits column: the older game's traits as this game has them, and traits that a model's kind brings along."""

from __future__ import annotations

from collections.abc import Callable

from older_lines.columns import is_component
from older_lines.ledger import Ledger, carries_out
from older_lines.parse import BetaLine, BetaTrait, parse_trait

Found = tuple[str, ...]
Handler = Callable[[BetaTrait, Ledger], Found]

PLAIN = (
    "Airdrop", "Amphib", "AMS", "ANN", "Arms", "Agile", "Autopilot", "Climber", "ECCM", "Duelist", "Low Profile",
    "Lumbering", "Medic", "Sensor Boom", "Stable", "Stealth", "Vet",
)  # fmt: skip
RATED = ("Brawler", "Shield", "Jetpack", "Drone Bay")
LOST = ("Rugged", "Fragile", "Defective", "Emissions", "Urban", "CBS", "Autocomms", "AutoAI")
ELSEWHERE = ("SMS", "Fast", "Stabilizer")
"""Traits that other columns of this game carry: movement, or the weapon they belong to."""


def _id(name: str) -> str:
    return "trait-" + name.lower().replace(" ", "-")


def _aux(trait: BetaTrait, text: str) -> str:
    """A trait that fails when the model is Crippled says so here as there."""
    return f"{text} (Aux)" if "Aux" in trait.bracket else text


@carries_out(*map(_id, PLAIN))
def same(trait: BetaTrait, _ledger: Ledger) -> Found:
    """Traits of the same name without a rating."""
    return (_aux(trait, trait.name),)


@carries_out(*map(_id, RATED), "trait-brawler-worse", "trait-attached")
def same_rating(trait: BetaTrait, ledger: Ledger) -> Found:
    """Traits of the same name and rating: dice and inches lose their marks. Attached names the model it sits on."""
    if trait.name == "Attached":
        return (f"Attached:{trait.rating}",)
    worse = "-worse" if trait.number < 0 else ""
    ledger.note(_id(trait.name) + worse, f"{trait.text()} to {trait.name}:{trait.number}")
    return (_aux(trait, f"{trait.name}:{trait.number}"),)


@carries_out("trait-comms", "trait-comms-worse")
def comms(trait: BetaTrait, ledger: Ledger) -> Found:
    """Whoever was worse than others at communications has no Comms here."""
    if trait.number <= 0:
        ledger.drop("trait-comms-worse", trait.text())
        return ()
    ledger.note("trait-comms", f"{trait.text()} to Comms:{trait.number}")
    return (_aux(trait, f"Comms:{trait.number}"),)


@carries_out("trait-ecm")
def ecm(trait: BetaTrait, ledger: Ledger) -> Found:
    """At least ECM:1; the two kinds of jamming are no traits here."""
    text = f"ECM:{max(1, trait.number)}"
    ledger.note("trait-ecm", f"{trait.text()} to {text}")
    return (_aux(trait, text),)


@carries_out("trait-offroad")
def offroad(trait: BetaTrait, ledger: Ledger) -> Found:
    """Two inches for the plain trait, three for one with dice."""
    text = "Offroad:3" if trait.number > 0 else "Offroad:2"
    ledger.note("trait-offroad", f"{trait.text()} to {text}")
    return (text,)


@carries_out("trait-smoke")
def smoke(trait: BetaTrait, ledger: Ledger) -> Found:
    """Each use is a trait of its own."""
    uses = max(1, trait.number)
    ledger.note("trait-smoke", f"{trait.text()} to {uses} of Smoke:1")
    return (_aux(trait, "Smoke:1"),) * uses


@carries_out("trait-sensors")
def sensor_suite(trait: BetaTrait, ledger: Ledger) -> Found:
    """Long-ranged sensors may be shared; the range itself stands in the Sensors column."""
    if trait.number < 18:
        return ()
    ledger.note("trait-sensors", f"{trait.text()} to Sensor Suite")
    return (_aux(trait, "Sensor Suite"),)


@carries_out("trait-profile-worse", "trait-profile-better")
def profile(trait: BetaTrait, ledger: Ledger) -> Found:
    """No Profile here; a model with Stealth has Stealth listed of itself."""
    ledger.drop("trait-profile-worse" if trait.number < 0 else "trait-profile-better", trait.text())
    return ()


@carries_out("trait-resist-fire", "trait-resist-other", "trait-vul-fire", "trait-vul-haywire", "trait-vul-other")
def lettered(trait: BetaTrait, ledger: Ledger) -> Found:
    """Resistance to Fire and weakness to Fire and Haywire are traits here; all others are gone."""
    here = {("Resist", "Fire"): "Resist:F", ("Vul", "Fire"): "Vuln:F", ("Vul", "Haywire"): "Vuln:H"}
    found = here.get((trait.name, trait.rating))
    if found is None:
        ledger.drop(f"{_id(trait.name)}-other", trait.text())
        return ()
    ledger.note(f"{_id(trait.name)}-{trait.rating.lower()}", f"{trait.text()} to {found}")
    return (found,)


@carries_out("trait-apc", "trait-transport", "trait-hgc")
def transport(trait: BetaTrait, ledger: Ledger) -> Found:
    """Room for a squad is two spaces. Gears are not carried in this game."""
    if trait.name == "HGC":
        ledger.drop("trait-hgc", trait.text())
        return ()
    squads = trait.number if trait.name == "APC" else int(trait.bracket[0])
    ledger.note(_id(trait.name), f"{trait.text()} to Transport:{2 * squads}")
    return (f"Transport:{2 * squads}",)


RENAMED = {
    "CMD": ("trait-cmd", "Init:{}"),
    "Jump Jets": ("trait-jump-jets", "Thrusters:{}"),
    "Jump Pack": ("trait-jump-pack", "Jetpack:{}"),
    "Boosters": ("trait-jump-pack", "Jetpack:{}"),
    "Acrobatic": ("trait-acrobatic", "Agile"),
    "Spider": ("trait-spider", "Climber"),
    "Recovery": ("trait-recovery", "Recovery"),
    "SatUp": ("trait-satup", "SatUp"),
    "TD": ("trait-td", "TD:1"),
    "NCM": ("trait-ncm", "NCM:6"),
    "Field Armor": ("trait-field-armor", "Field Armor"),
    "Armored Jacket": ("trait-field-armor", "Field Armor"),
}
"""Traits under another name or with a fixed rating."""


@carries_out(*dict.fromkeys(entry[0] for entry in RENAMED.values()))
def renamed(trait: BetaTrait, ledger: Ledger) -> Found:
    """What the trait is called here, with its rating where it still has one."""
    rule_id, pattern = RENAMED[trait.name]
    text = pattern.format(trait.number)
    ledger.note(rule_id, f"{trait.text()} to {text}")
    return (_aux(trait, text),)


@carries_out("trait-lost", "trait-flank", "trait-full-cover")
def lost(trait: BetaTrait, ledger: Ledger) -> Found:
    """Traits without a counterpart."""
    rule_id = {"Flank": "trait-flank", "Full Cover": "trait-full-cover"}.get(trait.name, "trait-lost")
    ledger.drop(rule_id, trait.text())
    return ()


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(PLAIN, same),
    **dict.fromkeys((*RATED, "Attached"), same_rating),
    **dict.fromkeys(RENAMED, renamed),
    **dict.fromkeys((*LOST, "Flank", "Full Cover"), lost),
    **dict.fromkeys(("Resist", "Vul"), lettered),
    **dict.fromkeys(("APC", "HGC", "Transport"), transport),
    "Comms": comms,
    "ECM": ecm,
    "Offroad": offroad,
    "Smoke": smoke,
    "Sensors": sensor_suite,
    "Profile": profile,
}


@carries_out("trait-movement")
def switched_traits(trait: BetaTrait, ledger: Ledger) -> Found:
    """Traits tied to switched movement belong to the model here; one Turn a Move is all that Ground has anyway."""
    found: list[str] = []
    for text in trait.bracket:
        inner = parse_trait(text)
        if inner.name == "Fast":
            continue
        if inner.sign or inner.name == "Lumbering":
            ledger.drop("trait-movement", f"{text} of {trait.name}:{trait.rating}")
            continue
        ledger.note("trait-movement", f"{text} of {trait.name}:{trait.rating} to the model")
        found += HANDLERS[inner.name](inner, ledger)
    return tuple(found)


def convert_trait(trait: BetaTrait, ledger: Ledger) -> Found:
    """What one entry of the traits column becomes; nothing for one that other columns carry."""
    if trait.name == "SMS":
        return switched_traits(trait, ledger)
    if trait.name in ELSEWHERE:
        return ()
    handler = HANDLERS.get(trait.name)
    if handler is None:
        ledger.miss(f"trait {trait.text()}")
        return ()
    return handler(trait, ledger)


@carries_out("trait-squad", "trait-team", "trait-n-kidu", "trait-mcv", "trait-black-talon")
def traits_of_its_kind(beta: BetaLine, ledger: Ledger) -> Found:
    """Traits that stand in no column there: what infantry, drones of Utopia, components and Black Talon models are."""
    found: list[tuple[str, str]] = []
    if beta.type == "Infantry":
        found.append(("trait-squad", "Transportable:2"))
    if beta.type == "Infantry (Team)" or (beta.type == "Infantry (ATV)" and beta.mr.endswith("G")):
        found.append(("trait-team", "Transportable:1"))
    if "N-KIDU" in beta.model + beta.variant_of:
        found.append(("trait-n-kidu", "NAI"))
    if is_component(beta) and not beta.has("Attached"):
        found.append(("trait-mcv", "Core"))
    if beta.faction == "Black Talon":
        found += [("trait-black-talon", name) for name in ("Vet", "Stealth (Aux)", "Airdrop")]
    if beta.type == "Vehicle (VTOL)":
        found.append(("type-vtol", "VTOL"))
    for rule_id, text in found:
        ledger.note(rule_id, text)
    return tuple(text for _, text in found)


def model_traits(beta: BetaLine, ledger: Ledger) -> Found:
    """The traits column here, by alphabet. Only Smoke may stand twice; a trait that never fails beats its Aux."""
    found = [text for trait in beta.traits for text in convert_trait(trait, ledger)]
    found += traits_of_its_kind(beta, ledger)
    kept = [text for text in found if not (text.endswith(" (Aux)") and text.removesuffix(" (Aux)") in found)]
    once = [text for place, text in enumerate(kept) if text.startswith("Smoke") or text not in kept[:place]]
    return tuple(sorted(once, key=str.lower))
