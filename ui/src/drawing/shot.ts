// One attack as a function of time: the picture at t milliseconds. So it can be stopped, shown again and skipped. It decides
// nothing: the faces are those that were rolled. Measures in pixels. SVG text.
import { escaped, r, type Dot } from "./shapes";

/** Dice of one side: what they show, which count, and what they come to. */
export interface Dice {
  faces: readonly number[];
  sides: number;
  counts: readonly boolean[];
  total: string;
  /** The side whose dice they are. */
  side: number;
}

export interface ShotScene {
  look: string;
  /** From where, if that is seen. */
  from: Dot | null;
  to: Dot;
  hits: boolean;
  kills: boolean;
  word: string;
  dice: readonly Dice[];
  /** Where dice lie: to the right of the target or to its left. */
  left: boolean;
}

/** When what happens, in milliseconds. */
export const TIMES = { aim: 0, fire: 180, land: 470, dice: 520, rest: 1040, best: 1120, word: 1260, end: 2300 } as const;

const clamp = (value: number) => Math.max(0, Math.min(1, value));
const ease = (value: number) => 1 - (1 - clamp(value)) ** 3;
const between = (a: number, b: number, share: number) => a + (b - a) * share;
const fraction = (seed: number) => {
  const wild = Math.sin(seed * 127.1) * 43758.5;
  return wild - Math.floor(wild);
};

/** A place along the way of a shot: so far from its beginning, and so far aside. */
function along({ from, to }: ShotScene): { long: number; at: (way: number, aside?: number) => Dot } {
  const start = from ?? to;
  const long = Math.hypot(to[0] - start[0], to[1] - start[1]) || 1;
  const [dx, dy] = [(to[0] - start[0]) / long, (to[1] - start[1]) / long];
  return { long, at: (way, aside = 0) => [r(start[0] + dx * way - dy * aside), r(start[1] + dy * way + dx * aside)] };
}

function aimLine(scene: ShotScene, t: number): string {
  if (!scene.from) return "";
  const { long, at } = along(scene);
  const seen = clamp(t / 120) * (1 - clamp((t - TIMES.land) / 300));
  if (seen <= 0 || long < 60) return "";
  const way = `M${at(24)}L${at(long - 30)}`;
  return `<g opacity="${r(seen * 0.9)}"><path d="${way}" stroke="#14100a" stroke-width="6" opacity=".6"/><path d="${way}" stroke="#ffd75e" stroke-width="2" stroke-dasharray="10 7" stroke-dashoffset="${r(-t * 0.06)}"/></g>`;
}

function flash([x, y]: Dot, t: number, from: number, size: number, colour = "#fff3c4"): string {
  const share = (t - from) / 150;
  if (share < 0 || share > 1) return "";
  const tips = Array.from({ length: 18 }, (_, tip) => {
    const [angle, far] = [(tip / 9) * Math.PI, size * (tip % 2 ? 0.38 : 0.7 + fraction(tip) * 0.5) * (1 - share * 0.5)];
    return `${r(x + Math.cos(angle) * far)} ${r(y + Math.sin(angle) * far)}`;
  });
  const faint = r(1 - share);
  return `<path d="M${tips.join("L")}Z" fill="${colour}" opacity="${faint}"/><circle cx="${r(x)}" cy="${r(y)}" r="${r(size * 0.34)}" fill="#fff" opacity="${faint}"/>`;
}

type Flight = (scene: ShotScene, t: number) => string;

/** Three dashes; what misses goes wide. */
const burst: Flight = (scene, t) => {
  const { long, at } = along(scene);
  let out = "";
  for (let round = 0; round < 3; round++) {
    const begins = TIMES.fire + round * 70;
    const share = (t - begins) / 220;
    out += flash(at(26, 4), t, begins, 22);
    if (share > 0 && share < 1) {
      const wide = scene.hits ? (round - 1) * 3 : (round - 1) * 26 + 20;
      const head = between(30, long + (scene.hits ? -6 : 70), share);
      const [p, q] = [at(head, wide * share), at(Math.max(30, head - 54), wide * Math.max(0, share - 0.12))];
      out += `<path d="M${q}L${p}" stroke="#ff9a2e" stroke-width="7" opacity=".35" stroke-linecap="round"/><path d="M${q}L${p}" stroke="#fff1b8" stroke-width="3.2" stroke-linecap="round"/>`;
    }
    if (scene.hits) out += flash([scene.to[0] + (round - 1) * 9, scene.to[1] + (round % 2 ? 6 : -6)], t, begins + 220, 26);
  }
  return out;
};

