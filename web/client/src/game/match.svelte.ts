/**
 * A game that is played: what people and engines do, and what follows from it.
 *
 * Whatever changes the position ends in `goOn`, which runs the clocks, keeps the game for a reload, and lets
 * the engine think whose turn it is.
 */
import type { Choice, MarkKind, Move, NewGame, RecordedGame } from '../api/contract';
import { isAbort, reasonOf, Refused, Unreachable } from '../api/requests';
import { Session } from '../api/session';
import { loadShelf, putOn, saveShelf } from './shelf';
import { stillness } from '../board/motion';
import { click } from './clicks';
import { flagged, isTimed, newClocks, NO_CLOCKS, pause, timeLeft, turnOf } from './clock';
import * as drafts from './draft';
import { hasNotes, note, notesAt, studyOf, toggled, treeOf, type Notes } from './notes';
import { budget, HUMAN, other, type Setup } from './players';
import type { SharedNotes } from './sharedNotes';
import { Shown } from './shown.svelte';
import { saveMatch, type Ending, type Mode, type SavedMatch } from './storage';
import { lineTo, newTree, node, pathTo, play, playLine, promote, prune, startOfTurn } from './tree';
import { Thinker } from './thinker.svelte';
import { tellReason } from '../words/reasons';
import { say, tellTurn } from '../words/words.svelte';

/** Between two plies of an engine's turn, so that people can follow. Milliseconds. */
const STEP = 320;

const pauseFor = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** How a game begins. */
export function origin({ game, rules, start }: Setup): NewGame {
  return { game, rules, ...(start ? { position: start } : {}) };
}

export class Match extends Shown {
  readonly thinker = new Thinker();

  /** The name under which the game is kept between visits. */
  private id = '';
  /** The position that a person's ply has led to, as long as no other was asked for. */
  made = $state<number | null>(null);
  /** Whether a ply has been made at this table, by a person or an engine. */
  private played = false;
  /** What was kept last. */
  private shelved = '';
  private session: Session | null = null;
  private clicks: Promise<void> = Promise.resolve();
  private queue: Promise<void> = Promise.resolve();
  /** Counts whatever makes answers under way worthless. */
  private epoch = 0;
  /** The epoch in which an engine's turn is under way; -1 while none is. */
  private turning = -1;
  private retry: ReturnType<typeof setTimeout> | undefined;

  /** Begins a game, with plies already played where a link or a record has some. */
  async begin(
    setup: Setup,
    mode: Mode = 'play',
    moves: readonly string[] = [],
    notes: readonly SharedNotes[] = []
  ): Promise<void> {
    this.leave();
    const session = new Session(origin(setup));
    const state = await session.showLeniently(moves);
    this.session = session;
    this.setup = setup;
    this.tree = newTree();
    this.id = newId();
    this.played = false;
    this.tags = [];
    this.mode = mode;
    this.ending = null;
    this.paused = false;
    this.clocks = newClocks(setup.time);
    this.accept(state);
    this.live = this.tree.at;
    const line = [0, ...pathTo(this.tree, this.tree.at)];
    for (const { ply, comment, marks } of notes) {
      const index = line[ply];
      if (index !== undefined) note(this.tree, index, { comment, marks });
    }
    this.announcement = `${this.facts?.title ?? setup.game}. ${this.turnSentence()}`;
    if (state.refused) {
      this.refuse(say('turn.goodUpTo', { ply: state.moves.length, reason: tellReason(state.refused) }));
    }
    this.goOn();
  }

  /** Opens a game with its variations out of a record. */
  async open(game: RecordedGame): Promise<void> {
    const { rules, start, nodes } = game;
    const people = { first: HUMAN, second: HUMAN };
    const setup: Setup = { game: game.game, rules, start, players: people, time: NO_CLOCKS };
    if (nodes.length === 0) {
      await this.begin(setup, 'analyse', game.moves);
    } else {
      await this.begin(setup, 'analyse');
      this.tree = treeOf(nodes);
    }
    this.tags = game.tags;
    this.keep();
  }

  /** Says something of a position, the shown one if no other is named. */
  note(changes: Notes, index = this.tree.at): void {
    note(this.tree, index, changes);
    this.keep();
  }

  /** Sets a mark on the shown position, or takes it away. */
  mark(kind: MarkKind, cell: string, to = ''): void {
    this.note({ marks: toggled(notesAt(this.tree, this.tree.at).marks ?? [], kind, cell, to) });
  }

  /** Another game like this one; people who play an engine change sides. */
  async rematch(): Promise<void> {
    const { first, second } = this.setup.players;
    const setup = { ...this.setup, players: { first: second, second: first } };
    await this.begin(first.kind === second.kind ? this.setup : setup);
  }

