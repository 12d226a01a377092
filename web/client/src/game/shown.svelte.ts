/**
 * What is on the table: the moves with their branches, the position shown, what has been clicked so far, and
 * all that follows from these.
 *
 * The server's answer is the position; nothing here knows a rule. `tree.at` is the node that is shown, `live`
 * the one where the game stands: people may look back while an engine thinks.
 */
import type {
  BoardView,
  Catalogue,
  Choice,
  GameFacts,
  LinePly,
  Move,
  Piece,
  Result,
  Side,
  State,
  TrayPiece
} from '../api/contract';
import { buttons, narrow } from './clicks';
import { newClocks, NO_CLOCKS, type Clocks } from './clock';
import * as drafts from './draft';
import type { Draft } from './draft';
import { writeLink, type SharedGame } from './link';
import { HUMAN, other, playerName, title, type Player, type Setup } from './players';
import type { Ending, Mode } from './storage';
import { notesAt } from './notes';
import { sharedNotes } from './sharedNotes';
import { lineTo, newTree, pathTo, playLine, visit, type Tree } from './tree';
import { tellReason } from '../words/reasons';
import { say, tellTurn } from '../words/words.svelte';

/**
 * How many texts for screen readers stay on the page, so that a quick answer does not swallow what came
 * before it.
 */
const REMEMBERED = 6;

const EMPTY_SETUP: Setup = {
  game: '',
  rules: '',
  start: '',
  players: { first: HUMAN, second: HUMAN },
  time: NO_CLOCKS
};
export class Shown {
  readonly catalogue: Catalogue;
  setup = $state.raw<Setup>(EMPTY_SETUP);
  tree = $state<Tree>(newTree());
  live = $state(0);
  state = $state.raw<State | null>(null);
  mode = $state<Mode>('play');
  ending = $state.raw<Ending | null>(null);
  clocks = $state.raw<Clocks>(newClocks(NO_CLOCKS));
  now = $state(Date.now());
  clicked = $state.raw<string[]>([]);
  draft = $state.raw<Draft>({});
  /** Why the last click was refused. */
  refusal = $state<string | null>(null);
  /** What a screen reader is told, in order: the last few texts. */
  said = $state.raw<{ id: number; text: string }[]>([]);
  /** The plies of a hint that was asked for. */
  hint = $state.raw<LinePly[]>([]);
  /** What keeps the page from going on, such as a server that does not answer. */
  trouble = $state<string | null>(null);
  /** What a record says of the whole game. */
  tags = $state.raw<[string, string][]>([]);
  /** Engines wait until they are told to go on. */
  paused = $state(false);

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  get announcement(): string {
    return this.said.at(-1)?.text ?? '';
  }

  set announcement(text: string) {
    const id = (this.said.at(-1)?.id ?? 0) + 1;
    this.said = [...this.said.slice(1 - REMEMBERED), { id, text }];
  }

  facts: GameFacts | null = $derived.by(
    () => this.catalogue.games.find((game) => game.name === this.setup.game) ?? null
  );
  side: Side = $derived(this.state?.side ?? 'first');
  board: BoardView | null = $derived(this.state ? { ...this.state.board, pieces: this.pieces } : null);
  over: boolean = $derived(
    this.state?.result !== null || (this.ending !== null && this.isLive && this.mode === 'play')
  );
  canPlay: boolean = $derived(this.state !== null && !this.over && this.playerOf(this.side).kind === 'human');
  tray: TrayPiece[] = $derived(this.state ? drafts.remaining(this.state.board, this.draft) : []);
  isSetup: boolean = $derived((this.state?.board.fill.length ?? 0) > 0);
  isWhole: boolean = $derived(this.state !== null && drafts.isWhole(this.state.board, this.draft));
  /** The words that may be clicked next. */
  targets: ReadonlySet<string> = $derived(this.canPlay ? this.wordsAfter(this.clicked) : new Set<string>());
  buttons: Choice[] = $derived(
    this.canPlay && this.state ? buttons(this.state.choices, (word) => this.isPlace(word)) : []
  );
  /** What the players are called. */
  names: [string, string] = $derived([this.plainName('first'), this.plainName('second')]);
  /** The link that opens what is shown. */
  link: string = $derived(this.setup.game ? writeLink(this.shared()) : '');

  /**
   * The cell to which every ply goes, where a turn of several steps has been begun that nothing else can
   * finish.
   */
  get unfinished(): string | null {
    const { state } = this;
    const steps = this.facts?.steps;
    if (!state || !steps || !this.canPlay || this.isSetup || state.turn.steps_left === steps) return null;
    const [first, ...rest] = state.choices.map((choice) => (choice.clicks.length > 1 ? choice.clicks.at(-1) : null));
    return first && rest.every((cell) => cell === first) ? first : null;
  }

  get isLive(): boolean {
    return this.tree.at === this.live;
  }

  private get pieces(): Piece[] {
    const board = this.state?.board;
    return board ? [...board.pieces, ...drafts.drawn(board, this.draft)] : [];
  }

