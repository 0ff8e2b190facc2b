// Figures, trees and stones as small pictures that stand in the scene. Drawn once each, kept by what they show.
import { shapesStanding } from "../drawing/standing";
import { seeded } from "../drawing/relief";
import type { Growth } from "./scene";
import type { Picture } from "./raster";

/** A picture without empty edges. */
export interface Cutout extends Picture {
  canvas: HTMLCanvasElement;
}

const SIDES = ["#ff9a52", "#5fbcf5", "#b7a6f0"];
const TONES: Record<string, string> = { A: "#f4f0e5", B: "#cfc9ba", C: "#9d9586", J: "#3b3a38", W: "#6d6a65", G: "#8ff2d8", H: "#ffffff66", K: "#6d6a65" };
const WRECK: Record<string, string> = { A: "#4a4540", B: "#3d3935", C: "#332f2c", J: "#1e1c1b", W: "#2c2a28", G: "#3d3935", H: "#0000", K: "#2c2a28", S: "#55453c" };
const SIZE = 300;
const kept = new Map<string, Cutout>();

function drawn(key: string, paint: (pen: CanvasRenderingContext2D) => void): Cutout {
  const known = kept.get(key);
  if (known) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d", { willReadFrequently: true })!;
  paint(pen);
  const cut = trimmed(canvas, pen);
  kept.set(key, cut);
  return cut;
}

/** The picture within its edges. */
function trimmed(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D): Cutout {
  const { data } = pen.getImageData(0, 0, SIZE, SIZE);
  let [left, top, right, bottom] = [SIZE, SIZE, 0, 0];
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++)
      if (data[(y * SIZE + x) * 4 + 3]! > 127) [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const cut = document.createElement("canvas");
  cut.width = width;
  cut.height = height;
  const edge = cut.getContext("2d", { willReadFrequently: true })!;
  edge.drawImage(canvas, -left, -top);
  return { canvas: cut, width, height, data: edge.getImageData(0, 0, width, height).data };
}

/** A figure as it stands, looking to the right, or mirrored. */
export function figurePicture(kind: string, parts: readonly string[], side: number, wreck: boolean, mirrored: boolean): Cutout {
  return drawn(`${kind} ${parts.join()} ${side} ${wreck} ${mirrored}`, (pen) => {
    pen.translate(SIZE / 2, SIZE - 20);
    pen.scale(mirrored ? -2.2 : 2.2, 2.2);
    pen.lineJoin = "round";
    const tones: Record<string, string> = wreck ? WRECK : { ...TONES, S: SIDES[side] ?? SIDES[2]! };
    for (const [tone, path] of shapesStanding(kind, parts)) {
      if (tone === "D" || tone === "L") continue;
      const shape = new Path2D(path);
      [pen.strokeStyle, pen.lineWidth] = tone === "K" ? [tones[tone]!, 3] : ["#15130f", 1.6];
      if (tone !== "H" && tone !== "G") pen.stroke(shape);
      if (tone === "K") continue;
      pen.fillStyle = tones[tone] ?? "#9d9586";
      pen.fill(shape);
    }
  });
}

const CROWNS: Record<"tree" | "bush", [number, number, number, string][]> = {
  tree: [[0, -150, 88, "#3e5830"], [-34, -128, 62, "#47653a"], [36, -130, 60, "#42603a"], [-10, -186, 66, "#5c7c42"], [-28, -204, 40, "#80a058"]],
  bush: [[0, -44, 60, "#4b5f34"], [-40, -34, 44, "#566b3c"], [38, -36, 46, "#4f643a"], [-8, -66, 40, "#708a4e"]],
};

/** What grows or lies about. */
export function growthPicture(kind: Growth["kind"], seed: number): Cutout {
  return drawn(`${kind} ${seed % 3}`, (pen) => {
    const draw = seeded(seed % 3);
    pen.translate(SIZE / 2, SIZE - 10);
    if (kind === "pine") return pine(pen);
    if (kind === "stone") return stone(pen, draw);
    if (kind === "tuft") return tuft(pen, draw);
    if (kind === "smoke") return smoke(pen, draw);
    if (kind === "tree") {
      pen.fillStyle = "#46382a";
      pen.fillRect(-11, -110, 22, 110);
    }
    for (const [x, y, size, colour] of CROWNS[kind]) {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.ellipse(x + (draw() - 0.5) * 20, y + (draw() - 0.5) * 12, size, size * 0.84, 0, 0, 7);
      pen.fill();
    }
  });
}

function pine(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = "#40332a";
  pen.fillRect(-8, -50, 16, 50);
  [["#2f4a35", 78, -30, -150], ["#3a5a40", 62, -90, -210], ["#4b6f4c", 44, -155, -270]].forEach(([colour, wide, low, high]) => {
    pen.fillStyle = colour as string;
    pen.beginPath();
    pen.moveTo(-(wide as number), low as number);
    pen.lineTo(0, high as number);
    pen.lineTo(wide as number, low as number);
    pen.fill();
  });
}

function stone(pen: CanvasRenderingContext2D, draw: () => number): void {
  const wide = 60 + draw() * 30;
  pen.fillStyle = "#8d8474";
  pen.beginPath();
  pen.moveTo(-wide, 0);
  pen.lineTo(-wide * 0.7, -44);
  pen.lineTo(4, -70 - draw() * 20);
  pen.lineTo(wide * 0.8, -36);
  pen.lineTo(wide, 0);
  pen.fill();
  pen.fillStyle = "#b0a692";
  pen.beginPath();
  pen.moveTo(-wide * 0.7, -44);
  pen.lineTo(4, -72);
  pen.lineTo(-6, -24);
  pen.fill();
}

function tuft(pen: CanvasRenderingContext2D, draw: () => number): void {
  pen.strokeStyle = "#75743f";
  pen.lineWidth = 7;
  for (let blade = -3; blade <= 3; blade++) {
    pen.beginPath();
    pen.moveTo(blade * 7, 0);
    pen.quadraticCurveTo(blade * 9, -30, blade * 16, -50 - draw() * 30);
    pen.stroke();
  }
}

function smoke(pen: CanvasRenderingContext2D, draw: () => number): void {
  for (let puff = 0; puff < 7; puff++) {
    pen.fillStyle = ["#9a958c", "#b0aba1", "#c4bfb4"][puff % 3]!;
    pen.beginPath();
    pen.arc((draw() - 0.5) * 150, -60 - draw() * 130, 40 + draw() * 26, 0, 7);
    pen.fill();
  }
}