  /** Takes up a game that was saved. */
  async resume(saved: SavedMatch): Promise<void> {
    this.leave();
    this.session = new Session(origin(saved.setup));
    const state = await this.session.show(lineTo(saved.tree, saved.tree.at));
    this.setup = saved.setup;
    this.tree = saved.tree;
    this.id = saved.id ?? newId();
    this.played = loadShelf().some(({ id }) => id === this.id);
    this.mode = saved.mode;
    this.ending = saved.ending?.cause ? saved.ending : null;
    this.live = saved.live;
    this.tags = saved.tags ?? [];
    this.clocks = saved.clocks.running
      ? { ...saved.clocks, running: { ...saved.clocks.running, since: Date.now() } }
      : saved.clocks;
    this.accept(state);
    this.goOn();
  }

  /** Ends everything that goes on for this game. */
  leave(): void {
    this.epoch += 1;
    this.thinker.close();
    clearTimeout(this.retry);
  }

  /** Takes everything up again, after {@link leave}. */
  wake(): void {
    this.goOn();
  }

  /**
   * A click on a cell, a piece of the tray, or a button. A click made before the last one is answered waits
   * for its turn.
   */
  word(word: string): Promise<void> {
    this.clicks = this.clicks.then(() => this.clickOn(word));
    return this.clicks;
  }

  private async clickOn(word: string): Promise<void> {
    const state = this.state;
    if (!state) return;
    this.refusal = null;
    // A button means what it says, whatever is in hand.
    const button = this.buttons.find((choice) => choice.clicks[0] === word);
    if (!this.canPlay) {
      this.refuse(this.whyNot());
    } else if (this.isSetup) {
      this.arrange(word);
    } else if (button) {
      await this.playChoice(button);
    } else {
      const meant = click(state.choices, this.clicked, word);
      if (meant.kind === 'play') await this.playChoice(meant.choice);
      else if (meant.kind === 'select') this.clicked = meant.clicked;
      else if (meant.kind === 'clear') this.clicked = [];
      else await this.explain(meant.clicks);
    }
  }

  async playChoice(choice: Choice): Promise<void> {
    const before = this.state;
    const from = this.tree.at;
    await this.ask(async (session) => {
      const state = await session.play(lineTo(this.tree, from), choice.text);
      this.played = true;
      this.accept(state);
      this.made = this.tree.at;
      this.live = this.tree.at;
      this.ending = null;
      this.announce(state, state.moves.slice(-1));
      this.keepHold(before, choice);
      this.goOn();
    });
  }

  /** Back by one step of the turn under way, or, against an engine, to the last ply of a person. */
  async undo(): Promise<void> {
    if (this.isSetup && Object.keys(this.draft).length > 0) {
      this.draft = {};
      return;
    }
    await this.backTo(this.undoTarget());
  }

  /** Back to the start of the turn that {@link undo} would begin to take back. */
  async takeBack(): Promise<void> {
    const target = this.undoTarget();
    const undone = pathTo(this.tree, this.tree.at).find((at) => node(this.tree, at).parent === target);
    await this.backTo(undone === undefined ? 0 : startOfTurn(this.tree, undone));
  }

  /** Shows another position of the game. */
  async goTo(index: number): Promise<void> {
    if (index === this.tree.at) return;
    this.made = null;
    await this.ask(async (session) => {
      const state = await session.show(lineTo(this.tree, index));
      this.accept(state);
      if (this.mode === 'analyse') this.live = this.tree.at;
      const [last] = state.moves.slice(-1);
      this.tell(last ? say('turn.after', { move: tellTurn(last.text) }) : say('turn.start'));
      this.goOn();
    });
  }

  /** Plays plies out of a search's line, or a record. */
  async playOn(from: number, texts: readonly string[]): Promise<void> {
    await this.ask(async (session) => {
      const state = await session.show([...lineTo(this.tree, from), ...texts]);
      this.accept(state);
      this.live = this.tree.at;
      this.goOn();
    });
  }

  forget(index: number): void {
    const shown = pathTo(this.tree, this.tree.at).includes(index);
    const parent = node(this.tree, index).parent;
    const after = () => {
      if (pathTo(this.tree, this.live).includes(index)) this.live = this.tree.at;
      prune(this.tree, index);
      this.keep();
    };
    if (shown) void this.goTo(parent).then(after);
    else after();
  }

  /** Makes the shown line the main line. */
  promote(): void {
    promote(this.tree, this.tree.at);
    this.keep();
  }

  setMode(mode: Mode): void {
    this.epoch += 1;
    this.mode = mode;
    this.live = this.tree.at;
    this.thinker.stop();
    this.goOn();
  }

  resign(): void {
    const loser = this.playerOf(this.side).kind === 'human' ? this.side : other(this.side);
    this.end({ outcome: other(loser), cause: 'resigns' });
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    if (paused) this.thinker.stop();
    this.goOn();
  }

