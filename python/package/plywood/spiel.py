"""Games and states with the methods that OpenSpiel's have, without OpenSpiel.

>>> game = load_game("hex:size=3")
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> sum(state.returns())
0.0

These are games of perfect information: what a player knows is what has been played.
"""

from __future__ import annotations

from typing import Optional, Union

import numpy as np
from numpy.typing import NDArray

import plywood

__all__ = ["Game", "State", "TERMINAL_PLAYER", "load_game"]

#: The player to move when the game is over.
TERMINAL_PLAYER = -4


class Game:
    """A game under certain rules."""

    def __init__(self, game: Union[plywood.Game, str]) -> None:
        self.plywood = plywood.game(game) if isinstance(game, str) else game

    def new_initial_state(self) -> State:
        """The state at the start."""
        return State(self, self.plywood.start())

    def num_players(self) -> int:
        """Two."""
        return 2

    def num_distinct_actions(self) -> int:
        """The number of different actions."""
        return self.plywood.num_actions

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows, columns."""
        return list(self.plywood.observation_shape)

    def observation_tensor_size(self) -> int:
        """The numbers of an observation."""
        return int(np.prod(self.plywood.observation_shape))

    def min_utility(self) -> float:
        """What a loser gets."""
        return -1.0

    def max_utility(self) -> float:
        """What a winner gets."""
        return 1.0

    def utility_sum(self) -> float:
        """What both players get together."""
        return 0.0

    def __str__(self) -> str:
        return self.plywood.spec


class State:
    """A game in progress."""

    def __init__(self, game: Game, state: plywood.State) -> None:
        self._game = game
        self.plywood = state

    def get_game(self) -> Game:
        """The game that is played."""
        return self._game

    def current_player(self) -> int:
        """0 or 1, or ``TERMINAL_PLAYER``."""
        return TERMINAL_PLAYER if self.plywood.is_over else self.plywood.to_move

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.plywood.is_over

    def is_chance_node(self) -> bool:
        """Never."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Never."""
        return False

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """The legal actions in increasing order; none for a player who is not to move."""
        if player is not None and player != self.current_player():
            return []
        return self.plywood.legal_actions()

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        """A one for each legal action, a zero for each other one."""
        if player is not None and player != self.current_player():
            return [0] * self._game.num_distinct_actions()
        return [int(legal) for legal in self.plywood.legal_mask()]

    def apply_action(self, action: int) -> None:
        """Play an action."""
        self.plywood.play(int(action))

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action, which must be this one of this player's."""
        actions = self.plywood.actions
        if not actions or actions[-1] != action:
            raise plywood.Error(f"action {action} is not the last one")
        taken = self.plywood.undo()
        if self.plywood.to_move != player:
            if taken is not None:
                self.plywood.play(action)
            raise plywood.Error(f"action {action} was not player {player}'s")

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """The text of a legal action: called with a player and an action, or with an action alone."""
        return self.plywood.move_text(player if action is None else action)

    def string_to_action(self, player: Union[int, str], text: Optional[str] = None) -> int:
        """The action of a legal move's text: called with a player and a text, or with a text alone."""
        return self.plywood.action(str(player) if text is None else text)

    def returns(self) -> list[float]:
        """What each player gets."""
        return list(self.plywood.returns())

    def rewards(self) -> list[float]:
        """The same: nothing is given on the way."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What a player gets."""
        return self.plywood.returns()[player]

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        """The observation in a row. Both players see the same."""
        return [float(number) for number in self.plywood.observation().ravel()]

    def observation_array(self) -> NDArray[np.float32]:
        """The observation as an array."""
        return self.plywood.observation()

    def observation_string(self, player: Optional[int] = None) -> str:
        """The position as text."""
        return self.plywood.position

    def information_state_string(self, player: Optional[int] = None) -> str:
        """The actions so far: everything that a player knows."""
        return self.history_str()

    def history(self) -> list[int]:
        """The actions so far."""
        return self.plywood.actions

    def history_str(self) -> str:
        """The actions so far as text."""
        return ", ".join(str(action) for action in self.plywood.actions)

    def move_number(self) -> int:
        """The number of actions so far."""
        return len(self.plywood.actions)

    def child(self, action: int) -> State:
        """A copy after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> State:
        """An independent copy."""
        return State(self._game, self.plywood.copy())

    def __str__(self) -> str:
        return str(self.plywood)


def load_game(spec: str) -> Game:
    """The game that a text names."""
    return Game(spec)
