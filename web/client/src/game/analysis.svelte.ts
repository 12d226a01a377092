/** Endless analysis of the position shown, and the evaluation of every position of a game. */
import type { GraphPoint, Iteration, Score } from '../api/contract';
import { isAbort, reasonOf, Refused } from '../api/requests';
import type { Session } from '../api/session';
import { node, type Tree } from './tree';

/** As many lines as there is room for. */
export const MOST_LINES = 8;

export class Analysis {
  on = $state(false);
  lines = $state(3);
  engine = $state('pvs');
  iteration = $state.raw<Iteration | null>(null);
  /** The node that `iteration` is about. */
  about = $state(-1);
  problem = $state<string | null>(null);
  /** How many positions of the game have been evaluated while that goes on; `null` otherwise. */
  graphed = $state<number | null>(null);

  /** `keeps` tells whether the tree keeps what is found. */
  constructor(private readonly keeps = true) {}

  private controller: AbortController | null = null;
  private graphing: AbortController | null = null;

  /** Analyses the position after `line` until {@link stop}; what it finds is kept in the tree. */
  async follow(session: Session, tree: Tree, at: number, line: readonly string[]): Promise<void> {
    this.stop();
    const controller = new AbortController();
    this.controller = controller;
    this.problem = null;
    this.iteration = null;
    this.about = at;
    const search = { engine: this.engine, multipv: linesOf(this.lines), endless: true };
    try {
      for await (const { name, data } of await session.search(line, search, controller.signal)) {
        if (controller.signal.aborted) return;
        if (name === 'error') this.problem = reasonOf(Refused.of(500, data));
        if (name !== 'iteration' && name !== 'best') continue;
        const said = JSON.parse(data) as Iteration;
        if (said.lines.length > 0) this.iteration = said;
        if (this.keeps) keepScore(tree, at, said.score);
        if (name === 'best') return;
      }
    } catch (error) {
      if (!isAbort(error) && this.controller === controller) this.problem = reasonOf(error);
    }
  }

  stop(): void {
    this.controller?.abort();
    this.controller = null;
  }

  /** Evaluates every position of a line of the tree with `nodes` nodes each. */
  async graph(
    session: Session,
    tree: Tree,
    path: readonly number[],
    line: readonly string[],
    nodes: number
  ): Promise<void> {
    this.graphing?.abort();
    const controller = new AbortController();
    this.graphing = controller;
    this.graphed = 0;
    try {
      for await (const { name, data } of await session.graph(line, nodes, controller.signal)) {
        if (controller.signal.aborted) return;
        if (name === 'done') break;
        if (name !== 'position') continue;
        const point = JSON.parse(data) as GraphPoint;
        const at = point.ply === 0 ? 0 : path[point.ply - 1];
        if (at !== undefined && tree.nodes[at]) {
          keepScore(tree, at, point.score);
          if (point.best) node(tree, at).best = point.best;
        }
        this.graphed = point.ply;
      }
    } catch (error) {
      if (!isAbort(error)) this.problem = reasonOf(error);
    } finally {
      if (this.graphing === controller) this.graphed = null;
    }
  }

  stopGraph(): void {
    this.graphing?.abort();
    this.graphing = null;
    this.graphed = null;
  }
}

/** The number of lines to ask for, whatever stands in the field: nothing, a fraction, or too many. */
function linesOf(wanted: number | null | undefined): number {
  return Math.min(MOST_LINES, Math.max(1, Math.round(wanted ?? 1)));
}

function keepScore(tree: Tree, at: number, score: Score): void {
  if (tree.nodes[at]) node(tree, at).score = score;
}
