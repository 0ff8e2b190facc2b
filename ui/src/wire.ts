// What goes between browser and server. Written by scripts/make_wire_types.py, from the server.

export interface Account {
  sides: SideAccount[];
  turning: Turning | null;
}

export interface Agreeing {
  seen: number;
  scenario?: string;
  options?: Record<string, string>;
  like?: string;
  nothing?: boolean;
}

/** I am still here too; the number of the last update. */
export interface Alive {
  kind: "alive";
  number: number;
}

/** Choose a number from `low` to `high`. */
export interface Amount {
  kind: "amount";
  label: string;
  order: Order;
  rule: string;
  low: number;
  high: number;
}

/** The answer to the decision with the number `decision`: an order in full. */
export interface Answer {
  kind: "answer";
  decision: number;
  order: unknown;
}

export interface Arm {
  name: string;
  best: [number, number];
  most: number;
  strength: [string, string][];
  traits: string[];
}

/** One seat decides. Options are worked out only when somebody looks, so re-running a script stays cheap. */
export interface Ask {
  seat: string;
  kind: string;
  unit: string;
  about: string[];
  rule: string;
  prompt: string;
  optional: boolean;
}

/** A decision of mine, by its number, with the ways to answer. */
export interface Asked {
  decision: number;
  ask: Ask;
  options: (Pick | Target | Path | Place | Facing | Amount)[];
}

/** Who attacks whom with what (`NAME:WEAPON`, `NAME:WEAPON x3`), one after another, under which conditions. */
export interface Attack {
  system: string;
  attackers: string[];
  target: string;
  given?: [string, string][];
  reply?: boolean;
}

/** An attack again and again: with each value of one condition and each of another. */
export interface AttackGrid {
  attack: Attack;
  down: string;
  rows: string[];
  across: string;
  columns: string[];
}

/** Ground that can be come to by what the label says: hexes, or outlines on a table of inches. */
export interface Band {
  label: string;
  hexes: [number, number][];
  outlines: [number, number][][];
}

/** Where do the weapons of my piece bear, from where it stands or from a spot? Answered by `Borne`. */
export interface Bear {
  kind: "bear";
  ref: number;
  piece: string;
  spot?: Spot | null;
}

/** I am still here. */
export interface Beat {
  kind: "beat";
}

/** Where the weapons of a piece bear. */
export interface Borne {
  kind: "borne";
  ref: number;
  fields: Field[];
}

export interface BotInfo {
  player: string;
  about: string;
  tempers: Record<string, string>;
}

export interface Branch {
  frame: number;
  players: Record<string, string>;
}

export interface Brush {
  name: string;
  kind: string;
  drawing: string;
  dense: boolean;
  top: number;
  rating: string;
  footing: boolean;
  props: Record<string, number | string>;
  facts: string[];
}

export interface CampaignGame {
  system: string;
  about: string;
  house: boolean;
  options: Record<string, string>;
}

export interface CampaignLinks {
  campaign: string;
  seats: Record<string, string>;
  watch: Record<string, string>;
}

export interface CampaignPage {
  id: string;
  title: string;
  seen: number;
  view: CampaignView;
  players: Record<string, string>;
  may_act: boolean;
  battles: Record<string, string>;
  wishes: Record<string, string>;
  trouble: string;
  may_save: boolean;
}

export interface CampaignView {
  system: string;
  name: string;
  about: string;
  house: boolean;
  day: number;
  of: number;
  you: string;
  agreed: Record<string, string>;
  sides: SideView[];
  repairs: Repair[];
  shop: Counter[];
  next: Choice[];
  marching: Marching | null;
  battles: Fought[];
  chronicle: Told[];
  standing: Outcome;
  over: Outcome | null;
  commitment: string;
  seed: string;
  stranded: Stranded[];
}

export interface CampaignWanted {
  system: string;
  players: Record<string, string>;
  scenario?: string;
  title?: string;
  options?: Record<string, string>;
  files?: Record<string, string>;
}

