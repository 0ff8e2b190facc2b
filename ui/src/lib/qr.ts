/** QR codes as ISO/IEC 18004 has them: bytes, error correction level M, versions 1 to 10. */

import { corrections } from "./reedsolomon";

/** Dark modules are true. */
export type Modules = boolean[][];

interface Version {
  /** Correcting codewords of each block. */
  correction: number;
  /** Data codewords of each block. */
  blocks: number[];
  /** Rows and columns of the middles of alignment patterns. */
  aligned: number[];
}

const VERSIONS: Version[] = [
  { correction: 10, blocks: [16], aligned: [] },
  { correction: 16, blocks: [28], aligned: [6, 18] },
  { correction: 26, blocks: [44], aligned: [6, 22] },
  { correction: 18, blocks: [32, 32], aligned: [6, 26] },
  { correction: 24, blocks: [43, 43], aligned: [6, 30] },
  { correction: 16, blocks: [27, 27, 27, 27], aligned: [6, 34] },
  { correction: 18, blocks: [31, 31, 31, 31], aligned: [6, 22, 38] },
  { correction: 22, blocks: [38, 38, 39, 39], aligned: [6, 24, 42] },
  { correction: 22, blocks: [36, 36, 36, 37, 37], aligned: [6, 26, 46] },
  { correction: 26, blocks: [43, 43, 43, 43, 44], aligned: [6, 28, 50] },
];
const BYTES = 0b0100;
const PADDING = [0xec, 0x11];

/** The rules by which modules are turned over, by row and column. */
export const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The code of a text; nothing if the text is too long for one. */
export function qrCode(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const number = VERSIONS.findIndex((_, at) => bytes.length <= room(at + 1)) + 1;
  return number ? drawn(number, dataCodewords(number, bytes)) : null;
}

function version(number: number): Version {
  const found = VERSIONS[number - 1];
  if (!found) throw new RangeError(`no version ${number}`);
  return found;
}

function capacity(number: number): number {
  return version(number).blocks.reduce((sum, each) => sum + each, 0);
}

function lengthBits(number: number): number {
  return number < 10 ? 8 : 16;
}

/** How many bytes of text a version takes. */
export function room(number: number): number {
  return Math.floor((capacity(number) * 8 - 4 - lengthBits(number)) / 8);
}

/** Mode, length and bytes, ended and filled up. */
export function dataCodewords(number: number, bytes: Uint8Array): number[] {
  const bits = [...asBits(BYTES, 4), ...asBits(bytes.length, lengthBits(number))];
  for (const byte of bytes) bits.push(...asBits(byte, 8));
  bits.push(...asBits(0, 4));
  while (bits.length % 8) bits.push(false);
  const codewords: number[] = [];
  for (let at = 0; at < bits.length; at += 8) codewords.push(asNumber(bits.slice(at, at + 8)));
  for (let turn = 0; codewords.length < capacity(number); turn++) codewords.push(PADDING[turn % 2] ?? 0);
  return codewords.slice(0, capacity(number));
}

/** The whole symbol of data codewords, with the mask that is read best. */
export function drawn(number: number, data: number[]): Modules {
  const candidates = MASKS.map((_, mask) => drawnWith(number, data, mask));
  const marks = candidates.map(penalty);
  return candidates[marks.indexOf(Math.min(...marks))] ?? [];
}

/** The same with a certain mask. */
export function drawnWith(number: number, data: number[], mask: number): Modules {
  const { modules, taken } = patterns(number);
  const bits = interleaved(number, data).flatMap((each) => asBits(each, 8));
  const turned = MASKS[mask] ?? (() => false);
  path(taken).forEach(([row, column], at) => set(modules, row, column, (bits[at] ?? false) !== turned(row, column)));
  writeFormat(modules, mask);
  return modules;
}

function interleaved(number: number, data: number[]): number[] {
  const { blocks, correction } = version(number);
  let from = 0;
  const parts = blocks.map((length) => data.slice(from, (from += length)));
  const checks = parts.map((part) => corrections(part, correction));
  return [...alternating(parts), ...alternating(checks)];
}

function alternating(parts: number[][]): number[] {
  const longest = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat();
}

/** Everything but data: the modules, and which of them are taken. */
export function patterns(number: number): { modules: Modules; taken: Modules } {
  const size = 17 + 4 * number;
  const [modules, taken] = [blank(size), blank(size)];
  const put = (row: number, column: number, dark: boolean): void => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    set(modules, row, column, dark);
    set(taken, row, column, true);
  };
  for (let at = 0; at < size; at++) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  for (const [row, column] of alignments(number, size)) square(row, column, 2, (ring) => ring !== 1, put);
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) {
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4, put);
  }
  formatPlaces(size).flat().forEach(([row, column]) => put(row, column, false));
  put(size - 8, 8, true);
  if (number >= 7) writeVersion(number, size, put);
  return { modules, taken };
}

