// The map on the drawing board: a sketch, what the server says of it, and what was undone.
import { fetchJson, sendJson } from "../lib/http";
import type { Brush, Finding, MapDesk, MapSheet, Shape, Sketch, SketchPiece, SystemInfo, TableView } from "../wire";
import { fromOffset, type Place } from "../lib/geometry";
import type { Placed } from "./position";
import { around, flooded, freeId, opposite, resized, type Outline } from "./shapes";

const SHELF = "gearlock.map.";
const PAUSE = 250;

/** A sketch as an older visit may have left it, with all its parts. */
function whole(sketch: Partial<Sketch> & Omit<Sketch, "markers" | "battle" | "zones">): Sketch {
  return { ...sketch, zones: sketch.zones ?? {}, markers: sketch.markers ?? [], battle: sketch.battle ?? null };
}

export class Chart {
  readonly system: SystemInfo;
  readonly desk: MapDesk;
  sketch: Sketch = $state({ name: "", width: 0, height: 0, pieces: [], terrain: [], zones: {}, markers: [], battle: null });
  models: Placed[] = $state([]);
  text = $state("");
  findings: Finding[] = $state.raw([]);
  problem = $state("");
  chosen = $state("");
  /** Whatever is drawn is drawn on the other half of the table too. */
  mirrored = $state(true);
  undone = $state(0);
  #past: string[] = [];
  #looks = new Map<string, Shape>();
  #asked = 0;
  /** Whether the file is older than the drawing. */
  #stale = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(system: SystemInfo, desk: MapDesk) {
    this.system = system;
    this.desk = desk;
  }

  get hexes(): boolean {
    return this.desk.form === "hexes";
  }
  readonly piece = $derived(this.sketch.pieces.find((each) => each.id === this.chosen));
  /** The table as it is drawn while the server looks at it. */
  readonly table: TableView = $derived.by(() => ({ kind: this.desk.form, width: this.sketch.width, height: this.sketch.height, shapes: this.hexes ? this.#hexShapes() : this.sketch.pieces.map((piece) => this.#shape(piece)), light: "day" }));

  #shape(piece: SketchPiece): Shape {
    const known = this.#looks.get(`${piece.kind} ${piece.name} ${piece.rating}`);
    const brush = known ?? this.desk.brushes.find((each) => each.name === piece.name) ?? this.desk.brushes.find((each) => each.kind === piece.kind);
    return { id: piece.id, kind: piece.kind, label: piece.name, outline: piece.outline, hexes: [], base: piece.base, top: piece.top, rating: piece.rating, drawing: brush?.drawing ?? "", dense: brush?.dense ?? false, facts: brush?.facts ?? [] };
  }

  #hexShapes(): Shape[] {
    const kinds = new Map<string, Place[]>();
    this.sketch.terrain.forEach((name, at) => {
      const hex = fromOffset(at % this.sketch.width, Math.floor(at / this.sketch.width));
      kinds.set(name, [...(kinds.get(name) ?? []), hex]);
    });
    return [...kinds].map(([name, hexes]): Shape => {
      const brush = this.desk.brushes.find((each) => each.kind === name);
      return { id: name, kind: name, label: name, outline: [], hexes, base: 0, top: brush?.top ?? 0, rating: "", drawing: brush?.drawing ?? "", dense: brush?.dense ?? false, facts: brush?.facts ?? [] };
    });
  }

  /** Begin with what lay here last, or with an empty table. */
  async begin(): Promise<void> {
    try {
      const kept = JSON.parse(localStorage.getItem(SHELF + this.system.id) ?? "null") as { sketch: Sketch; models: Placed[] } | null;
      if (kept?.sketch.width && kept.sketch.height) {
        this.sketch = whole(kept.sketch);
        this.models = kept.models ?? [];
        return this.#look();
      }
    } catch {
      // What was kept cannot be read; an empty table can.
    }
    this.fresh();
  }

  fresh(): void {
    this.#remember();
    const [width, height] = this.desk.size as [number, number];
    const open = this.desk.brushes[0]?.kind ?? "open";
    const terrain = this.hexes ? new Array<string>(width * height).fill(open) : [];
    const zones = Object.fromEntries(this.desk.zones.map((zone, at): [string, Place[]] => [zone, this.hexes ? this.#edge(width, height, at) : []]));
    this.sketch = { name: "New map", width, height, pieces: [], terrain, zones, markers: [], battle: null };
    [this.models, this.chosen] = [[], ""];
    this.#changed();
  }

  /** The first and the last rows, as sides usually begin. */
  #edge(width: number, height: number, at: number): Place[] {
    const rows = at === 0 ? [0, 1, 2] : [height - 3, height - 2, height - 1];
    return rows.flatMap((row) => Array.from({ length: width }, (_, column): Place => [column, row]));
  }

  async open(sheet: Promise<MapSheet>): Promise<void> {
    const found = await sheet;
    if (!found.sketch) {
      const words = found.findings.slice(0, 6).map((each) => `line ${each.line}: ${each.message}`);
      throw new Error(words.join("\n") || "This map cannot be read.");
    }
    this.#remember();
    this.sketch = whole(found.sketch);
    [this.models, this.chosen] = [[], ""];
    this.#changed();
  }
  ready(name: string): Promise<void> {
    return this.open(fetchJson<MapSheet>(`/api/maps/${encodeURIComponent(this.system.id)}/${encodeURIComponent(name)}`));
  }
  read(text: string): Promise<void> {
    return this.open(sendJson<MapSheet>("/api/maps/read", { system: this.system.id, text }));
  }

  #remember(): void {
    if (!this.sketch.width) return;
    this.#past = [...this.#past, JSON.stringify({ sketch: this.sketch, models: this.models })].slice(-60);
    this.undone = this.#past.length;
  }
  change(deed: () => void): void {
    this.#remember();
    deed();
    this.#changed();
  }
  undo(): void {
    const before = this.#past.pop();
    this.undone = this.#past.length;
    if (!before) return;
    const kept = JSON.parse(before) as { sketch: Sketch; models: Placed[] };
    [this.sketch, this.models] = [kept.sketch, kept.models];
    this.#changed();
  }

  #changed(): void {
    try {
      localStorage.setItem(SHELF + this.system.id, JSON.stringify({ sketch: this.sketch, models: this.models }));
    } catch {
      // A browser that keeps nothing still draws.
    }
    clearTimeout(this.#timer);
    this.#stale = true;
    this.#asked += 1; // What the server says of an older drawing is dropped when it comes.
    this.#timer = setTimeout(() => void this.#look(), PAUSE);
  }

  /** The file of what is drawn now: whoever takes it away does not take an older one. */
  async written(): Promise<string> {
    clearTimeout(this.#timer);
    if (this.#stale) await this.#look();
    return this.text;
  }

  /** Have the sketch written as a file and judged; an answer to an older one is dropped. */
  async #look(): Promise<void> {
    const turn = ++this.#asked;
    try {
      const sheet = await sendJson<MapSheet>("/api/maps/sketch", { system: this.system.id, sketch: this.sketch });
      if (turn !== this.#asked) return;
      [this.text, this.findings, this.problem] = [sheet.text, sheet.findings, ""];
      this.#stale = false;
      for (const shape of sheet.table?.shapes ?? []) this.#looks.set(`${shape.kind} ${shape.label} ${shape.rating}`, shape);
    } catch (error) {
      if (turn === this.#asked) this.problem = (error as Error).message;
    }
  }

  /** Put a piece of a brush down; its twin too where the map is mirrored. */
  draw(brush: Brush, outline: Outline): void {
    this.change(() => {
      const taken = new Set(this.sketch.pieces.map((piece) => piece.id));
      const { kind, name, top, rating, footing, props } = brush;
      for (const each of this.mirrored ? [outline, opposite(outline, this.sketch.width, this.sketch.height)] : [outline]) {
        const id = freeId(name, taken);
        taken.add(id);
        this.sketch.pieces.push({ id, name, kind, outline: each, top, base: 0, rating, footing, props: { ...props } });
        if (each === outline) this.chosen = id;
      }
    });
  }
  drop(id: string): void {
    this.change(() => (this.sketch.pieces = this.sketch.pieces.filter((piece) => piece.id !== id)));
    this.chosen = "";
  }

  /** Hexes as they are meant: the brush's own, and those across the map where it is mirrored. */
  hexesOf(hex: Place, radius: number, mirrored = this.mirrored): Place[] {
    const { width, height } = this.sketch;
    const near = around(hex, radius, width, height);
    return mirrored ? [...near, ...near.map(([x, y]): Place => [width - 1 - x, height - 1 - y])] : near;
  }
  /** Paint without remembering each stroke: `begin` a stroke once. */
  stroke(): void {
    this.#remember();
  }
  paint(name: string, hexes: readonly Place[]): void {
    for (const [x, y] of hexes) this.sketch.terrain[y * this.sketch.width + x] = name;
    this.#changed();
  }
  fill(name: string, hex: Place): void {
    this.change(() => this.paint(name, flooded(this.sketch.terrain, hex, this.sketch.width, this.sketch.height)));
  }
  mark(zone: string, hexes: readonly Place[], within: boolean): void {
    const keys = new Set(hexes.map(String));
    const others = (this.sketch.zones[zone] ?? []).filter((each) => !keys.has(String(each)));
    this.sketch.zones[zone] = within ? [...others, ...hexes] : others;
    this.#changed();
  }

  /** The box that a side deploys in, on a table of inches; where the map is fair to both, the enemy's across from it. */
  zoneBox(seat: string, outline: Outline): void {
    this.change(() => {
      this.sketch.zones[seat] = outline;
      for (const other of this.desk.zones) if (this.mirrored && other !== seat) this.sketch.zones[other] = opposite(outline, this.sketch.width, this.sketch.height);
    });
  }
  noZones(): void {
    this.change(() => (this.sketch.zones = {}));
  }
  /** A marker is put down; its twin too where the map is fair to both, but for one in the middle. */
  addMarker(name: string, [x, y]: Place): void {
    this.change(() => {
      const taken = new Set(this.sketch.markers.map((each) => each.id));
      const across: Place = [this.sketch.width - x, this.sketch.height - y];
      const twin = this.mirrored && (across[0] !== x || across[1] !== y);
      for (const [at, spot] of ([[x, y], ...(twin ? [across] : [])] as Place[]).entries()) {
        const called = name.trim() || "Marker";
        const id = freeId(called, taken);
        taken.add(id);
        this.sketch.markers.push({ id, name: name.trim() ? (at ? `${called} across` : called) : `Marker ${id.split("-").at(-1)}`, x: spot[0], y: spot[1] });
      }
    });
  }

  resize(width: number, height: number): void {
    this.change(() => {
      const [from, to]: [Place, Place] = [[this.sketch.width, this.sketch.height], [width, height]];
      if (this.hexes) {
        this.sketch.terrain = resized(this.sketch.terrain, from, to, this.desk.brushes[0]?.kind ?? "open");
        for (const zone of Object.keys(this.sketch.zones)) this.sketch.zones[zone] = this.sketch.zones[zone]!.filter(([x, y]) => x < width && y < height);
      }
      [this.sketch.width, this.sketch.height] = to;
    });
  }
}
