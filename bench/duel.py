#!/usr/bin/env python3
"""Plays two HTP programs for Hex against each other and measures the processor time of each.

    bench/duel.py OPENINGS SIZE FIRST SECOND [--from N] [--step N] [--games N] >> games.txt

FIRST and SECOND are commands. OPENINGS has an opening a line; each is played twice, the first time with
FIRST as Black. Prints a line a game: Black, winner (1 or 2, or - where a program died or broke the rules),
how it ended (rules, resign, died, or illegal), seconds of FIRST and of SECOND, and the moves. `plywood solve`
proves who has won where a program died. Several runs share the games by --from and --step. Linux only.
"""

import argparse
import os
import re
import shlex
import subprocess
from pathlib import Path


class Program:
    """A program that answers HTP commands."""

    def __init__(self, command, size):
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, text=True)
        except OSError as error:
            raise SystemExit(f"duel.py: {command}: {error.strerror}") from None
        # Some programs want width and height, some one number.
        try:
            if not self.ask(f"boardsize {size} {size}")[0] and not self.ask(f"boardsize {size}")[0]:
                raise SystemExit(f"duel.py: {command}: does not take boards of size {size}")
        except EOFError:
            raise SystemExit(f"duel.py: {command}: died at once") from None

    def ask(self, command):
        """Whether the answer is a success, and its text. EOFError if the program has died."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError as broken:
            raise EOFError from broken
        lines = []
        while (line := self.process.stdout.readline()) not in ("\n", ""):
            lines.append(line.strip())
        if not lines or not line:
            raise EOFError
        return lines[0].startswith("="), " ".join(lines)[1:].strip()

    def seconds(self):
        """The processor time used so far, also by a program that has died but not been ended."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.kill()
        self.process.wait()


def has_connected(moves, side, size):
    """Whether the stones of a side, every other move, connect its edges: Black's are top and bottom."""
    cells = {(ord(move[0]) - ord("a"), int(move[1:]) - 1) for move in moves[side::2]}
    reached = [cell for cell in cells if cell[1 - side] == 0]
    seen = set(reached)
    while reached:
        x, y = reached.pop()
        if (x, y)[1 - side] == size - 1:
            return True
        beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)}
        reached += (beside & cells) - seen
        seen |= beside & cells
    return False


def play(programs, black, opening, size):
    """Plays a game; returns the winner, how it ended, and the moves."""
    moves, colours = [], ("black", "white")
    while not moves or not has_connected(moves, (len(moves) - 1) % 2, size):
        side = len(moves) % 2
        mover, other = programs[black ^ side], programs[black ^ side ^ 1]
        if len(moves) < len(opening):
            tell, move = programs, opening[len(moves)]
        else:
            try:
                _, answer = mover.ask(f"genmove {colours[side]}")
            except EOFError:
                return "-", "died", moves
            tell, move = [other], answer.lower()
        if move == "resign":
            return 2 - (black ^ side), "resign", moves
        match = re.fullmatch(r"([a-z])([1-9]\d?)", move)
        if not match or ord(match[1]) - ord("a") >= size or int(match[2]) > size or move in moves:
            return "-", "illegal", moves
        moves.append(move)
        try:
            if not all(program.ask(f"play {colours[side]} {move}")[0] for program in tell):
                return "-", "illegal", moves
        except EOFError:
            break
    side = (len(moves) - 1) % 2
    return (1 + (black ^ side), "rules", moves) if has_connected(moves, side, size) else ("-", "died", moves)


def main():
    usage, _, notes = __doc__.partition("\n\n")
    style = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=usage, epilog=notes, formatter_class=style)
    parser.add_argument("openings", type=Path)
    parser.add_argument("size", type=int)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--from", dest="begin", type=int, default=0)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--games", type=int)
    options = parser.parse_args()
    try:
        text = options.openings.read_text()
    except OSError as error:
        raise SystemExit(f"duel.py: {options.openings}: {error.strerror}") from None
    lines = [line.split() for line in text.splitlines() if line and line[0] != "#"]
    for game in range(2 * len(lines))[: options.games][options.begin :: options.step]:
        programs = [Program(command, options.size) for command in (options.first, options.second)]
        black = game % 2
        winner, end, moves = play(programs, black, lines[game // 2], options.size)
        times = [f"{program.seconds():.1f}" for program in programs]
        print(1 + black, winner, end, *times, *moves, flush=True)
        for program in programs:
            program.end()


if __name__ == "__main__":
    main()
