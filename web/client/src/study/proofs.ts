/** Games and boards that are solved, and the engines that play them without a mistake. */
export interface Proof {
  name: string;
  game: string;
  rules: string;
  /** The size of the board where it is not the usual one. */
  size: string;
  engine: string;
  /** Whether the proof comes with the program, or is made while one plays. */
  certificate: boolean;
  /** The plies within which the first player wins, as far as it is known before the first move. */
  plies: number | null;
}

export const PROOFS: Proof[] = [
  { name: 'gekitai', game: 'gekitai', rules: '', size: '', engine: 'pvs:book=on', certificate: true, plies: 25 },
  { name: 'hex-4', game: 'hex', rules: 'size=4', size: '4×4', engine: 'pvs:time=10s', certificate: false, plies: null },
  { name: 'hex-5', game: 'hex', rules: 'size=5', size: '5×5', engine: 'pvs:time=10s', certificate: false, plies: null },
  { name: 'loa-5', game: 'loa', rules: 'size=5', size: '5×5', engine: 'pvs:time=10s', certificate: false, plies: 13 }
];
