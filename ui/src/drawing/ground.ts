// The terrain of a table in inches, drawn from outlines, heights and kinds that the system hands over. SVG text.
import { HOUSEHOLD } from "./household";
import { area, blob, box, isInside, lifted, middle, path, scaled, seeded, seedOf, shadow, sides, smooth, solid, tone, wound } from "./relief";
import { escaped, r, type Dot } from "./shapes";

/** A piece of terrain in units of the drawing. */
export interface Feature {
  id: string;
  drawing: string;
  dense: boolean;
  dots: Dot[];
  /** How high it rises. */
  h: number;
  /** How high above the ground it begins. */
  from?: number;
}

/** Units of the drawing in an inch. */
const U = 20;
const FLAT = new Set(["field", "water", "swamp", "road", "crater", "scrub", "rough", "dunes", "cloud"]);
const SHADOWLESS = new Set([...FLAT, "woods"]);

type Artist = (feature: Feature, outline: Dot[], draw: () => number) => string;

/** Spots in an outline, no nearer to one another than `gap`, about `count` of them. */
function spotsIn(outline: readonly Dot[], count: number, gap: number, draw: () => number): Dot[] {
  const within = scaled(outline, 0.93);
  const { left, top, right, bottom } = box(within);
  const found: Dot[] = [];
  for (let turn = 0; turn < count * 6 && found.length < count; turn++) {
    const spot: Dot = [left + draw() * (right - left), top + draw() * (bottom - top)];
    if (isInside(spot, within) && found.every(([x, y]) => Math.hypot(x - spot[0], y - spot[1]) >= gap)) found.push(spot);
  }
  return found.sort((a, b) => a[1] - b[1]);
}

function inches(outline: readonly Dot[]): number {
  return area(outline) / (U * U);
}

const woods: Artist = ({ dense, h }, outline, draw) => {
  const trees = spotsIn(outline, inches(outline) * (dense ? 0.6 : 0.42), U * 0.96, draw).map((dot) => ({ dot, size: 0.74 + draw() * 0.5, kind: draw() }));
  const crown = (kind: number) => (kind < (dense ? 0.45 : 0.2) ? "pine" : kind < 0.65 ? "tree1" : "tree2");
  const shades = trees.map(({ dot: [x, y], size }) => `<ellipse cx="${r(x + 9)}" cy="${r(y + 8)}" rx="${r(size * U)}" ry="${r(size * U * 0.8)}"/>`);
  const crowns = trees.map(({ dot, size, kind }) => {
    const [x, y] = lifted(dot, h * 0.6);
    return `<use href="#${crown(kind)}" transform="translate(${x} ${y}) rotate(${Math.round(((kind * 97) % 1) * 50 - 25)}) scale(${r(size * 10) / 10})"/>`;
  });
  const edge = `<path d="${path(outline)}" fill="none" stroke="var(--wood-line)" stroke-width="1.2"${dense ? "" : ' stroke-dasharray="5 4"'} opacity=".8"/>`;
  return `<path d="${path(smooth(outline, 5))}" fill="var(--wood-floor)" opacity=".85"/>${edge}<g fill="var(--shade)" opacity=".3">${shades.join("")}</g>${crowns.join("")}`;
};

const scrub: Artist = (_, outline, draw) => {
  const bushes = spotsIn(outline, inches(outline) * 0.8, U * 0.55, draw).map(([x, y]) => {
    const scale = r((0.26 + draw() * 0.2) * 10) / 10;
    return `<use href="#tree${draw() < 0.5 ? 1 : 2}" transform="translate(${r(x)} ${r(y)}) scale(${scale || 0.3})"/>`;
  });
  return `<path d="${path(smooth(outline, 5))}" fill="var(--wood-floor)" opacity=".5"/><path d="${path(outline)}" fill="none" stroke="var(--wood-line)" stroke-width="1" stroke-dasharray="2 5" opacity=".8"/>${bushes.join("")}`;
};