type Put = (row: number, column: number, dark: boolean) => void;

function square(row: number, column: number, reach: number, isDark: (ring: number) => boolean, put: Put): void {
  for (let down = -reach; down <= reach; down++) {
    for (let along = -reach; along <= reach; along++) {
      put(row + down, column + along, isDark(Math.max(Math.abs(down), Math.abs(along))));
    }
  }
}

function alignments(number: number, size: number): [number, number][] {
  const { aligned } = version(number);
  const all = aligned.flatMap((row) => aligned.map((column): [number, number] => [row, column]));
  const last = size - 7;
  return all.filter(([row, column]) => !((row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6)));
}

/** Where the fifteen bits about mask and level stand, highest first, twice. */
export function formatPlaces(size: number): [number, number][][] {
  const corner: [number, number][] = [[8, 0], [8, 1], [8, 2], [8, 3], [8, 4], [8, 5], [8, 7], [8, 8], [7, 8], [5, 8], [4, 8], [3, 8], [2, 8], [1, 8], [0, 8]];
  const edges = Array.from({ length: 15 }, (_, at): [number, number] => (at < 7 ? [size - 1 - at, 8] : [8, size - 15 + at]));
  return [corner, edges];
}

/** Level M is written as two zeros before the mask. */
export function formatBits(mask: number): number {
  return checked(mask, 10, 0x537) ^ 0x5412;
}

function writeFormat(modules: Modules, mask: number): void {
  const bits = asBits(formatBits(mask), 15);
  for (const places of formatPlaces(modules.length)) {
    places.forEach(([row, column], at) => set(modules, row, column, bits[at] ?? false));
  }
}

export function versionBits(number: number): number {
  return checked(number, 12, 0x1f25);
}

function writeVersion(number: number, size: number, put: Put): void {
  asBits(versionBits(number), 18)
    .reverse()
    .forEach((dark, at) => {
      const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
      put(near, far, dark);
      put(far, near, dark);
    });
}

/** A number followed by the remainder that proves it. */
function checked(value: number, length: number, generator: number): number {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit--) {
    if ((rest >> bit) & 1) rest ^= generator << (bit - length);
  }
  return (value << length) | rest;
}

/** The places of data in their order: up and down in pairs of columns from the right, past the column of timing. */
export function path(taken: Modules): [number, number][] {
  const size = taken.length;
  const found: [number, number][] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (!taken[row]?.[column]) found.push([row, column]);
    }
    up = !up;
  }
  return found;
}

/** How badly a symbol is read: runs, blocks, what looks like a corner, and too much of one shade. */
export function penalty(modules: Modules): number {
  const columns = modules.map((_, column) => modules.map((row) => row[column] ?? false));
  const lines = [...modules, ...columns].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  return lines.reduce((sum, line) => sum + runs(line) + corners(line), 0) + squares(modules) + balance(modules);
}

function runs(line: string): number {
  return (line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);
}

function corners(line: string): number {
  return 40 * (line.match(/(?=10111010000)|(?=00001011101)/g) ?? []).length;
}

function squares(modules: Modules): number {
  let found = 0;
  for (let row = 1; row < modules.length; row++) {
    for (let column = 1; column < modules.length; column++) {
      const dark = modules[row]?.[column];
      const same = [modules[row - 1]?.[column], modules[row]?.[column - 1], modules[row - 1]?.[column - 1]];
      if (same.every((each) => each === dark)) found += 1;
    }
  }
  return 3 * found;
}

function balance(modules: Modules): number {
  const dark = modules.flat().filter(Boolean).length;
  return 10 * Math.floor(Math.abs((dark * 20) / modules.length ** 2 - 10));
}

function blank(size: number): Modules {
  return Array.from({ length: size }, () => Array.from({ length: size }, () => false));
}

function set(modules: Modules, row: number, column: number, dark: boolean): void {
  const line = modules[row];
  if (line) line[column] = dark;
}

function asBits(value: number, length: number): boolean[] {
  return Array.from({ length }, (_, at) => ((value >> (length - 1 - at)) & 1) === 1);
}

function asNumber(bits: boolean[]): number {
  return bits.reduce((sum, bit) => sum * 2 + Number(bit), 0);
}
