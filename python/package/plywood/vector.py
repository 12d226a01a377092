"""Many games of one player against an engine, as a Gymnasium vector environment.

>>> import numpy as np
>>> games = AgainstEngine("hex:size=3", num_envs=4, opponent="random")
>>> observations, info = games.reset(seed=1)
>>> actions = np.array([mask.argmax() for mask in info["action_mask"]])
>>> observations, rewards, terminated, truncated, info = games.step(actions)
>>> observations.shape
(4, 4, 3, 3)
"""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import plywood

__all__ = ["AgainstEngine"]

_Array = NDArray[Any]


class AgainstEngine(VectorEnv[_Array, _Array, _Array]):
    """Games in which the learner is one player and an engine the other.

    The engine answers within ``step``. A game that ends begins again within the same step; its last
    observation is in ``info["final_obs"]``. ``info["action_mask"]`` has the legal actions.
    """

    def __init__(
        self,
        game: Union[plywood.Game, str],
        num_envs: int,
        *,
        opponent: str = "random",
        player: int = 0,
        max_plies: Optional[int] = None,
        threads: int = 1,
    ) -> None:
        if player not in (0, 1):
            raise plywood.Error(f"player {player}: must be 0 or 1")
        self.game = plywood.game(game) if isinstance(game, str) else game
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponent = opponent
        self._player = player
        self._max_plies = max_plies
        self._threads = threads
        self._begin(0)

    def _begin(self, seed: int) -> None:
        self._batch = plywood.Batch(
            self.game, self.num_envs, seed=seed, threads=self._threads, auto_reset=False
        )

    def reset(
        self, *, seed: Any = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[_Array, dict[str, Any]]:
        """Begin all games."""
        if seed is not None:
            self._begin(int(seed if isinstance(seed, (int, np.integer)) else seed[0]))
        self._batch.reset()
        self._replies(np.ones(self.num_envs, bool))
        return self._batch.observe(), self._info()

    def step(self, actions: _Array) -> tuple[_Array, _Array, _Array, _Array, dict[str, Any]]:
        """Play the learner's actions and the engine's answers."""
        sign = 1.0 if self._player == 0 else -1.0
        ended, results = self._batch.step(actions)
        replied, more = self._replies(~ended)
        ended = ended | replied
        rewards = (sign * (results + more)).astype(np.float64)
        truncated = np.zeros(self.num_envs, bool)
        if self._max_plies is not None:
            truncated = (self._batch.plies >= self._max_plies) & ~ended
        again = ended | truncated
        last = self._batch.observe() if again.any() else None
        if last is not None:
            self._batch.reset(again)
            self._replies(again)
        info = self._info()
        if last is not None:
            final = np.full(self.num_envs, None, dtype=object)
            for place in np.flatnonzero(again):
                final[place] = last[place]
            info["final_obs"] = final
            info["_final_obs"] = again
        return self._batch.observe(), rewards, ended, truncated, info

    def _replies(self, live: _Array) -> tuple[_Array, _Array]:
        """Let the engine play until it is the learner's turn in all of these games."""
        ended = np.zeros(self.num_envs, bool)
        results = np.zeros(self.num_envs, np.float32)
        while True:
            waiting = live & ~ended & (self._batch.to_move != self._player)
            if not waiting.any():
                return ended, results
            if self._opponent == "random":
                actions = np.where(waiting, self._batch.sample(), -1)
            else:
                actions = self._batch.think(self._opponent, waiting)
            done, result = self._batch.step(actions)
            ended |= done & waiting
            results += np.where(waiting, result, 0.0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.legal_mask().view(np.int8)}
