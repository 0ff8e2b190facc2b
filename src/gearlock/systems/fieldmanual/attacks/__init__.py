"""Ranged combat: direct fire, indirect fire, thrown and placed weapons, Rate of Fire, ammunition, defense."""
