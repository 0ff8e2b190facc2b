// A map of hexes as a landscape: kinds and levels, cliffs and shadows, lit from the north-west. Tops are exact, cliffs fall south.
import { seeded, tone } from "./relief";
import { r } from "./shapes";

/** A hex of the map, by column and row. */
export interface Cell {
  drawing: string;
  dense: boolean;
  level: number;
  /** The corners of its top, beginning at the lower right, against the clock: sides 0 to 5 as the rules count them. */
  corners: readonly { x: number; y: number }[];
  x: number;
  y: number;
  /** The hexes beside it, by side; null where the map ends. */
  beside: readonly (Cell | null)[];
  seed: number;
}

/** How high a level is drawn. */
const UP = 9;
const FLOORS: Record<string, string> = {
  woods: "wood-floor",
  scrub: "wood-floor",
  water: "water",
  swamp: "wood-floor",
  ruin: "ruin-floor",
  building: "ruin-floor",
  rough: "hill-top",
  rocks: "hill",
  hill: "hill-top",
};
/** Sides that look south: east of south (5) and west of south (4), by the numbering of hexsides. */
const SOUTHERN = [4, 5] as const;
const NORTHERN = [1, 2, 3] as const;

function hexPath(cell: Cell): string {
  return `M${cell.corners.map(({ x, y }) => `${r(x)} ${r(y)}`).join("L")}Z`;
}

/** Patches of earth, the same on every map. */
function patch(cell: Cell): number {
  const [a, b] = [cell.x / 44, cell.y / 38];
  return Math.sin(a * 0.7 + b * 0.3) * 0.5 + Math.sin(b * 0.9 - a * 0.35 + 2) * 0.5;
}

function floor(cell: Cell): string {
  const open = !(cell.drawing in FLOORS);
  const colour = open ? (cell.level > 0 ? "hill-top" : "ground") : FLOORS[cell.drawing]!;
  const fill = cell.level ? `color-mix(in oklab,var(--${colour}),${cell.level > 0 ? `#ffe9b0 ${cell.level * 9}` : `#05070a ${-cell.level * 12}`}%)` : `var(--${colour})`;
  const outline = hexPath(cell);
  if (cell.drawing === "water") return `<path d="${outline}" fill="${fill}"/>`;
  const earth = patch(cell);
  const shade = r(Math.min(0.6, Math.abs(earth) * 0.7));
  return `<path d="${outline}" fill="${fill}"/><path d="${outline}" fill="var(--ground-${earth > 0 ? 2 : 3})" opacity="${shade}"/>`;
}

/** Where a hex is higher than one to its south, its cliff falls over that one; where it is higher to the north a rim is lit. */
function heights(cell: Cell): string {
  let out = "";
  for (const side of SOUTHERN) {
    const drop = cell.level - (cell.beside[side]?.level ?? cell.level);
    if (drop <= 0) continue;
    const [a, b] = [cell.corners[side]!, cell.corners[(side + 1) % 6]!];
    const down = drop * UP;
    out += `<path d="M${r(a.x)} ${r(a.y)}L${r(b.x)} ${r(b.y)}v${down}L${r(a.x)} ${r(a.y + down)}Z" fill="${tone("hill", side === 5 ? -1 : -0.55)}"/>`;
  }
  for (const side of NORTHERN) {
    const other = cell.beside[side];
    const step = other ? other.level - cell.level : 0;
    const [a, b] = [cell.corners[side]!, cell.corners[(side + 1) % 6]!];
    const line = `M${r(a.x)} ${r(a.y)}L${r(b.x)} ${r(b.y)}`;
    if (step < 0) out += `<path d="${line}" stroke="#fff6da" stroke-width="1.5" opacity=".5"/>`;
  }
  const west = cell.beside[3];
  const above = west ? west.level - cell.level : 0;
  if (above > 0) {
    const [a, b] = [cell.corners[3]!, cell.corners[4]!];
    const far = Math.min(26, above * 10);
    out += `<path d="M${r(a.x)} ${r(a.y)}L${r(b.x)} ${r(b.y)}L${r(b.x + far)} ${r(b.y + 4)}L${r(a.x + far)} ${r(a.y + 4)}Z" fill="var(--shade)" opacity=".32"/>`;
  }
  return out;
}

