"""Batches: the same games as one after the other."""

from __future__ import annotations

import numpy as np
import plywood
import pytest

SPECS = ["hex:size=4", "hex:size=3,swap=sides", "loa:size=5", "gekitai", "arimaa"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_batch_plays_what_single_games_do(spec: str) -> None:
    size, steps = 7, 60
    batch = plywood.Batch(spec, size, seed=5)
    states = [batch.game.start() for _ in range(size)]
    for _ in range(steps):
        mask, seen, boards = batch.legal_mask(), batch.observe(), batch.boards()
        begins, flat = batch.legal_actions()
        assert np.array_equal(batch.mask, mask) and np.array_equal(batch.observations, seen)
        for place, state in enumerate(states):
            assert batch[place] == state and batch.to_move[place] == state.to_move
            assert np.array_equal(mask[place], state.legal_mask())
            assert np.array_equal(seen[place], state.observation())
            assert batch[place].actions == state.actions
            assert np.array_equal(boards[place], state.board())
            legal = flat[begins[place] : begins[place + 1]]
            assert sorted(legal) == state.legal_actions()
            assert batch.plies[place] == len(state.actions)
        actions = batch.sample()
        done, results = batch.step(actions)
        for place, state in enumerate(states):
            state.play(int(actions[place]))
            assert done[place] == state.is_over and results[place] == state.returns()[0]
            if state.is_over:
                states[place] = batch.game.start()


@pytest.mark.parametrize("spec", SPECS)
def test_the_arrays_of_a_batch_follow_it_whenever_they_are_asked(spec: str) -> None:
    batch = plywood.Batch(spec, 5, seed=2, auto_reset=False)
    mask, seen = batch.mask, batch.observations
    choice = np.random.default_rng(3)
    for _ in range(60):
        batch.step(batch.sample())
        if choice.random() < 0.3:
            batch.reset(choice.random(5) < 0.5)
        if choice.random() < 0.5:
            assert batch.mask is mask and np.array_equal(mask, batch.legal_mask())
        if choice.random() < 0.5:
            assert batch.observations is seen and np.array_equal(seen, batch.observe())
    for array in (mask, seen):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("auto_reset", [True, False])
def test_advancing_is_stepping_at_random(spec: str, auto_reset: bool) -> None:
    one, other = (plywood.Batch(spec, 6, seed=4, auto_reset=auto_reset) for _ in range(2))
    for plies in (0, 1, 7, 80):
        ended, results = one.advance(plies)
        times, points = np.zeros(6, np.int32), np.zeros(6, np.float32)
        for _ in range(plies):
            done, result = other.step(other.sample())
            times += done
            points += result
        assert np.array_equal(ended, times) and np.array_equal(results, points)
        assert np.array_equal(one.done, times > 0) and np.array_equal(one.results, points)
        assert [one[place] for place in range(6)] == [other[place] for place in range(6)]
        assert np.array_equal(one.plies, other.plies)


def test_weights_are_chances_of_legal_actions() -> None:
    batch = plywood.Batch("hex:size=2", 2000, seed=6)
    batch.step(np.zeros(2000, np.int64))
    drawn = batch.sample(np.tile(np.array([9, 1, 0, 3], np.float32), (2000, 1)))
    counts = np.bincount(drawn, minlength=4)
    assert counts[0] == counts[2] == 0 and 420 < counts[1] < 580
    batch.step(drawn)
    # Where no legal action has a weight, all are as likely; lists and other numbers do too.
    counts = np.bincount(plywood.Batch("hex:size=2", 2000).sample([[0] * 4] * 2000), minlength=4)
    assert counts.min() > 400


@pytest.mark.parametrize("spec", SPECS)
def test_weights_on_one_legal_action_choose_it(spec: str) -> None:
    batch = plywood.Batch(spec, 4, seed=8, threads=2)
    for _ in range(40):
        wanted = batch.sample()
        weights = np.zeros((4, batch.game.num_actions))
        weights[np.arange(4), wanted] = 0.25
        assert np.array_equal(batch.sample(weights), wanted)
        batch.step(wanted)


def test_threads_change_nothing() -> None:
    one, three = (plywood.Batch("loa", 50, seed=9, threads=threads) for threads in (1, 3))
    for _ in range(80):
        actions = one.sample()
        assert np.array_equal(actions, three.sample())
        for left, right in zip(one.step(actions), three.step(actions)):
            assert np.array_equal(left, right)
    for left, right in zip(one.advance(100), three.advance(100)):
        assert np.array_equal(left, right)
    assert np.array_equal(one.mask, three.mask)
    assert np.array_equal(one.observations, three.observations)
    assert np.array_equal(one.observe(), three.observe())
    assert np.array_equal(one.legal_mask(), three.legal_mask())


def test_seeds_give_equal_games() -> None:
    def play(seed: int) -> list[int]:
        batch = plywood.Batch("hex:size=5", 3, seed=seed)
        actions = []
        for _ in range(10):
            actions.append(batch.sample())
            batch.step(actions[-1])
        return [int(action) for row in actions for action in row]

    assert play(1) == play(1) != play(2)


def test_arrays_of_the_caller_are_written_in_place() -> None:
    batch = plywood.Batch("hex:size=4", 3)
    mask = np.zeros((3, 16), bool)
    seen = np.ones((3, *batch.game.observation_shape), np.float32)
    boards = np.ones((3, 4, 4), np.int8)
    assert batch.legal_mask(mask) is mask and mask.all()
    assert batch.observe(seen) is seen and not seen.any()
    assert batch.boards(boards) is boards and not boards.any()


def test_without_auto_reset_finished_games_wait() -> None:
    batch = plywood.Batch("hex:size=2", 4, auto_reset=False)
    over = np.zeros(4, bool)
    while not over.all():
        actions = batch.sample()
        assert ((actions == -1) == over).all()
        done, results = batch.step(actions)
        assert (np.abs(results) == done).all()
        over |= done
    assert not batch.legal_mask().any()
    batch.reset([True, False, True, False])
    assert list(batch.plies == 0) == [True, False, True, False]
    batch.reset()
    assert (batch.plies == 0).all() and batch.legal_mask().all()


def test_a_step_is_played_in_all_games_or_in_none() -> None:
    batch = plywood.Batch("hex:size=3", 3)
    batch.step([4, 0, -1])
    before = batch.boards()
    with pytest.raises(plywood.IllegalMove, match="game 1"):
        batch.step([0, 0, 0])
    assert np.array_equal(batch.boards(), before) and list(batch.plies) == [1, 1, 0]
    batch.step([0, 1, 0])
    assert list(batch.plies) == [2, 2, 1]


def test_engines_answer_in_batches() -> None:
    for spec in ("hex:size=4", "arimaa"):
        batch = plywood.Batch(spec, 5, threads=2)
        for _ in range(6):
            actions = batch.think("pvs:nodes=50,hash=1MB", [True, True, True, True, False])
            assert actions[4] == -1 and (actions[:4] >= 0).all()
            batch.step(actions)
        assert list(batch.plies) == [6, 6, 6, 6, 0]
