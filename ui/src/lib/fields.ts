import type { Field } from "../wire";
import { fromOffset, hexDistance, type Lay, type Place, type Spot } from "./geometry";

const ALL_ROUND = 1800;

/** A part of a ring around a spot as an SVG path: facings in tenths of a degree, radii in units of the drawing. */
export function sector(centre: Spot, inner: number, outer: number, middle: number, half: number): string {
  if (half >= ALL_ROUND) return circle(centre, outer) + (inner > 0 ? circle(centre, inner) : "");
  const [from, to] = [middle - half, middle + half];
  const wide = half * 2 > ALL_ROUND ? 1 : 0;
  const [a, b] = [around(centre, outer, from), around(centre, outer, to)];
  const far = `M${a.x} ${a.y}A${outer} ${outer} 0 ${wide} 0 ${b.x} ${b.y}`;
  if (inner <= 0) return `${far}L${centre.x} ${centre.y}Z`;
  const [c, d] = [around(centre, inner, to), around(centre, inner, from)];
  return `${far}L${c.x} ${c.y}A${inner} ${inner} 0 ${wide} 1 ${d.x} ${d.y}Z`;
}

/** The spot so far from another towards a facing. */
export function around(centre: Spot, radius: number, facing: number): Spot {
  const angle = (-facing / 1800) * Math.PI;
  return { x: round(centre.x + Math.cos(angle) * radius), y: round(centre.y + Math.sin(angle) * radius) };
}

function circle({ x, y }: Spot, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`;
}

/** The hexes of a map of columns and rows that lie in a weapon's band and in its arc. */
export function hexesOf(lay: Lay, map: { width: number; height: number }, from: Place, field: Field, band: number): Place[] {
  const near = band ? field.bands[band - 1]![1] : Math.max(field.nearest, 1) - 1;
  const far = field.bands[band]![1];
  const found: Place[] = [];
  for (let row = 0; row < map.height; row++) {
    for (let column = 0; column < map.width; column++) {
      const place = fromOffset(column, row);
      const away = hexDistance(from, place);
      if (away > near && away <= far && bears(lay, from, place, field)) found.push(place);
    }
  }
  return found;
}

function bears(lay: Lay, from: Place, to: Place, field: Field): boolean {
  if (field.half >= ALL_ROUND) return true;
  const [a, b] = [lay.toSpot(...from), lay.toSpot(...to)];
  const toward = (Math.atan2(a.y - b.y, b.x - a.x) * 1800) / Math.PI;
  const off = (((toward - field.middle) % 3600) + 3600) % 3600;
  return Math.min(off, 3600 - off) <= field.half + 1;
}

/** The arc of a field in words, as one who faces that way would say it. */
export function arcWords(field: Field, facing: number): string {
  if (field.half >= ALL_ROUND) return "all round";
  const side = Math.round(((((field.middle - facing) % 3600) + 3600) % 3600) / 900) % 4;
  return `${Math.round(field.half / 5)}° ${["ahead", "to the left", "behind", "to the right"][side]}`;
}

/** The bands of a field in words: "optimal 3″ to 12″". */
export function bandWords(field: Field, kind: Lay["kind"]): string[] {
  const far = (length: number) => (kind === "hexes" ? String(length) : `${Number((length / 1000).toFixed(1))}″`);
  return field.bands.map(([label, reach], at) => {
    const near = at ? field.bands[at - 1]![1] : field.nearest;
    const end = `${far(reach)}${kind === "hexes" ? (reach === 1 ? " hex" : " hexes") : ""}`;
    return `${label}: ${near ? `${far(near)} to ${end}` : `up to ${end}`}`;
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