type Artist = (cell: Cell, draw: () => number) => string;

const trees =
  (crowns: readonly [number, number], size: number): Artist =>
  (cell, draw) => {
    const count = cell.dense ? crowns[1] : crowns[0];
    const spots = Array.from({ length: count }, (_, at) => ({ x: cell.x + Math.cos(at * 2.4 + draw()) * (4 + at * 2.1), y: cell.y + Math.sin(at * 2.4 + draw()) * (4 + at * 1.9) - 3, at }));
    spots.sort((a, b) => a.y - b.y);
    const shades = spots.map(({ x, y }) => `<ellipse cx="${r(x + 4)}" cy="${r(y + 7)}" rx="8" ry="5" fill="var(--shade)" opacity=".3"/>`);
    const kind = (at: number) => (cell.dense && at % 3 === 0 ? "pine" : `tree${1 + (at % 2)}`);
    return shades.join("") + spots.map(({ x, y, at }) => `<use href="#${kind(at)}" transform="translate(${r(x)} ${r(y)}) scale(${r((size + (at % 3) * 0.07) * 100) / 100})"/>`).join("");
  };

const stones =
  (count: number, size: number): Artist =>
  (cell, draw) =>
    Array.from({ length: count }, () => {
      const [x, y, scale] = [r(cell.x + (draw() - 0.5) * 26), r(cell.y + (draw() - 0.5) * 24), r(size * (0.8 + draw() * 0.5))];
      return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-5 2l3 -6l5 1l3 5z" fill="var(--rock)"/><path d="M-5 2l3 -6l2.6 5z" fill="var(--rock-top)"/></g>`;
    }).join("");

const waves: Artist = ({ x, y }) =>
  `<path d="M${r(x - 12)} ${r(y - 4)}q4 -3.4 8 0t8 0M${r(x - 5)} ${r(y + 7)}q4 -3.4 8 0t8 0" fill="none" stroke="var(--ripple)" stroke-width="1.1" opacity=".65"/>`;

const house: Artist = ({ x, y }, draw) => {
  const [w, h, left, foot] = [15, 18 + Math.round(draw() * 3) * 5, r(x - 15), r(y + 9)];
  const panes = Array.from({ length: Math.floor(h / 7) * 4 }, (_, at) => {
    const [a, b] = [r(x - w + 3 + (at % 4) * 6.6), r(y + 9 - h + 2.4 + Math.floor(at / 4) * 7)];
    return `<rect x="${a}" y="${b}" width="3.6" height="3.4" fill="var(--glass)" opacity="${draw() > 0.6 ? 0.9 : 0.3}"/>`;
  });
  return [
    `<path d="M${left} ${foot}h${2 * w}l${r(h * 0.6)} -2v-13l${r(-h * 0.6)} -3Z" fill="var(--shade)" opacity=".4"/>`,
    `<rect x="${left}" y="${r(y + 9 - h)}" width="${2 * w}" height="${h}" fill="${tone("wall", -0.5)}"/>${panes.join("")}`,
    `<rect x="${left}" y="${r(y - 9 - h)}" width="${2 * w}" height="18" fill="var(--roof)" stroke="#0b0a08" stroke-opacity=".6"/>`,
    `<rect x="${r(x - w + 4)}" y="${r(y - 6 - h)}" width="8" height="6" fill="var(--roof-2)" stroke="var(--roof-line)" stroke-width=".7"/>`,
  ].join("");
};