  /** To be called now and then while clocks run. */
  tick(now: number): void {
    this.now = now;
    const side = flagged(this.clocks, now);
    if (side && !this.over) this.end({ outcome: other(side), cause: 'time' });
  }

  /** Puts all pieces of the setup down at random. */
  arrangeAtRandom(): void {
    if (this.state) this.draft = drafts.fillAtRandom(this.state.board, {}, Math.random);
  }

  /** Puts the pieces down as the engine would. */
  async arrangeAsSuggested(): Promise<void> {
    const state = this.state;
    if (!state) return;
    const best = await this.thinker.think(this.thinkingSession(), lineTo(this.tree, this.tree.at), 'pvs', '100ms');
    const plies = best?.lines[0]?.plies ?? [];
    const placed = plies.filter((ply) => ply.side === state.side && ply.clicks.length === 2);
    if (this.state === state) {
      this.draft = Object.fromEntries(placed.map(({ clicks }) => [clicks[1] ?? '', clicks[0] ?? '']));
    }
  }

  /** Shows what a strong engine would play in half a second. */
  async suggest(): Promise<void> {
    const state = this.state;
    if (!state || !this.canPlay) return;
    const best = await this.thinker.think(this.thinkingSession(), lineTo(this.tree, this.tree.at), 'pvs', '500ms');
    if (this.state !== state || !best?.move) return;
    this.hint = best.lines[0]?.plies ?? [];
    this.announcement = say('turn.hint', { move: tellTurn(best.move) });
  }

  /** Plays the setup that has been arranged. */
  async finishSetup(): Promise<void> {
    await this.ask(async (session) => {
      const draft = this.draft;
      const side = this.side;
      let state = this.state;
      while (state && state.side === side && state.board.fill.length > 0) {
        const ply = drafts.nextPly(state.board, draft, state.choices);
        if (!ply) break;
        state = await session.play(
          state.moves.map((move) => move.text),
          ply.text
        );
      }
      if (!state) return;
      this.accept(state);
      this.live = this.tree.at;
      this.tell(say('turn.setUp'));
      this.goOn();
    });
  }

  /** The game up to the shown position as a record. */
  async record(): Promise<string> {
    return this.session ? this.session.record(lineTo(this.tree, this.tree.at), this.recordedResult) : '';
  }

  /**
   * The whole game with its variations, comments and marks as a record; the plain line where there is nothing
   * of the kind.
   */
  async wholeRecord(): Promise<string> {
    const forks = this.tree.nodes.some(({ children }) => children.length > 1);
    if (!this.session || !(forks || hasNotes(this.tree) || this.tags.length > 0)) return this.record();
    return this.session.study(studyOf($state.snapshot(this.tree)), this.tags, this.recordedResult);
  }

  private get recordedResult(): string | null {
    return this.ending ? { first: '1-0', second: '0-1' }[this.ending.outcome] : null;
  }

  /** A session for searches, so that they and the board do not disturb each other. */
  thinkingSession(): Session {
    return this.thinker.sessionFor(origin(this.setup));
  }

  private async explain(clicks: string[]): Promise<void> {
    const line = lineTo(this.tree, this.tree.at);
    try {
      const reason = await this.session?.explain(line, clicks);
      this.refuse(reason ? tellReason(reason) : say('turn.noMove'));
    } catch (error) {
      this.refuse(reasonOf(error));
    }
    this.clicked = [];
  }

  private undoTarget(): number {
    const path = pathTo(this.tree, this.tree.at);
    for (const index of path.reverse()) {
      const { side, parent } = node(this.tree, index);
      if (side && this.playerOf(side).kind === 'human') return parent;
    }
    return path.length > 0 && this.mode === 'play' ? this.tree.at : 0;
  }

  private async backTo(target: number): Promise<void> {
    const dropped = pathTo(this.tree, this.tree.at).find((at) => node(this.tree, at).parent === target);
    if (dropped === undefined) return;
    this.epoch += 1;
    this.thinker.stop();
    await this.ask(async (session) => {
      const state = await session.show(lineTo(this.tree, target));
      if (this.mode === 'play') prune(this.tree, dropped);
      this.accept(state);
      this.live = this.tree.at;
      this.ending = null;
      this.tell(say('turn.takenBack'));
      this.goOn();
    });
  }

  private end(ending: Ending): void {
    this.epoch += 1;
    this.thinker.stop();
    this.ending = ending;
    this.announcement = this.turnSentence();
    this.goOn();
  }

  /** What follows a change of the position: clocks, storage, and the engine whose turn it is. */
  private goOn(): void {
    this.runClocks();
    this.keep();
    const player = this.playerOf(this.side);
    const waits = this.paused || this.over || this.mode !== 'play' || !this.isLive;
    if (player.kind === 'engine' && !waits && this.turning !== this.epoch) void this.engineTurn(player.engine);
  }

