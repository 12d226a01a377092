"""Trains the network of Hex on games that `hex_games` has played.

python3 learn/hex_network/train.py judgement.bin GAMES...: writes the weights that validate, with the losses on
the way. `--from FILE` begins with these weights. A file in twenty is kept apart for validation.

A position's policy is the visits of its search. Its value is 0.15 parts of its own score and 0.85 of what
follows, back from the end of the game (0.7 and 0.3 where the move was not the search's own); a score of s
thousandths is worth tanh(1.75 s / 1000), as 20 000 positions of such games end.
"""

import argparse
import math
import random
import time
import zlib

import numpy as np
import torch
import torch.nn.functional as F

from network import Network

SCALE, PERSISTENCE, DRAWN = 1.75, 0.85, 0.3


def cell(text):
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def positions(path):
    """The size, and for each position of the games: board, last stone, policy in 255ths, value."""
    found = []
    with open(path) as file:
        size = int(next(file).split("size=")[1].split(",")[0].split()[0])
        for line in file:
            found += positions_of(line, size)
    return size, found


def positions_of(line, size):
    board = np.zeros((size, size), dtype=np.int8)
    last, searched = None, []
    for ply, word in enumerate(line.split()):
        move, *told = word.split(":")
        if told:
            visits = [(cell(text), int(share)) for text, share in (one.split("=") for one in told[1:])]
            kept = told[1:] == [] or told[1].split("=")[0] == move
            searched.append((ply % 2, board.copy(), last, visits, int(told[0]) / 1000, kept))
        last = cell(move)
        board[last] = 1 + ply % 2
    value, found = None, []
    for white, board, last, visits, score, kept in reversed(searched):
        own = score if abs(score) == 1 else math.tanh(SCALE * score)
        rest = PERSISTENCE if kept else DRAWN
        value = own if value is None else rest * -value + (1 - rest) * own
        policy = np.zeros((size, size), dtype=np.float32)
        for place, share in visits:
            policy[place] = share
        policy /= max(policy.sum(), 1)
        if white:
            board, policy = np.where(board.T == 0, 0, 3 - board.T), policy.T
            last = last and last[::-1]
        number = size * size if last is None else last[0] * size + last[1]
        found.append((board.astype(np.int8).ravel(), number, (policy.ravel() * 255).round().astype(np.uint8), value))
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
    """The cross entropies of policy and value, and the share of positions whose likeliest move is the one of the
    most visits."""
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
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
    for path in options.games:
        size, found = positions(path)
        apart = zlib.crc32(path.rsplit("/", 1)[-1].encode()) % 20 == 0
        lists[apart].setdefault(size, []).extend(found)
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
            print("%d/%d %.0f s: policy %.4f value %.4f first %.3f" % (step + 1, steps, spent, *means), flush=True)
            sums.zero_()
        if step % 2000 == 1999 or step + 1 == steps:
            validated(network, apart)
            network.write(options.out)


if __name__ == "__main__":
    main()
