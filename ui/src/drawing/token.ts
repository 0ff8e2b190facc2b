// A piece as a token: base with the shape and colour of its side, ring of boxes, figure, few signs. SVG text; colours by class.
import { isKnown, shapesAbove } from "./above";
import { escaped, r, type Shape } from "./shapes";
import { shapesStanding, STANDING } from "./standing";

/** A track as a ring shows it: boxes left, boxes in all. */
export type Boxes = readonly [left: number, full: number];
export type State = "ready" | "activated" | "crippled" | "wreck";

export interface Token {
  kind: string;
  side: number;
  /** Its diameter. */
  size: number;
  /** Degrees clockwise from up. */
  facing?: number;
  parts?: readonly string[];
  /** Tracks for the ring, the outer of the machine first: hull, then structure. */
  tracks?: readonly Boxes[];
  /** Names of signs, the gravest first. */
  signs?: readonly string[];
  state?: State;
  /** Its facing is not known. */
  still?: boolean;
  ring?: boolean;
  ghost?: boolean;
}

/** Boxes a track has in a ring at most; more are told in eight steps. */
const MOST_BOXES = 8;
const MOST_SIGNS = 3;
/** From this size on there is room for lines and highlights. */
const ROOMY = 36;
/** Broad figures leave room for the ring. */
const WIDE = new Set(["tank", "hover", "wheeled", "turret", "building", "mech-heavy", "mech-medium", "gear-heavy"]);
/** Drawings of signs, 10 across, and how grave what they stand for is. */
export const SIGNS: Readonly<Record<string, readonly ["good" | "" | "warn" | "bad", string]>> = {
  jammed: ["bad", "M-3 -3L3 3M3 -3L-3 3"],
  locked: ["bad", "M0 -4V-1.6M0 4V1.6M-4 0H-1.6M4 0H1.6"],
  crippled: ["warn", "M-1 -4L1.2 -1.2L-1 .6L1 4"],
  haywire: ["warn", "M1 -4L-2 .4H1.4L-1 4"],
  fire: ["warn", "M0 -4Q3.4 -.6 2.4 2Q1.4 4 0 4Q-2.8 4 -2.6 1.4Q-2.4 0 -1 -1Q-.6 -2 0 -4Z"],
  braced: ["", "M-3 -3H3V0Q3 2.6 0 3.8Q-3 2.6 -3 0Z"],
  fast: ["", "M-3.4 -2.6L-.6 0L-3.4 2.6M.4 -2.6L3.2 0L.4 2.6"],
  leader: ["", "M0 -3.8L1.1 -1.2L3.8 -1L1.7 .8L2.4 3.6L0 2L-2.4 3.6L-1.7 .8L-3.8 -1L-1.1 -1.2Z"],
  ecm: ["", "M-3.6 1.6Q-3.6 -3 0 -3Q3.6 -3 3.6 1.6M-1.6 1.6Q-1.6 -.8 0 -.8Q1.6 -.8 1.6 1.6"],
  hidden: ["", "M-3.6 -1Q0 2.6 3.6 -1M-2.6 .8L-3.6 2.6M0 1.6V3.6M2.6 .8L3.6 2.6"],
  standby: ["good", "M-3.4 0Q0 -3.6 3.4 0Q0 3.6 -3.4 0M0 -.6V.6"],
  done: ["", "M-3 0L-.8 2.4L3.2 -2.4"],
};
const GRAVEST = ["bad", "warn", "", "good"];
const SIGN_PLACES = [128, 180, 232];

/** The signs that are shown of these, the gravest first. */
export function shownSigns(names: readonly string[]): string[] {
  const known = [...new Set(names)].filter((name) => name in SIGNS);
  const rank = (name: string) => (name === "done" ? 9 : GRAVEST.indexOf(SIGNS[name]![0]));
  return known.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_SIGNS);
}

/** The outline of a base: side 0 a square with cut corners, side 1 a circle, others a hexagon; from twelve o'clock on. */
export function basePath(side: number, q: number): string {
  if (side === 1) return `M0 ${r(-q)}A${r(q)} ${r(q)} 0 0 1 0 ${r(q)}A${r(q)} ${r(q)} 0 0 1 0 ${r(-q)}Z`;
  if (side === 0) {
    const [h, c] = [r(q * 0.93), r(q * 0.26)];
    const [in_, out] = [r(h - c), r(c - h)];
    return `M0 ${-h}H${in_}L${h} ${out}V${in_}L${in_} ${h}H${out}L${-h} ${in_}V${out}L${out} ${-h}Z`;
  }
  const [a, half] = [r(q * 0.9), r(q / 2)];
  return `M0 ${r(-q)}L${a} ${-half}V${half}L0 ${r(q)}L${-a} ${half}V${-half}Z`;
}

/** The boxes of all tracks one after the other: h for the first track, t for others, x for what is lost. */
export function ringBoxes(tracks: readonly Boxes[]): string[] {
  return tracks.flatMap(([left, full], at) => {
    const count = Math.min(full, MOST_BOXES);
    return Array.from({ length: count }, (_, box) => (left > (box * full) / count ? (at ? "t" : "h") : "x"));
  });
}

function drawn(shapes: readonly Shape[]): string {
  return shapes.map(([tone, path]) => `<path class="${tone}" d="${path}"/>`).join("");
}

