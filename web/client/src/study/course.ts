/** What somebody is learning beside the board. */
import type { Proof } from './proofs';

export type Course = { kind: 'puzzles'; game: string } | { kind: 'proof'; proof: Proof };
