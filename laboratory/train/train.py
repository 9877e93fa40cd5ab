"""Trains the network that says where the faces of mahjong tiles are in a picture, and writes it as ONNX.

    train.py --grounds FOLDER... --out ../../vision/locate/weights.onnx

It says for every fourth pixel how surely it is near the middle of a face, where that middle is, and the half
width and half height of the face as axes without a sign; see locate.go for the meaning of each plane. It is
trained on drawn pictures alone (draw.py), so that every photograph is one that it never saw.
Needs Debian's python3-torch, python3-onnx, python3-opencv and python3-pil, and fonts-noto-cjk.
"""
import argparse
import copy
import json
import os
import time

import cv2
import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

import draw

STRIDE = 4     # pixels of a cell
UNIT = 8.0     # pixels of a half axis whose logarithm is 0
WARM = 150     # first steps, of drawn pictures alone, in which the rate rises
SCENES = .3    # share of the pictures of the program's own renderer
PLANES = 9     # heat; middle x, y; log of half width, half height; cos, sin of twice the angle of either axis


def block(i, o, stride=1, dilation=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Locator(nn.Module):
    def __init__(self, a=12, b=24, c=40):
        super().__init__()
        self.fine = nn.Sequential(block(3, a, 2), block(a, b, 2), block(b, b))
        self.down = block(b, c, 2)
        self.wide = nn.ModuleList([block(c, c, 1, d) for d in (1, 2, 4, 8, 2, 1)])
        self.narrow = nn.Conv2d(c, b, 1)
        self.join = block(b, b + 16)
        self.heads = nn.Conv2d(b + 16, PLANES, 1)
        nn.init.constant_(self.heads.bias, 0)
        with torch.no_grad():
            self.heads.bias[0] = -4

    def forward(self, x):
        fine = self.fine(x)
        y = self.down(fine)
        for w in self.wide:
            y = y + w(y)
        y = F.interpolate(self.narrow(y), scale_factor=2, mode="nearest")
        return self.heads(self.join(F.relu(fine + y)))


def targets(quads, seen, size):
    """Heat, its weight, the other planes and their weight, for quads in pixels of a square picture."""
    n = size // STRIDE
    heat, care = np.zeros((n, n), np.float32), np.ones((n, n), np.float32)
    rest, weight = np.zeros((PLANES - 1, n, n), np.float32), np.zeros((n, n), np.float32)
    for q, s in zip(quads, seen):
        mid = q.mean(0)
        u, v = (q[1] - q[0] + q[2] - q[3]) / 4, (q[3] - q[0] + q[2] - q[1]) / 4
        lo, hi = np.floor(q.min(0) / STRIDE).astype(int) - 1, np.ceil(q.max(0) / STRIDE).astype(int) + 2
        lo, hi = np.maximum(lo, 0), np.minimum(hi, n)
        det = u[0] * v[1] - u[1] * v[0]
        if (hi <= lo).any() or abs(det) < 1e-3 or s < .2:
            continue
        xs, ys = np.meshgrid((np.arange(lo[0], hi[0]) + .5) * STRIDE - .5, (np.arange(lo[1], hi[1]) + .5) * STRIDE - .5)
        dx, dy = xs - mid[0], ys - mid[1]
        a, b = (dx * v[1] - dy * v[0]) / det, (u[0] * dy - u[1] * dx) / det
        part = np.s_[lo[1]:hi[1], lo[0]:hi[0]]
        long_u, long_v = np.hypot(*u), np.hypot(*v)
        thin = abs(det) / max(long_u, long_v)
        inside = (np.abs(a) < 1) & (np.abs(b) < 1)
        if s < .6 or thin < 2.5 or not (0 <= mid[0] < size and 0 <= mid[1] < size):
            care[part][inside] = 0
            continue
        h = np.exp(-(a * a + b * b) / (2 * .3 ** 2))
        k = np.unravel_index(np.argmax(h), h.shape)
        h[k] = 1
        near = (np.abs(a) < .5) & (np.abs(b) < .5) | (h == 1)
        own = near & (h >= heat[part])
        heat[part] = np.maximum(heat[part], h)
        tu, tv = 2 * np.arctan2(u[1], u[0]), 2 * np.arctan2(v[1], v[0])
        planes = [-dx / long_u, -dy / long_u, np.log(long_u / UNIT), np.log(long_v / UNIT), np.cos(tu), np.sin(tu), np.cos(tv), np.sin(tv)]
        for i, p in enumerate(planes):
            rest[i][part][own] = p[own] if np.ndim(p) else p
        weight[part][own] = 1 / max(own.sum(), 1)
    return heat, care, rest, weight


def changed(r, img, quads, size):
    """A part of a picture, at another scale, turned, mirrored and in other light."""
    s = img.shape[0]
    k = np.exp(r.uniform(np.log(.55), np.log(1.5)))
    turn = r.normal() * .12 if r.random() < .8 else r.uniform(-np.pi, np.pi)
    c, sn = np.cos(turn) * k, np.sin(turn) * k
    A = np.array([[c, -sn], [sn, c]])
    if r.random() < .5:
        A = A @ np.diag([-1., 1.])
    focus = np.array([s / 2, s / 2])
    if len(quads) and r.random() < .8:
        focus = quads[r.integers(len(quads))].mean(0)
    at = np.array([size / 2, size / 2]) + r.uniform(-.4, .4, 2) * size
    M = np.hstack([A, (at - A @ focus)[:, None]])
    if k < .8:
        img = cv2.GaussianBlur(img, (0, 0), .45 / k)
    out = cv2.warpAffine(img, M, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT if r.random() < .3 else cv2.BORDER_CONSTANT, borderValue=tuple(r.integers(0, 255, 3).tolist()))
    q = quads @ A.T + M[:, 2] if len(quads) else quads
    f = out.astype(np.float32)
    f = f * r.uniform(.75, 1.25, 3) * r.uniform(.8, 1.2) + r.normal(size=3) * 6
    if r.random() < .15:
        f = np.repeat(f.mean(2, keepdims=True), 3, 2)
    return np.clip(f, 0, 255).astype(np.float32), q


def batch(r, pictures, size, n):
    xs, hs, cs, rs, ws = [], [], [], [], []
    while len(xs) < n:
        img, quads, seen = pictures(r)
        if len(quads) == 0 and r.random() < .4:
            continue
        x, q = changed(r, img, quads, size)
        h, c, re, w = targets(q, seen, size)
        xs.append(x.transpose(2, 0, 1) / 128 - 1)
        hs.append(h), cs.append(c), rs.append(re), ws.append(w)
    return [torch.from_numpy(np.stack(v).astype(np.float32)) for v in (xs, hs, cs, rs, ws)]


def loss_of(out, heat, care, rest, weight):
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    top = heat == 1
    n = top.sum().clamp(min=1)
    pos = -(torch.log(p) * (1 - p) ** 2)[top].sum()
    neg = -(torch.log(1 - p) * p ** 2 * (1 - heat) ** 4 * care)[~top].sum()
    off = torch.abs(out[:, 1:] - rest) * weight[:, None]
    k = torch.tensor([1, 1, 1, 1, .6, .6, .6, .6])[None, :, None, None]
    reg = (off * k).sum() / n
    return (pos + neg) / n + 1.5 * reg, (pos + neg) / n, reg


class Store:
    """Pictures to train on: those of the program's own renderer, and drawn ones that become more while it trains."""

    def __init__(self, grounds, scenes):
        self.grounds, self.folders, self.drawn, self.scenes = draw.Grounds(grounds), scenes, [], []

    def load(self):
        self.scenes = [p for f in self.folders for p in scene_pictures(f)]

    def grow(self, to):
        for i in range(len(self.drawn), to):
            self.drawn.append(draw.picture(np.random.default_rng([7, i]), self.grounds))

    def __call__(self, r):
        of = self.scenes if self.scenes and r.random() < SCENES else self.drawn
        return of[r.integers(len(of))]


def scene_pictures(folder):
    """Pictures that scenes.go wrote."""
    for p in json.load(open(os.path.join(folder, "faces.json"))):
        q = np.array(p["Quads"] or [], float).reshape(-1, 4, 2)
        yield cv2.imread(os.path.join(folder, p["File"]))[:, :, ::-1].copy(), q, np.ones(len(q))


def begin(net, path, x):
    """Gives a network the weights of a written one, whose normalisation is within its convolutions."""
    nodes = onnx.load(path).graph
    values = {i.name: numpy_helper.to_array(i) for i in nodes.initializer}
    convs = [[torch.tensor(values[k]) for k in n.input[1:]] for n in nodes.node if n.op_type == "Conv"]

    def conv(m, _):
        w, b = convs.pop(0)
        m.weight.copy_(w)
        if m.bias is not None:
            m.bias.copy_(b)
        else:
            m.beyond = b

    def norm(bn, of):
        def hook(_, x):
            mid, var = x[0].mean((0, 2, 3)), x[0].var((0, 2, 3), unbiased=False)
            bn.running_mean.copy_(mid), bn.running_var.copy_(var)
            bn.weight.copy_(torch.sqrt(var + bn.eps)), bn.bias.copy_(of.beyond + mid)
        return bn.register_forward_pre_hook(hook)

    layers, hooks = [m for m in net.modules() if isinstance(m, (nn.Conv2d, nn.BatchNorm2d))], []
    for before, m in zip([None] + layers, layers):
        hooks.append(m.register_forward_pre_hook(conv) if isinstance(m, nn.Conv2d) else norm(m, before))
    net.eval()
    with torch.no_grad():
        net(x)
    for h in hooks:
        h.remove()
    net.train()


class Mean:
    """The mean of the weights of the last steps, newer ones counting more."""

    def __init__(self, net, keep=.998):
        self.net, self.keep, self.n = copy.deepcopy(net), keep, 0

    def add(self, net):
        self.n += 1
        k = min(self.keep, 1 - 1 / self.n)
        with torch.no_grad():
            for a, b in zip(self.net.state_dict().values(), net.state_dict().values()):
                a.copy_(a * k + b * (1 - k) if a.dtype.is_floating_point else b)


def judged(net, pictures):
    """How many faces of pictures are found, of how many, and how many are found where none is."""
    net.eval()
    found = faces = false = 0
    for img, quads, seen in pictures:
        h, w = img.shape[0] // 8 * 8, img.shape[1] // 8 * 8
        x = torch.from_numpy(img[:h, :w].transpose(2, 0, 1).copy().astype(np.float32) / 128 - 1)[None]
        with torch.no_grad():
            y = net(x.contiguous(memory_format=torch.channels_last))[0]
        heat = torch.sigmoid(y[:1])
        top = ((heat == F.max_pool2d(heat[None], 3, 1, 1)[0]) & (heat > .3))[0].nonzero().numpy()
        unit = UNIT * np.exp(y[3].numpy())
        at = [((i + .5) * STRIDE - .5 + unit[j, i] * float(y[1, j, i]), (j + .5) * STRIDE - .5 + unit[j, i] * float(y[2, j, i])) for j, i in top]
        mids = [q.mean(0) for q, s in zip(quads, seen) if s >= .6 and (q.mean(0) >= 4).all() and (q.mean(0) < (w - 4, h - 4)).all()]
        near = np.array([[np.hypot(*(np.array(a) - m)) for m in mids] for a in at]).reshape(len(at), len(mids))
        least = np.array([np.hypot(*(q[1] - q[0] + q[2] - q[3])) / 2 for q, s in zip(quads, seen) if s >= .6 and (q.mean(0) >= 4).all() and (q.mean(0) < (w - 4, h - 4)).all()])
        ok = near < .25 * least if len(mids) else near
        found, faces = found + (int(ok.any(0).sum()) if len(at) else 0), faces + len(mids)
        every = np.array([np.hypot(*(np.array(a) - q.mean(0))) < .6 * np.hypot(*(q[1] - q[0])) for a in at for q in quads]).reshape(len(at), len(quads))
        false += int((~every.any(1)).sum()) if len(quads) else len(at)
    net.train()
    return found, faces, false


def write(net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 3, 384, 512), path, opset_version=11, input_names=["picture"], output_names=["planes"],
                      dynamic_axes={"picture": {2: "h", 3: "w"}, "planes": {2: "h", 3: "w"}}, do_constant_folding=True)
    net.train()


