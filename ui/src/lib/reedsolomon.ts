/** Codewords that let a reader mend others, over the field of 256 numbers that QR codes use. */

const POLYNOMIAL = 0x11d;

/** The product of two numbers of the field. */
export function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? POLYNOMIAL : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

/** The polynomial whose roots are the first powers of two, without its leading 1. */
function generator(degree: number): number[] {
  let found = [1];
  let root = 1;
  for (let power = 0; power < degree; power++) {
    const grown = [...found, 0];
    found.forEach((each, at) => (grown[at + 1] = (grown[at + 1] ?? 0) ^ times(each, root)));
    found = grown;
    root = times(root, 2);
  }
  return found.slice(1);
}

/** The correcting codewords of some data. */
export function corrections(data: number[], degree: number): number[] {
  const divisor = generator(degree);
  let rest = divisor.map(() => 0);
  for (const each of data) {
    const factor = each ^ (rest[0] ?? 0);
    rest = divisor.map((part, at) => (rest[at + 1] ?? 0) ^ times(part, factor));
  }
  return rest;
}
