// Trees, drawn once and used many times.
import { smooth } from "./relief";
import { r, type Dot } from "./shapes";

function leafy(id: string, seed: number): string {
  const crown = (radius: number, x: number, y: number) => {
    const corners = Array.from({ length: 9 }, (_, at): Dot => {
      const [angle, far] = [(at / 9) * 2 * Math.PI, radius * (0.82 + ((at * seed) % 3) * 0.12)];
      return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
    });
    return `M${smooth(corners, 4).map((dot) => dot.map(r).join(" ")).join("L")}Z`;
  };
  return (
    `<g id="${id}"><path d="${crown(20, 0, 0)}" fill="var(--tree-dark)"/><path d="${crown(16, -2.6, -3)}" fill="var(--tree)"/>` +
    `<path d="${crown(8.4, -5.6, -6.4)}" fill="var(--tree-lit)"/><path d="${crown(3.6, 5, 2)}" fill="var(--tree-lit)" opacity=".5"/></g>`
  );
}

function pine(): string {
  const star = (radius: number, depth: number, x: number, y: number) => {
    const tips = Array.from({ length: 16 }, (_, at) => {
      const [angle, far] = [(at / 8) * Math.PI, at % 2 ? radius * depth : radius];
      return `${r(x + Math.cos(angle) * far)} ${r(y + Math.sin(angle) * far)}`;
    });
    return `M${tips.join("L")}Z`;
  };
  return (
    `<g id="pine"><path d="${star(21, 0.62, 0, 0)}" fill="var(--tree-dark)"/><path d="${star(17, 0.62, -2.4, -3)}" fill="var(--pine)"/>` +
    `<path d="${star(10, 0.5, -5, -6)}" fill="var(--pine-lit)" opacity=".9"/></g>`
  );
}

/** What a table's drawing refers to. */
export const CROWNS = pine() + leafy("tree1", 4) + leafy("tree2", 7);
