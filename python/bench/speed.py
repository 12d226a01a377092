"""Random play in OpenSpiel and in plywood, side by side in one run.

``python speed.py`` prints games and moves per second of processor time, on one core. Needs ``open_spiel``.

OpenSpiel, with random moves to the end of the game:

- loop: ``legal_actions``, a choice, ``apply_action``, in Python
- loop with arrays: the same with ``legal_actions_mask`` and ``observation_tensor`` asked at every move
- C++: its ``RandomRolloutEvaluator``, which does not tell its moves

plywood, a thousand games at once except for the last:

- steps: ``batch.step(batch.sample())``
- steps with arrays: the same with ``batch.mask`` and ``batch.observations`` asked at every step
- steps by weights: the same, and the moves drawn by an array of weights, as a network would give one
- advance: a hundred moves of each game by one call
- playouts: ``State.playouts``, whole games by one call

Both play by the same rules; Lines of Action by OpenSpiel's, which are a variant here.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np
import plywood
import pyspiel

GAMES = [
    ("hex(board_size=11)", "hex:size=11"),
    ("lines_of_action", "loa:connection=mover-wins,no-move=loses,repetition=second-draw"),
]


LOOP, WITH_ARRAYS, CPP = "OpenSpiel's loop", "OpenSpiel's loop with arrays", "OpenSpiel's C++"


def spiel_loop(name: str, seconds: float, arrays: bool) -> tuple[int, int]:
    game, choice = pyspiel.load_game(name), random.Random(1)
    games = moves = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        state = game.new_initial_state()
        while not state.is_terminal():
            if arrays:
                state.legal_actions_mask()
                np.asarray(state.observation_tensor(), np.float32)
            state.apply_action(choice.choice(state.legal_actions()))
            moves += 1
        games += 1
    return games, moves


def spiel_rollouts(name: str, seconds: float) -> tuple[int, int]:
    # The evaluator cannot be called from Python. A bot of one simulation only asks it about the start.
    game, at_once = pyspiel.load_game(name), 100
    evaluator = pyspiel.RandomRolloutEvaluator(at_once, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    games = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        bot.step(game.new_initial_state())
        games += at_once
    return games, 0


def batch(spec: str, seconds: float, arrays: bool, weights: bool, size: int = 1000) -> tuple[int, int]:
    games_at_once = plywood.Batch(spec, size, seed=1)
    chances = np.random.default_rng(1).random((size, games_at_once.game.num_actions), np.float32)
    games = moves = 0
    until = time.process_time() + seconds
    # Whole rounds, so that no game is counted before its moves.
    while time.process_time() < until:
        if arrays:
            _ = games_at_once.mask, games_at_once.observations
        actions = games_at_once.sample(chances) if weights else games_at_once.sample()
        done, _ = games_at_once.step(actions)
        games += int(np.count_nonzero(done))
        moves += size
    return games, moves


def advance(spec: str, seconds: float, size: int = 1000, plies: int = 100) -> tuple[int, int]:
    games_at_once = plywood.Batch(spec, size, seed=1)
    games = moves = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        ended, _ = games_at_once.advance(plies)
        games += int(ended.sum())
        moves += size * plies
    return games, moves


def playouts(spec: str, seconds: float) -> tuple[int, int]:
    state = plywood.game(spec).start()
    games = moves = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        counts = state.playouts(200, seed=games)
        games, moves = games + 200, moves + counts["plies"]
    return games, moves


def measure(work: Callable[[], tuple[int, int]]) -> tuple[float, float]:
    begin = time.process_time()
    games, moves = work()
    took = time.process_time() - begin
    return games / took, moves / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each, taken in turn")
    options = parser.parse_args()
    for theirs, ours in GAMES:
        seconds = options.seconds
        ways: dict[str, Callable[[], tuple[int, int]]] = {
            LOOP: lambda: spiel_loop(theirs, seconds, arrays=False),
            WITH_ARRAYS: lambda: spiel_loop(theirs, seconds, arrays=True),
            CPP: lambda: spiel_rollouts(theirs, seconds),
            "steps": lambda: batch(ours, seconds, arrays=False, weights=False),
            "steps with arrays": lambda: batch(ours, seconds, arrays=True, weights=False),
            "steps by weights": lambda: batch(ours, seconds, arrays=True, weights=True),
            "advance": lambda: advance(ours, seconds),
            "playouts": lambda: playouts(ours, seconds),
        }
        found: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
        for _ in range(options.rounds):
            for way, work in ways.items():
                found[way].append(measure(work))
        games = {way: statistics.median(rate for rate, _ in rates) for way, rates in found.items()}
        moves = {way: statistics.median(rate for _, rate in rates) for way, rates in found.items()}
        print(f"{ours}\n{'':28}{'games/s':>10}{'moves/s':>13}{'x loop':>9}{'x arrays':>10}{'x C++':>8}")
        for way in ways:
            loop, arrays, rollouts = (games[way] / games[name] for name in (LOOP, WITH_ARRAYS, CPP))
            row = f"{way:28}{games[way]:10,.0f}{moves[way]:13,.0f}{loop:9.1f}{arrays:10.1f}{rollouts:8.1f}"
            print(row, flush=True)


if __name__ == "__main__":
    main()
