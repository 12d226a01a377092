"""Engines: reports, cancellation, evaluations in Python, proofs and matches."""

from __future__ import annotations

import _thread
import threading
import time
from typing import Any

import numpy as np
import plywood
import pytest


def test_a_search_reports_each_iteration() -> None:
    seen: list[plywood.Report] = []
    state = plywood.game("loa").start()
    report = plywood.search(state, "pvs:hash=1MB", depth=4, on_report=seen.append)
    assert [one.depth for one in seen] == [1, 2, 3, 4]
    assert report.depth == 4 and report.best in state.legal_moves() and report.nodes > 0
    assert report.pv[0] == report.best == report.lines[0][1][0] and report.ended == "depth"
    assert report.as_dict()["best"] == report.best


def test_reports_are_an_iterator() -> None:
    state = plywood.game("hex:size=5").start()
    depths = [report.depth for report in plywood.reports(state, "pvs:hash=1MB", depth=3)]
    assert depths[-1] == 3 and depths == sorted(depths)


def test_equal_limits_give_equal_searches() -> None:
    state = plywood.game("gekitai").start()
    one, other = (plywood.search(state, "pvs:hash=1MB,nodes=2k,book=off") for _ in range(2))
    assert (one.best, one.score, one.nodes, one.pv) == (other.best, other.score, other.nodes, other.pv)


def test_a_search_can_be_stopped() -> None:
    state = plywood.game("loa").start()
    engine = plywood.Engine("loa", "pvs:hash=1MB")
    with engine.reports(state, depth=200) as search:
        assert next(search).depth >= 0
        with pytest.raises(RuntimeError, match="searching already"):
            engine.search(state, depth=1)
    last = search.result()
    assert last.best in state.legal_moves()
    assert engine.search(state, depth=1).depth == 1


def test_ctrl_c_ends_a_search() -> None:
    state = plywood.game("loa").start()
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        plywood.search(state, "pvs:hash=1MB", depth=200)
    timer.join()


def test_python_runs_while_a_search_does() -> None:
    search = plywood.reports(plywood.game("loa").start(), "pvs:hash=1MB", depth=200)
    ticks: list[float] = []

    def tick() -> None:
        for _ in range(20):
            time.sleep(0.001)
            ticks.append(time.monotonic())
        search.stop()

    thread = threading.Thread(target=tick)
    thread.start()
    assert search.result().ended == "stopped"
    thread.join()
    assert len(ticks) == 20


def test_what_a_callback_raises_ends_the_search() -> None:
    def refuse(_: plywood.Report) -> None:
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        plywood.search(plywood.game("loa").start(), "pvs:hash=1MB", depth=200, on_report=refuse)


def material(state: plywood.State) -> int:
    board = state.board()
    return int(board.sum()) * (10 if state.to_move == 0 else -10) + state.key % 7


def test_an_evaluation_in_python_is_searched_with() -> None:
    state = plywood.State("loa:size=5", moves="b1-b3 a2-c2")
    by_alpha_beta = plywood.search(state, "alphabeta:depth=2", evaluate=material)
    by_minimax = plywood.search(state, "minimax:depth=2", evaluate=material)
    by_pvs = plywood.search(state, "pvs:exact=on,hash=1MB", depth=2, evaluate=material)
    assert by_alpha_beta.score == by_minimax.score == by_pvs.score
    assert plywood.search(state, "mcts:hash=1MB,nodes=30", evaluate=material).best in state.legal_moves()


def by_planes(observations: Any) -> Any:
    weights = np.arange(observations[0].size, dtype=np.float32).reshape(observations[0].shape) % 11 - 5
    return (observations * weights).sum(axis=(1, 2, 3))


def one_by_planes(state: plywood.State) -> float:
    return float(by_planes(state.observation()[None])[0])


@pytest.mark.parametrize("spec", ["loa:size=5", "hex:size=3", "gekitai", "arimaa"])
def test_a_batch_of_positions_is_valued_in_one_call(spec: str) -> None:
    calls: list[int] = []

    def counted(observations: Any) -> Any:
        calls.append(len(observations))
        return by_planes(observations)

    state = plywood.game(spec).start()
    batched = plywood.search(state, "alphabeta:depth=2", evaluate_batch=counted)
    single = plywood.search(state, "alphabeta:depth=2", evaluate=one_by_planes)
    assert batched.score == single.score and batched.best in state.legal_moves()
    assert max(calls) > 1 and sum(calls) > len(calls)


@pytest.mark.parametrize("keyword", ["evaluate", "evaluate_batch"])
def test_what_an_evaluation_raises_ends_the_search(keyword: str) -> None:
    state = plywood.game("hex:size=5").start()

    def refuse(_: Any) -> Any:
        raise ZeroDivisionError("no opinion")

    with pytest.raises(ZeroDivisionError, match="no opinion"):
        if keyword == "evaluate":
            plywood.search(state, "alphabeta:depth=3", evaluate=refuse)
        else:
            plywood.search(state, "alphabeta:depth=3", evaluate_batch=refuse)


def test_proofs_are_found_and_checked() -> None:
    state = plywood.game("hex:size=3").start()
    solved = plywood.solve(state, proof=True)
    assert solved.value == "win" and solved.best in state.legal_moves() and solved.proof is not None
    checked = plywood.verify("hex:size=3", solved.proof)
    assert checked and checked.claim is not None and checked.position == state.position
    damaged = solved.proof[:-1] + bytes([solved.proof[-1] ^ 1])
    refused = plywood.verify("hex:size=3", damaged)
    assert not refused and refused.reason
    assert not plywood.verify("hex:size=4", solved.proof)
    assert plywood.solve(plywood.game("loa").start(), nodes=100).value == "unknown"


def test_a_match_is_data() -> None:
    seen: list[int] = []
    result = plywood.match(
        "hex:size=5",
        "pvs:nodes=200,hash=1MB",
        "random",
        games=6,
        seed=3,
        on_game=lambda game: seen.append(game["number"]),
    )
    assert result.wins + result.draws + result.losses == len(result.games) == 6
    assert seen == [game["number"] for game in result.games] == list(range(6))
    assert result.score is not None and result.score > 0.5
    replayed = plywood.State("hex:size=5", moves=" ".join(result.games[0]["moves"]))
    ended = replayed.result()
    assert ended is not None and ended.winner == result.games[0]["winner"]
    assert "engine 1" in str(result)
