"""The interfaces of PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import plywood
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test
from plywood import aec, spiel, vector

SPECS = ["hex:size=5", "loa", "gekitai", "arimaa"]


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoo(spec: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec.env(spec, max_plies=60), num_cycles=200)
        seed_test(lambda: aec.env(spec, max_plies=60), num_cycles=50)


def test_pettingzoo_gives_the_result_to_both() -> None:
    environment = aec.env("hex:size=2", render_mode="ansi")
    environment.reset()
    for action in (0, 1, 2):
        environment.step(action)
    assert environment.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(environment.terminations.values()) and environment.render()
    environment.reset()
    environment.step(0)
    with pytest.raises(plywood.IllegalMove):
        environment.step(0)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("player", [0, 1])
def test_gymnasium(spec: str, player: int) -> None:
    games = vector.AgainstEngine(spec, 3, player=player, max_plies=50)
    observations, info = games.reset(seed=4)
    choice = np.random.default_rng(2)
    ended = 0
    for _ in range(60):
        assert games.observation_space.contains(observations)
        # The last plane says who is to move: always the learner.
        assert (observations[:, -1] == player).all()
        actions = np.array([choice.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        observations, rewards, terminated, truncated, info = games.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert not (terminated & truncated).any() and not (rewards[~terminated]).any()
        over = terminated | truncated
        ended += int(over.sum())
        if over.any():
            assert (info["_final_obs"] == over).all()
            assert all((final is not None) == done for final, done in zip(info["final_obs"], over))
    assert ended > 0


def test_gymnasium_repeats_by_seed_and_plays_engines() -> None:
    def play(opponent: str) -> list[Any]:
        games = vector.AgainstEngine("hex:size=4", 2, opponent=opponent)
        _, info = games.reset(seed=1)
        steps = []
        for _ in range(12):
            actions = np.array([int(mask.argmax()) for mask in info["action_mask"]])
            *step, info = games.step(actions)
            steps.append(step)
        return steps

    assert data_equivalence(play("random"), play("random"))
    losses = play("pvs:nodes=300,hash=1MB")
    assert sum(float(rewards.sum()) for _, rewards, _, _ in losses) < 0


@pytest.mark.parametrize("spec", SPECS)
def test_states_as_openspiel_has_them(spec: str) -> None:
    game = spiel.load_game(spec)
    state = game.new_initial_state()
    choice = np.random.default_rng(1)
    while not state.is_terminal() and state.move_number() < 80:
        player, legal = state.current_player(), state.legal_actions()
        assert state.legal_actions(1 - player) == [] and state.returns() == [0.0, 0.0]
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        assert len(state.observation_tensor(player)) == game.observation_tensor_size()
        action = int(choice.choice(legal))
        text = state.action_to_string(player, action)
        assert state.string_to_action(player, text) == action
        child, twin = state.child(action), state.clone()
        state.apply_action(action)
        assert child.history() == state.history() and str(child) == str(state)
        state.undo_action(player, action)
        assert state.history() == twin.history()
        state.apply_action(action)
    assert sum(state.returns()) == game.utility_sum()
    if state.is_terminal():
        assert state.current_player() == spiel.TERMINAL_PLAYER