const hill: Artist = ({ h }, outline) => {
  let out = `<path d="${path(smooth(outline, 7))}" fill="none" stroke="var(--hill-line)" stroke-width="1.2" stroke-dasharray="1 3"/>`;
  let low = smooth(outline, 7);
  const steps = h > U * 1.5 ? 2 : 1;
  for (let step = 0; step < steps; step++) {
    const [from, to] = [(h * step) / steps, (h * (step + 1)) / steps];
    const high = scaled(low, step ? 0.84 : 0.88);
    const hachures = low.map((a, at) => {
      const b = high[at]!;
      const mid: Dot = [a[0] + (b[0] - a[0]) * 0.45, a[1] + (b[1] - a[1]) * 0.45];
      return at % 2 ? "" : `M${lifted(a, from).join(" ")}L${lifted(mid, from + (to - from) * 0.45).join(" ")}`;
    });
    out += `${sides(low, high, from, to, "hill")}<path d="${path(high, to)}" fill="var(--hill-top)" stroke="var(--hill-line)" stroke-width="1"/>`;
    out += `<path d="${hachures.join("")}" fill="none" stroke="var(--hill-line)" stroke-width=".8" opacity=".5"/>`;
    low = scaled(high, 0.72);
  }
  return out;
};

const rocks: Artist = ({ h }, outline, draw) => {
  const { left, top, right, bottom } = box(outline);
  const low = wound(outline);
  const high = scaled(low, 0.62 + draw() * 0.1, [(left + right) / 2 - 2, (top + bottom) / 2 - 2]);
  const main = `${sides(low, high, 0, h, "rock")}<path d="${path(high, h)}" fill="var(--rock-top)" stroke="var(--rock)" stroke-width=".6"/>`;
  const stones = Array.from({ length: 3 }, (_, at) => {
    const angle = draw() * 2 * Math.PI;
    const size = U * (0.5 + draw() * 0.5);
    const [x, y] = [(left + right) / 2 + (Math.cos(angle) * (right - left)) / 2, (top + bottom) / 2 + (Math.sin(angle) * (bottom - top)) / 2];
    const foot = wound(blob(x, y, size, size * 0.8, at + 5, 7, 0.5));
    return `${sides(foot, scaled(foot, 0.55), 0, size * 0.5, "rock")}<path d="${path(scaled(foot, 0.55), size * 0.5)}" fill="var(--rock-top)"/>`;
  });
  return stones[0]! + main + stones[1]! + stones[2]!;
};

/** Rows of windows on the walls of a house, a floor every inch and a quarter. */
function windows(h: number, draw: () => number): (face: { a: Dot; b: Dot; length: number }) => string {
  const floors = Math.max(1, Math.round(h / U / 1.25));
  const storey = h / floors;
  return ({ a, b, length }) => {
    const across = Math.floor(length / (U * 0.72));
    if (length < U * 1.2) return "";
    const at = (share: number, z: number) => lifted([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share], z).join(" ");
    let out = "";
    for (let floor = 0; floor < floors; floor++)
      for (let pane = 0; pane < across; pane++) {
        const [from, to, low, high] = [(pane + 0.26) / across, (pane + 0.74) / across, storey * (floor + 0.3), storey * (floor + 0.78)];
        out += `<path d="M${at(from, low)}L${at(to, low)}L${at(to, high)}L${at(from, high)}Z" fill="var(--glass)" opacity="${draw() > 0.62 ? 0.9 : 0.28}"/>`;
      }
    return out;
  };
}

/** A block somewhere on a roof, as a share of it. */
function onRoof(outline: readonly Dot[], h: number, [x, y]: Dot, w: number, d: number, up: number): string {
  const { left, top, right, bottom } = box(outline);
  const [cx, cy] = [left + (right - left) * x, top + (bottom - top) * y];
  const foot: Dot[] = [[cx - w, cy - d], [cx + w, cy - d], [cx + w, cy + d], [cx - w, cy + d]];
  if (!foot.every((dot) => isInside(dot, outline))) return "";
  return `<path d="${path(foot.map(([a, b]): Dot => [a + 5, b + 4]), h)}" fill="#0004"/>${solid(foot, h + up, "wall", "roof", undefined, h)}`;
}