const beam: Flight = (scene, t) => {
  const share = (t - TIMES.fire) / 300;
  if (share < 0 || share > 1) return "";
  const { long, at } = along(scene);
  const [p, far, wide] = [at(26, 4), scene.hits ? scene.to : at(long + 130, 34), Math.sin(share * Math.PI)];
  const glow = scene.hits ? `<circle cx="${scene.to[0]}" cy="${scene.to[1]}" r="${r(20 * wide)}" fill="#b8fff0" opacity=".7"/>` : "";
  const ray = (colour: string, width: number, opacity: number) =>
    `<path d="M${p}L${far}" stroke="${colour}" stroke-width="${r(width * wide)}" opacity="${opacity}" stroke-linecap="round"/>`;
  return ray("#5fe3bd", 16, 0.3) + ray("#b8fff0", 6, 1) + ray("#fff", 2.4, 1) + glow;
};

/** An arc with smoke behind it; what it carries bursts where it lands. */
const lobbed =
  (height: number, smoky: boolean): Flight =>
  (scene, t) => {
    if (t < TIMES.fire) return "";
    const { long, at } = along(scene);
    const whole = TIMES.land - TIMES.fire;
    const place = (share: number): Dot => {
      const [x, y] = at(between(28, long + (scene.hits ? 0 : 40), share), (scene.hits ? 0 : 44) * share);
      return [r(x), r(y - Math.sin(share * Math.PI) * height)];
    };
    const share = clamp((t - TIMES.fire) / whole);
    let out = flash(at(26, -6), t, TIMES.fire, 26);
    for (let puff = 0; smoky && puff < 22 && puff / 22 <= share; puff++) {
      const age = t - TIMES.fire - (puff / 22) * whole;
      const faint = 1 - age / 900;
      if (faint <= 0) continue;
      const [x, y] = place(puff / 22);
      out += `<circle cx="${r(x + (fraction(puff) - 0.5) * 6)}" cy="${r(y - age * 0.012)}" r="${r(4 + age * 0.014)}" fill="#d9d4c8" opacity="${r(faint * 0.5)}"/>`;
    }
    if (share < 1) {
      const [now, before] = [place(share), place(Math.max(0, share - 0.05))];
      const turn = r((Math.atan2(now[1] - before[1], now[0] - before[0]) * 180) / Math.PI);
      const body = smoky ? `<path d="M-16 0L-30 -5L-26 0L-30 5Z" fill="#ff9a2e"/><path d="M-14 -4H8L15 0L8 4H-14Z" fill="#eae5d8" stroke="#14100a"/>` : `<ellipse rx="8" ry="5" fill="#2a2622" stroke="#fff1b8"/>`;
      out += `<g transform="translate(${now[0]} ${now[1]}) rotate(${turn})">${body}</g>`;
    }
    const lands = place(1);
    return out + flash(lands, t, TIMES.land, 58, "#ffb04a") + flash(lands, t, TIMES.land + 50, 42);
  };

const flame: Flight = (scene, t) => {
  const share = (t - TIMES.fire) / 420;
  if (share < 0 || share > 1) return "";
  const { long, at } = along(scene);
  return Array.from({ length: 14 }, (_, tongue) => {
    const way = between(24, long * Math.min(1, share * 1.8), tongue / 13);
    const [x, y] = at(way, (fraction(tongue + Math.floor(t / 50)) - 0.5) * way * 0.18);
    return `<circle cx="${x}" cy="${y}" r="${r(4 + tongue * 1.1)}" fill="${tongue % 3 ? "#ff8a2e" : "#ffd75e"}" opacity="${r((1 - share) * 0.7)}"/>`;
  }).join("");
};