/** A titled block of stat rows. */
export interface Card {
  title: string;
  rows: [string, string][];
}

export interface Cell {
  hit: number;
  mean: number;
  crippled: number;
  destroyed: number;
  problem: string;
}

export interface Chances {
  name: string;
  hit: number;
  mean: number;
  crippled: number;
  destroyed: number;
  damage: [number, number, number][];
  critical: [number, number, number][];
  effects: Record<string, number>;
}

export interface Changed {
  text: string;
  system: string;
  line?: number;
  mount?: string;
}

export interface Choice {
  id: string;
  about: string;
}

/** The clock of a seat: milliseconds left when it last stood, and when it is over while it runs (0 if it stands). */
export interface ClockInfo {
  seat: string;
  left: number;
  ends: number;
}

export interface Condition {
  name: string;
  about: string;
  values: string[];
  usual: string;
  rule: string;
  most: number;
}

/** My answer to an opponent who wants to take something back; a no to a wish of my own takes it back. */
export interface Consent {
  kind: "consent";
  yes: boolean;
}

/** What would a bot do in my place, and why? It sees what I see. Answered by `Counselled`, when it has thought. */
export interface Consult {
  kind: "consult";
  ref: number;
  decision: number;
  bot?: string;
}

/** The ways a bot weighed for me, the best first; none where it can tell no answer from another. */
export interface Counselled {
  kind: "counselled";
  ref: number;
  bot: string;
  ways: Way[];
}

export interface Counter {
  id: string;
  about: string;
  price: string;
  needs: string;
  rule: string;
  items: Item[];
}

export interface CurvePoint {
  range: number;
  mean: number;
  weapon: string;
}

export interface DamageCurve {
  unit: string;
  target: string;
  cover: [string, string][];
  points: CurvePoint[];
}

/** A spot: what all known enemies could do there to a piece, once each, from where they are. */
export interface Danger {
  x: number;
  y: number;
  damage: number;
  by: number;
}

export interface Deciding {
  seen: number;
  repair?: string;
  ware?: string;
  what?: string;
}

/** Put my pieces on the table for me, until the first round begins. */
export interface Deploy {
  kind: "deploy";
}

/** Dice that people have to roll: how many of how many sides (from `low` up), what for, and whose they are. */
export interface DiceAsked {
  number: number;
  purpose: string;
  count: number;
  sides: number;
  low: number;
  seat: string;
  unit: string;
  rule: string;
}

/** Offer a draw, or accept one that is offered; with `yes` of False turn one down, or take the own offer back. */
export interface Draw {
  kind: "draw";
  yes: boolean;
}

export interface DrawnHere {
  seed: number;
  drawn: DrawnScenario;
}

export interface DrawnRoll {
  name: string;
  value: string;
  faces: number[];
  rule: string;
}

export interface DrawnScenario {
  scenario: string;
  title: string;
  lines: string[];
  rolls: DrawnRoll[];
  options: Record<string, string>;
}

export interface Dropping {
  key: string;
}

/** Turn a unit. */
export interface Facing {
  kind: "facing";
  label: string;
  order: Order;
  rule: string;
  unit: string;
  limit: number;
}

/** What could the enemies I know of do to my piece, where it stands or at a spot? Answered by `Feared`. */
export interface Fear {
  kind: "fear";
  ref: number;
  piece: string;
  spot?: Spot | null;
}

/** What the enemies could do to a piece, the worst first. */
export interface Feared {
  kind: "feared";
  ref: number;
  menaces: Menace[];
}

/** Where a weapon bears: its arc around a middle direction, and how far, band by band (mils, or hexes). */
export interface Field {
  weapon: string;
  bands: [string, number][];
  middle: number;
  half: number;
  nearest: number;
}

/** One thing wrong in a file, at its line (0 when the whole file is meant). */
export interface Finding {
  file: string;
  line: number;
  message: string;
}

