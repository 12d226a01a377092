#!/usr/bin/env python3
"""Measures how much of sudden falls of its score in lost games of Arimaa a search sees.

    bench/falls.py PROGRAM ENGINE [FILE]

    bench/falls.py target/release/plywood pvs:nodes=200k,hash=64MB

A line of FILE (default: bench/positions/arimaa-falls.txt) has two scores in points and a position: what a search
of a second said of its best turn, what the public program sharp said in a second of the position after that
turn, both for the player of the turn, and that position. Where they differ by 100 points or more, the score of
the player's next turn fell too. ENGINE searches the position, and the share of the fall in its score is counted,
from -1 to 2. In the other positions, where nothing fell, its score is compared with the mean of the two.
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean

FALL = 100
GREATEST = 1000
POSITIONS = Path(__file__).parent / "positions" / "arimaa-falls.txt"


def score(program, engine, position):
    """The score for the player who is not to move, at most GREATEST."""
    command = [program, "analyze", "arimaa", "--engine", engine, "--position", position, "--json"]
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode != 0:
        raise SystemExit(answer.stderr.strip())
    answer = json.loads(answer.stdout.splitlines()[-1])
    points = GREATEST if answer["win_in"] else -GREATEST if answer["loss_in"] else answer["score"]
    return -max(-GREATEST, min(GREATEST, points))


def main():
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__.split("\n\n")[1].strip())
    program, engine = sys.argv[1:3]
    path = Path(sys.argv[3]) if len(sys.argv) == 4 else POSITIONS
    try:
        lines = [line.split(maxsplit=2) for line in path.read_text().splitlines() if not line.startswith("#")]
    except OSError as error:
        raise SystemExit(f"falls.py: {path}: {error.strerror}") from None
    known = [(int(before), int(after), position) for before, after, position in lines]
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda line: score(program, engine, line[2]), known))
    shares, errors = [], []
    for (before, after, _), value in zip(known, found):
        if before - after >= FALL:
            shares.append(max(-1, min(2, (before - value) / (before - after))))
        else:
            errors.append(value - (before + after) / 2)
    if shares:
        seen = sum(share >= 0.5 for share in shares)
        print(f"falls: {mean(shares):.2f} of them is seen, a half or more of {seen} of {len(shares)}")
    if errors:
        print(f"others: {mean(errors):+.0f} points, {mean(map(abs, errors)):.0f} without the sign")


if __name__ == "__main__":
    main()