def share_of(step, warm, steps, cool):
    """Of the full rate: it rises at the beginning and falls to nothing in the last steps."""
    return min((step + 1) / warm, 1, max((steps - step) / cool, 0))


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--grounds", nargs="*", default=[], help="folders of pictures that show no tiles")
    a.add_argument("--scenes", nargs="*", default=[], help="folders that scenes.go wrote")
    a.add_argument("--held", nargs="*", default=[], help="such folders that are not trained on: they judge")
    a.add_argument("--begin", default="", help="weights to begin with, as ONNX")
    a.add_argument("--begun", type=int, default=120, help="drawn pictures at first")
    a.add_argument("--every", type=int, default=2, help="steps for which one more is drawn")
    a.add_argument("--steps", type=int, default=3000)
    a.add_argument("--cool", type=int, default=800, help="last steps, in which the rate falls")
    a.add_argument("--until", type=int, default=0, help="step after which it ends, before the rate has fallen to nothing; 0 for the last one")
    a.add_argument("--size", type=int, default=224)
    a.add_argument("--batch", type=int, default=16)
    a.add_argument("--rate", type=float, default=2.5e-3)
    a.add_argument("--out", default="../../vision/locate/weights.onnx")
    a = a.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(1)
    r = np.random.default_rng(1)
    store = Store(a.grounds, a.scenes)
    store.grow(a.begun)
    net = Locator().to(memory_format=torch.channels_last)
    if a.begin:
        begin(net, a.begin, batch(np.random.default_rng(2), store, a.size, 16)[0])
    mean = None
    print(sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    opt = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=1e-4)
    start, sums, steps, step = time.time(), np.zeros(2), a.steps, 0
    while step < (a.until or steps):
        if step % a.every == 0:
            store.grow(a.begun + step // a.every)
        if step == WARM:
            store.load()
            held = [p for f in a.held for p in scene_pictures(f)]
        for g in opt.param_groups:
            g["lr"] = a.rate * share_of(step, WARM, steps, a.cool)
        x, *t = batch(r, store, a.size, a.batch)
        loss, h, g = loss_of(net(x.contiguous(memory_format=torch.channels_last)), *t)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        opt.step()
        step += 1
        if step > steps - a.cool:
            mean = mean or Mean(net)
            mean.add(net)
        sums += float(h), float(g)
        if step % 50 == 0:
            print(step, "heat %.3f axes %.3f" % tuple(sums / 50), len(store.drawn), "%.0f s" % (time.time() - start), flush=True)
            sums[:] = 0
        if step % 400 == 0 or step == (a.until or steps):
            print("held: %d of %d, %d where none is" % judged(mean.net if mean else net, held), flush=True)
            write(mean.net if mean else net, a.out)


if __name__ == "__main__":
    main()