export interface Firing {
  units: Record<string, string>;
  conditions: Condition[];
}

export interface Fits {
  system: string;
  scenario: string;
  options?: Record<string, string>;
}

export interface ForceChoices {
  factions: string[];
  styles: Record<string, string>;
  ready_made: string[];
  sizes: number[];
}

export interface ForceModel {
  name: string;
  count: number;
  price: number;
  figure: string;
  parts: string[];
  doubt: string;
}

export interface ForcePreview {
  name: string;
  title: string;
  about: string;
  faction: string;
  facts: string[];
  cost: number;
  currency: string;
  models: ForceModel[];
  faults: number;
  notes: string[];
}

export interface Fought {
  number: number;
  scenario: string;
  outcome: Outcome;
  log: string;
  earned: Record<string, Record<string, number>>;
}

export interface Frame {
  lines: Line[];
}

/** A look as the looker would see it: the eye, the body looked at, and what hides some of that, the nearest first. */
export interface Gaze {
  eye: [number, number, number];
  body: [number, number, number, number, number];
  screens: Screen[];
}

export interface GeneratorInfo {
  rolls: Record<string, string[]>;
  sizes: string[];
}

/** Something a side fights for, as far as a seat knows of it, and how far it is: `now` of `full`. */
export interface Goal {
  name: string;
  seat: string;
  now: number;
  full: number;
  words: string;
  worth: string;
  secret: boolean;
  places: string[];
  line: string;
}

export interface Good {
  name: string;
  sort: string;
  goes: string;
  about: string;
  rule: string;
  choice: string;
  rare: boolean;
}

/** How dangerous is the ground around my piece, spot by spot? Answered by `Heated`. */
export interface Heat {
  kind: "heat";
  ref: number;
  piece: string;
}

/** The ground around a piece, as far as it could stand there; `step` is the width of a spot (1 on hexes). */
export interface Heated {
  kind: "heated";
  ref: number;
  step: number;
  spots: Danger[];
}

/** Sit down, watch, or come back: the link's token, how many lines of the story are shown, and of which edition. */
export interface Hello {
  kind: "hello";
  token?: string;
  shown?: number;
  edition?: number;
  also?: string[];
  name?: string;
}

export interface Help {
  label: string;
  side: string;
  rule: string;
  chances: Chances;
}

export interface Item {
  what: string;
  words: string;
  price: Record<string, number>;
  refused: string;
  joins: boolean;
}

export interface Judged {
  verdict: RosterVerdict;
  mends: Mends[];
  offers: Offers | null;
}

export interface Keeping {
  text: string;
  id?: string;
  key?: string;
  listed?: boolean;
}

export interface Kept {
  id: string;
  key: string;
}

export interface KeptForce {
  id: string;
  system: string;
  title: string;
  facts: string;
  legal: boolean;
  changed: number;
  text: string;
}

/** A straight part of a way: where it leads, and what the way has used up to there. */
export interface Leg {
  x: number;
  y: number;
  used: string;
}

export interface LessonInfo {
  system: string;
  name: string;
  title: string;
  about: string;
  steps: number;
  seat: string;
}

/** A line of the battle's story, with the units it is about, the rule behind it and the dice it tells of. */
export interface Line {
  text: string;
  units: string[];
  rule: string;
  rolls: Throw[];
  shots: Shot[];
}

export interface Links {
  battle: string;
  seats: Record<string, string>;
  watch: Record<string, string>;
}

export interface ListedBattle {
  battle: StoredBattle;
  game: string;
  players: Record<string, string>;
  forces: Record<string, string>;
  round: number;
  secret: boolean;
}

export interface ListedCampaign {
  campaign: StoredCampaign;
  game: string;
}

/** What does my piece see of another, from where it stands or from a spot? Answered by `Looked`. */
export interface Look {
  kind: "look";
  ref: number;
  piece: string;
  target: string;
  spot?: Spot | null;
}

