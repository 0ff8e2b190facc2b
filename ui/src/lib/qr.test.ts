import { expect, test } from "vitest";
import { MASKS, dataCodewords, drawn, drawnWith, formatBits, formatPlaces, path, patterns, penalty, qrCode, room, versionBits, type Modules } from "./qr";
import { corrections, times } from "./reedsolomon";

/** The symbol worked out in an annex of the standard: 01234567 at version 1, level M. */
const DIGITS = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
const DIGITS_CORRECTED = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55];
const DIGITS_DRAWN = `
111111100101101111111
100000100111101000001
101110101000001011101
101110101100001011101
101110101011101011101
100000101000101000001
111111101010101111111
000000001001100000000
101111100100101111100
000101011010100101100
001000110101010011111
000010000100000111100
000111111001010010000
000000001011111001100
111111100110101100000
100000101011111000101
101110101000100101100
101110101100100100000
101110101011010010100
100000100000000110110
111111101111010010100`;

/** Data codewords of each block and correcting ones, by version, for reading a symbol back. */
const BLOCKS: [number[], number][] = [
  [[16], 10],
  [[28], 16],
  [[44], 26],
  [[32, 32], 18],
  [[43, 43], 24],
  [[27, 27, 27, 27], 16],
  [[31, 31, 31, 31], 18],
  [[38, 38, 39, 39], 22],
  [[36, 36, 36, 37, 37], 22],
  [[43, 43, 43, 43, 44], 26],
];

function number(bits: boolean[]): number {
  return bits.reduce((sum, bit) => sum * 2 + Number(bit), 0);
}

function maskOf(modules: Modules): number {
  const read = formatPlaces(modules.length).map((places) => number(places.map(([row, column]) => modules[row]?.[column] ?? false)));
  expect(read[0]).toBe(read[1]);
  return MASKS.findIndex((_, mask) => formatBits(mask) === read[0]);
}

/** The blocks of a symbol, data and correction apart, as a reader takes them. */
function blocksOf(modules: Modules): [number[], number[]][] {
  const version = (modules.length - 17) / 4;
  const turned = MASKS[maskOf(modules)]!;
  const bits = path(patterns(version).taken).map(([row, column]) => modules[row]![column]! !== turned(row, column));
  const stream = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => number(bits.slice(at * 8, at * 8 + 8)));
  const [lengths, correction] = BLOCKS[version - 1]!;
  expect(stream.length).toBe(lengths.reduce((sum, each) => sum + each + correction, 0));
  const blocks = lengths.map((): [number[], number[]] => [[], []]);
  for (let at = 0; at < Math.max(...lengths); at++) {
    lengths.forEach((length, which) => at < length && blocks[which]![0].push(stream.shift()!));
  }
  for (let at = 0; at < correction; at++) blocks.forEach((block) => block[1].push(stream.shift()!));
  return blocks;
}

/** A codeword polynomial is whole if each root of the generator is a root of it. */
function isWhole(codewords: number[], degree: number): boolean {
  let root = 1;
  for (let power = 0; power < degree; power++, root = times(root, 2)) {
    if (codewords.reduce((sum, each) => times(sum, root) ^ each, 0)) return false;
  }
  return true;
}

function textOf(modules: Modules): string {
  const bits = blocksOf(modules)
    .flatMap(([data]) => data)
    .flatMap((each) => [...each.toString(2).padStart(8, "0")].map((bit) => bit === "1"));
  const wide = modules.length < 57 ? 8 : 16;
  expect(number(bits.slice(0, 4))).toBe(4);
  const bytes = Array.from({ length: number(bits.slice(4, 4 + wide)) }, (_, at) => number(bits.slice(4 + wide + at * 8, 12 + wide + at * 8)));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test("correction, mask and version are written as the standard's examples have them", () => {
  expect(corrections(DIGITS, 10)).toEqual(DIGITS_CORRECTED);
  expect(formatBits(0).toString(2)).toBe("101010000010010");
  expect(formatBits(5).toString(2).padStart(15, "0")).toBe("100000011001110");
  expect(versionBits(7).toString(2).padStart(18, "0")).toBe("000111110010010100");
});

test("the standard's own symbol is drawn module by module", () => {
  const lines = drawnWith(1, DIGITS, 2).map((row) => row.map(Number).join(""));
  expect(lines).toEqual(DIGITS_DRAWN.trim().split("\n"));
});

test("of the eight masks the one with the least penalty is taken", () => {
  const marks = MASKS.map((_, mask) => penalty(drawnWith(1, DIGITS, mask)));
  expect(penalty(drawn(1, DIGITS))).toBe(Math.min(...marks));
});

test("text of any length that fits is read back, and every block of it is whole", () => {
  for (let version = 1; version <= 10; version++) {
    const text = "http://192.168.0.7:8420/#/battle/é".padEnd(room(version) - 1, "aB3-").slice(0, room(version) - 1);
    const modules = qrCode(text)!;
    expect(modules.length).toBe(17 + 4 * version);
    expect(textOf(modules)).toBe(text);
    const [, correction] = BLOCKS[version - 1]!;
    for (const [data, checks] of blocksOf(modules)) expect(isWhole([...data, ...checks], correction)).toBe(true);
  }
});

test("a text just fills a version, and one too long has no code", () => {
  expect([1, 2, 9, 10].map(room)).toEqual([14, 26, 180, 213]);
  expect(qrCode("x".repeat(14))?.length).toBe(21);
  expect(qrCode("x".repeat(15))?.length).toBe(25);
  expect(qrCode("x".repeat(213))?.length).toBe(57);
  expect(qrCode("x".repeat(214))).toBeNull();
  expect(dataCodewords(1, new Uint8Array(14)).length).toBe(16);
});
