"""Ways to draw a force: which units, which equipment, how much of the points for each."""

from __future__ import annotations

from dataclasses import dataclass, field

from gearlock.systems.hex100.forces.units import Item, UnitCard, Weapon

USUAL = 4


@dataclass(frozen=True)
class Style:
    """How likely things are drawn. What is not named counts as usual; 0 is never drawn."""

    about: str
    names: tuple[str, ...]
    units: dict[str, int] = field(default_factory=dict)
    """By unit or kind of unit."""
    equipment: dict[str, int] = field(default_factory=dict)
    """By item, hardpoint type, attribute or effect; of several the best liked counts."""
    bodies: float = 0.66
    """The share of the points for bare units; the rest arms them."""

    def unit_weight(self, card: UnitCard) -> int:
        """How likely this unit is drawn beside others."""
        return self.units.get(card.id, self.units.get(card.kind, USUAL))

    def item_weight(self, thing: Weapon | Item) -> int:
        """How likely this item is drawn beside others; specialities give a unit its character."""
        tags = (thing.id, *thing.types, *thing.attributes, *thing.effects)
        liked = [self.equipment[tag] for tag in tags if tag in self.equipment]
        if 0 in liked:
            return 0
        return max([USUAL, *liked]) * (2 if thing.only else 1)


RECRUITING = {
    "balanced": Style("A bit of everything.", ("Combined Arms", "Task Force Grey", "Second Column")),
    "armoured": Style(
        "Tanks in front, thick plates, large guns.",
        ("Iron Column", "Steel Wall", "Heavy Brigade"),
        units={"tank": 12, "fat-mann": 18, "rampart": 18, "mech": 1},
        equipment={"armour": 16, "main-gun": 14, "electronic": 1, "sensor": 2},
    ),
    "stealth": Style(
        "Seen late or never: dampened signatures, cloaks, silenced weapons.",
        ("Night Watch", "Grey Ghosts", "The Unseen"),
        units={
            "errant-mk2": 20,
            "predator-1e": 20,
            "lord-mk2": 16,
            "squire": 16,
            "zenith-mbt": 6,
            "mech": 0,
            "tank": 0,
        },
        equipment={"optical_stealth": 40, "dampening": 40, "silenced": 16, "optical_scanner": 8, "jump": 1},
    ),
    "electronic": Style(
        "Jams, hacks and locks; missiles find what sensors hold.",
        ("Static", "White Noise", "Signal Company"),
        units={"cumulus": 24, "cloudburst-agcv": 10, "errant-mk2": 10, "cirrus-mk2": 8, "fat-mann": 1, "big-guye": 1},
        equipment={"electronic": 24, "ecm": 32, "light-emp": 16, "heavy-emp": 16, "homing": 12, "sensor_lock": 16},
    ),
    "drones": Style(
        "Controllers and the drones they command.",
        ("Swarm", "The Hive", "Beekeepers"),
        units={"cumulus": 16, "cloudburst-agcv": 16, "crocodile-mk2": 12, "cobra-ka1": 12, "lord-mk2": 8, "tank": 1},
        equipment={"drone-controller": 60},
        bodies=0.52,
    ),
    "artillery": Style(
        "Howitzers, mortars and siege guns, with eyes to direct them.",
        ("Thunder Battery", "Long Reach", "Grand Battery"),
        units={"rampart": 18, "squire": 16, "onager-mk2": 18, "cobra-ka1": 14, "lord-mk2": 10, "mech": 2, "tank": 2},
        equipment={"artillery": 40, "indirect-fire": 30, "artillery_fcs": 30, "data_link": 12, "sensors": 16},
    ),
    "assault": Style(
        "Up close: blades, fists, hammers, ploughs, jump jets.",
        ("Hammer and Tongs", "First Over", "The Breach"),
        units={"big-guye": 22, "linebreaker-mk2": 22, "fat-mann": 12, "cirrus-mk2": 8, "summit-mk2": 10, "tank": 2},
        equipment={"melee": 30, "thrown": 12, "jump": 20, "skate": 20, "armour": 20, "plow": 24, "artillery": 0},
    ),
}