/** What a piece sees of another. */
export interface Looked {
  kind: "looked";
  ref: number;
  line: Sightline;
}

export interface Luck {
  system: string;
  unit: string;
  about: string;
  sides: SideLuck[];
  others: Record<string, number>;
}

/** The battle a map is for: a scenario of its system, and what is said about its options, forces among them. */
export interface MapBattle {
  scenario: string;
  options: Record<string, string>;
}

export interface MapDesk {
  form: string;
  size: [number, number];
  brushes: Brush[];
  ratings: string[];
  zones: string[];
  ready_made: string[];
  option: string;
  scenarios: string[];
  marked: boolean;
  markers: string;
  placed: boolean;
  models: Record<string, string>;
}

export interface MapSheet {
  text: string;
  sketch: Sketch | null;
  table: TableView | null;
  findings: Finding[];
}

export interface MapSketch {
  system: string;
  sketch: Sketch;
}

export interface MapText {
  system: string;
  text: string;
}

export interface Marching {
  number: number;
  scenario: string;
  seed: number;
  options: Record<string, string>;
}

export interface MemberView {
  id: string;
  name: string;
  group: number;
  worth: number;
  away: string;
  wounds: string[];
  figure: string;
  parts: string[];
  tracks: Track[];
  tokens: Token[];
}

/** What one enemy could do to a unit at best, as far as is known. */
export interface Menace {
  piece: string;
  weapon: string;
  odds: OddsCard;
}

export interface Mend {
  label: string;
  text: string;
}

export interface Mends {
  line: number;
  rule: string;
  message: string;
  ways: Mend[];
}

/** One line of a sum: how much, of what (dice, result, %), in the player's words, by which rule. */
export interface Modifier {
  value: number;
  label: string;
  rule: string;
  unit: string;
}

export interface Mount {
  name: string;
  about: string;
}

/** How the battle stands for one viewer, apart from table and pieces. */
export interface Now {
  round: number;
  rounds: number;
  phase: string;
  active: string;
  zones: Shape[];
  markers: Shape[];
  score: Record<string, number>;
  notes: string[];
  waiting_for: string[];
  seats: SeatInfo[];
  thinking: string;
  asked: Asked | null;
  undo: string;
  wish: string;
  outcome: Outcome | null;
  edition: number;
  waiting: Piece[];
  dice: DiceAsked | null;
  goals: Goal[];
  draw: string;
  clocks: ClockInfo[];
}

/** What cannot be done to a piece, each with its reason. */
export interface Objected {
  kind: "objected";
  ref: number;
  objections: Objection[];
}

/** What cannot be done at a piece now, in a few words, and why not. */
export interface Objection {
  attempt: string;
  code: string;
  message: string;
  rule: string;
}

/** Exact odds of one attack: chance to hit, mean damage, the chance of each damage step and of what it leads to. */
export interface OddsCard {
  p_hit: number;
  mean_damage: number;
  damage: Record<string, number>;
  p_crippled: number;
  p_destroyed: number;
}

export interface OddsReport {
  facts: string[];
  volleys: Volley[];
  helps: Help[];
  reply: string;
  suffered: Chances[];
  unanswered: boolean;
}

export interface Offer {
  text: string;
  sort: string;
  price: number;
  about: string;
  rule: string;
  problem: string;
  fix: string;
  choice: string;
  dear: boolean;
}

export interface Offers {
  models: Offer[];
  goods: Offer[];
}

export interface Opened {
  battle: string;
  system: string;
  seat: string;
  eyes: string;
  over: boolean;
}

export interface Opening {
  word: string;
  code: string;
  title: string;
}

/** Base of every order. A system's own orders are tagged subclasses named by imperatives. */
export interface Order {
  order: string;
  [part: string]: unknown;
}

/** How a battle ended: the winning seat ('' for a draw), why, and the score of each seat. */
export interface Outcome {
  winner: string;
  reason: string;
  score: Record<string, number>;
}