/** A figure from above with one dark outline around all of it; lines and highlights only where there is room. */
function figureAbove(kind: string, parts: readonly string[], roomy: boolean): string {
  const shapes = shapesAbove(kind, parts).filter(([tone]) => roomy || (tone !== "L" && tone !== "H"));
  const joined = (tones: (tone: string) => boolean) => shapes.flatMap(([tone, path]) => (tones(tone) ? [path] : [])).join("");
  const poles = joined((tone) => tone === "K");
  const halo = `<path class="halo" d="${joined((tone) => !"LHGK".includes(tone))}"/>`;
  return `<g class="sil top">${halo}${poles ? `<path class="halo k" d="${poles}"/>` : ""}${drawn(shapes)}</g>`;
}

function ringOf(tracks: readonly Boxes[], side: number, q: number): string {
  const boxes = ringBoxes(tracks);
  if (!boxes.length) return "";
  const path = basePath(side, q - 1.4);
  const segment = (box: string, at: number) =>
    `<path class="sg ${box}" pathLength="${boxes.length}" stroke-dasharray=".8 ${boxes.length}" stroke-dashoffset="${-(at + 0.1)}" d="${path}"/>`;
  return `<path class="rm" d="${path}"/>${boxes.map(segment).join("")}`;
}

function signAt(name: string, degrees: number, away: number, scale: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [kind, path] = SIGNS[name]!;
  const place = `translate(${r(Math.sin(angle) * away)} ${r(-Math.cos(angle) * away)}) scale(${scale})`;
  return `<g class="mk ${kind}" transform="${place}"><circle r="6"/><path d="${path}"/></g>`;
}

/** A token around 0 0, as SVG text. */
export function tokenSvg(token: Token): string {
  const { kind, side, size, facing = 0, parts = [], tracks = [], state = "ready", ring = true } = token;
  const [q, wreck] = [size / 2, state === "wreck"];
  const share = !ring || !tracks.length ? 1.04 : WIDE.has(kind) ? 0.82 : 0.92;
  const tilt = wreck ? 18 : state === "crippled" ? 9 : 0;
  const own = state === "crippled" ? ["crippled"] : state === "activated" ? ["done"] : [];
  const signs = wreck ? [] : shownSigns([...own, ...(token.signs ?? [])]);
  const nose = `<path class="nose" transform="rotate(${r(facing)})" d="M${r(-q * 0.46)} ${r(-q * 0.94)}L0 ${r(-q * 1.42)}L${r(q * 0.46)} ${r(-q * 0.94)}Z"/>`;
  const cross = `M${r(-q * 0.6)} ${r(-q * 0.6)}L${r(q * 0.6)} ${r(q * 0.6)}M${r(q * 0.6)} ${r(-q * 0.6)}L${r(-q * 0.6)} ${r(q * 0.6)}`;
  const crack = `M${r(-q * 0.5)} ${r(-q * 0.7)}l${r(q * 0.34)} ${r(q * 0.5)}l${r(-q * 0.22)} ${r(q * 0.3)}l${r(q * 0.5)} ${r(q * 0.62)}`;
  const base = basePath(side, q);
  return [
    `<g class="tok s${side} ${state === "activated" ? "done" : state}${token.ghost ? " ghost" : ""}">`,
    token.ghost ? "" : `<path class="sh" d="${base}" transform="translate(${r(q * 0.16)} ${r(q * 0.22)})"/>`,
    wreck || token.still ? "" : nose,
    `<path class="bs" d="${base}"/>`,
    ring && !wreck ? ringOf(tracks, side, q) : "",
    `<g transform="rotate(${r(facing + tilt)}) scale(${r(size * share) / 100})">${figureAbove(kind, parts, size >= ROOMY)}</g>`,
    state === "crippled" ? `<path class="crack0" d="${crack}"/><path class="crack" d="${crack}"/>` : "",
    wreck ? `<path class="crack0" d="${cross}"/><path class="cross" d="${cross}"/>` : "",
    ...signs.map((name, at) => signAt(name, SIGN_PLACES[at]!, q + (side === 0 ? 3 : 1), size < 28 ? 0.82 : 1)),
    "</g>",
  ].join("");
}

/** A contact of which little is known: a diamond with its mark. */
export function contactSvg(side: number, size: number, mark: string, old: boolean): string {
  const q = r(size / 2 + 3);
  return (
    `<g class="tok contact s${side}${old ? " old" : ""}"><path class="sh" d="M0 ${-q}L${q} 0L0 ${q}L${-q} 0Z" transform="translate(3 4)"/>` +
    `<path class="bs" d="M0 ${-q}L${q} 0L0 ${q}L${-q} 0Z"/><text y="4.6">${escaped(mark)}</text></g>`
  );
}

/** A figure standing, as the inside of an SVG with the view box `STANDING_BOX`. */
export function standingSvg(kind: string, parts: readonly string[] = []): string {
  return `<g class="sil fig">${drawn(shapesStanding(kind, parts))}</g>`;
}

export const STANDING_BOX = "-54 -121 108 127";

/** The kind of figure for a piece: as its system says; else a flat and wide one is a tank, a tiny one a drone. */
export function figureOf(piece: { figure: string; radius: number; height: number }): string {
  if (isKnown(piece.figure) && piece.figure in STANDING) return piece.figure;
  if (!piece.radius || !piece.height) return "mech-medium";
  if (piece.radius < 500) return "drone";
  return piece.height < piece.radius * 1.6 ? "tank" : "gear-medium";
}
