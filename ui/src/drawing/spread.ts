// Tokens that would overlap are pushed apart; the true place stays marked.

export interface Standing {
  id: string;
  x: number;
  y: number;
  size: number;
  /** It stays where it is: what is chosen, and what is aimed at. */
  fixed?: boolean;
}

export interface Put {
  x: number;
  y: number;
  /** It had to make room. */
  moved: boolean;
}

const ROUNDS = 40;
const GAP = 2;
/** Pixels from its true place from which a line should lead there. */
export const FAR = 4;

/** Where tokens are drawn, in pixels, so that none covers another. */
export function spread(tokens: readonly Standing[]): Map<string, Put> {
  const out = tokens.map((token) => ({ ...token }));
  for (let round = 0; round < ROUNDS; round++) {
    let still = true;
    for (let one = 0; one < out.length; one++)
      for (let other = one + 1; other < out.length; other++) still = !pushApart(out[one]!, out[other]!) && still;
    if (still) break;
  }
  return new Map(
    out.map((token, at) => {
      return [token.id, { x: token.x, y: token.y, moved: token.x !== tokens[at]!.x || token.y !== tokens[at]!.y }];
    }),
  );
}

function pushApart(a: Standing, b: Standing): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y || 0.01];
  const [far, need] = [Math.hypot(dx, dy), (a.size + b.size) / 2 + GAP];
  if (far >= need || (a.fixed && b.fixed)) return false;
  const step = (need - far) / far / 2;
  const [ofA, ofB] = [a.fixed ? 0 : b.fixed ? 2 : 1, b.fixed ? 0 : a.fixed ? 2 : 1];
  a.x -= dx * step * ofA;
  a.y -= dy * step * ofA;
  b.x += dx * step * ofB;
  b.y += dy * step * ofB;
  return true;
}