/** Move along a path; the seat (or a sampler) completes the template with waypoints and facings. */
export interface Path {
  kind: "path";
  label: string;
  order: Order;
  rule: string;
  unit: string;
  budget: number;
}

/** Choose this, as it stands. */
export interface Pick {
  kind: "pick";
  label: string;
  order: Order;
  rule: string;
}

/** A unit as this seat knows it, facing in tenths of a degree from east, counter-clockwise, on every table. */
export interface Piece {
  id: string;
  name: string;
  side: string;
  x: number;
  y: number;
  z: number;
  facing: number;
  radius: number;
  height: number;
  known: string;
  status: string;
  ready: boolean;
  tracks: Track[];
  tokens: Token[];
  cards: Card[];
  figure: string;
  parts: string[];
  group: string;
  signs: string[];
}

/** Put a unit on a spot of a zone, facing some way. */
export interface Place {
  kind: "place";
  label: string;
  order: Order;
  rule: string;
  unit: string;
  zone: string;
}

/** Complete an open option towards a spot, or with a number in x: what would it mean? Answered by `Pointed`. */
export interface Point {
  kind: "point";
  ref: number;
  decision: number;
  option: number;
  x: number;
  y?: number;
  facing?: number | null;
  via?: [number, number][];
  around?: boolean;
}

/** The order that a spot comes to, and what it would mean. */
export interface Pointed {
  kind: "pointed";
  ref: number;
  order: unknown;
  preview: Preview;
}

export interface PositionText {
  text: string;
  players: Record<string, string>;
}

/** What an order would mean before it is given: modifier lines, odds, and a rough worth of the position. */
export interface Preview {
  attack: Modifier[];
  defence: Modifier[];
  odds: OddsCard | null;
  gives: number;
  risks: number;
  hoped: number;
  lasting: number;
  forgone: number;
  ends: [number, number, number] | null;
  notes: string[];
  spot: [number, number, number] | null;
  target: string;
  whole: number;
  left: number;
  attack_total: string;
  defence_total: string;
  harm: string;
  cost: string;
  without: OddsCard | null;
  route: Route | null;
  also: Preview[];
}

/** Why a request was refused, in words for a person, with what is wrong in a file if one was sent. */
export interface Problem {
  code: string;
  message: string;
  findings: Finding[];
}

/** Where could this option lead? Answered by `Reached`. */
export interface Reach {
  kind: "reach";
  ref: number;
  decision: number;
  option: number;
}

/** Where an open option could lead, band by band. */
export interface Reached {
  kind: "reached";
  ref: number;
  bands: Band[];
}

export interface Recruits {
  system: string;
  faction?: string;
  size?: number;
  style?: string;
}

export interface Reel {
  battle: string;
  system: string;
  title: string;
  eyes: string;
  frames: Frame[];
  outcome: Outcome | null;
  seats: Record<string, string>;
  same_data: boolean;
}

/** No, and why: a code that stays the same, words for a player, the rule, the message it answers (0 for none). */
export interface Refused {
  kind: "refused";
  code: string;
  message: string;
  rule: string;
  ref: number;
}

export interface Repair {
  id: string;
  member: string;
  effect: string;
  cost: Record<string, number>;
  dice: number;
  bonus: number;
  threshold: number;
  chances: [number, number, number, number];
  rule: string;
  refused: string;
  hopeless: boolean;
  returns: boolean;
}

export interface RosterForm {
  system: string;
  document: string;
  text: string;
  verdict: RosterVerdict;
}

export interface RosterText {
  text: string;
  system: string;
}

export interface RosterVerdict {
  legal: boolean;
  violations: Violation[];
  sheet: Sheet | null;
  more: number;
}

/** The way an order goes, exactly: from where, leg by leg, and what it uses of what there is: 4.5 of 6 in. */
export interface Route {
  start: [number, number];
  legs: Leg[];
  used: string;
  length: number;
}

