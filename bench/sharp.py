#!/usr/bin/env python3
"""Runs sharp, the Arimaa program, with limits that it keeps exactly: an AEI filter before it.

    bench/sharp.py SHARP [--seconds S | --depth D] [--threads N] [--hash MB]

SHARP is its program (github.com/lightvector/arimaasharp). It trusts a reserve of time that it was not given,
so what plywood says of clocks is kept from it; before each turn it is told to think S seconds, no more and no
less, or to search D steps deep.
"""

import argparse
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description="Runs sharp with limits that it keeps exactly.")
    parser.add_argument("program")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, default=1)
    limit.add_argument("--depth", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=64)
    options = parser.parse_args()
    try:
        sharp = subprocess.Popen([options.program, "aei"], stdin=subprocess.PIPE, text=True)
    except OSError as error:
        raise SystemExit(f"sharp.py: {options.program}: {error.strerror}") from None

    game = {"hash": options.hash, "threads": options.threads}
    if options.depth is not None:
        game |= {"ignoretc": "true", "depth": options.depth}
        turn = {}
    else:
        seconds = options.seconds
        # It thinks at most three quarters of `tcturntime`, and so long while its reserve exceeds `tcmax`.
        turn = {"tcmove": seconds, "tcturntime": seconds / 0.75, "tcmax": 1}
        turn |= {"greserve": 60, "sreserve": 60, "moveused": 0}

    def say(line):
        try:
            sharp.stdin.write(line + "\n")
            sharp.stdin.flush()
        except BrokenPipeError:
            raise SystemExit("sharp.py: sharp has died") from None

    for line in map(str.strip, sys.stdin):
        if line.startswith("setoption name tc"):
            continue
        for name, value in {"newgame": game, "go": turn}.get(line, {}).items():
            say(f"setoption name {name} value {value}")
        say(line)
    sharp.stdin.close()
    raise SystemExit(sharp.wait())


if __name__ == "__main__":
    main()
