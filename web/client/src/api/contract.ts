/**
 * The contract by the names that the page uses; `generated.ts` is made from `web/openapi.json`, which is made
 * from the Rust types.
 */
import type * as wire from './generated';

export type {
  Best,
  Catalogue,
  Cell,
  Choice,
  Edges,
  Ending as Result,
  ErrorBody,
  GameFacts,
  GraphPoint,
  Iteration,
  Level,
  Mark,
  MarkKind,
  LimitFacts as Limits,
  LineAnswer as Line,
  Motion,
  Move,
  NamedFacts as Named,
  Piece,
  PieceKind,
  Reason,
  Ply as LinePly,
  ScoreAnswer as Score,
  Shape,
  Side,
  Solved,
  SwitchFacts as Switch,
  TrayPiece
} from './generated';

/** Every game of the catalogue has a board. */
export type BoardView = wire.Board;
/** Lists of pairs, which the generator takes for pairs of pairs. */
export type StudyNode = Omit<wire.StudyNode, 'other'> & { other: [string, string[]][] };
export type RecordedGame = Omit<wire.RecordedGame, 'nodes' | 'tags'> & { nodes: StudyNode[]; tags: [string, string][] };

export type State = wire.State & { board: wire.Board };
export type EditedPosition = wire.Arranged & { board: wire.Board };

/** How a game begins. */
export type NewGame = Omit<wire.Line, 'moves'>;
