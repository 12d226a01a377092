"""Games as data, and networks out of arrays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import plywood
import pytest


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "loa.games"
    counts: list[int] = []
    made = plywood.generate("loa", "pvs:nodes=100,hash=1MB", path, 4, seed=3, on_games=counts.append)
    assert made == 4 and counts == [1, 2, 3, 4]
    return path


def test_generated_games_are_arrays(games: Path) -> None:
    data = plywood.read_games("loa", games.read_text(), inputs=True)
    count = len(data["actions"])
    assert data["boards"].shape == (count, 8, 8) and data["inputs"].shape == (count, 2, 128)
    assert sorted(set(data["games"].tolist())) == [0, 1, 2, 3]
    searched = ~np.isnan(data["scores"])
    assert 0 < searched.sum() < count and np.isin(data["results"], [-1, 0, 1]).any()
    # The arrays are the games: played again, every position is the same.
    for game in range(4):
        state = plywood.game("loa").start()
        for row in np.flatnonzero(data["games"] == game):
            assert np.array_equal(state.board(), data["boards"][row])
            assert state.to_move == data["to_move"][row] and len(state.actions) == data["plies"][row]
            inputs, phase = plywood.network_inputs(state)
            assert np.array_equal(inputs, data["inputs"][row]) and phase == data["phases"][row]
            mover = state.to_move
            state.play(int(data["actions"][row]))
        result = state.result()
        if result is not None:
            assert data["results"][row] == result.returns[mover]


def test_a_run_goes_on_where_it_was(games: Path) -> None:
    before = games.read_text()
    assert plywood.generate("loa", "pvs:nodes=100,hash=1MB", games, 5, seed=3) == 5
    assert games.read_text().startswith(before)
    with pytest.raises(RuntimeError, match="other settings"):
        plywood.generate("loa", "pvs:nodes=100,hash=1MB", games, 6, seed=4)


def test_a_network_out_of_arrays_evaluates_as_the_arrays_say() -> None:
    shape = plywood.network_shape("loa")
    hidden, inputs, phases = 16, shape["inputs"], shape["phases"]
    random = np.random.default_rng(1)
    weights = random.normal(0, 0.05, (inputs, hidden)).astype(np.float32)
    biases = np.full(hidden, 0.3, np.float32)
    outputs = random.normal(0, 0.5, (phases, 2, hidden)).astype(np.float32)
    file = plywood.write_network("loa", hidden, weights, biases, outputs, np.zeros(phases), scale=200.0)
    state = plywood.State("loa", moves="b1-b3 a2-c2")
    engine = plywood.Engine("loa", "minimax:depth=1", network=file)
    best = engine.search(state)

    def value(child: plywood.State) -> float:
        views, phase = plywood.network_inputs(child)
        sums = np.clip(views.astype(np.float32) @ weights + biases, 0, 1) ** 2
        return 200.0 * float((sums * outputs[phase]).sum())

    values = []
    for move in state.legal_moves():
        state.play(move)
        values.append(-value(state))
        state.undo()
    assert best.score == pytest.approx(max(values), abs=12)