export interface RuleEntry {
  id: string;
  title: string;
  lines: string;
  area: string;
  level: string;
  summary: string;
  status: string;
  example: string;
  gap: string;
  ruling: string;
  reason: string;
  note: string;
  line: number;
}

export interface RulePage {
  entry: RuleEntry;
  code: string[];
}

export interface Rulebook {
  system: string;
  name: string;
  edition: string;
  pages: RulePage[];
}

/** Somebody said something; with no seat, the table itself: a bot that had to be helped out, for one. */
export interface Said {
  kind: "said";
  seat: string;
  text: string;
}

/** A word to everybody at the table. */
export interface Say {
  kind: "say";
  text: string;
}

export interface Saying {
  key: string;
  about: string;
  values: string[];
}

export interface Scenario {
  id: string;
  title: string;
  about: string;
  options: Record<string, string>;
  goal: string;
  long: boolean;
  choices: Record<string, string[]>;
  several: Record<string, string[]>;
  forces: boolean;
  open: boolean;
}

export interface ScenarioDraw {
  system: string;
  options?: Record<string, string>;
  seed?: number | null;
}

/** Something that hides part of a body, as the look counted it: a prism over an outline, or round about one point. */
export interface Screen {
  id: string;
  outline: [number, number][];
  base: number;
  top: number;
  radius: number;
  veil: boolean;
}

/** Who plays a seat, and whether somebody is there. */
export interface SeatInfo {
  seat: string;
  player: string;
  present: boolean;
  name: string;
  left: number;
}

/** A piece of ground as drawn: an outline (table units) or a list of hexes, with kind, rating and heights. */
export interface Shape {
  id: string;
  kind: string;
  label: string;
  outline: [number, number][];
  hexes: [number, number][];
  base: number;
  top: number;
  rating: string;
  drawing: string;
  dense: boolean;
  facts: string[];
}

export interface Sheet {
  title: string;
  facts: string[];
  groups: SheetGroup[];
  notes: string[];
  currency: string;
  cost: number;
}

export interface SheetGroup {
  title: string;
  units: SheetUnit[];
}

export interface SheetModel {
  title: string;
  count: number;
  price: number;
  stats: [string, string][];
  rows: [string, string][];
  converted: boolean;
  line: number;
  tracks: [string, number][];
  arms: Arm[];
}

export interface SheetUnit {
  title: string;
  models: SheetModel[];
}

export interface Shelf {
  battles: ListedBattle[];
  more: boolean;
}

export interface Shop {
  wares: Ware[];
  goods: Good[];
  openings: Opening[];
  says: Saying[];
  currency: string;
  measure: string;
  everybody: string[];
  notes: string[];
}

/** An option in short: chance to hit, mean damage, what it gives and risks, costs, and the odds without it. */
export interface Short {
  option: number;
  gives: number;
  risks: number;
  p_hit: number | null;
  mean_damage: number;
  p_destroyed: number;
  cost: string;
  without: OddsCard | null;
  target: string;
  touches: string[];
  least: number;
  most: number;
}

/** An attack as it is to be seen: what it looks like, from whom, at whom, and whether it strikes. */
export interface Shot {
  look: string;
  by: string;
  at: string;
  hits: boolean;
}

export interface SideAccount {
  seat: string;
  models: number;
  lost: number;
  left: number;
  dealt: number;
}

export interface SideLuck {
  seat: string;
  word: string;
  whole: Sum;
  kinds: Sum[];
}

export interface SideView {
  seat: string;
  banner: string;
  pools: Record<string, number>;
  members: MemberView[];
  is_now: boolean;
}

/** A look from one place at another: how it ends, how much is hidden and by what. */
export interface Sightline {
  start: [number, number];
  end: [number, number];
  distance: string;
  verdict: string;
  sees: boolean;
  hidden: number | null;
  rule: string;
  in_the_way: string[];
  hexes: [number, number][];
  gaze: Gaze | null;
}

