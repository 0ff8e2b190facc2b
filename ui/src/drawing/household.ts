// What toys fight among: books, boxes, chairs and what lies about in a garden. SVG text.
import { blob, box, lifted, middle, path, scaled, smooth, solid, wound } from "./relief";
import { r, type Dot } from "./shapes";

/** A thing as it stands there: how high it rises, and how high above the ground it begins. */
interface Thing {
  h: number;
  from?: number;
}

type Artist = (thing: Thing, outline: Dot[], draw: () => number) => string;

const COVERS = [["c1", "c1t"], ["c2", "c2t"], ["wall", "roof"], ["hill", "hill-top"]] as const;
const THICK = 11;
const MOST_BOOKS = 7;

/** One on the other, none quite straight; the pages show at the side. */
const books: Artist = ({ h }, outline, draw) => {
  const count = Math.min(Math.max(2, Math.round(h / THICK)), MOST_BOOKS);
  return Array.from({ length: count }, (_, at) => {
    const [cover, top] = COVERS[Math.floor(draw() * COVERS.length)]!;
    const [turn, share, [cx, cy]] = [(draw() - 0.5) * 0.16, 0.86 + draw() * 0.12, middle(outline)];
    const dots = wound(
      scaled(outline, share).map(([x, y]): Dot => [cx + (x - cx) * Math.cos(turn) - (y - cy) * Math.sin(turn), cy + (x - cx) * Math.sin(turn) + (y - cy) * Math.cos(turn)]),
    );
    const [low, high] = [(h * at) / count, (h * (at + 1)) / count];
    const title = at === count - 1 ? `<path d="${path(scaled(dots, 0.62), high)}" fill="none" stroke="#fff6" stroke-width="1.4"/>` : "";
    return solid(dots, high - 1.4, cover, top, undefined, low) + title;
  }).join("");
};

/** A box of cardboard: its two flaps, and the tape over them. */
const carton: Artist = ({ h }, outline) => {
  const { left, top, right, bottom } = box(outline);
  const wide = right - left > bottom - top;
  const [a, b]: [Dot, Dot] = wide ? [[left, (top + bottom) / 2], [right, (top + bottom) / 2]] : [[(left + right) / 2, top], [(left + right) / 2, bottom]];
  const along = `M${lifted(a, h).join(" ")}L${lifted(b, h).join(" ")}`;
  return `${solid(outline, h, "hill", "hill-top")}<path d="${along}" stroke="var(--hill-line)" stroke-width="7" opacity=".35"/><path d="${along}" stroke="var(--hill-line)" stroke-width="1.2"/>`;
};

/** Wood with its grain; what is raised, as the seat of a chair, hangs where it is. */
const furniture: Artist = ({ h, from = 0 }, outline) => {
  const { left, top, right, bottom } = box(outline);
  const rows = Array.from({ length: Math.max(0, Math.floor((bottom - top) / 9) - 1) }, (_, at) => top + (at + 1) * 9);
  const grain = rows.map((y) => `M${lifted([left + 4, y], from + h).join(" ")}L${lifted([right - 4, y], from + h).join(" ")}`).join("");
  return `${solid(outline, from + h, "c1", "c1t", undefined, from)}<path d="${grain}" fill="none" stroke="var(--c1)" stroke-width="1" opacity=".45"/>`;
};

const cushion: Artist = ({ h }, outline) => {
  const round = smooth(scaled(outline, 0.98), 5);
  const [cx, cy] = lifted(middle(outline), h);
  return `${solid(round, h, "c2", "c2t")}<path d="${path(scaled(round, 0.72), h)}" fill="none" stroke="#fff5" stroke-width="1.4"/><circle cx="${cx}" cy="${cy}" r="3" fill="var(--c2)"/>`;
};

/** A pot of clay with earth in it and something that grows. */
const pot: Artist = ({ h }, outline, draw) => {
  const { left, top, right, bottom } = box(outline);
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
  const rim = wound(blob(cx, cy, (right - left) / 2, (bottom - top) / 2, 3, 16, 0.02));
  const leaves = Array.from({ length: 5 }, (_, at) => {
    const [x, y] = lifted([cx + Math.cos(at * 1.26) * (right - left) * 0.2, cy + Math.sin(at * 1.26) * (bottom - top) * 0.2], h + 4);
    return `<use href="#tree${draw() < 0.5 ? 1 : 2}" transform="translate(${x} ${y}) scale(.4)"/>`;
  });
  return `${solid(rim, h, "c1", "c1t")}<path d="${path(scaled(rim, 0.76), h)}" fill="var(--ruin-floor)" stroke="var(--c1)" stroke-width="1"/>${leaves.join("")}`;
};

/** Sticks across each other, as they were thrown down. */
const sticks: Artist = ({ h }, outline, draw) => {
  const { left, top, right, bottom } = box(outline);
  const wide = right - left > bottom - top;
  const lines = Array.from({ length: 9 }, (_, at) => {
    const [share, slant, z] = [(at + 0.5) / 9, (draw() - 0.5) * 0.3, h * draw()];
    const across = (by: number) => Math.min(Math.max(share + by, 0.04), 0.96);
    const [a, b]: [Dot, Dot] = wide
      ? [[left, top + (bottom - top) * across(slant)], [right, top + (bottom - top) * across(-slant)]]
      : [[left + (right - left) * across(slant), top], [left + (right - left) * across(-slant), bottom]];
    return { z, d: `M${lifted(a, z).join(" ")}L${lifted(b, z).join(" ")}`, w: r(3.4 + draw() * 2.2) };
  });
  const stick = ({ d, w }: { d: string; w: number }) =>
    `<path d="${d}" stroke="#0008" stroke-width="${r(w + 1.6)}" stroke-linecap="round"/><path d="${d}" stroke="var(--c1t)" stroke-width="${w}" stroke-linecap="round"/>`;
  return lines.sort((one, other) => one.z - other.z).map(stick).join("");
};

export const HOUSEHOLD: Readonly<Record<string, Artist>> = { books, carton, furniture, cushion, pot, sticks };
