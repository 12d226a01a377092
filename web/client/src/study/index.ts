/** What is loaded only when somebody wants to learn: puzzles, perfect opponents, rules. */
export { default as Page } from './Page.svelte';
export { default as ProofPanel } from './ProofPanel.svelte';
export { default as PuzzlePanel } from './PuzzlePanel.svelte';
export { PROOFS } from './proofs';
