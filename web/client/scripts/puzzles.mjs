/**
 * Makes `src/study/puzzles.json` from the positions in `bench/positions`: `npm run puzzles`.
 *
 * A puzzle is `[rules, position, solution, goal]`: the goal is to win, or in Arimaa to parry what threatens.
 * Which turns solve it is proven when it is played; the solution kept here is only what is shown to whoever
 * gives up. A position is taken if the page can prove its solution: `plywood solve` must prove it from the
 * position after it, within the nodes that the page gives. The program is `$PLYWOOD`, or the one in
 * `target/release`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../../..');
const PROGRAM = process.env.PLYWOOD ?? resolve(ROOT, 'target/release/plywood');
/** The nodes that `src/study/judge.ts` gives. */
const NODES = { loa: 100_000, gekitai: 100_000, hex: 6_000, arimaa: 20_000 };
/** The most puzzles of a game. */
const MOST = 30;

/** The player who is proven to win after `moves`: `win` is whoever is to move there. */
function proven(game, position, moves) {
  const limits = ['--nodes', `${NODES[game.split(':')[0]]}`, '--json'];
  const asked = ['solve', game, '--position', position, '--moves', moves, ...limits];
  try {
    return JSON.parse(execFileSync(PROGRAM, asked, { stdio: ['ignore', 'pipe', 'ignore'] }).toString()).value;
  } catch (error) {
    // A limit that was reached is told by the status, and by the value.
    return JSON.parse(error.stdout?.toString() || '{"value":"unknown"}').value;
  }
}

function puzzlesOf(name) {
  const lines = readFileSync(resolve(ROOT, `bench/positions/${name}.txt`), 'utf8').split('\n');
  const found = [];
  for (const line of lines) {
    if (line === '' || line.startsWith('#') || found.length === MOST) continue;
    const [game, position, turns, certainty] = line.split(' | ').map((part) => part.trim());
    const [solution] = turns.split(', ');
    const goal = certainty === 'only' ? 'parry' : 'win';
    const value = proven(game, position, solution);
    if (goal === 'parry' ? value !== 'win' : value === 'loss') {
      found.push([game.slice(name.length + 1), position, solution, goal]);
    }
  }
  return found;
}

const names = ['loa', 'gekitai', 'hex', 'arimaa'];
const puzzles = Object.fromEntries(names.map((name) => [name, puzzlesOf(name)]));
const lists = names.map((name) => `"${name}": [\n${puzzles[name].map((one) => JSON.stringify(one)).join(',\n')}\n]`);
writeFileSync(resolve(HERE, '../src/study/puzzles.json'), `{\n${lists.join(',\n')}\n}\n`);
for (const name of names) console.log(`${name}: ${puzzles[name].length}`);
