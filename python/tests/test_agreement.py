"""Random games replayed in other people's implementations: same legal moves, same results.

``pytest --games 10000`` replays ten thousand games of each; without the option a few.

Where rules differ, they differ by variant:

- OpenSpiel plays Lines of Action under ``connection=mover-wins,no-move=loses,repetition=second-draw``, and
  calls a game of a thousand moves a draw.
- The package ``aei`` knows positions of Arimaa without their past, so ``repetition=none``. It lists single
  steps without asking whether the turn can still be finished; those that cannot are left out here.
"""

from __future__ import annotations

import random
from typing import Any

import plywood
import pyspiel
import pytest
from pyrimaa import board as aei


@pytest.mark.parametrize("size", [3, 6, 11])
def test_hex_is_openspiels(size: int, count: int) -> None:
    theirs, ours = pyspiel.load_game(f"hex(board_size={size})"), plywood.game(f"hex:size={size}")
    choice = random.Random(size)
    for _ in range(count):
        their, our = theirs.new_initial_state(), ours.start()
        while not their.is_terminal():
            assert not our.is_over and our.to_move == their.current_player()
            legal = their.legal_actions()
            assert our.legal_actions() == legal
            action = choice.choice(legal)
            assert our.move_text(action) == their.action_to_string(action)
            their.apply_action(action)
            our.play(action)
        assert our.is_over and list(our.returns()) == their.returns()


def test_lines_of_action_is_openspiels(count: int) -> None:
    theirs = pyspiel.load_game("lines_of_action")
    ours = plywood.game("loa:connection=mover-wins,no-move=loses,repetition=second-draw")
    choice = random.Random(8)
    for _ in range(count):
        their, our = theirs.new_initial_state(), ours.start()
        while not their.is_terminal():
            assert not our.is_over and our.to_move == their.current_player()
            legal = {their.action_to_string(action): action for action in their.legal_actions()}
            assert sorted(our.legal_moves()) == sorted(legal)
            text = choice.choice(sorted(legal))
            their.apply_action(legal[text])
            our.play(text)
        if len(our.actions) < 999:
            assert our.is_over and list(our.returns()) == their.returns()


LETTERS = " EMHDCRrcdhme"
DIRECTIONS = {"n": 8, "s": -8, "e": 1, "w": -1}


def in_aei(state: plywood.State) -> Any:
    """The position at the start of a turn, as the package has it."""
    cells = "".join(LETTERS[kind] for kind in state.board().ravel())
    return aei.parse_short_pos(state.to_move, 4, f"[{cells}]")


def completes(position: Any, start: Any) -> bool:
    """Whether a turn that has come to this position can end with another board than it began with."""
    changed = position.bitBoards != start.bitBoards
    if position.color != start.color or (changed and not position.inpush):
        return bool(changed)
    return any(completes(child, start) for _, child in position.get_steps())


def steps_of_aei(position: Any, start: Any) -> dict[tuple[int, int], Any]:
    steps = {(step[0], step[1]): child for step, child in position.get_steps()}
    return {step: child for step, child in steps.items() if completes(child, start)}


def step_of(text: str) -> tuple[int, int]:
    square = ord(text[1]) - ord("a") + 8 * (int(text[2]) - 1)
    return square, square + DIRECTIONS[text[3]]


def test_arimaa_is_aeis(count: int) -> None:
    choice = random.Random(4)
    for number in range(max(1, count // 10)):
        our = plywood.game("arimaa:repetition=none").start()
        for _ in range(32):
            our.play(choice.choice(our.legal_actions()))
        # Pieces that are taken off bring the ends of games within reach.
        our = thinned(our, choice) if number % 2 else our
        start = their = in_aei(our)
        while len(our.actions) < 400:
            if their is start:
                end = their.is_end_state()
                assert our.is_over == bool(end) or not steps_of_aei(their, start)
                if our.is_over:
                    assert our.returns()[0] == end or not steps_of_aei(their, start)
                    break
            steps = steps_of_aei(their, start)
            legal = our.legal_moves()
            assert ("pass" in legal) == (their.bitBoards != start.bitBoards and not their.inpush)
            assert sorted(step_of(text) for text in legal if text != "pass") == sorted(steps)
            text = choice.choice(legal)
            our.play(text)
            their = their.get_null_move() if text == "pass" else steps[step_of(text)]
            if their.color != start.color:
                start = their
                assert their.bitBoards == in_aei(our).bitBoards


def thinned(state: plywood.State, choice: random.Random) -> plywood.State:
    """The same position with fewer pieces, and Gold to move."""
    cells = "".join(LETTERS[kind] if choice.random() < 0.4 else " " for kind in state.board().ravel())
    return plywood.State(state.game, f"g [{cells}]")
