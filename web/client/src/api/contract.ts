/** What the server sends and takes. The contract itself is `web/openapi.json`, with the meaning of every field; this is its client's half. */

export type Side = 'first' | 'second';
export type Shape = 'square' | 'hex';

export interface Named {
  name: string;
  summary: string;
}

export interface Switch extends Named {
  values: string[];
  default: string;
}

export interface PieceKind {
  name: string;
  letter: string;
  count: number | null;
}

export interface Level extends Named {
  title: string;
  engine: string;
}

export interface GameFacts extends Named {
  title: string;
  players: [string, string];
  switches: Switch[];
  evaluations: Named[];
  kinds: PieceKind[];
  colours: [string, string];
  shape: Shape;
  steps: number | null;
  levels: Level[];
}

export interface ServerLimits {
  threads: number;
  hash_bytes: number;
  seconds: number;
  searches: number;
  sessions: number;
  plies: number;
  idle_seconds: number;
}

export interface Catalogue {
  version: string;
  games: GameFacts[];
  engines: Named[];
  limits: ServerLimits;
}

export interface Cell {
  name: string;
  column: number;
  row: number;
  mark: string | null;
}

export interface Piece {
  cell: string;
  kind: string;
  side: Side;
}

export interface TrayPiece {
  click: string | null;
  kind: string;
  side: Side;
  count: number;
}

export interface Edges {
  top: string;
  right: string;
  bottom: string;
  left: string;
}

export interface BoardView {
  shape: Shape;
  columns: number;
  rows: number;
  cells: Cell[];
  pieces: Piece[];
  tray: TrayPiece[];
  colours: [string, string];
  edges: Edges | null;
  fill: string[];
}

export interface Choice {
  text: string;
  clicks: string[];
  label: string | null;
}

export interface Motion {
  from: string | null;
  to: string | null;
}

export interface Move {
  text: string;
  side: Side;
  turn: number;
  clicks: string[];
  motions: Motion[];
}

export interface Result {
  outcome: Side | 'draw';
  reason: string;
  sentence: string;
  cells: string[];
}

export interface State {
  id: string;
  game: string;
  rules: string;
  start: string;
  position: string;
  side: Side;
  turn: { number: number; steps_left: number | null };
  moves: Move[];
  board: BoardView;
  last: { cells: string[] };
  choices: Choice[];
  result: Result | null;
}

export interface NewSession {
  game: string;
  rules?: string;
  position?: string;
  moves?: string[];
}

export interface Score {
  kind: 'value' | 'win' | 'loss';
  value: number;
  plies: number | null;
  text: string;
  bar: number;
}

export interface LinePly {
  text: string;
  side: Side;
  clicks: string[];
  motions: Motion[];
}

export interface Line {
  score: Score;
  pv: string[];
  plies: LinePly[];
}

export interface Iteration {
  depth: number;
  score: Score;
  nodes: number;
  seconds: number;
  nps: number;
  lines: Line[];
  table: { fill_permille: number; hits_permille: number };
}

export interface Best extends Iteration {
  move: string | null;
  ended: string | null;
}

export interface GraphPoint {
  ply: number;
  score: Score;
  best: string | null;
}

export interface RecordedGame {
  game: string;
  line: number;
  rules: string;
  start: string;
  moves: string[];
  tags: [string, string][];
  result: string | null;
  error: string | null;
}

export interface EditedPosition {
  position: string;
  board: BoardView;
  result: Result | null;
}

export interface ErrorBody {
  error: { message: string; what: string | null; text: string | null; place: number | null };
}
