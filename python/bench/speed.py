"""Random play in OpenSpiel and in plywood, side by side in one run.

``python speed.py`` prints games and moves per second of processor time, on one core. Needs ``open_spiel``.

Five ways, each with random moves to the end of the game:

- OpenSpiel's loop: ``legal_actions``, a choice, ``apply_action``, in Python
- OpenSpiel's C++: its ``RandomRolloutEvaluator``, which does not tell its moves
- batch: a thousand games stepped by one call, the moves drawn by ``Batch.sample``
- batch with arrays: the same with masks and observations written at every step
- playouts: ``State.playouts``, whole games in one call

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


def spiel_loop(name: str, seconds: float) -> tuple[int, int]:
    game, choice = pyspiel.load_game(name), random.Random(1)
    games = moves = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice.choice(state.legal_actions()))
            moves += 1
        games += 1
    return games, moves


def spiel_rollouts(name: str, seconds: float) -> tuple[int, int]:
    # The evaluator cannot be called from Python. A bot of one simulation does nothing but ask it about the start.
    game, at_once = pyspiel.load_game(name), 100
    evaluator = pyspiel.RandomRolloutEvaluator(at_once, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    games = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        bot.step(game.new_initial_state())
        games += at_once
    return games, 0


def batch(spec: str, seconds: float, arrays: bool, size: int = 1000) -> tuple[int, int]:
    games_at_once = plywood.Batch(spec, size, seed=1)
    mask = games_at_once.legal_mask()
    seen = games_at_once.observe()
    games = moves = 0
    until = time.process_time() + seconds
    # Whole rounds, so that no game is counted before its moves.
    while time.process_time() < until:
        if arrays:
            games_at_once.legal_mask(mask)
            games_at_once.observe(seen)
        done, _ = games_at_once.step(games_at_once.sample())
        games += int(np.count_nonzero(done))
        moves += size
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
        ways: dict[str, Callable[[], tuple[int, int]]] = {
            "OpenSpiel's loop": lambda: spiel_loop(theirs, options.seconds),
            "OpenSpiel's C++": lambda: spiel_rollouts(theirs, options.seconds),
            "batch": lambda: batch(ours, options.seconds, arrays=False),
            "batch with arrays": lambda: batch(ours, options.seconds, arrays=True),
            "playouts": lambda: playouts(ours, options.seconds),
        }
        found: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
        for _ in range(options.rounds):
            for way, work in ways.items():
                found[way].append(measure(work))
        games = {way: statistics.median(rate for rate, _ in rates) for way, rates in found.items()}
        moves = {way: statistics.median(rate for _, rate in rates) for way, rates in found.items()}
        print(f"{ours}\n{'':20}{'games/s':>12}{'moves/s':>14}{'x loop':>9}{'x C++':>9}")
        for way in ways:
            loop, rollouts = (games[way] / games[name] for name in ("OpenSpiel's loop", "OpenSpiel's C++"))
            print(f"{way:20}{games[way]:12,.0f}{moves[way]:14,.0f}{loop:9.1f}{rollouts:9.1f}")


if __name__ == "__main__":
    main()