const blade: Flight = (scene, t) => {
  const share = (t - TIMES.fire) / 260;
  if (share < 0 || share > 1) return "";
  const [x, y] = scene.to;
  const turn = between(-70, 60, ease(share));
  return `<g transform="translate(${x} ${y}) rotate(${r(turn)})"><path d="M-34 8Q0 -26 34 8Q0 -14 -34 8Z" fill="#fff" opacity="${r(1 - share)}"/></g>${scene.hits ? flash(scene.to, t, TIMES.fire + 140, 26) : ""}`;
};

const FLIGHTS: Record<string, Flight> = { burst, beam, rocket: lobbed(70, true), shell: lobbed(110, false), flame, blade };

/** The ring of pressure of a hit. */
function pressure({ to, hits, kills }: ShotScene, t: number): string {
  const share = (t - TIMES.land) / 420;
  if (share < 0 || share > 1 || !hits) return "";
  return `<circle cx="${to[0]}" cy="${to[1]}" r="${r(20 + ease(share) * (kills ? 86 : 44))}" fill="none" stroke="#fff" stroke-width="${r(4 * (1 - share))}" opacity="${r((1 - share) * 0.8)}"/>`;
}

function smoke({ to, hits, kills }: ShotScene, t: number): string {
  if (!hits || t < TIMES.word - 100) return "";
  let out = "";
  for (let puff = 0; puff < (kills ? 14 : 8); puff++) {
    const age = (t - TIMES.word + 100 - puff * 70) / 1500;
    if (age <= 0 || age > 1) continue;
    const [x, y] = [to[0] + (fraction(puff + 3) - 0.5) * 20 + age * 30, to[1] - 6 - age * 74];
    out += `<circle cx="${r(x)}" cy="${r(y)}" r="${r(9 + age * 22)}" fill="${puff % 3 ? "#3b3835" : "#6a655e"}" opacity="${r((1 - age) * 0.6)}"/>`;
  }
  return out;
}

const PIPS: Record<number, Dot[]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** A die: sharp corners for side 0, round ones for others; pips up to six, figures beyond. */
function die(x: number, y: number, face: number, sides: number, turn: number, size: number, side: number, kind: string, fixed: boolean): string {
  const half = r(size / 2);
  const corner = side === 0 ? 3 : 9;
  const inside = sides <= 6
    ? (PIPS[face] ?? []).map(([i, j]) => `<circle cx="${r(i * size * 0.26)}" cy="${r(j * size * 0.26)}" r="${r(size * 0.095)}"/>`).join("")
    : `<text y="${r(size * 0.17)}" font-size="${r(size * (sides > 10 ? 0.46 : 0.56))}">${face}</text>`;
  return `<g class="die s${side} ${kind}"${fixed ? ` data-face="${face}"` : ""} transform="translate(${r(x)} ${r(y)}) rotate(${r(turn)})"><rect class="under" x="${-half + 2}" y="${-half + 4}" width="${r(size)}" height="${r(size)}" rx="${corner}"/><rect x="${-half}" y="${-half}" width="${r(size)}" height="${r(size)}" rx="${corner}"/>${inside}</g>`;
}

const MOST_DICE = 9;
const STEP = 38;
/** Pixels between the middle of a target and the dice beside it. */
export const ASIDE = 62;

/** How wide the tray with these dice is, in pixels; nothing where none were rolled. */
export function trayWidth(dice: readonly Dice[]): number {
  const shown = dice.filter((each) => each.faces.length);
  if (!shown.length) return 0;
  const most = Math.max(...shown.map((each) => Math.min(each.faces.length, MOST_DICE)));
  const longest = Math.max(...shown.map((each) => each.total.length));
  return most * STEP + 24 + Math.max(40, longest * 8.6);
}

