"""Prints what the network says of positions, for `hex/tests/data/judgements.txt`.

python3 learn/hex_network/judge.py hex/nets/judgement.bin: for each position its size, its stones in the order
of their moves, the value, and the four likeliest moves with their weights.
"""

import random
import sys

import torch

from network import Network

SIZES_AND_STONES = [(11, 0), (11, 2), (11, 9), (11, 40), (9, 5), (13, 12), (4, 3)]


def name(cell):
    return chr(ord("a") + cell[1]) + str(cell[0] + 1)


def main():
    torch.set_grad_enabled(False)
    random.seed(7)
    network = Network()
    network.read(sys.argv[1])
    network.set_precision(torch.float32)
    for size, count in SIZES_AND_STONES:
        cells = [(row, column) for row in range(size) for column in range(size)]
        random.shuffle(cells)
        stones, empty = cells[:count], cells[count:]
        board = torch.zeros(size, size, dtype=torch.int8)
        for ply, stone in enumerate(stones):
            board[stone] = 1 + ply % 2
        white = count % 2 == 1
        last = stones[-1] if stones else (size, 0)
        if white:
            board, last = torch.where(board.t() == 0, board.t(), 3 - board.t()), last[::-1]
        logits, value = network(board.reshape(1, -1), torch.tensor([last[0] * size + last[1]]), size)
        weights = (logits[0] - logits.max()).exp().view(size, size)
        weights = weights.t() if white else weights
        best = sorted(empty, key=lambda cell: -weights[cell])[:4]
        moves = " ".join(map(name, stones)) or "-"
        said = " ".join(f"{name(cell)}:{weights[cell]:.4f}" for cell in best)
        print(f"{size} {moves} = {torch.tanh(value).item():.4f} {said}")


if __name__ == "__main__":
    main()