  playerOf(side: Side): Player {
    return this.mode === 'analyse' ? HUMAN : this.setup.players[side];
  }

  nameOf(side: Side): string {
    return title(this.plainName(side), this.playerOf(side));
  }

  /** The player by colour, with the name that a record has for whoever played it. */
  titleOf(side: Side): string {
    const [sgf, own] = side === 'first' ? ['PB', 'first'] : ['PW', 'second'];
    const tag = this.tags.find(([name]) => name === sgf || name === own)?.[1];
    return tag && this.playerOf(side).kind === 'human'
      ? say('player.withEngine', { player: this.plainName(side), engine: tag })
      : this.nameOf(side);
  }

  shared(): SharedGame {
    const { game, rules, start } = this.setup;
    const said = [0, ...pathTo(this.tree, this.tree.at)].map((index) => notesAt(this.tree, index));
    return { game, rules, start, moves: lineTo(this.tree, this.tree.at), notes: sharedNotes(said) };
  }

  /** What could be clicked after a first click on `cell`. */
  after(cell: string): string[] {
    if (!this.canPlay || !this.state) return [];
    if (this.isSetup) return this.draft[cell] ? [cell] : [];
    const narrowed = narrow(this.state.choices, [cell]);
    return narrowed.complete ? [cell] : [...narrowed.next.keys()];
  }

  /** Whose turn it is, or how the game ended. */
  turnText(): string {
    const { state, ending } = this;
    if (state?.result) return this.resultText(state.result);
    if (ending && this.isLive) return say(`turn.${ending.cause}`, { player: this.plainName(other(ending.outcome)) });
    return say('turn.toMove', { player: this.nameOf(this.side) });
  }

  /** The same as a sentence. */
  turnSentence(): string {
    return `${this.turnText()}.`;
  }

  private resultText({ outcome, reason }: Result): string {
    const why = tellReason(reason);
    return outcome === 'draw'
      ? say('turn.draw', { reason: why })
      : say('turn.wins', { player: this.plainName(outcome), reason: why });
  }

  /** What a player is called, by the colour that the player has now. */
  plainName(side: Side): string {
    const index = side === 'first' ? 0 : 1;
    const colour = this.state?.board.colours[index] ?? this.facts?.colours[index];
    return this.facts && colour ? playerName(this.facts, colour) : side;
  }

  private isPlace(word: string): boolean {
    const board = this.state?.board;
    return (
      !!board && (board.cells.some((cell) => cell.name === word) || board.tray.some((piece) => piece.click === word))
    );
  }

  private wordsAfter(clicked: string[]): ReadonlySet<string> {
    if (!this.state) return new Set();
    if (this.isSetup) return new Set(clicked.length > 0 ? this.state.board.fill : []);
    return clicked.length > 0 ? new Set(narrow(this.state.choices, clicked).next.keys()) : new Set();
  }

  protected refuse(reason: string): void {
    this.refusal = reason.charAt(0).toUpperCase() + reason.slice(1);
    this.announcement = this.refusal;
  }

  protected whyNot(): string {
    if (this.over) return say('turn.over', { turn: this.turnText() });
    return say('turn.ofOther', { player: this.nameOf(this.side) });
  }

  protected accept(state: State): void {
    this.state = state;
    this.clicked = [];
    this.draft = {};
    this.refusal = null;
    this.hint = [];
    this.trouble = null;
    this.tree.at = playLine(this.tree, 0, state.moves);
    visit(this.tree, this.tree.at);
  }

  /** Tells a screen reader what has happened, and whose turn it is now. */
  protected tell(happened: string): void {
    this.announcement = `${happened} ${this.turnSentence()}`;
  }

  protected announce(state: State, moves: Move[]): void {
    const [first] = moves;
    const texts = tellTurn(moves.map((move) => move.text).join(' '));
    const played = first ? [say('turn.played', { player: this.plainName(first.side), moves: texts })] : [];
    const then = state.result ? `${this.resultText(state.result)}.` : this.turnSentence();
    this.announcement = [...played, then].join(' ');
  }

  protected arrange(word: string): void {
    if (!this.state) return;
    const { draft, held, refusal } = drafts.arrange(this.state.board, this.draft, this.clicked[0] ?? null, word);
    this.draft = draft;
    this.clicked = held === null ? [] : [held];
    if (refusal) this.refuse(refusal);
  }

  /** In a turn of several steps the piece that moved stays in hand, where it may move on. */
  protected keepHold(before: State | null, choice: Choice): void {
    const to = choice.clicks[choice.clicks.length - 1];
    const same = before?.turn.number === this.state?.turn.number && before?.side === this.state?.side;
    if (!same || to === undefined || choice.clicks.length < 2 || !this.state) return;
    if (narrow(this.state.choices, [to]).next.size > 0) this.clicked = [to];
  }

  get canUndo(): boolean {
    return this.tree.at > 0 || Object.keys(this.draft).length > 0;
  }
}