/** The dice tumble to the faces that were rolled, in a dark tray that keeps them legible over anything. */
function tray({ to, dice, left }: ShotScene, t: number): string {
  const shown = dice.filter((each) => each.faces.length);
  if (t < TIMES.dice || !shown.length) return "";
  const [wide, high] = [trayWidth(dice), shown.length * 46 + 16];
  const [x0, y0] = [left ? to[0] - ASIDE - wide : to[0] + ASIDE, to[1] - high / 2];
  let out = `<rect x="${r(x0)}" y="${r(y0)}" width="${r(wide)}" height="${high}" rx="12" fill="#101416" stroke="#fff3" opacity="${r(ease((t - TIMES.dice) / 200) * 0.94)}"/>`;
  shown.forEach(({ faces, sides, counts, total, side }, row) => {
    const y1 = y0 + 31 + row * 46;
    const few = faces.slice(0, MOST_DICE);
    few.forEach((face, at) => {
      const share = clamp((t - TIMES.dice - at * 25) / (TIMES.rest - TIMES.dice));
      const [eased, x1] = [ease(share), x0 + 28 + at * STEP];
      const [x, y] = [between(to[0], x1, eased), between(to[1], y1, eased) - Math.abs(Math.sin(share * 9)) * 40 * (1 - share)];
      const fixed = share >= 1;
      const tumbling = 1 + Math.floor(fraction(at * 7 + row * 31 + Math.floor(t / 60)) * sides);
      const counting = counts.length ? (counts[at] ?? false) : true;
      const best = fixed && t > TIMES.best && counting;
      const size = 30 * (best && counts.length ? 1 + 0.18 * ease((t - TIMES.best) / 120) : 1);
      const kind = t > TIMES.best && counts.length ? (counting ? "counts" : "idle") : "";
      out += die(x, y, fixed ? face : tumbling, sides, (1 - eased) * (420 + at * 90) * (row ? -1 : 1), size, side, kind, fixed);
    });
    if (t > TIMES.best + 60) out += `<text class="sum" x="${r(x0 + 20 + few.length * STEP)}" y="${r(y1 + 6)}">${escaped(total)}</text>`;
  });
  return out;
}

function words({ to, word, hits, kills }: ShotScene, t: number, calm: boolean): string {
  const share = (t - TIMES.word) / 160;
  if (share < 0) return "";
  const [scale, up] = [share < 1 ? 1.5 - 0.5 * ease(share) : 1, calm ? 0 : 20 * ease((t - TIMES.word) / 900)];
  const colour = kills ? "#ff7d92" : hits ? "#ffd75e" : "#ffffff";
  return `<text class="word" transform="translate(${to[0]} ${r(to[1] - 44 - up)}) scale(${r(scale * 10) / 10})" fill="${colour}">${escaped(word)}</text>`;
}

function scorch({ to, hits, kills }: ShotScene, t: number): string {
  if (!hits || t < TIMES.land) return "";
  return `<ellipse cx="${to[0] + 6}" cy="${to[1] + 8}" rx="${kills ? 40 : 26}" ry="${kills ? 30 : 19}" fill="#000" opacity=".3"/>`;
}

/** How far the target is thrown by a hit, in pixels along the line of fire. */
export function jolt(scene: Pick<ShotScene, "hits" | "from" | "to">, t: number): Dot {
  const since = t - TIMES.land;
  if (!scene.hits || !scene.from || since < 0 || since > 240) return [0, 0];
  const far = Math.sin(t * 0.09) * 4 * (1 - since / 240);
  const long = Math.hypot(scene.to[0] - scene.from[0], scene.to[1] - scene.from[1]) || 1;
  return [r(((scene.to[0] - scene.from[0]) / long) * far * 2), r(((scene.to[1] - scene.from[1]) / long) * far * 2)];
}

/** What lies under the pieces: the scorch of a hit. */
export function shotBelow(scene: ShotScene, t: number): string {
  return scorch(scene, t);
}

/** The picture at a time. Where motion is not wanted: the line, the dice at rest and the word, at once. */
export function shotSvg(scene: ShotScene, t: number, calm: boolean): string {
  if (calm) return aimLine(scene, 200) + tray(scene, TIMES.end) + words(scene, TIMES.end, true);
  const flight = scene.from ? (FLIGHTS[scene.look] ?? burst)(scene, t) : flash(scene.to, t, TIMES.land, 40);
  return aimLine(scene, t) + flight + pressure(scene, t) + smoke(scene, t) + tray(scene, t) + words(scene, t, false);
}