const building: Artist = ({ h }, outline, draw) => {
  const inner = scaled(outline, 0.88);
  const walls = solid(outline, h, "wall", "roof", windows(h, draw));
  const floor = `<path d="${path(inner, h - 2)}" fill="var(--roof-2)" stroke="var(--roof-line)" stroke-width=".6"/>`;
  const [cx, cy] = lifted(middle(outline), h);
  const extent = box(outline);
  const pad = draw() < 0.3 && Math.min(extent.right - extent.left, extent.bottom - extent.top) > U * 3;
  if (pad)
    return `${walls}${floor}<circle cx="${cx}" cy="${cy}" r="${U}" fill="none" stroke="var(--road-line)" stroke-width="1.6"/><path d="M${cx - 5} ${cy - 6}v12M${cx + 5} ${cy - 6}v12M${cx - 5} ${cy}h10" stroke="var(--road-line)" stroke-width="2"/>`;
  const things = [
    onRoof(outline, h, [0.28 + draw() * 0.1, 0.3], U * 0.6, U * 0.45, U * 0.6),
    onRoof(outline, h, [0.7, 0.62 + draw() * 0.1], U * 0.45, U * 0.4, U * 0.45),
  ];
  return walls + floor + things.join("");
};

const CRATES = ["c1", "c2", "wall"] as const;
/** One container fills a small outline; a larger one is a yard with as many as stand in it. */
const crates: Artist = ({ h }, outline, draw) => {
  const { left, top, right, bottom } = box(outline);
  const one = (dots: Dot[], high: number) => {
    const tint = CRATES[Math.floor(draw() * CRATES.length)]!;
    const roof = tint === "wall" ? "roof" : `${tint}t`;
    return `${solid(dots, high, tint, roof)}<path d="${path(scaled(dots, 0.84), high)}" fill="none" stroke="#0004" stroke-width="1.2"/>`;
  };
  const [long, wide] = [U * 2, U * 0.95];
  const [across, down] = [Math.floor((right - left) / (long + 3)), Math.floor((bottom - top) / (wide + 5))];
  if (across * down < 2) return one(wound(outline), h);
  const yard = `<path d="${path(outline)}" fill="var(--road)" stroke="var(--road-edge)" stroke-width="1.4"/>`;
  const [stepX, stepY] = [(right - left) / across, (bottom - top) / down];
  const boxes = Array.from({ length: across * down }, (_, at) => {
    const [x, y] = [left + stepX * ((at % across) + 0.5), top + stepY * (Math.floor(at / across) + 0.5)];
    const dots: Dot[] = [
      [x - long / 2, y - wide / 2],
      [x + long / 2, y - wide / 2],
      [x + long / 2, y + wide / 2],
      [x - long / 2, y + wide / 2],
    ];
    return dots.every((dot) => isInside(dot, outline)) ? one(dots, h * (draw() < 0.35 ? 0.55 : 1)) : "";
  });
  return yard + boxes.join("");
};

const block: Artist = ({ h }, outline) => solid(outline, h, "wall", "roof");

const wall: Artist = ({ h }, outline) =>
  `${solid(outline, h, "wall", "roof")}<path d="${path(outline, h)}" fill="none" stroke="#0006" stroke-width=".8" stroke-dasharray="14 2"/>`;

