"""Trains the network of Hex on games that `plywood generate --visits` has played.

python3 learn/hex_network/train.py judgement.bin GAMES...: writes the weights, and says the losses on the way.
`--from FILE` begins with these weights. A game in twenty is kept apart for validation.

A position's policy is the visits of its search, or the winning move. Its value is 0.15 parts of its own score
and 0.85 of what follows, back from the end of the game (0.7 and 0.3 where the next move was random); a score of
s thousandths is worth tanh(1.75 s / 1000), as 20 000 positions of such games end. A game ends when it is decided.
"""

import argparse
import math
import random
import re
import time

import numpy as np
import torch
import torch.nn.functional as F

from network import Network

SCALE, PERSISTENCE, AFTER_RANDOM = 1.75, 0.85, 0.3
# Scores from here on are proven wins.
DECISIVE = 30_000


def cell(text):
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def games(path):
    """The size and the positions of each game."""
    with open(path) as file:
        for line in file:
            tags = dict(re.findall(r'(\w+)="([^"]*)"', line))
            if "visits" in tags:
                moves = re.sub(r'\w+="[^"]*"', "", line).split()
                size = int(re.search(r"size=(\d+)", tags["rules"])[1])
                yield size, positions(size, moves, tags["scores"].split(), tags["visits"].split())


def positions(size, moves, scores, visits):
    """For each position of a game that was searched: board, last stone, policy in 255ths, value."""
    board = np.zeros((size, size), dtype=np.int8)
    last, searched = None, []
    for ply, (move, score, counts) in enumerate(zip(moves, scores, visits)):
        own = None if score == "-" else int(score)
        decided = own is not None and abs(own) >= DECISIVE
        if decided:
            own = math.copysign(1, own)
            counts = f"{move}=1" if own > 0 else counts
        elif own is not None:
            own = math.tanh(SCALE * own / 1000)
        policy = np.zeros((size, size), dtype=np.float32)
        for place, count in (one.split("=") for one in counts.split(",") if one != "-"):
            policy[cell(place)] = int(count)
        searched.append((ply % 2 == 1, board.copy(), last, policy / max(policy.sum(), 1), own))
        if decided:
            break
        last = cell(move)
        board[last] = 1 + ply % 2
    value, rest, found = None, PERSISTENCE, []
    for white, board, last, policy, own in reversed(searched):
        if own is None:
            value, rest = value and -value, AFTER_RANDOM
            continue
        value = own if value is None else rest * -value + (1 - rest) * own
        rest = PERSISTENCE
        if white:
            board, policy = np.where(board.T == 0, 0, 3 - board.T), policy.T
            last = last and last[::-1]
        number = size * size if last is None else last[0] * size + last[1]
        shares = (policy * 255).round().astype(np.uint8)
        found.append((board.astype(np.int8).ravel(), number, shares.ravel(), value))
    return found


def tensors(found):
    boards, last, policies, values = zip(*found)
    return (
        torch.from_numpy(np.stack(boards)),
        torch.tensor(last),
        torch.from_numpy(np.stack(policies)),
        torch.tensor(values, dtype=torch.float32),
    )


def losses(network, size, boards, last, policies, values):
    """The cross entropies of policy and value, and the share of positions whose likeliest move has the most
    visits."""
    logits, value = network(boards, last, size)
    visits = policies.float()
    policy = visits / visits.sum(1, keepdim=True).clamp(min=1)
    told = (visits.sum(1) > 0).float() / (visits.sum(1) > 0).sum().clamp(min=1)
    of_policy = -(policy * F.log_softmax(logits, 1)).sum(1) @ told
    of_value = F.binary_cross_entropy_with_logits(2 * value, (values + 1) / 2)
    first = (logits.argmax(1) == policy.argmax(1)).float() @ told
    return of_policy, of_value, first


def validated(network, sets):
    with torch.no_grad():
        for size, parts in sorted(sets.items()):
            batches = list(zip(*(part.split(1024) for part in parts)))
            every = torch.tensor([losses(network, size, *batch) for batch in batches])
            weights = torch.tensor([float(len(batch[0])) for batch in batches])
            means = weights @ every / weights.sum()
            print("  %dx%d kept apart: policy %.4f value %.4f first %.3f" % (size, size, *means), flush=True)


def main():
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("out", help="the file of weights")
    parser.add_argument("games", nargs="+", help="files of games")
    parser.add_argument("--from", dest="start", help="a file of weights to begin with")
    parser.add_argument("--epochs", type=float, default=8)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--decay", type=float, default=0.001)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    torch.manual_seed(options.seed)

    lists = {True: {}, False: {}}
    for number, (size, found) in enumerate(game for path in options.games for game in games(path)):
        lists[number % 20 == 0].setdefault(size, []).extend(found)
    known, apart = ({size: tensors(found) for size, found in lists[key].items()} for key in (False, True))
    print("positions", {size: len(parts[0]) for size, parts in sorted(known.items())}, flush=True)

    network = Network()
    if options.start:
        network.read(options.start)
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=options.decay)
    sizes = [size for size, parts in known.items() for _ in range(math.ceil(len(parts[0]) / options.batch))]
    steps = math.ceil(len(sizes) * options.epochs)
    begin, sums = time.monotonic(), torch.zeros(3)
    for step in range(steps):
        if step % len(sizes) == 0:
            random.shuffle(sizes)
        falling = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps))
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / 200) * falling
        size = sizes[step % len(sizes)]
        boards, last, policies, values = known[size]
        chosen = torch.randint(len(boards), (options.batch,))
        boards, last, policies, values = boards[chosen], last[chosen], policies[chosen], values[chosen]
        if random.random() < 0.5:
            # The board turned by half a turn.
            boards, policies = boards.flip(1), policies.flip(1)
            last = torch.where(last < size * size, size * size - 1 - last, last)
        of_policy, of_value, first = losses(network, size, boards, last, policies, values)
        optimiser.zero_grad(set_to_none=True)
        (of_policy + of_value).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        sums += torch.stack([of_policy, of_value, first]).detach()
        if step % 200 == 199 or step + 1 == steps:
            means = sums / (step % 200 + 1)
            spent = time.monotonic() - begin
            said = (step + 1, steps, spent, *means)
            print("%d/%d %.0f s: policy %.4f value %.4f first %.3f" % said, flush=True)
            sums.zero_()
        if step % 2000 == 1999 or step + 1 == steps:
            validated(network, apart)
            network.write(options.out)


if __name__ == "__main__":
    main()
