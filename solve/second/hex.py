#!/usr/bin/env python3
"""Verifies certificates of Hex in the form `regions`: a second program, made from FORMAT.md alone.

    python3 hex.py FILE...

Prints a line for each file; exit status 1 if a proof does not hold. Only the standard library is needed.
"""

import re
import sys

HEADER = re.compile(
    rb"plywood proof 1\ngame: hex\nrules: size=(\d+)(?:x(\d+))?,swap=(?:off|pieces|sides)\n"
    rb"position: (\S+) ([xo])( swapped)?\nclaim: (first|second) wins within (\d+) plies\nform: regions\n"
    rb"decisions: (\d+)\nbytes: (\d+)\n"
)


class Flaw(Exception):
    """Why a proof does not hold."""


def demand(condition, reason):
    if not condition:
        raise Flaw(reason)


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value


def numbers(body):
    """The numbers of the body, in LEB128."""
    number = shift = 0
    for byte in body:
        number |= (byte & 0x7F) << shift
        demand(shift < 35 and not (byte == 0 and shift), "a number is too long")
        shift += 7
        if byte < 0x80:
            yield number
            number = shift = 0
    demand(shift == 0, "a number is cut short")


class Board:
    def __init__(self, width, height, rows, is_black):
        self.width, self.height, self.cells = width, height, width * height
        cells = "".join(re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in rows.split("/"))
        demand(len(cells) == self.cells and rows.count("/") == height - 1, "the position is malformed")
        own, enemy = ("x", "o") if is_black else ("o", "x")
        self.own = {cell for cell, stone in enumerate(cells) if stone == own}
        self.enemy = {cell for cell, stone in enumerate(cells) if stone == enemy}
        self.edges = (self.cells, self.cells + 1)
        self.touching = [set() for _ in range(self.cells + 2)]
        for cell in range(self.cells):
            column, row = cell % width, cell // width
            for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                if 0 <= column + right < width and 0 <= row + down < height:
                    self.touching[cell].add(cell + right + down * width)
            place, last = (row, height - 1) if is_black else (column, width - 1)
            for edge in [self.cells] * (place == 0) + [self.cells + 1] * (place == last):
                self.touching[cell].add(edge)
                self.touching[edge].add(cell)

    def joins(self, ends, occupied, facts):
        """Whether the ends are joined over occupied cells, edges and the ends of facts."""
        reached, open_ends = {ends[0]}, [ends[0]]
        while open_ends:
            end = open_ends.pop()
            following = {n for n in self.touching[end] if n >= self.cells or n in occupied}
            if end < self.cells and end not in occupied:
                following = set()
            for pair, _, _ in facts:
                if end in pair:
                    following |= set(pair)
            open_ends += following - reached
            reached |= following
        return ends[1] in reached


def follow(board, ends, ways):
    """The fact that follows from ways, each with a move or None, stones and facts."""
    owned, leant = set(), []
    for move, stones, facts in ways:
        demand(move not in board.own, "a move is on a stone")
        occupied = board.own | set(stones) | {end for end in ends if end < board.cells} | ({move} - {None})
        occupied = occupied.union(*(own for _, own, _ in facts))
        cells = [cell for _, _, carrier in facts for cell in carrier if cell not in occupied]
        demand(len(cells) == len(set(cells)), "two carriers of a way meet")
        demand(board.joins(ends, occupied, facts), "a way does not join the ends")
        owned |= occupied - {move}
        leant.append(set(cells) | ({move} - {None}))
    if ways[0][0] is not None:
        demand(not set.intersection(*leant) - owned, "a cell is leant on by all ways")
    return ends, frozenset(owned), frozenset(set().union(*leant) - owned)


def verify(data):
    match = HEADER.match(data)
    demand(match, "the header is malformed")
    width, height, rows, turn, swapped, side, within, decisions, length = match.groups()
    check = b"checksum: %016x\n" % checksum(data[: match.end()] + data[match.end() + 27 :])
    demand(data[match.end() : match.end() + 27] == check, "the checksum is wrong")
    body = data[match.end() + 27 :]
    demand(len(body) == int(length), "the length is wrong")
    is_black = (side == b"first") != bool(swapped)
    board = Board(int(width), int(height or width), rows.decode(), is_black)
    may_swap = b"swap=off" not in match[0] and not swapped and len(board.own | board.enemy) < 2
    demand(not may_swap, "a swap may come")
    stream, facts = numbers(body), []

    def take(below):
        number = next(stream, None)
        demand(number is not None and number < below, "a number is missing or too large")
        return number

    def take_all(below):
        return [take(below) for _ in range(take(board.cells + 1))]

    for _ in range(int(decisions)):
        ends, moves, ways = (take(board.cells + 2), take(board.cells + 2)), take(board.cells + 1), []
        for _ in range(max(moves, 1)):
            move = take(board.cells) if moves else None
            stones, back = take_all(board.cells), take_all(len(facts) + 1)
            demand(0 not in back, "a fact names itself")
            ways.append((move, stones, [facts[-distance] for distance in back]))
        facts.append(follow(board, ends, ways))
    demand(next(stream, None) is None and facts, "numbers are left over, or there is no fact")
    ends, own, carrier = facts[-1]
    placed, is_mover = own - board.own, (turn == b"x") == is_black
    demand(ends == board.edges, "the last fact does not join the edges")
    demand(not (own | carrier) & board.enemy, "the last fact needs a cell of the opponent's")
    demand(len(placed) <= is_mover, "the last fact needs stones that are not there")
    plies = max(2 * (len(carrier) // 2) + (is_mover if placed else -is_mover), 0)
    demand(plies <= int(within), "the win takes longer than claimed")
    return f"holds: {side.decode()} wins within {plies} plies, {len(facts)} facts"


def main(paths):
    status = 0
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        try:
            print(f"{path}: {verify(data)}")
        except Flaw as flaw:
            print(f"{path}: does not hold: {flaw}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