const ruin: Artist = ({ h }, outline, draw) => {
  const rubble = spotsIn(outline, inches(outline) * 1.6, 4, draw).map(([x, y], at) => {
    const stone = blob(x, y, U * (0.3 + draw() * 0.6), U * (0.25 + draw() * 0.4), at + 3, 5, 0.7);
    return `<path d="${path(stone, draw() * 5)}" fill="${tone("ruin", draw() * 0.9 - 0.5)}"/>`;
  });
  const bits = outline.flatMap((a, at): { dots: Dot[]; h: number }[] => {
    const b = outline[(at + 1) % outline.length]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const count = Math.max(2, Math.round(length / (U * 0.85)));
    return Array.from({ length: count }, (_, bit) => {
      const tall = draw() < 0.25 ? 0 : Math.min(h, U * 2.4) * (0.3 + draw() * 0.7);
      const [x, y, long, thick] = [a[0] + (ux * length * bit) / count, a[1] + (uy * length * bit) / count, length / count, U * 0.34];
      const foot: Dot[] = [[x, y], [x + ux * long, y + uy * long], [x + ux * long - uy * thick, y + uy * long + ux * thick], [x - uy * thick, y + ux * thick]];
      return { dots: wound(foot), h: tall };
    }).filter((bit) => bit.h > 0);
  });
  bits.sort((one, other) => middle(one.dots)[1] - middle(other.dots)[1]);
  const floor = `<path d="${path(outline)}" fill="var(--ruin-floor)" stroke="var(--ruin)" stroke-width="1"/>`;
  return floor + rubble.join("") + bits.map((bit) => solid(bit.dots, bit.h, "ruin", "roof")).join("");
};

/** The shore of one water or of several: what lies within another is covered by that, so that a river in pieces is one. */
function shores(outlines: readonly Dot[][]): string {
  const all = outlines.map((outline) => path(smooth(outline, 6))).join("");
  return `<path d="${all}" fill="none" stroke="var(--shore)" stroke-width="9" stroke-linejoin="round"/><path d="${all}" fill="none" stroke="var(--ripple)" stroke-width="2.8"/>`;
}

const surface: Artist = (_, outline) => `<path d="${path(smooth(outline, 6))}" fill="var(--water)"/>`;

const depths: Artist = (_, outline, draw) => {
  const shore = smooth(outline, 6);
  const ripples = spotsIn(shore, inches(shore) * 0.5, 10, draw).map(([x, y]) => `M${r(x)} ${r(y)}q${r(4 + draw() * 4)} -3 ${r(9 + draw() * 8)} 0`);
  return [
    `<path d="${path(scaled(shore, 0.86))}" fill="var(--water-deep)" opacity=".5"/><path d="${path(scaled(shore, 0.66))}" fill="var(--water-deep)" opacity=".6"/>`,
    `<path d="${ripples.join("")}" fill="none" stroke="var(--ripple)" stroke-width="1.2" stroke-linecap="round" opacity=".65"/>`,
  ].join("");
};

const water: Artist = (feature, outline, draw) => shores([outline]) + surface(feature, outline, draw) + depths(feature, outline, draw);

const swamp: Artist = (feature, outline, draw) =>
  `<g opacity=".75">${water(feature, outline, draw)}</g>${spotsIn(outline, inches(outline) * 0.6, 12, draw)
    .map(([x, y]) => `<path d="M${r(x)} ${r(y)}l-2 -6M${r(x)} ${r(y)}l.4 -8M${r(x)} ${r(y)}l2.6 -5" stroke="var(--tree)" stroke-width="1.2" fill="none"/>`)
    .join("")}`;

/** A road: its edges, and a dashed line along the middle of its longer way. */
const road: Artist = (_, outline) => {
  const edge = `<path d="${path(outline)}" fill="var(--road)" stroke="var(--road-edge)" stroke-width="3"/>`;
  if (outline.length < 4 || outline.length % 2) return edge;
  const half = outline.length / 2;
  const lengths = outline.map((a, at) => Math.hypot(a[0] - outline[(at + 1) % outline.length]![0], a[1] - outline[(at + 1) % outline.length]![1]));
  const end = lengths.indexOf(Math.min(...lengths));
  const pair = (step: number): Dot => {
    const one = outline[(end - step + outline.length) % outline.length]!;
    const other = outline[(end + 1 + step) % outline.length]!;
    return [r((one[0] + other[0]) / 2), r((one[1] + other[1]) / 2)];
  };
  const line = Array.from({ length: half }, (_, step) => pair(step).join(" ")).join("L");
  return `${edge}<path d="M${line}" fill="none" stroke="var(--road-line)" stroke-width="1.4" stroke-dasharray="10 12" opacity=".7"/>`;
};

