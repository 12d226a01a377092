"""How much the tests do: ``--games N`` for the agreement with other implementations."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=30, help="games to replay in other implementations")


@pytest.fixture(scope="session")
def count(request: pytest.FixtureRequest) -> int:
    games = request.config.getoption("--games")
    assert isinstance(games, int)
    return games
