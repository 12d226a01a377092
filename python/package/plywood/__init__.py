"""Arimaa, Gekitai, Hex and Lines of Action: exact rules, strong engines, proofs and fast batches.

>>> import plywood
>>> state = plywood.game("hex:size=3").start()
>>> state.play("b2")
'b2'
>>> plywood.search(state, "pvs:depth=4").best is not None
True

The other modules speak the interfaces of other libraries, and import those when they are imported:

- ``plywood.aec``: PettingZoo, one player after the other
- ``plywood.vector``: Gymnasium, many games of one player against an engine
- ``plywood.spiel``: states as OpenSpiel has them, without OpenSpiel
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Optional, Union

from ._plywood import (
    Batch,
    Engine,
    Error,
    Game,
    GameResult,
    IllegalMove,
    MatchResult,
    Proof,
    Report,
    Search,
    Solved,
    State,
    game,
    games,
    generate,
    match,
    network_inputs,
    network_shape,
    read_games,
    solve,
    verify,
    write_network,
)

__all__ = [
    "Batch",
    "Engine",
    "Error",
    "Game",
    "GameResult",
    "IllegalMove",
    "MatchResult",
    "Proof",
    "Report",
    "Search",
    "Solved",
    "State",
    "game",
    "games",
    "generate",
    "match",
    "network_inputs",
    "network_shape",
    "read_games",
    "reports",
    "search",
    "solve",
    "verify",
    "write_network",
]

__version__ = version("plywood")


def search(
    state: State,
    engine: Union[str, Engine] = "pvs",
    *,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    time: Optional[float] = None,
    on_report: Optional[Callable[[Report], object]] = None,
    evaluate: Optional[Callable[[State], float]] = None,
    evaluate_batch: Optional[Callable[[Any], Any]] = None,
    margin: int = 100,
) -> Report:
    """Search a state and return the last report.

    ``engine`` is an engine's text, or an ``Engine``, which remembers earlier searches. Ctrl-C ends the search.

    >>> report = search(game("loa").start(), "pvs:depth=2")
    >>> report.depth
    2
    """
    if isinstance(engine, str):
        engine = Engine(state.game, engine, evaluate=evaluate, margin=margin, evaluate_batch=evaluate_batch)
    elif evaluate is not None or evaluate_batch is not None:
        raise Error("evaluate: an Engine has its own; give the engine's text")
    return engine.search(state, depth=depth, nodes=nodes, time=time, on_report=on_report)


def reports(
    state: State,
    engine: Union[str, Engine] = "pvs",
    *,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    time: Optional[float] = None,
) -> Search:
    """Begin a search and return it: an iterator of its reports.

    >>> [report.depth for report in reports(game("loa").start(), "pvs:depth=2")][-1]
    2
    """
    if isinstance(engine, str):
        engine = Engine(state.game, engine)
    return engine.reports(state, depth=depth, nodes=nodes, time=time)
