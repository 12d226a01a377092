/** Games and boards that are solved, with the engines that play a proof of the library. */
export interface Proof {
  /** The name of the certificate. */
  name: string;
  game: string;
  rules: string;
  /** The size of the board where it is not the usual one. */
  size: string;
  engine: string;
  /** The plies within which the first player wins. */
  plies: number;
}

const LIBRARY = 'pvs:library=on,time=10s';

export const PROOFS: readonly Proof[] = [
  { name: 'gekitai', game: 'gekitai', rules: '', size: '', engine: 'pvs:book=on', plies: 25 },
  { name: 'hex-3', game: 'hex', rules: 'size=3', size: '3×3', engine: LIBRARY, plies: 5 },
  { name: 'hex-4', game: 'hex', rules: 'size=4', size: '4×4', engine: LIBRARY, plies: 9 },
  { name: 'hex-5', game: 'hex', rules: 'size=5', size: '5×5', engine: LIBRARY, plies: 13 },
  { name: 'loa-5', game: 'loa', rules: 'size=5', size: '5×5', engine: LIBRARY, plies: 11 }
];
