"""Trains the network that says where the faces of mahjong tiles are in a picture, and writes it as ONNX.

    train.py --grounds FOLDER... --out ../weights.onnx

It says for every fourth pixel how surely it is near the middle of a face, where that middle is, and the half
width and half height of the face as axes without a sign; see locate.go for the meaning of each plane. It is
trained on drawn pictures alone (draw.py), so that every photograph is one that it never saw.
Needs Debian's python3-torch, python3-onnx, python3-opencv and python3-pil, and fonts-noto-cjk.
"""
import argparse
import os
import time

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import draw

STRIDE = 4     # pixels of a cell
UNIT = 8.0     # pixels of a half axis whose logarithm is 0
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
    """Pictures that were drawn before, in chunks that appear while it trains."""

    def __init__(self, folder):
        self.folder, self.seen, self.items = folder, set(), []

    def refresh(self):
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".npz") and name.startswith("c") and name not in self.seen:
                d = np.load(os.path.join(self.folder, name))
                im, ends = d["im"], np.cumsum(d["n"])
                for i, e in enumerate(ends):
                    self.items.append((im[i], d["q"][e - d["n"][i]:e], d["s"][e - d["n"][i]:e]))
                self.seen.add(name)

    def __call__(self, r):
        return self.items[r.integers(len(self.items))]


def draw_store(folder, grounds, chunks, each=200):
    os.makedirs(folder, exist_ok=True)
    g = draw.Grounds(grounds)
    for c in range(chunks):
        out = os.path.join(folder, "c%03d.npz" % c)
        if os.path.exists(out):
            continue
        made = [draw.picture(np.random.default_rng([7, c, i]), g) for i in range(each)]
        np.savez(out, im=np.array([m[0] for m in made]), n=np.array([len(m[1]) for m in made]),
                 q=np.concatenate([m[1].astype(np.float32) for m in made]), s=np.concatenate([m[2].astype(np.float32) for m in made]))


def write(net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 3, 384, 512), path, opset_version=11, input_names=["picture"], output_names=["planes"],
                      dynamic_axes={"picture": {2: "h", 3: "w"}, "planes": {2: "h", 3: "w"}}, do_constant_folding=True)
    net.train()


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--grounds", nargs="*", default=[])
    a.add_argument("--store", default="drawn")
    a.add_argument("--chunks", type=int, default=40)
    a.add_argument("--steps", type=int, default=1800)
    a.add_argument("--size", type=int, default=224)
    a.add_argument("--batch", type=int, default=16)
    a.add_argument("--rate", type=float, default=2.5e-3)
    a.add_argument("--threads", type=int, default=2)
    a.add_argument("--begin", default="")
    a.add_argument("--out", default="../weights.onnx")
    a = a.parse_args()
    torch.set_num_threads(a.threads)
    cv2.setNumThreads(1)
    if a.grounds:
        draw_store(a.store, a.grounds, a.chunks)
    store = Store(a.store)
    torch.manual_seed(1)
    r = np.random.default_rng(1)
    net = Locator()
    print(sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    if a.begin:
        net.load_state_dict(torch.load(a.begin))
    opt = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=1e-4)
    plan = torch.optim.lr_scheduler.OneCycleLR(opt, a.rate, a.steps, pct_start=.08)
    start, sums = time.time(), np.zeros(2)
    for step in range(a.steps):
        if step % 100 == 0:
            store.refresh()
        x, *t = batch(r, store, a.size, a.batch)
        loss, h, g = loss_of(net(x), *t)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        opt.step()
        plan.step()
        sums += float(h), float(g)
        if step % 50 == 49:
            print(step + 1, "heat %.3f axes %.3f" % tuple(sums / 50), len(store.items), "%.0f s" % (time.time() - start), flush=True)
            sums[:] = 0
        if step % 250 == 249:
            torch.save(net.state_dict(), a.out + ".pt")
            write(net, a.out)
    torch.save(net.state_dict(), a.out + ".pt")
    write(net, a.out)


if __name__ == "__main__":
    main()
