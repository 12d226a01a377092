"""Wrong use raises, with the reason, and the process lives on."""

from __future__ import annotations

import os
import threading
from typing import Any, Callable

import numpy as np
import plywood
import pytest

HEX = plywood.game("hex:size=3")


def cases() -> list[tuple[Callable[[], Any], str]]:
    batch = plywood.Batch(HEX, 2)
    state = HEX.start()
    read_only = np.zeros(9, bool)
    read_only.flags.writeable = False
    return [
        (lambda: plywood.game("chess"), "chess"),
        (lambda: plywood.game("hex:size=99"), "99"),
        (lambda: plywood.game("hex:colour=red"), "colour"),
        (lambda: plywood.State("hex:size=3", "nonsense"), "nonsense"),
        (lambda: HEX.state(moves="a1 a1"), "a1"),
        (lambda: HEX.start().play("z9"), "z9"),
        (lambda: HEX.start().play(""), "move"),
        (lambda: HEX.start().play(9), "action 9"),
        (lambda: HEX.start().play(-5), "action -5"),
        (lambda: HEX.start().move_text(99), "99"),
        (lambda: HEX.start().action("swap"), "swap"),
        (lambda: HEX.start().evaluate("nobody"), "nobody"),
        (lambda: state.legal_mask(np.zeros(8, bool)), r"\[8\]"),
        (lambda: state.legal_mask(np.zeros(9, np.int32)), "array of bool"),
        (lambda: state.legal_mask(read_only), "out"),
        (lambda: state.observation(np.zeros((3, 3, 4), np.float32).transpose(2, 0, 1)), "out"),
        (lambda: state.observation(np.zeros((4, 3, 3), np.float32, order="F")), "contiguous"),
        (lambda: batch.step([1]), "1 given for 2"),
        (lambda: batch.step([1, 2, 3]), "3 given for 2"),
        (lambda: batch.step([[1, 2]]), "one dimension"),
        (lambda: batch.step([1.0, 2.0]), "float64"),
        (lambda: batch.step(["a1", "b1"]), "actions"),
        (lambda: batch.step([100, 1]), "game 0"),
        (lambda: batch.reset([True]), "1 given for 2"),
        (lambda: batch.think("nobody"), "nobody"),
        (lambda: plywood.Batch(HEX, 0), "size 0"),
        (lambda: plywood.Batch(HEX, 10**9), "size"),
        (lambda: batch.sample([[1] * 9]), r"weights: has shape \[1, 9\], not \[2, 9\]"),
        (lambda: batch.sample([1] * 18), "two dimensions"),
        (lambda: batch.sample([["a"] * 9] * 2), "weights"),
        (lambda: batch.sample([[1] * 9, [1] * 8 + [-1]]), "weights: game 1: action 8 has -1"),
        (lambda: batch.sample(np.full((2, 9), np.nan)), "weights: game 0: action 8 has NaN"),
        (lambda: plywood.search(state, "pvs:speed=1"), "speed"),
        (lambda: plywood.search(state, "pvs", time=-1.0), "time"),
        (lambda: plywood.search(state, "pvs", time=float("nan")), "time"),
        (lambda: plywood.Engine("loa").search(state), "is of hex"),
        (lambda: plywood.Engine("loa", "external:cmd=/no/such/program,protocol=ugi"), "program"),
        (lambda: plywood.Engine(HEX, evaluate=len, evaluate_batch=len), "one at most"),  # type: ignore[arg-type]
        (lambda: plywood.Engine(HEX, "pvs", evaluate_batch=len), "minimax"),
        (lambda: plywood.Engine("loa", network=b"no network"), "network"),
        (lambda: plywood.search(state, "minimax:depth=1", evaluate_batch=lambda _: [1]), "9 positions"),
        (lambda: plywood.search(state, "minimax:depth=1", evaluate=lambda _: float("nan")), "not a number"),
        (lambda: plywood.search(state, "minimax", depth=10**6, evaluate_batch=lambda _: [1]), "depth 1000000"),
        (lambda: state.perft(10**6), "depth 1000000"),
        (lambda: plywood.solve(state, time=-2.0), "time"),
        (lambda: plywood.match(HEX, "pvs", "nobody"), "nobody"),
        (lambda: plywood.match(HEX, "pvs", "pvs", openings="mine"), "mine"),
        (lambda: plywood.read_games("loa", "a1-a9"), "line 1"),
        (lambda: plywood.network_shape("gekitai"), "no networks"),
        (lambda: plywood.write_network("loa", 64, [], [], [], []), "weights"),
        (lambda: plywood.write_network("loa", 5, [], [], [], []), "hidden=5"),
    ]


@pytest.mark.parametrize("number", range(len(cases())))
def test_wrong_values_raise(number: int) -> None:
    call, words = cases()[number]
    with pytest.raises(plywood.Error, match=words) as caught:
        call()
    assert len(str(caught.value).splitlines()) == 1


def test_wrong_types_raise() -> None:
    state: Any = HEX.start()
    for call in (
        lambda: state.play(1.5),
        lambda: state.play(None),
        lambda: plywood.search(None),  # type: ignore[arg-type]
        lambda: plywood.Batch(3, 4),  # type: ignore[arg-type]
        lambda: plywood.search(state, 7),  # type: ignore[arg-type]
    ):
        with pytest.raises((TypeError, AttributeError)):
            call()
    assert state != "a state" and state is not None
    with pytest.raises(IndexError):
        plywood.Batch(HEX, 2)[2]
    with pytest.raises(OverflowError):
        state.playouts(-1)
    with pytest.raises(OverflowError):
        plywood.Batch(HEX, 2).advance(-1)


def test_an_illegal_move_is_an_error_and_a_value_error() -> None:
    assert issubclass(plywood.IllegalMove, plywood.Error) and issubclass(plywood.Error, ValueError)
    with pytest.raises(plywood.IllegalMove, match="black stone"):
        HEX.state(moves="a1").play("a1")


def test_threads_share_states_and_batches() -> None:
    state, batch = plywood.game("loa").start(), plywood.Batch("loa", 200)
    failures: list[BaseException] = []

    def work() -> None:
        for _ in range(30):
            try:
                state.play(state.legal_actions()[0])
                batch.step(batch.sample())
            except (plywood.IllegalMove, RuntimeError, IndexError):
                # Another thread was in between; nothing is broken.
                pass
            except BaseException as error:
                failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert plywood.State("loa", moves=" ".join(state.moves)) == state


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_plays_on() -> None:
    engine = plywood.Engine("loa", "pvs:hash=1MB")
    state, batch = plywood.game("loa").start(), plywood.Batch("loa", 10, threads=2)
    search = engine.reports(state, depth=200)
    next(search)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            with pytest.raises(RuntimeError, match="forked"):
                next(search)
            with pytest.raises(RuntimeError, match="searching already"):
                engine.search(state)
            batch.step(batch.sample())
            plywood.search(state, "pvs:hash=1MB", depth=2)
            status = 0
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    search.stop()
    assert ended == 0 and search.result().best is not None
