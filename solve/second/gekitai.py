#!/usr/bin/env python3
"""Verifies certificates of Gekitai: a second program, made from FORMAT.md alone.

    python3 gekitai.py FILE...

Prints a line for each file; exit status 1 if a proof does not hold. Only the standard library is needed.
"""

import re
import sys

STEPS = [(f, r) for r in (-1, 0, 1) for f in (-1, 0, 1) if (f, r) != (0, 0)]


class Flaw(Exception):
    """Why a proof does not hold."""


def bit(file, rank):
    """The set of a square from a1 (bit 0) to f6 (bit 35); empty off the board."""
    return 1 << rank * 6 + file if 0 <= file < 6 and 0 <= rank < 6 else 0


# The squares from which a line of three can go to the right, or to the left.
RIGHTWARDS = sum(0b001111 << 6 * rank for rank in range(6))
LEFTWARDS = sum(0b111100 << 6 * rank for rank in range(6))


def has_line(b):
    return bool(b & b >> 6 & b >> 12 or (b & b >> 1 & b >> 2 | b & b >> 7 & b >> 14) & RIGHTWARDS
                or b & b >> 5 & b >> 10 & LEFTWARDS)


# For each square: its neighbours as sets, each with the set of the square behind it, empty off the board.
PUSHES = [[(bit(s % 6 + f, s // 6 + r), bit(s % 6 + 2 * f, s // 6 + 2 * r)) for f, r in STEPS] for s in range(36)]


def mix(value):
    """The finaliser of SplitMix64."""
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return value ^ value >> 31


def key(index):
    """The key with this number in the family of Gekitai."""
    return mix(mix(0x6E4) + (index + 1) * 0x9E3779B97F4A7C15 & (1 << 64) - 1)


def seen(s, way):
    """Where a square goes in one of the eight ways to look at the board."""
    file, rank = s % 6, s // 6
    file = 5 - file if way & 1 else file
    rank = 5 - rank if way & 2 else rank
    return file * 6 + rank if way & 4 else rank * 6 + file


def number(s):
    """The number of a square in keys and in the body of a certificate."""
    return (s // 6 + 1) * 8 + s % 6 + 1


SEEN = [[seen(s, way) for s in range(36)] for way in range(8)]
KEYS = [[[key(64 * side + number(SEEN[way][s])) for way in range(8)] for s in range(36)] for side in (0, 1)]
SQUARE_OF = {number(s): s for s in range(36)}
SWITCHES = [["draw", "mover-wins", "lines-first"], ["wins", "play-on"], ["third-draw", "second-draw", "none"]]


def squares(pieces):
    while pieces:
        low = pieces & -pieces
        yield low.bit_length() - 1
        pieces ^= low


class Rules:
    def __init__(self, line):
        match = re.fullmatch("both=(.*),opponent=(.*),repetition=(.*)", line)
        if match is None or any(value not in known for value, known in zip(match.groups(), SWITCHES)):
            raise Flaw(f"no rules: {line}")
        self.both, self.opponent, self.repetition = match.groups()
        both, opponent, repetition = (known.index(value) for value, known in zip(match.groups(), SWITCHES))
        self.key = key(2000 + (both * 2 + opponent) * 3 + repetition)

    def outcome(self, pieces, mover):
        """None, "draw", or the winner (0 or 1), after a move of `mover`."""
        line = [has_line(pieces[0]), has_line(pieces[1])]
        eight = [pieces[0].bit_count() == 8, pieces[1].bit_count() == 8]
        has, other = [line[side] or eight[side] for side in (0, 1)], 1 - mover
        if not has[other]:
            return mover if has[mover] else None
        if not has[mover]:
            return other if self.opponent == "wins" or eight[other] else None
        if self.both == "mover-wins":
            return mover
        if self.both == "lines-first" and line[0] != line[1]:
            return 0 if line[0] else 1
        return "draw"


def play(position, s):
    """The position after a placement; a position is (pieces of first, pieces of second, side to move)."""
    pieces, side = [position[0], position[1]], position[2]
    before = position[0] | position[1]
    for near, far in PUSHES[s]:
        if before & near and not before & far:
            owner = 0 if position[0] & near else 1
            pieces[owner] = pieces[owner] & ~near | far
    pieces[side] |= 1 << s
    return (pieces[0], pieces[1], 1 - side)


def text(position):
    """The position in the game's notation, as Board.read reads it."""
    marks = ["x" if position[0] >> s & 1 else "o" if position[1] >> s & 1 else "." for s in range(36)]
    ranks = "/".join("".join(marks[6 * rank : 6 * rank + 6]) for rank in range(5, -1, -1))
    return re.sub(r"\.+", lambda run: str(len(run.group())), ranks) + " " + "xo"[position[2]]


def read_position(line):
    board, _, side = line.partition(" ")
    rows = re.sub("[1-6]", lambda digit: "." * int(digit.group()), board).split("/")
    marks = "".join(reversed(rows))[:36]
    pieces = [sum(1 << s for s, mark in enumerate(marks) if mark == own) for own in "xo"]
    position = (*pieces, "xo".find(side))
    if text(position) != line or max(own.bit_count() for own in pieces) > 8:
        raise Flaw(f"no position: {line}")
    return position


class Verifier:
    """Walks through every line of play of the strategy of one side."""

    def __init__(self, rules, form, body, side):
        self.rules, self.form, self.body, self.side, self.decisions = rules, form, body, side, 0

    def outcome(self, position):
        return self.rules.outcome(position, 1 - position[2])

    def representative(self, position):
        """The image with the smallest key."""
        if self.form == "exact":
            return position
        same = self.rules.key ^ (key(1000) if position[2] else 0)
        keys = [same] * 8
        for side in (0, 1):
            for s in squares(position[side]):
                keys = [old ^ new for old, new in zip(keys, KEYS[side][s])]
        seen = SEEN[keys.index(min(keys))]
        turned = [sum(1 << seen[s] for s in squares(position[side])) for side in (0, 1)]
        return (turned[0], turned[1], position[2])

    def successors(self, position):
        return [play(position, s) for s in squares((1 << 36) - 1 & ~(position[0] | position[1]))]

    def decide(self, position):
        """The position after the strategy's move, which is read from the body."""
        self.decisions += 1
        s = SQUARE_OF.get(next(self.body, None))
        if s is None or (position[0] | position[1]) >> s & 1:
            raise Flaw(f"no legal move for {text(position)}")
        return play(position, s)

    def walk(self, start, wins):
        """Depth first; the plies of the longest line if the strategy wins."""
        self.wins, self.met, self.recurring, self.stack = wins, {}, {}, []
        done = self.arrive(start)
        while self.stack:
            position, ahead, plies = self.stack[-1]
            if done is not None:
                plies = self.stack[-1][2] = max(plies, done + 1)
            if ahead:
                done = self.arrive(ahead.pop())
            else:
                self.stack.pop()
                done = self.met[position] = plies
        return done

    def arrive(self, position):
        """The plies of the longest line from a position, or None if it now is the last of the line."""
        goals = (self.side,) if self.wins else (self.side, "draw")
        outcome = self.outcome(position)
        if outcome is not None:
            return 0 if outcome in goals else self.refuse(position)
        chooses = position[2] == self.side
        if chooses and any(self.outcome(after) in goals for after in self.successors(position)):
            return 1
        position = self.representative(position)
        if position in self.met:
            if self.met[position] is None and self.wins:
                raise Flaw(f"{text(position)} recurs on one line of play")
            return self.met[position] or 0
        if self.wins and self.rules.repetition == "second-draw" and self.form == "exact":
            form, self.form = self.form, "symmetric"
            if self.recurring.setdefault(self.representative(position), position) != position:
                raise Flaw(f"the repetition rule treats {text(position)} as another position")
            self.form = form
        self.met[position] = None
        self.stack.append([position, [self.decide(position)] if chooses else self.successors(position), 0])
        return None

    def hold_out(self, start, plies):
        """Ply by ply: the other side does not win within so many plies."""
        layer = self.enter({}, start, plies)
        for left in range(plies - 1, -1, -1):
            if not layer:
                return
            following = {}
            for position in layer:
                chooses = position[2] == self.side
                for after in [self.decide(position)] if chooses else self.successors(position):
                    self.enter(following, after, left)
            layer = following

    def enter(self, layer, position, left):
        if left <= 2 or self.outcome(position) is not None:
            if not self.is_safe(position, left):
                self.refuse(position)
        else:
            layer.setdefault(self.representative(position))
        return layer

    def refuse(self, position):
        raise Flaw(f"another result than claimed: {text(position)}")

    def is_safe(self, position, left):
        outcome = self.outcome(position)
        if outcome is not None or left == 0:
            return outcome != 1 - self.side
        answers = (self.is_safe(after, left - 1) for after in self.successors(position))
        return (any if position[2] == self.side else all)(answers)


def numbers(body):
    """The numbers in a body; ends at the first that is not in its shortest form, or not complete."""
    result = shift = 0
    for byte in body:
        result, shift = result | (byte & 127) << shift, shift + 7
        if byte < 128:
            if byte == 0 and shift > 7:
                return
            yield result
            result = shift = 0


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value


HEADER = re.compile("plywood proof 1\ngame: gekitai\nrules: (.*)\nposition: (.*)\nclaim: (.*)\n"
                    "form: (exact|symmetric)\ndecisions: ([0-9]+)\nbytes: ([0-9]+)\nchecksum: ([0-9a-f]{16})\n")
NUMBER = "(0|[1-9][0-9]{0,9})"
CLAIM = re.compile(f"(first|second) wins within {NUMBER} plies|(first|second) cannot win(?: within {NUMBER} plies)?"
                   f"|draw|nobody wins within {NUMBER} plies")


def verify(data):
    """What the certificate proves."""
    head = b"\n".join(data.split(b"\n", 9)[:9]) + b"\n"
    match, body = HEADER.fullmatch(head.decode("latin-1")), data[len(head):]
    if match is None:
        raise Flaw("not a header that this program knows")
    rules_text, position, claim_text, form, decisions, length, total = match.groups()
    if length != str(len(body)):
        raise Flaw("the length is wrong")
    if total != f"{checksum(head[: head.rindex(b'checksum')] + body):016x}":
        raise Flaw("the checksum is wrong")
    claim = CLAIM.fullmatch(claim_text)
    if claim is None:
        raise Flaw("not a claim")
    rules, start, moves = Rules(rules_text), read_position(position), numbers(body)
    winner, within, loser, bound, nobody = claim.groups()
    sides = {"first": [0], "second": [1]}.get(winner) or {"first": [1], "second": [0]}.get(loser) or [0, 1]
    found = 0
    for side in sides:
        verifier = Verifier(rules, form, moves, side)
        if bound or nobody:
            verifier.hold_out(start, int(bound or nobody))
        elif verifier.walk(start, bool(winner)) > int(within or 0) and winner:
            raise Flaw("the win takes longer")
        found += verifier.decisions
    # The number of every square is a single byte.
    if decisions != str(found) or found != len(body):
        raise Flaw("the header does not agree with the proof")
    return f"{claim_text}, from {position} ({rules_text})"


if __name__ == "__main__":
    status = 0
    for name in sys.argv[1:]:
        try:
            with open(name, "rb") as certificate:
                print(f"{name}: holds: {verify(certificate.read())}")
        except Flaw as flaw:
            status = 1
            print(f"{name}: does not hold: {flaw}")
    sys.exit(status)
