/** Short sounds for what happens at the board, made of tones in the browser: there are no files. */

export type Sound = 'move' | 'capture' | 'refusal' | 'end';

/** A tone: how high in hertz, when it begins and how long it lasts in seconds. */
type Tone = readonly [hertz: number, begins: number, lasts: number];

const TONES: Record<Sound, readonly Tone[]> = {
  move: [
    [520, 0, 0.05],
    [210, 0, 0.09]
  ],
  capture: [
    [300, 0, 0.06],
    [150, 0.04, 0.14]
  ],
  refusal: [[140, 0, 0.16]],
  end: [
    [392, 0, 0.16],
    [523, 0.14, 0.16],
    [659, 0.28, 0.34]
  ]
};
const LOUDNESS = 0.18;

/** Plays sounds. The browser's means for it are asked for when the first of them is played. */
export class Sounds {
  private context: AudioContext | null = null;

  constructor(private readonly open: () => AudioContext = () => new AudioContext()) {}

  play(sound: Sound): void {
    try {
      this.context ??= this.open();
      for (const tone of TONES[sound]) ring(this.context, tone);
    } catch {
      // A browser without sound is a silent one.
    }
  }
}

/** A tone that begins at once and fades. */
function ring(context: AudioContext, [hertz, begins, lasts]: Tone): void {
  const from = context.currentTime + begins;
  const [source, volume] = [context.createOscillator(), context.createGain()];
  source.type = 'triangle';
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + lasts);
  source.connect(volume).connect(context.destination);
  source.start(from);
  source.stop(from + lasts);
}

/** What the pieces did last, and how many plies there were then. */
interface Moment {
  moves: readonly { motions: readonly { from: string | null; to: string | null }[] }[];
  result: unknown;
}

/** The sound of going from one state to the next; none where no ply was played. */
export function soundOf(before: Moment | null, after: Moment | null): Sound | null {
  if (!before || !after || after.moves.length <= before.moves.length) return null;
  if (after.result && !before.result) return 'end';
  const motions = after.moves.at(-1)?.motions ?? [];
  return motions.some(({ from, to }) => from !== null && to === null) ? 'capture' : 'move';
}