const WALLS = [
  [-13, -8, 10, 4, 7],
  [5, -10, 4, 8, 9],
  [-12, 2, 4, 9, 6],
  [2, 7, 11, 3.4, 5],
] as const;
const ruins: Artist = ({ x, y }) =>
  WALLS.map(
    ([a, b, w, d, z]) =>
      `<rect x="${r(x + a)}" y="${r(y + b - z + d)}" width="${w}" height="${z}" fill="${tone("ruin", -0.6)}"/><rect x="${r(x + a)}" y="${r(y + b - z)}" width="${w}" height="${d}" fill="var(--ruin)" stroke="var(--roof-line)" stroke-width=".5"/>`,
  ).join("");

const crag: Artist = ({ x, y }) =>
  `<path d="M${r(x - 16)} ${r(y + 11)}l4 -17l9 -8l9 3l8 12l2 10z" fill="var(--rock)"/><path d="M${r(x - 16)} ${r(y + 11)}l4 -17l9 -8l3 9l-6 16z" fill="var(--rock-top)"/><path d="M${r(x)} ${r(y + 11)}l-6 -16l3 -9" fill="none" stroke="var(--shade)" opacity=".5"/>`;

const roads: Artist = (cell) => {
  const open = cell.beside.flatMap((other, side) => (other?.drawing === "road" ? [side] : []));
  const ends = open.map((side) => {
    const [a, b] = [cell.corners[side]!, cell.corners[(side + 1) % 6]!];
    return `${r((a.x + b.x) / 2)} ${r((a.y + b.y) / 2)}`;
  });
  const middle = `${r(cell.x)} ${r(cell.y)}`;
  const way = ends.length === 2 ? `M${ends[0]}Q${middle} ${ends[1]}` : ends.map((end) => `M${end}L${middle}`).join("");
  return `<g fill="none"><path d="${way}" stroke="var(--road-edge)" stroke-width="15"/><path d="${way}" stroke="var(--road)" stroke-width="12"/><path d="${way}" stroke="var(--road-line)" stroke-width="1.2" stroke-dasharray="5 5" opacity=".8"/></g>`;
};

const tufts: Artist = (cell, draw) => {
  let out = "";
  for (let at = 0; at < 3; at++) {
    const [x, y] = [r(cell.x + (draw() - 0.5) * 32), r(cell.y + (draw() - 0.5) * 32)];
    out += `M${x} ${y}l-1.8 -3.6M${x} ${y}l.4 -4.4M${x} ${y}l2.2 -3`;
  }
  return `<path d="${out}" stroke="var(--tree)" stroke-width=".9" opacity=".45" fill="none"/>`;
};

const ARTISTS: Record<string, Artist> = {
  woods: trees([4, 7], 0.44),
  scrub: trees([3, 5], 0.24),
  swamp: (cell, draw) => waves(cell, draw) + tufts(cell, draw) + tufts(cell, draw),
  water: waves,
  rough: stones(5, 0.9),
  rocks: crag,
  building: house,
  ruin: ruins,
  road: roads,
};

/** What rises above a level, so that it must come after what lies north of it. */
const TALL = new Set(["building", "rocks", "woods", "scrub", "ruin"]);

function inside(cell: Cell): string {
  const draw = seeded(cell.seed);
  const artist = ARTISTS[cell.drawing];
  return artist ? artist(cell, draw) : tufts(cell, draw);
}

/** The map, north to south: floors with cliffs first, the grid, then what stands on it. */
export function hexlandSvg(cells: readonly Cell[]): string {
  const low = cells.map((cell) => floor(cell) + heights(cell) + (TALL.has(cell.drawing) ? "" : inside(cell)));
  const grid = `<path d="${cells.map(hexPath).join("")}" fill="none" stroke="var(--grid)" stroke-width=".9" class="hexgrid"/>`;
  const tall = cells.filter((cell) => TALL.has(cell.drawing)).map(inside);
  return low.join("") + grid + tall.join("");
}