/** A map being drawn: pieces on a table of so many mils, or the terrain of so many columns and rows of hexes. */
export interface Sketch {
  name: string;
  width: number;
  height: number;
  pieces: SketchPiece[];
  terrain: string[];
  zones: Record<string, [number, number][]>;
  markers: SketchMarker[];
  battle: MapBattle | null;
}

/** A place that is marked on a table in inches, in mils. */
export interface SketchMarker {
  id: string;
  name: string;
  x: number;
  y: number;
}

/** A piece of terrain on a table in inches; all lengths are mils. */
export interface SketchPiece {
  id: string;
  name: string;
  kind: string;
  outline: [number, number][];
  top: number;
  base: number;
  rating: string;
  footing: boolean;
  props: Record<string, number | string>;
}

/** A place to look from other than the one where a piece stands. */
export interface Spot {
  x: number;
  y: number;
  facing?: number | null;
}

/** One thing to learn: what is said, what it points at, and what has to be done before the next. */
export interface Step {
  say: string;
  title: string;
  at: string;
  until: string;
  unit: string;
  row: string;
  spot: [number, number] | null;
}

export interface StoredBattle {
  id: string;
  system: string;
  title: string;
  created: number;
  changed: number;
  over: boolean;
  winner: string;
  reason: string;
}

export interface StoredCampaign {
  id: string;
  system: string;
  title: string;
  created: number;
  changed: number;
  day: number;
  fought: number;
  over: boolean;
  winner: string;
}

export interface Stranded {
  seat: string;
  words: string;
  repairs: string[];
  wares: string[];
}

/** A few good ways to complete an open option. */
export interface Suggest {
  kind: "suggest";
  ref: number;
  decision: number;
  option: number;
}

/** A few ways to complete an open option, best first. */
export interface Suggested {
  kind: "suggested";
  ref: number;
  ways: Suggestion[];
}

/** One way to complete an open option; who types `place` comes to it too. */
export interface Suggestion {
  order: unknown;
  preview: Preview;
  place: [number, number] | null;
}

export interface Sum {
  what: string;
  throws: number;
  rolled: number;
  expected: number;
  at_least: number;
  at_most: number;
  ways: string;
}

export interface SystemInfo {
  id: string;
  name: string;
  edition: string;
  about: string;
  seats: string[];
  hidden: boolean;
  scenarios: Scenario[];
  bots: BotInfo[];
  forces: ForceChoices | null;
  generator: GeneratorInfo | null;
}

/** The table: `inches` measures in thousandths of an inch, `hexes` in axial coordinates of a columns x rows map. */
export interface TableView {
  kind: string;
  width: number;
  height: number;
  shapes: Shape[];
  light: string;
}

/** Undo my last decision; behind what may have told me something the opponent is asked. */
export interface TakeBack {
  kind: "take-back";
}

/** Choose this target for this weapon; the preview of the order shows modifiers and exact odds. */
export interface Target {
  kind: "target";
  label: string;
  order: Order;
  rule: string;
  unit: string;
  weapon: string;
}

/** Something that counts for a way, or below nought against it, and what it means in words. */
export interface Term {
  name: string;
  value: number;
  meaning: string;
}

/** Dice behind a line of the story: whose and what for, what they showed, and what it came to. */
export interface Throw {
  label: string;
  faces: number[];
  sides: number;
  counts: boolean[];
  modifiers: Modifier[];
  total: string;
  rule: string;
}

export interface Timing {
  minutes: number;
  extra?: number;
  out?: "warn" | "lose";
}

export type ToClient = Welcome | Update | Said | Pointed | Weighed | WeighedAll | Suggested | Counselled | Reached | Looked | Borne | Feared | Heated | Objected | Refused | Alive;

export type ToServer = Hello | Answer | Point | Weigh | WeighAll | Suggest | Consult | Reach | Look | Bear | Fear | Heat | WhyNot | TakeBack | Consent | Draw | Say | TypeDice | Deploy | Beat;