const field: Artist = (_, outline, draw) => {
  const { left, top, right, bottom } = box(outline);
  const [angle, rows] = [(draw() - 0.5) * 0.8, [] as string[]];
  const [cx, cy, far] = [(left + right) / 2, (top + bottom) / 2, Math.hypot(right - left, bottom - top) / 2];
  for (let off = -far; off < far; off += 8) {
    const along = Array.from({ length: 60 }, (_, at): Dot => {
      const t = (at / 59 - 0.5) * 2 * far;
      return [cx + Math.cos(angle) * t - Math.sin(angle) * off, cy + Math.sin(angle) * t + Math.cos(angle) * off];
    }).filter((dot) => isInside(dot, outline));
    if (along.length > 1) rows.push(`M${along[0]!.map(r).join(" ")}L${along.at(-1)!.map(r).join(" ")}`);
  }
  return `<path d="${path(outline)}" fill="var(--ground-2)" opacity=".6"/><path d="${rows.join("")}" stroke="var(--hill-line)" stroke-width="2.6" opacity=".32" fill="none"/>`;
};

const rough: Artist = (_, outline, draw) => {
  const stones = spotsIn(outline, inches(outline) * 0.9, 9, draw).map(([x, y]) => {
    const [a, b, s] = [r(x), r(y), r(0.7 + draw() * 0.8)];
    return `<g transform="translate(${a} ${b}) scale(${s})"><path d="M-5 2l3 -6l5 1l3 5z" fill="var(--rock)"/><path d="M-5 2l3 -6l2.6 5z" fill="var(--rock-top)"/></g>`;
  });
  return `<path d="${path(smooth(outline, 5))}" fill="var(--ground-3)" opacity=".55"/><path d="${path(outline)}" fill="none" stroke="var(--hill-line)" stroke-width="1" stroke-dasharray="2 5"/>${stones.join("")}`;
};

const dunes: Artist = (_, outline, draw) => {
  const crests = spotsIn(outline, inches(outline) * 0.35, U * 0.7, draw).map(([x, y]) => {
    const w = U * (0.9 + draw() * 0.9);
    return `<path d="M${r(x - w)} ${r(y)}Q${r(x)} ${r(y - w * 0.55)} ${r(x + w)} ${r(y)}Q${r(x)} ${r(y - w * 0.2)} ${r(x - w)} ${r(y)}Z" fill="var(--hill-top)" stroke="var(--hill)" stroke-width="1"/>`;
  });
  return `<path d="${path(smooth(outline, 5))}" fill="var(--ground-3)" opacity=".7"/><path d="${path(outline)}" fill="none" stroke="var(--hill-line)" stroke-width="1" stroke-dasharray="2 5"/>${crests.join("")}`;
};

const crater: Artist = (_, outline) => {
  const { left, top, right, bottom } = box(outline);
  const [x, y, w, h] = [r((left + right) / 2), r((top + bottom) / 2), r((right - left) / 2), r((bottom - top) / 2)];
  return `<ellipse cx="${x}" cy="${y}" rx="${w}" ry="${h}" fill="var(--shade)" opacity=".2"/><ellipse cx="${x}" cy="${y}" rx="${r(w * 0.66)}" ry="${r(h * 0.6)}" fill="var(--shade)" opacity=".3"/>`;
};

/** Smoke and the like: it can be seen that nobody sees through it. */
export const cloud: Artist = (_, outline, draw) => {
  const puffs = spotsIn(outline, Math.max(inches(outline) * 0.9, 5), 7, draw).map(
    ([x, y]) => `<circle cx="${r(x)}" cy="${r(y)}" r="${r(U * (0.6 + draw() * 0.5))}" fill="var(--cloud)" opacity=".55"/>`,
  );
  return `<path d="${path(smooth(outline, 5))}" fill="var(--cloud)" opacity=".35"/>${puffs.join("")}`;
};

