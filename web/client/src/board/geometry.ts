/**
 * Where cells lie on the drawing.
 *
 * One unit is the width of a square, or the distance of two neighbouring hexagons. A square board is a grid
 * with row 0 at the bottom or the top as the server numbers it; a hexagonal board is a rhombus, each row
 * shifted by half a unit against the one above.
 */
import type { BoardView, Cell, Shape } from '../api/contract';

export interface Point {
  x: number;
  y: number;
}

export interface View {
  /**
   * How often the board has been turned: a square one by 90 degrees, a rhombus from one of its six ways to
   * lie to the next.
   */
  quarter: number;
  mirrored: boolean;
}

export interface Layout {
  width: number;
  height: number;
  /** The middle of a cell. */
  at: (cell: Cell) => Point;
  /** The corners of a cell around its middle. */
  corners: Point[];
  /** A direction of the board as the view shows it; hexagonal boards only, for square ones it is kept. */
  way: (direction: Point) => Point;
}

const ROOT3 = Math.sqrt(3);
/** The distance between the rows of hexagons whose neighbours in a row are one unit apart. */
export const HEX_ROW = ROOT3 / 2;
/** The frame of a square board, in which nothing stands. */
export const MARGIN = 0.1;
/** Room for the coordinates of hexagons. */
export const HEX_MARGIN = 1.25;

export function layout(board: BoardView, view: View): Layout {
  return board.shape === 'hex' ? hexagons(board, view) : squares(board, view);
}

function squares(board: BoardView, view: View): Layout {
  const { columns, rows } = board;
  const sideways = view.quarter % 2 === 1;
  const [wide, high] = sideways ? [rows, columns] : [columns, rows];
  const at = (cell: Cell): Point => {
    const column = view.mirrored ? columns - 1 - cell.column : cell.column;
    const { x, y } = turned(column, cell.row, columns, rows, view.quarter);
    return { x: MARGIN + x + 0.5, y: MARGIN + y + 0.5 };
  };
  const h = 0.5;
  const corners = [
    { x: -h, y: -h },
    { x: h, y: -h },
    { x: h, y: h },
    { x: -h, y: h }
  ];
  return { width: wide + 2 * MARGIN, height: high + 2 * MARGIN, at, corners, way: (direction) => direction };
}

/** A column and a row from the top after `quarter` turns of 90 degrees clockwise. */
function turned(column: number, row: number, columns: number, rows: number, quarter: number): Point {
  switch (((quarter % 4) + 4) % 4) {
    case 1:
      return { x: rows - 1 - row, y: column };
    case 2:
      return { x: columns - 1 - column, y: rows - 1 - row };
    case 3:
      return { x: row, y: columns - 1 - column };
    default:
      return { x: column, y: row };
  }
}

function hexagons(board: BoardView, view: View): Layout {
  const { columns, rows } = board;
  const radius = 1 / ROOT3;
  const angle = ANGLES[view.quarter % ANGLES.length] ?? 0;
  const tall = angle % 180 === 60;
  const flat = angle % 60 !== 0;
  const way = turning(angle, view.mirrored);
  const fromCentre = ({ column, row }: { column: number; row: number }): Point => {
    const [c, r] = [column - (columns - 1) / 2, row - (rows - 1) / 2];
    return way({ x: c + r / 2, y: r * HEX_ROW });
  };
  const ends = [0, columns - 1].flatMap((column) => [0, rows - 1].map((row) => fromCentre({ column, row })));
  // The sharp corners of the rim need more room than its sides.
  const [sides, tips] = [HEX_MARGIN - 0.4, HEX_MARGIN + 0.1];
  const [across, along] = flat ? [2 * radius, 1] : [1, 2 * radius];
  const width = 2 * Math.max(...ends.map(({ x }) => x)) + across + 2 * (tall ? sides : tips);
  const height = 2 * Math.max(...ends.map(({ y }) => y)) + along + 2 * (tall ? tips : sides);
  const at = (cell: Cell): Point => {
    const { x, y } = fromCentre(cell);
    return { x: width / 2 + x, y: height / 2 + y };
  };
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const radians = ((corner * 60 - (flat ? 60 : 90)) * Math.PI) / 180;
    return { x: radius * Math.cos(radians), y: radius * Math.sin(radians) };
  });
  return { width, height, at, corners, way };
}

/**
 * The ways of a rhombus, in degrees: on its side, as a flat diamond, on its sharp corner; then the same from
 * the other side.
 */
const ANGLES = [0, -30, 60, 180, 150, 240];
/** The turn after which a rhombus stands on its sharp corner. */
export const UPRIGHT = 2;

/** How many turns lead back to the first. */
export const turnsOf = (shape: Shape): number => (shape === 'hex' ? ANGLES.length : 4);

function turning(degrees: number, mirrored: boolean): (way: Point) => Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ({ x, y }) => {
    const turned = { x: x * cos - y * sin, y: x * sin + y * cos };
    return mirrored ? { x: -turned.x, y: turned.y } : turned;
  };
}

/**
 * The cell that lies nearest in the direction of an arrow key on the drawing; the same cell where the board
 * ends.
 */
export function neighbour(places: ReadonlyMap<string, Point>, from: string, dx: number, dy: number): string {
  const origin = places.get(from);
  if (!origin) return from;
  let best = from;
  let least = Infinity;
  for (const [name, point] of places) {
    const along = (point.x - origin.x) * dx + (point.y - origin.y) * dy;
    const across = Math.abs((point.x - origin.x) * dy) + Math.abs((point.y - origin.y) * dx);
    // Of two cells equally far away, the one to which the other keys would lead back.
    const lean = (point.x - origin.x) * dy + (point.y - origin.y) * dx;
    const cost = along + across - 0.01 * lean;
    if (name !== from && along > 0.1 && across < 0.75 * along + 0.05 && cost < least) {
      best = name;
      least = cost;
    }
  }
  return best;
}

/** Shaft and head of an arrow from the middle of a cell to that of another, as one outline. */
export function arrowOutline(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (forth: number, aside: number): Point => ({
    x: from.x + ux * forth - uy * aside,
    y: from.y + uy * forth + ux * aside
  });
  const [start, neck, tip] = [0.22, length - 0.34, length - 0.06];
  const half = [at(start, -0.06), at(neck, -0.06), at(neck, -0.19), at(tip, 0)];
  return polygon([...half, at(neck, 0.19), at(neck, 0.06), at(start, 0.06)]);
}

export function polygon(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/**
 * The corners of the rhombus around all hexagons, `rim` units beyond their tips: top left, top right, bottom
 * right, bottom left.
 */
export function rhombus(board: BoardView, drawn: Layout, rim: number): [Point, Point, Point, Point] {
  const at = (column: number, row: number) => drawn.at({ name: '', column, row, mark: null });
  const [origin, right, down] = [at(0, 0), at(1, 0), at(0, 1)];
  const u = { x: right.x - origin.x, y: right.y - origin.y };
  const v = { x: down.x - origin.x, y: down.y - origin.y };
  // A step out of one edge goes along the other edge's direction, which leans by 30 degrees against the way
  // straight out.
  const out = (1 / ROOT3 + rim) / HEX_ROW;
  const corner = (column: number, row: number, along: number, across: number): Point => {
    const { x, y } = at(column, row);
    return { x: x + out * (along * u.x + across * v.x), y: y + out * (along * u.y + across * v.y) };
  };
  const [c, r] = [board.columns - 1, board.rows - 1];
  return [corner(0, 0, -1, -1), corner(c, 0, 1, -1), corner(c, r, 1, 1), corner(0, r, -1, 1)];
}
