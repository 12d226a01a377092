"""The network that judges positions of Hex, in PyTorch: `hex/src/eval/judgement.rs` is the same in Rust.

A board is a row of cells, row by row, as the player to move sees it, who owns top and bottom: 0 for an empty
cell, 1 for a stone of the player's, 2 for one of the opponent. White sees the board mirrored across the long
diagonal.
"""

import torch
import torch.nn.functional as F
from torch import nn

CHANNELS = 32
BLOCKS = 3
# Steps in rows and columns to a cell itself and those beside it, and to itself and those a bridge away, in
# the order of `STEPS` in `hex/src/eval/bordered.rs`.
BESIDE = [(0, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)]
BRIDGES = [(0, 0), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1), (1, 1)]
SEEN = BESIDE + BRIDGES[1:]
# Weights are kept as whole numbers of this part.
UNIT = 1 / 4096


def neighbours(size, steps):
    """By cell and step, the number of the cell there; off the board `size * size` beyond top and bottom, one
    more beyond left and right, and two more beyond a corner."""
    cells = size * size
    index = torch.empty(cells, len(steps), dtype=torch.long)
    for row in range(size):
        for column in range(size):
            for number, (down, right) in enumerate(steps):
                there, across = row + down, column + right
                off = [not 0 <= there < size, not 0 <= across < size]
                beyond = {(True, False): cells, (False, True): cells + 1, (True, True): cells + 2}
                index[row * size + column, number] = beyond.get(tuple(off), there * size + across)
    return index


class Gather(torch.autograd.Function):
    """The sum over steps of what is there times the weights of the step, in half precision.

    The steps come in opposite pairs, so that the gradient gathers too: that is quicker than to scatter.
    """

    @staticmethod
    def forward(ctx, seen, weights, index, opposite, kind):
        columns = Gather.columns(seen.to(kind), index)
        ctx.save_for_backward(columns, weights, index, opposite)
        ctx.kind = kind
        return (columns @ weights.to(kind).flatten(0, 1)).view(*seen.shape[:2], -1).float()

    @staticmethod
    def backward(ctx, gradient):
        columns, weights, index, opposite = ctx.saved_tensors
        gradient = gradient.to(ctx.kind)
        of_weights = (columns.t() @ gradient.flatten(0, 1)).view_as(weights).float()
        turned = weights[opposite].transpose(1, 2).to(ctx.kind).flatten(0, 1)
        of_seen = (Gather.columns(gradient, index) @ turned).view(*gradient.shape[:2], -1)
        return of_seen.float(), of_weights, None, None, None

    @staticmethod
    def columns(seen, index):
        padded = F.pad(seen, (0, 0, 0, 3))
        return padded.index_select(1, index.flatten()).view(seen.shape[0] * seen.shape[1], -1)


class Layer(nn.Module):
    def __init__(self, steps, outputs, scale):
        super().__init__()
        self.steps, self.index, self.kind = steps, {}, torch.bfloat16
        spread = scale * (2 / (len(steps) * CHANNELS)) ** 0.5
        self.weights = nn.Parameter(torch.randn(len(steps), CHANNELS, outputs) * spread)
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.opposite = torch.tensor([steps.index((-down, -right)) for down, right in steps])

    def forward(self, seen, size):
        if size not in self.index:
            self.index[size] = neighbours(size, self.steps)
        return Gather.apply(seen, self.weights, self.index[size], self.opposite, self.kind) + self.bias


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.input = nn.Parameter(torch.randn(len(SEEN), 3, CHANNELS) * 0.2)
        self.input_bias = nn.Parameter(torch.zeros(CHANNELS))
        self.beside = nn.ModuleList(Layer(BESIDE, CHANNELS, 1.0) for _ in range(BLOCKS))
        self.bridges = nn.ModuleList(Layer(BRIDGES, CHANNELS, 0.3) for _ in range(BLOCKS))
        self.pooled = nn.ModuleList(nn.Linear(2 * CHANNELS, CHANNELS) for _ in range(BLOCKS))
        for layer in self.pooled:
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        self.policy = Layer(BESIDE, 1, 0.3)
        self.hidden = nn.Linear(2 * CHANNELS, CHANNELS)
        self.value = nn.Linear(CHANNELS, 1)
        self.index = {}

    def forward(self, boards, last, size):
        """Logits of the cells, and of the value before the hyperbolic tangent. `last` is the cell of the last
        stone, `size * size` if there is none."""
        games, cells = boards.shape
        if size not in self.index:
            self.index[size] = neighbours(size, SEEN)
        edges = torch.tensor([[1, 2, 0]], dtype=boards.dtype).expand(games, 3)
        stones = F.one_hot(torch.cat([boards, edges], 1).long(), 3)[:, :, 1:].float()
        newest = torch.zeros(games, cells + 3).scatter_(1, last.unsqueeze(1), 1.0)
        newest[:, cells:] = 0
        planes = torch.cat([stones, newest.unsqueeze(2)], 2)
        columns = planes.index_select(1, self.index[size].flatten()).view(games * cells, -1)
        seen = F.relu((columns @ self.input.flatten(0, 1)).view(games, cells, -1) + self.input_bias)
        for beside, bridges, pooled in zip(self.beside, self.bridges, self.pooled):
            common = pooled(pool(seen)).unsqueeze(1)
            seen = F.relu(seen + bridges(F.relu(beside(seen, size) + common), size))
        logits = self.policy(seen, size).squeeze(2).masked_fill(boards != 0, -30.0)
        return logits, self.value(F.relu(self.hidden(pool(seen)))).squeeze(1)

    def set_precision(self, kind):
        for layer in [*self.beside, *self.bridges, self.policy]:
            layer.kind = kind

    def parts(self):
        """The weights in the order of the file."""
        yield from (self.input, self.input_bias)
        for beside, pooled, bridges in zip(self.beside, self.pooled, self.bridges):
            yield from (beside.weights, beside.bias, pooled.weight.t(), pooled.bias, bridges.weights, bridges.bias)
        yield from (self.hidden.weight.t(), self.hidden.bias, self.policy.weights, self.value.weight)
        yield from (self.policy.bias, self.value.bias)

    def write(self, path):
        """Writes the weights for `hex/nets/judgement.bin`: two bytes each, the low one first."""
        every = torch.cat([part.detach().flatten() for part in self.parts()])
        whole = (every / UNIT).round().clamp(-32768, 32767).to(torch.int16)
        with open(path, "wb") as file:
            file.write(whole.numpy().astype("<i2").tobytes())

    def read(self, path):
        """Takes the weights from such a file."""
        with open(path, "rb") as file:
            every = torch.frombuffer(bytearray(file.read()), dtype=torch.int16).float() * UNIT
        with torch.no_grad():
            for part in self.parts():
                taken, every = every.split([part.numel(), len(every) - part.numel()])
                part.copy_(taken.view(part.shape))


def pool(seen):
    return torch.cat([seen.mean(1), seen.amax(1)], 1)
