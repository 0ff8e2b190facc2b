// The grain of the ground: soft patches, drawn once into a picture that tiles.

const SIZE = 256;

/** Smooth noise that repeats at the edges: values between 0 and 1, `cells` of them across. */
export function tilingNoise(x: number, y: number, cells: number, seed: number): number {
  const corner = (i: number, j: number) => {
    const [a, b] = [((i % cells) + cells) % cells, ((j % cells) + cells) % cells];
    const wild = Math.sin(a * 127.1 + b * 311.7 + seed * 74.7) * 43758.5453;
    return wild - Math.floor(wild);
  };
  const [i, j] = [Math.floor(x * cells), Math.floor(y * cells)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [ease(x * cells - i), ease(y * cells - j)];
  const top = corner(i, j) * (1 - u) + corner(i + 1, j) * u;
  const bottom = corner(i, j + 1) * (1 - u) + corner(i + 1, j + 1) * u;
  return top * (1 - v) + bottom * v;
}

const made = new Map<string, string>();

/** A tile of patches in a colour, as an address; the same for the same colour. Empty where nothing can be drawn. */
export function grainTile(colour: string, seed: number): string {
  const key = `${colour} ${seed}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  pen.fillStyle = colour;
  pen.fillRect(0, 0, SIZE, SIZE);
  const picture = pen.getImageData(0, 0, SIZE, SIZE);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const [u, v] = [x / SIZE, y / SIZE];
      const value = tilingNoise(u, v, 5, seed) * 0.55 + tilingNoise(u, v, 11, seed + 1) * 0.3 + tilingNoise(u, v, 29, seed + 2) * 0.15;
      picture.data[(y * SIZE + x) * 4 + 3] = Math.max(0, Math.min(1, value * 3.2 - 1.35)) * 215;
    }
  pen.putImageData(picture, 0, 0);
  const address = canvas.toDataURL();
  made.set(key, address);
  return address;
}