/** A marker lying beside a piece. */
export interface Token {
  name: string;
  count: number;
  rule: string;
  sign: string;
}

export interface Told {
  did: string;
  seat: string;
  told: string[];
  dice: number[][];
  battle: number;
}

/** Something counted down or up on a record sheet: Hull 3/4. */
export interface Track {
  name: string;
  now: number;
  full: number;
}

export interface Tried {
  text: string;
  line: number;
  mount?: string;
}

export interface Turning {
  round: number;
  frame: number;
  favours: string;
  swing: number;
  before: Record<string, number>;
  after: Record<string, number>;
  lines: Line[];
}

/** What dice show that somebody has rolled, for the throw with this number. */
export interface TypeDice {
  kind: "dice";
  number: number;
  faces: number[];
}

export interface Unfit {
  seat: string;
  force: string;
  why: string;
}

/** What changed: pieces, new or other than before; pieces gone; the table; the story from line `keeps` on. */
export interface Update {
  kind: "update";
  number: number;
  pieces: Piece[];
  gone: string[];
  now: Now;
  keeps: number;
  story: Line[];
  table: TableView | null;
}

export interface View {
  seat: string;
  round: number;
  phase: string;
  active: string;
  table: TableView;
  pieces: Piece[];
  zones: Shape[];
  markers: Shape[];
  score: Record<string, number>;
  asks: Ask[];
  waiting_for: string[];
  notes: string[];
  rounds: number;
  goals: Goal[];
}

export interface Violation {
  rule: string;
  line: number;
  message: string;
  fix: string;
}

export interface Volley {
  title: string;
  preview: Preview;
  chances: Chances;
}

export interface Wanted {
  system: string;
  scenario: string;
  players: Record<string, string>;
  options?: Record<string, string>;
  files?: Record<string, string>;
  seed?: number | null;
  dice?: "table" | "typed";
  clocks?: Timing | null;
}

export interface Ware {
  name: string;
  model: SheetModel;
  shelf: string;
  kind: string;
  figure: string;
  parts: string[];
  opens: string;
  brings: [string, number][];
  mounts: Mount[];
  codes: string[];
}

/** A way to go on, order by order, as a bot weighs it; in shares of a whole unit. */
export interface Way {
  steps: string[];
  worth: number;
  terms: Term[];
  option: number;
  order: unknown;
  ends: [number, number, number] | null;
}

/** What would this order mean? Answered by `Weighed`. */
export interface Weigh {
  kind: "weigh";
  ref: number;
  decision: number;
  order: unknown;
}

/** What would each option that is complete as it stands mean? Answered by `WeighedAll`. */
export interface WeighAll {
  kind: "weigh-all";
  ref: number;
  decision: number;
}

/** What an order would mean. */
export interface Weighed {
  kind: "weighed";
  ref: number;
  preview: Preview;
}

/** Every complete option in short. */
export interface WeighedAll {
  kind: "weighed-all";
  ref: number;
  options: Short[];
}

/** Everything, for one who has just come: the battle, the table, the story not yet shown. */
export interface Welcome {
  kind: "welcome";
  number: number;
  battle: string;
  system: string;
  system_name: string;
  scenario: string;
  title: string;
  about: string;
  goal: string;
  hidden: boolean;
  you: string;
  watching: string;
  table: TableView;
  pieces: Piece[];
  now: Now;
  keeps: number;
  story: Line[];
  said: Said[];
  commitment: string;
  private: boolean;
  setup_phases: string[];
  typed: boolean;
  lesson: Step[];
  at: number;
}

export interface Whereabouts {
  addresses: string[];
}

export interface Why {
  seat: string;
  bot: string;
  question: string;
  ways: Way[];
  ago: number;
  taken: number;
}

/** What can I not do to this piece now, and why? Answered by `Objected`. */
export interface WhyNot {
  kind: "why-not";
  ref: number;
  decision: number;
  piece: string;
}
