"""Games and states: text, numbers, arrays, copies."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import plywood
import pytest

SPECS = ["hex:size=5", "hex:size=4,swap=pieces", "hex:size=4x6", "loa", "loa:size=6", "gekitai", "arimaa"]


def random_state(spec: str, plies: int, seed: int) -> plywood.State:
    state = plywood.game(spec).start()
    choice = random.Random(seed)
    for _ in range(plies):
        if state.is_over:
            break
        state.play(choice.choice(state.legal_actions()))
    return state


def test_games_have_their_facts() -> None:
    names = [game.name for game in plywood.games()]
    assert {"hex", "loa", "gekitai", "arimaa"} <= set(names)
    game = plywood.game("hex:size=11")
    assert (game.name, game.title, game.shape, game.num_actions) == ("hex", "Hex", (11, 11), 121)
    assert game.spec == "hex:size=11,swap=off"
    assert game.observation_shape == (len(game.planes), 11, 11)
    assert game == plywood.game("hex:swap=off,size=11") != plywood.game("hex:size=10")
    assert len({game, plywood.game("hex:size=11")}) == 1
    assert "pvs" in game.engines and "default" in game.evaluations


@pytest.mark.parametrize("spec", SPECS)
def test_moves_are_text_and_numbers(spec: str) -> None:
    for seed in range(5):
        state = random_state(spec, 20, seed)
        actions, moves = state.legal_actions(), state.legal_moves()
        assert sorted(map(state.action, moves)) == actions == sorted(set(actions))
        assert {state.move_text(action) for action in actions} == set(moves)
        mask = state.legal_mask()
        assert mask.dtype == bool and mask.shape == (state.game.num_actions,)
        assert list(np.flatnonzero(mask)) == actions


@pytest.mark.parametrize("spec", SPECS)
def test_a_move_played_and_taken_back_changes_nothing(spec: str) -> None:
    state = random_state(spec, 18, 3)
    before, text, key = state.copy(), state.position, state.key
    for action, move in zip(state.legal_actions(), map(state.move_text, state.legal_actions())):
        assert state.play(action) == move
        assert state != before and state.actions[-1] == action
        assert state.undo() == move
        assert (state.position, state.key, state) == (text, key, before)


@pytest.mark.parametrize("spec", SPECS)
def test_copies_and_pickles_are_equal_and_independent(spec: str) -> None:
    state = random_state(spec, 25, 1)
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state and hash(twin) == hash(state)
        assert (twin.moves, twin.actions, twin.game) == (state.moves, state.actions, state.game)
        if not twin.is_over:
            twin.play(twin.legal_actions()[0])
            assert twin != state
    assert pickle.loads(pickle.dumps(state.game)) == state.game


@pytest.mark.parametrize("spec", SPECS)
def test_text_reads_back(spec: str) -> None:
    state = random_state(spec, 20, 2)
    again = plywood.State(spec, state.position)
    assert again == state and again.legal_moves() == state.legal_moves()
    assert plywood.State(spec, moves=" ".join(state.moves)).actions == state.actions


@pytest.mark.parametrize("spec", SPECS)
def test_boards_and_observations_show_the_same_pieces(spec: str) -> None:
    state = random_state(spec, 30, 4)
    board, planes = state.board(), state.observation()
    assert board.dtype == np.int8 and board.shape == state.game.shape
    assert planes.dtype == np.float32 and planes.shape == state.game.observation_shape
    kinds = len(state.game.kinds)
    for kind in range(kinds):
        assert np.array_equal(planes[kind] == 1, board == kind + 1)
        assert np.array_equal(planes[kinds + kind] == 1, board == -kind - 1)
    assert (planes[-1] == state.to_move).all()
    out = np.ones_like(planes)
    assert state.observation(out) is out and np.array_equal(out, planes)


def test_boards_have_their_first_row_at_the_top() -> None:
    board = plywood.game("loa").start().board()
    assert list(board[0]) == [0, 1, 1, 1, 1, 1, 1, 0] and list(board[1]) == [-1, 0, 0, 0, 0, 0, 0, -1]
    state = plywood.State("hex:size=3", moves="c1")
    assert state.board()[0, 2] == 1 and state.actions == [2]


def test_a_game_ends_with_a_result() -> None:
    state = plywood.State("hex:size=2", moves="a1 b1 a2")
    result = state.result()
    assert result is not None and (result.winner, result.returns) == (0, (1.0, -1.0))
    assert state.is_over and state.returns() == (1.0, -1.0)
    assert state.legal_moves() == [] and state.legal_actions() == [] and not state.legal_mask().any()
    with pytest.raises(plywood.IllegalMove, match="over"):
        state.play("b2")


def test_repetition_counts() -> None:
    state = plywood.game("loa").start()
    for _ in range(2):
        state.play("b1-b3 a2-c2 b3-b1 c2-a2")
    result = state.result()
    assert result is not None and result.winner is None and "third time" in result.reason


@pytest.mark.parametrize("spec", SPECS)
def test_boards_are_drawn(spec: str) -> None:
    import xml.etree.ElementTree as tree

    state = random_state(spec, 20, 5)
    drawing = tree.fromstring(state._repr_svg_())
    discs = [element for element in drawing.iter() if element.tag.endswith("circle")]
    assert len(discs) == np.count_nonzero(state.board())
    assert len(str(state).splitlines()) >= state.game.shape[0]
    assert state.position in repr(state)


def test_known_counts() -> None:
    assert [plywood.game("loa").start().perft(depth) for depth in (1, 2, 3)] == [36, 1_244, 44_952]


def test_playouts_count_whole_games() -> None:
    start = plywood.game("hex:size=5").start()
    counts = start.playouts(300, seed=1)
    assert counts["first"] + counts["second"] == 300 and counts["draw"] == 0
    assert 300 * 9 <= counts["plies"] <= 300 * 25 and counts["first"] > counts["second"]
    assert counts == start.playouts(300, seed=1) != start.playouts(300, seed=2)
