"""Ways to draw a force: which Units, which models, how many upgrades."""

from __future__ import annotations

from dataclasses import dataclass, field

from gearlock.systems.brigands.models import ModelCard


@dataclass(frozen=True)
class Style:
    """How likely things are drawn. Codes and types not named count 1; `taste` prefers dear models or cheap ones."""

    about: str
    codes: dict[str, int] = field(default_factory=dict)
    types: dict[str, int] = field(default_factory=dict)
    taste: int = 0
    support: float = 0.5
    veterans: float = 0.3
    duelist: float = 0.25
    reserve: float = 0.08
    """The share of the TV kept for upgrades."""

    def weight(self, card: ModelCard) -> int:
        """How likely this model is drawn beside others."""
        price = {1: card.tv, 0: 12, -1: max(1, 14 - card.tv) ** 2}[self.taste]
        return max(1, price) * self.types.get(card.type, 0 if card.type == "Fortification" else 3)


RECRUITING = {
    "balanced": Style("A bit of everything.", codes={"GP": 5, "SK": 4, "FS": 3, "RC": 3}),
    "horde": Style(
        "Many cheap models, hardly an upgrade.", taste=-1, veterans=0.0, duelist=0.0, support=0.8, reserve=0
    ),
    "elite": Style(
        "Few and dear, veterans first.", codes={"SK": 5, "SF": 5}, taste=1, veterans=1.0, duelist=0.7, reserve=0.25
    ),
    "armor": Style(
        "Tanks and striders in front.",
        codes={"HT": 8, "LT": 8, "ST": 8},
        types={"Vehicle": 9, "Strider": 9, "Gear": 2},
        duelist=0.0,
    ),
    "scouts": Style("Eyes and ears: recon, special forces, drones.", codes={"RC": 9, "SF": 5, "SK": 2}, duelist=0.1),
    "infantry": Style(
        "Boots on the ground and their transports.",
        codes={"IN": 9, "SI": 6},
        types={"Infantry": 9, "Vehicle": 5},
        taste=-1,
        veterans=0.1,
        duelist=0.1,
    ),
    "dug-in": Style(
        "Guns behind walls.",
        codes={"FS": 6, "HT": 4, "IN": 3},
        types={"Fortification": 4},
        veterans=0.1,
        duelist=0.0,
    ),
}