  private runClocks(): void {
    const now = Date.now();
    this.now = now;
    if (this.mode !== 'play' || !isTimed(this.clocks)) return;
    if (this.over || this.paused) this.clocks = pause(this.clocks, now);
    else if (this.isLive) this.clocks = turnOf(this.clocks, this.side, now);
  }

  private keep(): void {
    const link = this.link;
    if (typeof history !== 'undefined') history.replaceState(null, '', link || location.pathname);
    const saved: SavedMatch = {
      version: 1,
      id: this.id,
      setup: this.setup,
      tree: $state.snapshot(this.tree),
      live: this.live,
      mode: this.mode,
      ending: this.ending,
      clocks: this.clocks,
      tags: this.tags,
      link
    };
    saveMatch(saved);
    this.shelve(saved);
  }

  /**
   * Keeps the game between visits. What is only looked at is not a game yet, and stepping through one does
   * not change it.
   */
  private shelve(saved: SavedMatch): void {
    const state = `${this.id} ${saved.tree.nodes.length} ${saved.live} ${saved.ending?.cause}`;
    if (!this.played || state === this.shelved) return;
    this.shelved = state;
    saveShelf(putOn(loadShelf(), { id: this.id, changed: Date.now(), match: saved }));
  }

  private async engineTurn(engine: string): Promise<void> {
    const epoch = this.epoch;
    this.turning = epoch;
    try {
      const goesOn = await this.engineMoves(engine, epoch);
      if (epoch !== this.epoch) return;
      this.turning = -1;
      if (goesOn) this.goOn();
    } catch (error) {
      if (epoch !== this.epoch) return;
      this.turning = -1;
      if (!isAbort(error)) this.troubled(error);
    }
  }

  /** Lets an engine think and plays its turn; whether the game goes on from there. */
  private async engineMoves(engine: string, epoch: number): Promise<boolean> {
    const from = this.live;
    const begun = Date.now();
    const { control } = this.clocks;
    const left = timeLeft(this.clocks, this.side, begun);
    const time = isTimed(this.clocks) ? budget(engine, left, control.increment) : null;
    const best = await this.thinker.think(this.thinkingSession(), lineTo(this.tree, from), engine, time);
    // Stopped, by a pause perhaps that is over already.
    if (!best) return true;
    if (best.move === null || epoch !== this.epoch) return false;
    await pauseFor(Math.max(0, STEP - (Date.now() - begun)));
    if (epoch === this.epoch) await this.playEngine(from, best.move, epoch);
    return true;
  }

  /** Plays an engine's turn, ply by ply where it has several. Who looks at another position is left there. */
  private async playEngine(from: number, text: string, epoch: number): Promise<void> {
    const session = this.session;
    if (!session) return;
    const state = await session.play(lineTo(this.tree, from), text);
    if (epoch !== this.epoch) return;
    const follows = this.tree.at === from;
    const plies = state.moves.slice(pathTo(this.tree, from).length);
    if (follows) await this.showSteps(from, plies, epoch);
    if (epoch !== this.epoch) return;
    this.played = true;
    this.live = playLine(this.tree, 0, state.moves);
    if (follows) this.accept(state);
    this.announce(state, plies);
  }

  private async showSteps(from: number, plies: Move[], epoch: number): Promise<void> {
    const session = this.session;
    if (!session || plies.length < 2 || plies.length > 6 || stillness()) return;
    let at = from;
    for (const ply of plies.slice(0, -1)) {
      at = play(this.tree, at, ply);
      const state = await session.show(lineTo(this.tree, at));
      if (epoch !== this.epoch) return;
      // Not accepted: the game does not stand here, it only passes.
      this.state = state;
      this.tree.at = this.live = at;
      await pauseFor(STEP);
    }
  }

  /** Does something with the session, one thing after the other; tells people when it fails. */
  private ask(task: (session: Session) => Promise<void>): Promise<void> {
    this.queue = this.queue.then(async () => {
      try {
        if (this.session) await task(this.session);
      } catch (error) {
        this.troubled(error);
      }
    });
    return this.queue;
  }

  private troubled(error: unknown): void {
    if (error instanceof Unreachable) {
      this.trouble = say('page.problem', { reason: reasonOf(error) });
      this.again();
    } else if (error instanceof Refused && error.status === 429) {
      this.trouble = say('page.problem', { reason: reasonOf(error) });
      this.again();
    } else {
      this.refuse(reasonOf(error));
    }
  }

  private again(): void {
    clearTimeout(this.retry);
    const epoch = this.epoch;
    this.retry = setTimeout(() => {
      if (epoch !== this.epoch) return;
      void this.ask(async (session) => {
        const state = await session.show(lineTo(this.tree, this.tree.at));
        this.accept(state);
        this.goOn();
      });
    }, 1000);
  }
}
