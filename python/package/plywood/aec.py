"""Games as PettingZoo environments, one player after the other.

>>> environment = env("hex:size=3")
>>> environment.reset(seed=1)
>>> for agent in environment.agent_iter():
...     observation, reward, termination, truncation, info = environment.last()
...     ended = termination or truncation
...     environment.step(None if ended else int(observation["action_mask"].argmax()))
"""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import plywood

__all__ = ["BoardGame", "env"]


class BoardGame(AECEnv):  # type: ignore[misc]
    """A game of plywood.

    An observation has the planes of ``State.observation`` under ``observation``, and under ``action_mask`` a
    one for each legal action. Actions that are not legal raise ``IllegalMove``.
    """

    metadata = {"render_modes": ["ansi"], "name": "plywood_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: Union[plywood.Game, str],
        *,
        max_plies: Optional[int] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.game = plywood.game(game) if isinstance(game, str) else game
        self.metadata = {**self.metadata, "name": f"plywood_{self.game.name}_v0"}
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
        self._state = self.game.start()
        self._action_space = {agent: spaces.Discrete(self.game.num_actions) for agent in self.agents}
        self._observation_space = {agent: self._space() for agent in self.agents}

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees."""
        return self._observation_space[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent may do."""
        return self._action_space[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begin a game. Nothing in it is random, so the seed changes nothing."""
        self.agents = list(self.possible_agents)
        self._state = self.game.start()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._state.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """The board, and the legal actions of the agent."""
        if self._state.is_over or self.possible_agents[self._state.to_move] != agent:
            mask = np.zeros(self.game.num_actions, np.int8)
        else:
            mask = self._state.legal_mask().view(np.int8)
        return {"observation": self._state.observation(), "action_mask": mask}

    def state(self) -> Any:
        """The board."""
        return self._state.observation()

    def step(self, action: Optional[int]) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise plywood.IllegalMove("an action is missing")
        self._state.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        over = self._state.is_over
        self.rewards = dict(zip(self.possible_agents, self._state.returns()))
        self.terminations = dict.fromkeys(self.agents, over)
        is_long = self.max_plies is not None and len(self._state.actions) >= self.max_plies
        self.truncations = dict.fromkeys(self.agents, is_long and not over)
        self.agent_selection = self.possible_agents[self._state.to_move]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        """The board as text, in the mode ``ansi``."""
        return str(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def env(game: Union[plywood.Game, str], **options: Any) -> BoardGame:
    """The environment of a game: ``env("hex:size=11")``."""
    return BoardGame(game, **options)