const ARTISTS: Record<string, Artist> = {
  woods, scrub, hill, rocks, building, box: crates, block, wall, ruin, water, swamp, road, field, rough, dunes, crater, cloud,
  ...HOUSEHOLD,
};

function drawOne(feature: Feature, artist = ARTISTS[feature.drawing] ?? (feature.h > 0 ? block : rough)): string {
  const outline = wound(feature.dots);
  return `<g data-shape="${escaped(feature.id)}">${artist(feature, outline, seeded(seedOf(feature.id)))}</g>`;
}

/** All waters, the lowest of all: their shores, then what is within them, then how deep they are. */
function watersSvg(waters: readonly Feature[]): string {
  if (!waters.length) return "";
  const deep = waters.map((feature) => depths(feature, wound(feature.dots), seeded(seedOf(feature.id))));
  const all = waters.map((feature) => drawOne(feature, surface)).join("");
  return `${shores(waters.map(({ dots }) => wound(dots)))}${all}<g pointer-events="none">${deep.join("")}</g>`;
}

/** All terrain: flat ground first, then the shadows of what stands, then that, the northern first. */
export function terrainSvg(features: readonly Feature[]): string {
  const shown = features.filter(({ dots }) => dots.length > 2);
  const isFlat = ({ drawing, h }: Feature) => FLAT.has(drawing) || (!(drawing in ARTISTS) && h <= 0);
  const [flat, tall] = [shown.filter(isFlat), shown.filter((feature) => !isFlat(feature))];
  const casts = tall.filter(({ drawing }) => !SHADOWLESS.has(drawing)).map(({ dots, drawing, h }) => {
    const reach = drawing === "ruin" ? 0.45 : drawing === "hill" ? 0.7 : 1;
    return shadow(wound(drawing === "hill" ? scaled(dots, 0.92) : dots), h * reach);
  });
  const order = [...tall].sort((a, b) => rank(a) - rank(b) || box(a.dots).bottom - box(b.dots).bottom);
  const [waters, dry] = [flat.filter(({ drawing }) => drawing === "water"), flat.filter(({ drawing }) => drawing !== "water")];
  const drawn = (all: Feature[]) => all.map((feature) => drawOne(feature)).join("");
  return `${watersSvg(waters)}${drawn(dry)}<path class="cast" d="${casts.join("")}"/>${drawn(order)}`;
}

function rank({ drawing }: Feature): number {
  return drawing === "hill" ? 0 : 1;
}

/** The ground itself: tufts, pebbles, dots at every inch and crosses at every sixth. */
export function groundSvg(width: number, height: number, seed: number): string {
  const draw = seeded(seed);
  let [tufts, pebbles, dots, crosses] = ["", "", "", ""];
  for (let at = 0; at < (width * height * 0.2) / (U * U); at++) {
    const [x, y] = [r(draw() * width), r(draw() * height)];
    if (draw() < 0.6) tufts += `M${x} ${y}l-2 -4M${x} ${y}l.4 -5M${x} ${y}l2.6 -3.4`;
    else pebbles += `M${x} ${y}h1.6`;
  }
  for (let x = 0; x <= width / U; x++)
    for (let y = 0; y <= height / U; y++) {
      if (x % 6 || y % 6) dots += `M${r(x * U - 0.6)} ${r(height - y * U)}h1.2`;
      else crosses += `M${r(x * U - 4)} ${r(height - y * U)}h8M${r(x * U)} ${r(height - y * U - 4)}v8`;
    }
  return [
    `<path d="${tufts}" stroke="var(--tree)" stroke-width="1" opacity=".32" fill="none"/>`,
    `<path d="${pebbles}" stroke="var(--rock)" stroke-width="1.8" opacity=".6" fill="none"/>`,
    `<path d="${dots}" stroke="var(--grid)" stroke-width="1.2" opacity=".25" fill="none"/>`,
    `<path d="${crosses}" stroke="var(--grid)" stroke-width="1" opacity=".45" fill="none"/>`,
  ].join("");
}
