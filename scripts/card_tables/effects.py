"""What items do, as the numbers that the rules read. The tables say it in words; here they are turned into numbers.

An effect that is only there or not is 1. Attributes with numbers and without are taken from the tables themselves.
"""

from __future__ import annotations

EFFECTS: dict[str, dict[str, int]] = {
    "tactical-shield": {"shield": 1, "shield_defence_focus": 2},
    "buckler": {"shield": 1, "parry_defence_focus": 50},
    "basic-fcs-extension": {"accuracy": 5},
    "main-gun-fcs": {"accuracy_main_gun": 5, "tracking_main_gun": 15},
    "rapid-fire-fcs": {"accuracy_linked": 5, "tracking_linked": 15},
    "artillery-fcs": {"artillery_fcs": 1},
    "ecm-suite": {"e_war": 10},
    "e-war-module": {"e_war": 10},
    "network-support-module": {"e_war": 20},
    "advanced-eccm-module": {"e_war": 20},
    "basic-sensor-suite": {"sensors": 1},
    "target-marker": {"target_marker": 70},
    "soliton-radar": {"radar": 10},
    "advanced-sensor-suite": {"sensors": 1, "outlines": 1, "sensor_sweep": 4},
    "hi-res-optical-scanner": {"optical_scanner": 4},
    "jump-jets": {"jump": 1},
    "skate-system": {"skate": 1},
    "internal-reinforcement": {"critical_reduction": 1},
    "smoke-launcher": {"smoke_launcher": 1},
    "core-system-shielding": {"core_shielding": 1},
    "ablative-armour-light": {"hp": 6},
    "ablative-armour-heavy": {"hp": 16},
    "composite-armour-light": {"hp": 2},
    "composite-armour-heavy": {"hp": 6},
    "blast-plating-light": {"hp": 4, "blast_immunity": 1},
    "blast-plating-heavy": {"hp": 4, "blast_immunity": 1},
    "ed-armour-light": {"hp": 4, "emp_softening": 1},
    "ed-armour-heavy": {"hp": 4, "emp_softening": 1},
    "reactive-armour-light": {"reactive": 1},
    "reactive-armour-heavy": {"reactive": 1},
    "drone-controller": {"drone_controller": 1},
    "tegu-dozer-blade": {"front_edge": 1, "clear_the_way": 4},
    "zenith-dozer-blade": {"front_edge": 1, "clear_the_way": 4},
    "zenith-amphibious-modification": {"hp": 8, "amphibious": 1},
    "zenith-stealth-modifications": {"hp": 6},
    "juggernaut-plow": {"front_edge": 1, "ram_doubled": 1, "plow": 1},
    "siege-stabilizers": {"siege_mode": 1},
    "siege-plough": {"front_edge": 1, "plow": 1},
    "cloudburst-amphibious-modifications": {"hp": 6, "amphibious": 1},
    "field-survival-modification": {"clear_mines": 4},
    "urban-warfare-modification": {"reactive": 1, "clear_path": 4},
    "squire-stealth-enhancement": {"hp": 4},
    "squire-amphibious-modifications": {"hp": 6, "amphibious": 1},
    "castellan-utility-launcher": {"castellan": 6},
    "therm-optic-camo-plating-light": {"hp": 4},
    "therm-optic-camo-plating-heavy": {"hp": 10},
    "predator-cloaking-device": {},
    "onager-interceptor": {},
    "nimbus-ecm-system": {"e_war": 20, "nimbus": 8},
    "errant-stealth-plating-light": {"hp": 4},
    "errant-stealth-plating-heavy": {"hp": 10},
    "cirrus-mobility-system": {"jump": 1, "skimmer": 1, "agility": 15, "attack_or_move": 1},
    "stratus-sensor-system": {"sensors": 1, "tracking": 20, "missile_link": 1, "stratus": 6, "move_or_attack": 1},
    "active-defence-system-light": {},
    "active-defence-system-heavy": {},
    "cram-turret": {},
    "repair-tool": {"repair": 6},
}

WEAPON_EFFECTS: dict[str, dict[str, int]] = {
    "rampart-point-defence-turret": {"interceptor": 2, "interceptor_reach": 0},
    "linebreaker-point-defence-turret": {"interceptor": 2, "interceptor_reach": 0},
    "aegis-smart-gun": {"interceptor": 2, "interceptor_reach": 6, "front_arc": 1},
    "rain-maker-tank-gun-intelligent-fragmentation-rounds": {"integrated_fcs": 1, "spares_friends": 1},
    "rain-maker-tank-gun-ap-rounds": {"integrated_fcs": 1},
    "rain-maker-tank-gun-sftam": {"integrated_fcs": 1},
    "mk2-gj-lancer-cannon": {"terminal_velocity": 4, "terminal_velocity_beyond": 6},
    "rampart-siege-cannon": {"siege_range": 3},
    "canisterate": {"marks": 1},
}
"""What the words below a weapon's stat line give it, by fire mode."""

REDUCTION: dict[str, dict[str, int]] = {
    "composite-armour-light": {"shaped-charge": 1, "piercing": 1},
    "composite-armour-heavy": {"shaped-charge": 2, "piercing": 2, "impact": 1, "slash": 1, "energy": 1},
    "blast-plating-heavy": {"impact": 3},
    "ed-armour-heavy": {"energy": 3},
    "reactive-armour-light": {"shaped-charge": 8, "impact": 6, "piercing": 2},
    "reactive-armour-heavy": {"shaped-charge": 8, "impact": 6, "piercing": 2},
    "urban-warfare-modification": {"shaped-charge": 8, "impact": 6, "piercing": 2},
}
"""Damage reduction by damage type; that of reactive armour lasts as long as its charges."""

SHOCKS = {"impact-hammer": 6}
"""Area damage of weapons that shake the hexes beside their target."""

INTEGRATED: dict[str, dict[str, int]] = {
    "zenith-mbt": {"optics": 3, "aux_turrets": 1},
    "fat-mann": {"heavy_tank": 1, "rear_exhaust": 1, "weak_optics": 5},
    "rampart": {"heavy_tank": 1},
    "cloudburst-agcv": {"data_link": 1},
    "squire": {"dampening": 4},
    "lord-mk2": {"dampening": 4},
    "predator-1e": {"dampening": 4},
    "onager-mk2": {"onager_fcs": 1},
    "cumulus": {"data_link": 1},
    "linebreaker-mk2": {"skate": 1, "critical_reduction": 1, "core_shielding": 1},
    "errant-mk2": {"electronic_defence": 1, "dampening": 4},
    "cirrus-mk2": {"data_link": 1},
    "recon-drone": {"data_link": 1, "dampening": 4},
    "terror-drones": {"data_link": 1, "swarm": 3, "smoke_screen": 1},
    "point-defence-drone": {"data_link": 1, "interceptor": 3, "interceptor_reach": 4},
    "repair-drone": {"data_link": 1, "repair": 6},
}
"""What units have built in; drones carry a data link, the others what their cards print."""
