"""What the source has lost or leaves open, value by value: the tables say why, here it is said of what."""

from __future__ import annotations

ICONS = "The icons are lost in the source: ruled from the name, the kind and the use of the item."
POOL = "Of the action pool only the letters W, F and C are text; move, attack and utility were pictures and are ruled."
ARCS = "Armour levels are printed without their arcs: ruled highest in front, middle on the flanks, lowest elsewhere."
STRUCTURE = (
    "The source does not say how much critical damage destroys a unit: ruled half of the hit points, rounded up."
)
TYPES = "The type symbols of the hardpoints are lost: ruled from what each mount is called."
DATA_LINK = "The icon of the built-in electronics is lost: ruled a data link, which a drone needs to be commanded."
ECCM = (
    "The icon of Integrated ECCM is lost: ruled electronic defence. The 4 behind its heading is read as the dampening "
    "of Squire, Lord and Predator."
)
SPIKES = "'01' and '03' stand before the headings of the two spikes: read as armour penetration 1 and 3 in melee."

EQUIPMENT: dict[str, tuple[str, ...]] = {
    "smart-gun": ("tracking",),
    "light-auto-cannon": ("mounting",),
    "x-bow": ("silenced",),
    "frag-cannon": ("blast",),
    "high-energy-laser": ("graze",),
    "bullet-hose.single-target": ("blast", "ammunition"),
    "bullet-hose.area-saturation": ("blast", "ammunition"),
    "heavy-auto-cannon.he-rounds": ("penetration", "graze"),
    "heavy-auto-cannon.ap-rounds": ("armour penetration",),
    "railgun.hollow-point-slug": ("spalling",),
    "heavy-particle-cannon.ion-beam": ("graze",),
    "heavy-particle-cannon.plasma-blast": ("penetration", "blast"),
    "type-d-gun-launcher.hesh-rounds": ("accuracy", "damage", "blast", "spalling"),
    "type-d-gun-launcher.heat-rounds": ("damage",),
    "type-d-gun-launcher.esd-rounds": ("heavy-emp",),
    "type-r-gun-launcher.canister-rounds": ("blast", "armour penetration"),
    "type-r-gun-launcher.atgm": ("homing",),
    "type-g-gun-launcher.bee-hive-rounds": ("critical", "penetration", "blast"),
    "type-g-gun-launcher.hesh": ("critical", "penetration", "blast", "spalling"),
    "emp-missile": ("cost",),
    "long-bow-missiles": ("indirect-fire",),
    "howitzer": ("spalling",),
    "electro-spike": ("armour penetration", "light-emp"),
    "heavy-spike": ("armour penetration",),
    "mace.bash": ("spalling",),
    "mace.sweep": ("slash",),
    "tactical-shield": ("which of the reductions is passive",),
    "ecm-suite": ("ecm",),
    "e-war-module": ("electronic-defence", "data-link"),
    "network-support-module": ("network-defence", "data-link"),
    "advanced-eccm-module": ("electronic-defence", "network-defence", "data-link"),
    "basic-sensor-suite": ("sensor-lock",),
    "soliton-radar": ("advanced-sensor",),
    "composite-armour.light": ("hit points", "damage types"),
    "composite-armour.heavy": ("hit points", "damage types"),
    "blast-plating.heavy": ("damage types",),
    "ed-armour.light": ("what heavy EMP becomes",),
    "ed-armour.heavy": ("what heavy EMP becomes", "damage types"),
    "reactive-armour.light": ("damage types", "charges"),
    "reactive-armour.heavy": ("damage types", "charges"),
    "tegu-dozer-blade": ("damage reduction",),
    "zenith-dozer-blade": ("damage reduction",),
    "zenith-amphibious-modification": ("hit points",),
    "zenith-stealth-modifications": ("hit points", "dampening"),
    "rampart-point-defence-turret": ("whose speciality it is",),
    "rampart-siege-cannon": ("indirect-fire", "large-projectile"),
    "rain-maker-tank-gun.intelligent-fragmentation-rounds": ("graze",),
    "rain-maker-tank-gun.sftam": ("homing",),
    "cloudburst-amphibious-modifications": ("hit points",),
    "field-survival-modification": ("which effects it has",),
    "urban-warfare-modification": ("which effects it has",),
    "squire-stealth-enhancement": ("size", "dampening"),
    "squire-amphibious-modifications": ("hit points",),
    "cobra-fang-esdp": ("light-emp",),
    "castellan-utility-launcher.smoke-rounds": ("pattern of the smoke",),
    "castellan-utility-launcher.mine-launcher": ("pattern of the mines",),
    "therm-optic-camo-plating.light": ("optical-stealth",),
    "therm-optic-camo-plating.heavy": ("optical-stealth",),
    "onager-siege-cannon": ("indirect-fire", "large-projectile"),
    "aegis-smart-gun": ("tracking", "blast", "linked"),
    "linebreaker-point-defence-turret": ("whose speciality it is",),
    "impact-hammer": ("pattern of the blow", "spalling"),
    "compact-bullet-hose.single-target": ("whose speciality it is", "ammunition"),
    "compact-bullet-hose.area-saturation": ("blast", "ammunition"),
    "power-fist-mk-2.punch": ("spalling", "light-emp"),
    "falcon-canister-launcher": ("ammunition",),
    "errant-stealth-plating.light": ("optical-stealth",),
    "errant-stealth-plating.heavy": ("optical-stealth",),
    "plasma-edge.stab": ("critical", "penetration"),
    "plasma-edge.slash": ("critical", "penetration"),
}
"""The values that the note of a row speaks of."""

UNITS: dict[str, tuple[str, ...]] = {
    "tegu-mbt": ("movement", "hit points", "vision", "e-war"),
    "fat-mann": ("armour",),
    "rampart": ("actions",),
    "squire": ("whose hardpoints they are",),
    "lord-mk2": ("built in",),
    "onager-mk2": ("movement type",),
    "crocodile-mk2": ("sizes of the torso mounts",),
    "cirrus-mk2": ("actions",),
    "recon-drone": ("e-war", "agility", "movement", "hit points"),
    "terror-drones": ("hit points", "e-war", "agility", "movement", "vision"),
    "point-defence-drone": ("armour", "movement", "hit points", "vision", "e-war"),
    "repair-drone": ("hit points", "vision", "armour"),
}

OTHER_REASONS = {"heavy-spike": SPIKES, "electro-spike": f"{SPIKES} Light EMP is ruled from the name."}
"""Where the note of a row points to another row."""
