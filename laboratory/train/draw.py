"""Draws pictures with mahjong tiles on any ground, with the corners of every face that is seen.

The faces are random print (characters, circles, bars, nothing), never those of one set: what is learned of
them is where a face is, and not what it shows. Pictures of any kind serve as grounds; they need no labels.
"""
import glob

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONTS = ["/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc", "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
         "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc", "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
         "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"]
CHARACTERS = "一二三四五六七八九萬万東南西北中發發春夏秋冬梅蘭菊竹伍索筒条餅花風龍福喜財"
FACE_W, FACE_H = 60, 80  # pixels of a face's picture, its rim included


def pick(r, items):
    return items[r.integers(len(items))]


def print_colour(r):
    base = pick(r, [(30, 30, 30), (30, 110, 40), (190, 30, 30), (30, 50, 160), (20, 60, 50), (60, 30, 90)])
    return tuple(int(np.clip(c + r.integers(-25, 26), 0, 255)) for c in base)


def face_picture(r, body):
    """A random face: RGB picture of FACE_W x FACE_H."""
    k = 2
    w, h = FACE_W * k, FACE_H * k
    img = Image.new("RGB", (w, h), tuple(int(c) for c in body))
    d = ImageDraw.Draw(img)
    kind = r.choice(["glyph", "two", "dots", "bars", "blank", "frame", "figure"], p=[.2, .2, .2, .17, .08, .06, .09])
    mx, my = r.uniform(.1, .2) * w, r.uniform(.08, .17) * h
    if kind in ("glyph", "two"):
        n = 1 if kind == "glyph" else 2
        font_path = pick(r, FONTS[:4])
        for i in range(n):
            cell = (h - 2 * my) / n
            size = int(min(cell * r.uniform(.8, 1.0), (w - 1.2 * mx) * r.uniform(.85, 1.1)))
            f = ImageFont.truetype(font_path, max(size, 8))
            t = pick(r, CHARACTERS)
            box = d.textbbox((0, 0), t, font=f)
            x = (w - box[2] + box[0]) / 2 - box[0] + r.normal() * 2
            y = my + cell * i + (cell - box[3] + box[1]) / 2 - box[1]
            d.text((x, y), t, font=f, fill=print_colour(r))
    elif kind == "dots":
        rows, cols = int(r.integers(1, 5)), int(r.integers(1, 4))
        colours = [print_colour(r) for _ in range(3)]
        rad = min((w - 2 * mx) / cols, (h - 2 * my) / rows) * r.uniform(.36, .49)
        inner = r.random() < .6
        for i in range(rows):
            for j in range(cols):
                x, y = mx + (w - 2 * mx) * (j + .5) / cols, my + (h - 2 * my) * (i + .5) / rows
                c = colours[(i + j * int(r.integers(0, 2))) % 3]
                if r.random() < .8:
                    d.ellipse([x - rad, y - rad, x + rad, y + rad], fill=c)
                else:
                    d.ellipse([x - rad, y - rad, x + rad, y + rad], outline=c, width=max(2, int(rad / 4)))
                if inner:
                    q = rad * .35
                    d.ellipse([x - q, y - q, x + q, y + q], fill=tuple(int(v) for v in body))
    elif kind == "bars":
        rows, cols = int(r.integers(1, 4)), int(r.integers(1, 4))
        c1, c2 = print_colour(r), print_colour(r)
        bw, bh = (w - 2 * mx) / cols * r.uniform(.35, .7), (h - 2 * my) / rows * r.uniform(.75, .95)
        for i in range(rows):
            for j in range(cols):
                x, y = mx + (w - 2 * mx) * (j + .5) / cols, my + (h - 2 * my) * (i + .5) / rows
                d.rounded_rectangle([x - bw / 2, y - bh / 2, x + bw / 2, y + bh / 2], bw / 3, fill=c1 if r.random() < .8 else c2)
                if r.random() < .5:
                    d.line([x, y - bh / 2, x, y + bh / 2], fill=tuple(int(v) for v in body), width=max(2, int(bw / 5)))
    elif kind == "frame":
        c = print_colour(r)
        d.rectangle([mx, my, w - mx, h - my], outline=c, width=int(r.integers(3, 14)))
    elif kind == "figure":
        for _ in range(int(r.integers(3, 9))):
            pts = [(r.uniform(mx, w - mx), r.uniform(my, h - my)) for _ in range(int(r.integers(3, 6)))]
            d.polygon(pts, fill=print_colour(r))
    if kind in ("glyph", "two", "dots", "bars", "figure") and r.random() < .25:  # an index in a corner
        f = ImageFont.truetype(FONTS[4], int(h * r.uniform(.12, .2)))
        d.text((w * .06, h * .03), pick(r, "123456789ENSWABC"), font=f, fill=print_colour(r))
    return np.asarray(img.resize((FACE_W, FACE_H), Image.BOX)).astype(np.uint8)


class Grounds:
    """Pictures that have no tiles in them, from folders, and procedural ones."""

    def __init__(self, folders):
        self.pictures = []
        for folder in folders:
            for p in sorted(glob.glob(folder + "/**/*", recursive=True)):
                if p.lower().endswith((".jpg", ".png", ".jpeg")):
                    im = cv2.imread(p)
                    if im is not None and min(im.shape[:2]) >= 200:
                        k = 1000 / max(im.shape[:2])
                        self.pictures.append(cv2.resize(im, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)[:, :, ::-1].copy())

    def crop(self, r, size=512):
        if r.random() < .55 or not self.pictures:
            return self.made(r, size)
        im = pick(r, self.pictures)
        s = int(min(im.shape[:2]) * r.uniform(.35, 1))
        y, x = r.integers(0, im.shape[0] - s + 1), r.integers(0, im.shape[1] - s + 1)
        out = cv2.resize(im[y:y + s, x:x + s], (size, size), interpolation=cv2.INTER_AREA)
        return np.rot90(out, r.integers(4)).copy() if r.random() < .5 else out

    def made(self, r, size):
        """Something that people lay tiles on, or that lies behind them."""
        kinds = {felt: .1, boards: .08, grain: .07, stripes: .13, checks: .12, flowers: .12, page: .1, newsprint: .1, keys: .09, mirror: .04, veins: .03, slats: .03, carpet: .04, blobs: .03}
        make = list(kinds)[r.choice(len(kinds), p=np.array(list(kinds.values())) / sum(kinds.values()))]
        out = np.clip(make(r, size), 0, 255).astype(np.uint8)
        return turned(r, out) if make in TURNABLE and r.random() < .7 else out


def cloth_colour(r):
    k = r.random()
    if k < .45:
        c = pick(r, [(25, 95, 60), (40, 70, 120), (90, 170, 185), (60, 150, 60), (120, 30, 40), (50, 50, 55), (20, 40, 70)])
        return np.clip(np.array(c) * r.uniform(.5, 1.4) + r.uniform(-15, 15, 3), 0, 255).astype(np.float32)
    if k < .6:
        return (np.ones(3) * r.uniform(120, 250) + r.uniform(-12, 12, 3)).clip(0, 255).astype(np.float32)
    return r.uniform(0, 255, 3).astype(np.float32)

def plain(r, size):
    return np.ones((size, size, 3), np.float32) * cloth_colour(r)


def rough(r, size, across, down):
    """Smooth noise of about unit strength with lumps of so many pixels."""
    n = r.normal(size=(max(int(size / down), 2), max(int(size / across), 2))).astype(np.float32)
    return cv2.resize(n, (size, size), interpolation=cv2.INTER_CUBIC)[:, :, None]


def turned(r, img):
    """The same pattern along another direction."""
    s = img.shape[0]
    m = cv2.getRotationMatrix2D((s / 2, s / 2), r.uniform(-180, 180), r.uniform(1, 1.6))
    return cv2.warpAffine(img, m, (s, s), borderMode=cv2.BORDER_REFLECT)


def felt(r, size):
    return plain(r, size) + rough(r, size, 4, 4) * r.uniform(2, 14)


def boards(r, size):
    out, c = plain(r, size), np.array([150, 105, 65]) * r.uniform(.4, 1.3)
    x = np.cumsum(r.integers(20, 120, 60))
    for a, b in zip(x[:-1], x[1:]):
        out[:, a:b] = c * r.uniform(.8, 1.15)
        out[:, a:a + 2] *= .6
    return out + rough(r, size, 2, size / 4) * 8


def grain(r, size):
    """Wood, whose grain runs across."""
    c = np.array([140, 92, 51]) * r.uniform(.5, 1.5) + r.uniform(-15, 15, 3)
    g = rough(r, size, r.uniform(20, 90), r.uniform(1.5, 5)) * .6 + rough(r, size, r.uniform(8, 30), 1.2) * .4
    rings = np.sin(6 * rough(r, size, 60, 20) + np.linspace(0, r.uniform(5, 60), size)[:, None, None])
    return c * (1 + r.uniform(.05, .25) * g + r.uniform(0, .12) * rings)


def stripes(r, size):
    """Two to five colours side by side in a pattern that is repeated, crisp or woven."""
    out, x, period = plain(r, size), 0, []
    for _ in range(int(r.integers(2, 6))):
        period.append((int(r.integers(2, 40)), cloth_colour(r)))
    while x < size:
        for w, c in period:
            out[:, x:x + w] = c
            x += w
    return out * (1 + rough(r, size, 2, 2) * r.uniform(0, .08))


def checks(r, size):
    p, q = int(r.integers(8, 70)), int(r.integers(8, 70))
    q = p if r.random() < .7 else q
    out, c = plain(r, size), cloth_colour(r)
    x, y = (np.arange(size) // p) % 2 == 1, (np.arange(size) // q) % 2 == 1
    if r.random() < .5:
        out[y[:, None] ^ x[None]] = c
    else:  # bands across each other, as woven
        out[:, x] = out[:, x] * .5 + c * .5
        out[y] = out[y] * .5 + c * .5
    return out * (1 + rough(r, size, 2, 2) * r.uniform(0, .08))


def flowers(r, size):
    """Flowers, leaves or dots on a cloth, in rows or scattered."""
    light = r.random() < .6
    out = np.ones((size, size, 3), np.float32) * (r.uniform(190, 245) + r.uniform(-15, 15, 3) if light else cloth_colour(r))
    side = int(r.integers(18, 130))
    grid, petals = r.random() < .6, [cloth_colour(r) for _ in range(int(r.integers(1, 4)))]
    heart, leaf, n = cloth_colour(r), np.array([40, 110, 50]) * r.uniform(.5, 1.5), int(r.integers(4, 8))
    size_of, thin, leaves, filled = r.uniform(.2, .5), r.uniform(.25, .6), r.random() < .5, r.random() < .8
    for i in range(-1, size // side + 1):
        for j in range(-1, size // side + 1):
            if r.random() < .15:
                continue
            x, y = (np.array([i + .5, j + .5]) + (r.normal(size=2) * .04 if grid else r.uniform(-.5, .5, 2))) * side
            rad, turn, c = side * size_of * r.uniform(.7, 1.1), r.uniform(0, 360), pick(r, petals).tolist()
            if leaves:
                for k in range(int(r.integers(1, 3))):
                    a = np.radians(turn + 140 * k)
                    cv2.ellipse(out, (int(x + rad * 1.2 * np.cos(a)), int(y + rad * 1.2 * np.sin(a))), (max(int(rad * .6), 1), max(int(rad * .22), 1)), float(np.degrees(a)), 0, 360, leaf.tolist(), -1, cv2.LINE_AA)
            for k in range(n):
                a = np.radians(turn) + 2 * np.pi * k / n
                cv2.ellipse(out, (int(x + rad * .5 * np.cos(a)), int(y + rad * .5 * np.sin(a))), (max(int(rad * .5), 1), max(int(rad * .5 * thin), 1)), float(np.degrees(a)), 0, 360, c, -1 if filled else 2, cv2.LINE_AA)
            cv2.circle(out, (int(x), int(y)), max(int(rad * .25), 1), heart.tolist(), -1, cv2.LINE_AA)
    return out * (1 + rough(r, size, 2, 2) * r.uniform(0, .1))


def words(r, n):
    if r.random() < .5:
        return "".join(pick(r, CHARACTERS) for _ in range(n))
    return "".join(pick(r, "abcdefghijklmnopqrstuvwxyz     ABCDEFG0123456789") for _ in range(n))


def page(r, size):
    img = Image.new("RGB", (size, size), tuple(int(v) for v in r.uniform(180, 255) + r.uniform(-12, 0, 3)))
    d, y = ImageDraw.Draw(img), 5
    while y < size:
        s = int(r.integers(8, 50)) if r.random() < .15 else int(r.integers(8, 16))
        d.text((int(r.integers(0, 30)), y), words(r, 100), font=ImageFont.truetype(pick(r, FONTS), s), fill=print_colour(r) if r.random() < .3 else (30, 30, 30))
        y += int(s * r.uniform(1.2, 2.2))
    return np.asarray(img).astype(np.float32)


def newsprint(r, size):
    """Columns of small print, headlines and pictures; letters or what they look like from afar."""
    out = np.ones((size, size, 3), np.float32) * (r.uniform(170, 235) + np.array([3, 0, -6.]))
    wide, step, letters = int(r.integers(50, 200)), r.uniform(3, 12), r.random() < .4
    img = Image.fromarray(np.clip(out, 0, 255).astype(np.uint8))
    d, ink = ImageDraw.Draw(img), int(r.integers(10, 90))
    for x in range(-int(r.integers(0, wide)), size, wide + int(r.integers(4, 16))):
        y = -r.uniform(0, 30)
        while y < size:
            k = r.random()
            if k < .04:
                h = int(r.integers(14, 60))
                d.text((x, y), words(r, 20), font=ImageFont.truetype(pick(r, FONTS), h), fill=(ink,) * 3)
                y += h * 1.4
            elif k < .06:
                h = int(r.integers(20, 100))
                d.rectangle([x, y, x + wide, y + h], fill=tuple(int(v) for v in cloth_colour(r)))
                y += h + 5
            elif letters and step > 6:
                d.text((x, y), words(r, int(wide / step * 1.6)), font=ImageFont.truetype(pick(r, FONTS), int(step)), fill=(ink,) * 3)
                y += step * 1.25
            else:
                cell, at, end = max(step * r.uniform(.2, .5), 1), x, x + wide * (1 if r.random() < .85 else r.uniform(.2, 1))
                while at < end:
                    run = cell * r.integers(1, 6)
                    d.rectangle([at, y + step * .25, min(at + run, end), y + step * .75], fill=(ink,) * 3)
                    at += run + cell
                y += step
    return np.asarray(img).astype(np.float32)


def keys(r, size):
    img = Image.fromarray(np.clip(plain(r, size) * .5, 0, 255).astype(np.uint8))
    d, dark = ImageDraw.Draw(img), r.random() < .5
    kc = tuple(int(v) for v in (np.array([45, 45, 48]) if dark else np.array([225, 225, 222])) * r.uniform(.7, 1.1))
    p, gap = int(r.integers(22, 70)), r.uniform(.02, .08)
    f = ImageFont.truetype(pick(r, FONTS), max(8, int(p * r.uniform(.25, .5))))
    tall = p * r.uniform(.85, 1.3)
    for y in np.arange(0, size, tall):
        x = -int(r.integers(0, p))
        while x < size:
            wd = p if r.random() < .85 else int(p * r.uniform(1.3, 3))
            d.rounded_rectangle([x + p * gap, y + p * gap, x + wd - p * gap, y + tall - p * gap], p / 8, fill=kc)
            d.text((x + p * .25, y + p * .2), pick(r, "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"), font=f, fill=(230, 230, 230) if dark else (40, 40, 40))
            x += wd
    return np.asarray(img).astype(np.float32)


def mirror(r, size):
    """Glass: what is far below it, out of focus, and what is mirrored in it."""
    below = cv2.GaussianBlur(pick(r, [boards, checks, carpet])(r, size).astype(np.float32), (0, 0), r.uniform(.5, 4))
    share = np.clip(r.uniform(.1, .5) + rough(r, size, r.uniform(60, 250), r.uniform(60, 250)) * r.uniform(.05, .25), 0, .9)
    return below * (1 - share) + (np.array([205, 215, 225]) * r.uniform(.5, 1.15)) * share


def veins(r, size):
    v = np.abs(rough(r, size, 50, 50) + .5 * rough(r, size, 18, 18)) * r.uniform(1, 5)
    return np.array([205, 205, 200]) * r.uniform(.4, 1.2) * (.6 + .4 * np.minimum(v, 1))


def slats(r, size):
    out = np.array([184, 153, 97]) * r.uniform(.6, 1.3) * (1 + .15 * rough(r, size, 40, 2))
    p = int(r.integers(5, 30))
    out[np.arange(size) % p < max(p * r.uniform(.1, .25), 1)] *= r.uniform(.3, .8)
    return out


def carpet(r, size):
    out = plain(r, size) + np.zeros((size, size, 1))
    for _ in range(int(r.integers(1, 4))):
        lump = r.uniform(8, 40)
        out = np.where(rough(r, size, lump, lump) > r.uniform(.2, .9), cloth_colour(r), out)
    return out * (1 + rough(r, size, 2, 2) * r.uniform(.05, .3))


def blobs(r, size):
    out = plain(r, size)
    for _ in range(int(r.integers(5, 40))):
        cv2.ellipse(out, (int(r.integers(size)), int(r.integers(size))), (int(r.integers(5, 120)), int(r.integers(5, 120))), float(r.uniform(0, 180)), 0, 360, cloth_colour(r).tolist(), -1)
    return out


TURNABLE = (boards, grain, stripes, checks, flowers, newsprint, keys, slats, page)


def turn_z(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def turn_x(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


class Camera:
    def __init__(self, r, size, target, distance, elevation, azimuth, fov, roll):
        self.size = size
        e, a = np.radians(elevation), np.radians(azimuth)
        back = np.array([np.cos(e) * np.sin(a), -np.cos(e) * np.cos(a), np.sin(e)])
        self.eye = target + distance * back
        right = np.array([np.cos(a), np.sin(a), 0])
        up = np.cross(back, right)
        up = up if up[2] >= 0 else -up
        R = np.stack([right, -up, -back])
        self.R = turn_z(np.radians(roll)) @ R
        self.f = size / 2 / np.tan(np.radians(fov) / 2)

    def project(self, pts):
        q = (np.asarray(pts) - self.eye) @ self.R.T
        z = np.maximum(q[:, 2], 1e-3)
        return q[:, :2] / z[:, None] * self.f + self.size / 2, q[:, 2]


# The sides of a solid: four corners each, clockwise from the top left seen from outside; the first is the face.
# A solid's own axes: x to the right along its width, y up along its height, z out of its face.
def sides(w, h, d):
    x, y, z = w / 2, h / 2, d / 2
    return [("face", [(-x, y, z), (x, y, z), (x, -y, z), (-x, -y, z)], (0, 0, 1)),
            ("back", [(x, y, -z), (-x, y, -z), (-x, -y, -z), (x, -y, -z)], (0, 0, -1)),
            ("top", [(-x, y, -z), (x, y, -z), (x, y, z), (-x, y, z)], (0, 1, 0)),
            ("bottom", [(-x, -y, z), (x, -y, z), (x, -y, -z), (-x, -y, -z)], (0, -1, 0)),
            ("left", [(-x, y, -z), (-x, y, z), (-x, -y, z), (-x, -y, -z)], (-1, 0, 0)),
            ("right", [(x, y, z), (x, y, -z), (x, -y, -z), (x, -y, z)], (1, 0, 0))]


class Set:
    """A set of tiles."""

    def __init__(self, r):
        k = r.random()
        if k < .72:
            body = np.array([245, 245, 240]) * r.uniform(.9, 1.04)
        elif k < .95:
            body = np.array([245, 230, 180]) * r.uniform(.85, 1.04)
        else:
            body = r.uniform(60, 255, 3)
        self.body = np.clip(body, 0, 255)
        self.back = pick(r, [np.array(c) for c in [(226, 120, 36), (30, 130, 84), (40, 90, 180), (230, 190, 40), (130, 160, 60), (120, 60, 140), (245, 245, 240), (90, 170, 230), (200, 40, 40), (40, 40, 40)]]) * r.uniform(.7, 1.05)
        self.w = 1.0
        self.h = r.uniform(1.22, 1.48)
        self.d = r.uniform(.6, 1.0)
        self.back_share = r.uniform(.15, .5)
        self.rim = r.uniform(.02, .1)
        n = int(r.integers(4, 15))
        self.faces = [self.bevel(face_picture(r, self.body), r) for _ in range(n)]

    def bevel(self, img, r):
        out = img.astype(np.float32)
        m = np.zeros((FACE_H, FACE_W), np.float32)
        k = max(1, int(self.rim * FACE_W))
        m[k:-k, k:-k] = 1
        m = cv2.GaussianBlur(m, (0, 0), max(k / 2, .6))[:, :, None]
        return np.clip(out * (m + (1 - m) * r.uniform(.72, 1.0)), 0, 255).astype(np.uint8)

    def side(self, name):
        """The picture of a side that is not the face."""
        t = np.zeros((FACE_H, FACE_W, 3), np.float32)
        t[:] = self.body
        k = self.back_share
        if name == "back":
            t[:] = self.back
        elif name == "top":
            t[:int(FACE_H * k)] = self.back
        elif name == "bottom":
            t[int(FACE_H * (1 - k)):] = self.back
        elif name == "left":
            t[:, :int(FACE_W * k)] = self.back
        elif name == "right":
            t[:, int(FACE_W * (1 - k)):] = self.back
        t[:1] *= .85
        t[-1:] *= .85
        t[:, :1] *= .85
        t[:, -1:] *= .85
        return np.clip(t, 0, 255).astype(np.uint8)


class Tile:
    def __init__(self, of, centre, R, face):
        self.set, self.c, self.R, self.face = of, np.asarray(centre, float), R, face


def lying(s, x, y, turn, face, z=0, down=False):
    # its own y up the table, z up
    R = turn_z(turn)
    if down:
        R = R @ np.diag([-1., 1., -1.])
    return Tile(s, (x, y, z + s.d / 2), R, face)


def standing(s, x, y, turn, face):
    # its face looks towards -y
    return Tile(s, (x, y, s.h / 2), turn_z(turn) @ turn_x(np.pi / 2), face)


def row_of(r, s, n, x0, y0, direction, stand, loose, way=0.0, down=False, z=0):
    out, x = [], 0.0
    jitter = r.uniform(0, .06) if loose < .4 else r.uniform(0, .25)
    for i in range(n):
        wide = s.w
        turn = direction + way + r.normal() * jitter * .5
        across = not stand and r.random() < .04
        if across:
            wide, turn = s.h, turn + np.pi / 2 * (1 if r.random() < .5 else -1)
        px, py = x + wide / 2, r.normal() * jitter * .5 + (-(s.h - s.w) / 2 if across else 0)
        c, sn = np.cos(direction), np.sin(direction)
        gx, gy = x0 + px * c - py * sn, y0 + px * sn + py * c
        f = pick(r, s.faces)
        if not stand and r.random() < .12:
            turn += np.pi
        out.append(standing(s, gx, gy, turn, f) if stand else lying(s, gx, gy, turn, f, z, down))
        x += wide
        if loose > 0:
            x += abs(r.normal()) * loose * (1 if loose > .3 or r.random() < .2 else .05)
    return out


def centred(tiles):
    m = np.mean([t.c for t in tiles], axis=0)
    for t in tiles:
        t.c[:2] -= m[:2]
    return tiles


def lay(r):
    """Tiles of a scene, those that the camera looks at, and from what elevations."""
    s = Set(r)
    kind = r.choice(["row", "standing", "rows", "table", "heap", "nothing"], p=[.3, .25, .17, .12, .09, .07])
    main, rest, low, high = [], [], 22, 88
    if kind == "nothing":
        return [], [], s, 10, 88
    if kind in ("row", "standing"):
        stand = kind == "standing"
        n = int(r.integers(1, 19)) if r.random() < .4 else int(r.integers(5, 15))
        loose = pick(r, [0, 0, .05, .2, .5, 1.0]) if n > 1 else 0
        main = centred(row_of(r, s, n, 0, 0, 0, stand, loose))
        if stand:
            low, high = 4, 48
    elif kind == "rows":
        y = 0
        stand = r.random() < .15
        for _ in range(int(r.integers(2, 6))):
            n = int(r.integers(2, 15))
            main += row_of(r, s, n, r.uniform(-3, 3) if r.random() < .5 else -n / 2, y, r.normal() * .03, stand, pick(r, [0, 0, .1, .4, 1]))
            y += (s.h if not stand else s.d) * r.uniform(1.0, 1.1) if r.random() < .4 else s.h * r.uniform(1.2, 2.5)
        main = centred(main)
        if stand:
            low, high = 15, 55
    elif kind == "table":
        for k in range(4):
            turn = k * np.pi / 2
            group = []
            for j in range(int(r.integers(1, 4))):
                group += row_of(r, s, int(r.integers(2, 8)), -3, -4 - j * s.h * 1.03, 0, False, 0)
            if r.random() < .6:
                group += row_of(r, s, int(r.integers(5, 15)), -6, -12, 0, True, 0, way=np.pi if r.random() < .7 else 0)
            if r.random() < .7:
                group += row_of(r, s, int(r.integers(3, 10)), r.uniform(-5, 5), -13, 0, False, pick(r, [0, .3]))
            if r.random() < .5:
                wall = row_of(r, s, int(r.integers(3, 17)), -8, -10, 0, False, 0, down=True)
                group += wall
                if r.random() < .7:
                    group += [lying(s, t.c[0], t.c[1], 0, t.face, s.d, True) for t in wall]
            R = turn_z(turn)
            for t in group:
                t.c, t.R = R @ t.c, R @ t.R
            main += group
        low, high = 35, 88
    else:
        n, spread = int(r.integers(5, 45)), r.uniform(2, 7)
        placed = []
        for _ in range(n * 4):
            p = r.normal(size=2) * spread
            if all(np.hypot(*(p - q)) > 1.25 for q in placed) and len(placed) < n:
                placed.append(p)
                k = r.random()
                if k < .2:
                    main.append(standing(s, p[0], p[1], r.uniform(0, 6.3) if r.random() < .5 else r.normal() * .3, pick(r, s.faces)))
                else:
                    main.append(lying(s, p[0], p[1], r.uniform(0, 6.3), pick(r, s.faces), 0, k < .4))
        main = centred(main)
    if kind in ("row", "standing", "rows") and r.random() < .4:  # walls, heaps, other rows behind and before
        far = max(t.c[1] for t in main) + r.uniform(2, 7)
        for _ in range(int(r.integers(1, 4))):
            k = r.random()
            if k < .35:
                wall = row_of(r, s, int(r.integers(3, 18)), r.uniform(-12, 2), far, r.normal() * .3, False, 0, down=True)
                rest += wall
                if r.random() < .6:
                    rest += [lying(s, t.c[0], t.c[1], 0, t.face, s.d, True) for t in wall]
                    rest[-len(wall):] = [Tile(s, (t.c[0], t.c[1], s.d * 1.5), t.R, t.face) for t in wall]
            elif k < .6:
                rest += row_of(r, s, int(r.integers(3, 14)), r.uniform(-10, 0), far, r.normal() * .2, True, 0, way=np.pi if r.random() < .7 else 0)
            else:
                cx = r.uniform(-6, 6)
                placed = []
                for _ in range(60):
                    p = r.normal(size=2) * 2.5 + (cx, far + 4)
                    if all(np.hypot(*(p - q)) > 1.3 for q in placed) and len(placed) < 30:
                        placed.append(p)
                        rest.append(lying(s, p[0], p[1], r.uniform(0, 6.3), pick(r, s.faces), 0, r.random() < .3))
            far += r.uniform(3, 6)
    return main, rest, s, low, high


def picture(r, grounds, size=384, sup=1.5):
    """RGB picture of size x size, faces (n, 4, 2) and how much of each is seen (n)."""
    main, rest, s, low, high = lay(r)
    S = int(size * sup)
    while True:
        elev = r.uniform(low, high)
        fov = r.uniform(25, 70)
        yaw = r.normal() * 14 if r.random() < .8 else r.uniform(-180, 180)
        if main and main[0].R[2, 2] < .5:
            yaw = np.clip(yaw, -45, 45)
        roll = r.normal() * 4 if r.random() < .85 else r.uniform(-180, 180)
        if main:
            pts = np.array([t.c for t in main])
            extent = max(np.ptp(pts[:, 0]) + 1.5, np.ptp(pts[:, 1]) * np.sin(np.radians(elev)) + 1.5, 3)
            target = pts.mean(0) + np.array([r.normal(), r.normal(), 0]) * extent * .12
        else:
            extent, target = 14, np.zeros(3)
        fill = r.uniform(.45, 1.1) if r.random() < .85 else r.uniform(1.0, 2.0)
        dist = extent / fill / 2 / np.tan(np.radians(fov) / 2)
        # a face is 7 to 110 pixels wide
        wide = size / 2 / np.tan(np.radians(fov) / 2) / dist
        if wide < 8 or wide > 110:
            if not main:
                break
            dist *= wide / np.clip(wide, 8, 110)
        break
    cam = Camera(r, S, target, dist, elev, yaw, fov, roll)

    img = cv2.resize(grounds.crop(r), (S, S))
    if r.random() < .8:  # a table of another ground
        reach = dist * r.uniform(.5, 4)
        near = r.uniform(.1, 1.2) * reach
        c = target.copy()
        c[2] = 0
        quad = np.array([c + (-reach, reach, 0), c + (reach, reach, 0), c + (reach, -near, 0), c + (-reach, -near, 0)])
        q, z = cam.project(quad)
        if (z > .2 * dist).all() and np.abs(q).max() < 20 * S:
            g = grounds.crop(r)
            H = cv2.getPerspectiveTransform(np.float32([[0, 0], [512, 0], [512, 512], [0, 512]]), q.astype(np.float32))
            cv2.warpPerspective(g, H, (S, S), dst=img, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)

    tiles = main + rest
    # shadows
    lean = r.normal(size=2) * .4
    sh = np.zeros((S // 2, S // 2), np.float32)
    for t in tiles:
        w, h, d = t.set.w, t.set.h, t.set.d
        co = np.array([(a * w / 2, b * h / 2, e * d / 2) for a in (-1, 1) for b in (-1, 1) for e in (-1, 1)])
        p = co @ t.R.T + t.c
        p[:, :2] += lean * p[:, 2:3]
        p[:, 2] = 0
        q, z = cam.project(p)
        if (z > .1).all():
            cv2.fillConvexPoly(sh, cv2.convexHull((q / 2).astype(np.float32)).astype(np.int32), 1.0)
    sh = cv2.GaussianBlur(sh, (0, 0), r.uniform(.5, 10))
    dark = r.uniform(.1, .65)
    img = (img * (1 - dark * cv2.resize(sh, (S, S)))[:, :, None]).astype(np.uint8)

    light = np.array([r.normal() * .5, r.normal() * .5 - .2, 1.0])
    light /= np.linalg.norm(light)
    ids = np.zeros((S, S), np.int32)
    quads = []
    order = np.argsort([-np.linalg.norm(t.c - cam.eye) for t in tiles])
    side_pictures = {n: s.side(n) for n in ("back", "top", "bottom", "left", "right")}
    gain = r.uniform(.8, 1.1)
    for k in order:
        t = tiles[k]
        shapes = []
        for name, corners, normal in sides(t.set.w, t.set.h, t.set.d):
            p = np.array(corners) @ t.R.T + t.c
            nrm = t.R @ np.array(normal, float)
            if nrm @ (cam.eye - p.mean(0)) <= 0:
                continue
            q, z = cam.project(p)
            if (z < .3).any():
                continue
            shapes.append((np.linalg.norm(p.mean(0) - cam.eye), name, q, nrm))
        shapes.sort(key=lambda e: -e[0])
        for _, name, q, nrm in shapes:
            lo, hi = np.floor(q.min(0)).astype(int) - 1, np.ceil(q.max(0)).astype(int) + 2
            lo, hi = np.maximum(lo, 0), np.minimum(hi, S)
            if (hi <= lo).any():
                continue
            tex = t.face if name == "face" else side_pictures[name]
            H = cv2.getPerspectiveTransform(np.float32([[0, 0], [FACE_W, 0], [FACE_W, FACE_H], [0, FACE_H]]), (q - lo).astype(np.float32))
            wd, ht = int(hi[0] - lo[0]), int(hi[1] - lo[1])
            area = max(cv2.contourArea(q.astype(np.float32)), 1)
            if area < FACE_W * FACE_H / 4:  # smaller than its picture: no aliasing
                b = np.sqrt(FACE_W * FACE_H / area) * .4
                tex = cv2.GaussianBlur(tex, (0, 0), b)
            warped = cv2.warpPerspective(tex, H, (wd, ht), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            m = np.zeros((ht, wd), np.uint8)
            # rounded corners
            rr = .06
            poly = []
            for i in range(4):
                a, b0, b1 = q[i], q[(i - 1) % 4], q[(i + 1) % 4]
                poly += [a + (b0 - a) * rr, a + (b1 - a) * rr]
            cv2.fillConvexPoly(m, np.round((np.array(poly) - lo) * 16).astype(np.int32), 1, shift=4)
            lit = gain * (.55 + .45 * max(0, nrm @ light))
            roi = img[lo[1]:hi[1], lo[0]:hi[0]]
            np.copyto(roi, np.clip(warped * lit, 0, 255).astype(np.uint8), where=m[:, :, None].astype(bool))
            roi = ids[lo[1]:hi[1], lo[0]:hi[0]]
            roi[m.astype(bool)] = k + 1 if name == "face" else -(k + 1)
            if name == "face":
                quads.append((k + 1, q, np.count_nonzero(m), area))
    # things before the tiles: fingers, sleeves
    if r.random() < .22:
        for _ in range(int(r.integers(1, 5))):
            colour = pick(r, [np.array([220, 175, 145]), np.array([180, 130, 100]), np.array([120, 80, 60])]) * r.uniform(.7, 1.1) if r.random() < .8 else cloth_colour(r)
            a = r.uniform(0, S, 2)
            b = a + r.normal(size=2) * S * .25
            th = int(S * r.uniform(.02, .1))
            cv2.line(img, tuple(a.astype(int).tolist()), tuple(b.astype(int).tolist()), colour.tolist(), th, cv2.LINE_AA)
            cv2.line(ids, tuple(a.astype(int).tolist()), tuple(b.astype(int).tolist()), -9999, th)
    counts = np.bincount(ids[ids > 0].ravel(), minlength=len(tiles) + 2)
    out, seen = [], []
    for k, q, whole, area in quads:
        out.append(q / sup)
        seen.append(counts[k] / max(area * .985, 1))
    img = develop(r, img, size)
    return img, np.array(out).reshape(-1, 4, 2), np.array(seen)


def develop(r, img, size):
    """What light, lens and compression do."""
    f = img.astype(np.float32)
    S = f.shape[0]
    if r.random() < .5:  # light that falls off
        g = cv2.resize(r.uniform(.45, 1.1, size=(2, 2)).astype(np.float32), (S, S), interpolation=cv2.INTER_LINEAR)
        f *= g[:, :, None]
    if r.random() < .25:  # shade of somebody
        m = np.zeros((S // 4, S // 4), np.float32)
        cv2.ellipse(m, (int(r.integers(S // 4)), int(r.integers(S // 4))), (int(r.integers(10, S // 8)), int(r.integers(10, S // 8))), float(r.uniform(0, 180)), 0, 360, 1.0, -1)
        m = cv2.resize(cv2.GaussianBlur(m, (0, 0), r.uniform(2, 15)), (S, S))
        f *= (1 - r.uniform(.2, .6) * m)[:, :, None]
    if r.random() < .25:  # a veil
        m = np.zeros((S // 4, S // 4), np.float32)
        cv2.ellipse(m, (int(r.integers(S // 4)), int(r.integers(S // 4))), (int(r.integers(4, S // 10)), int(r.integers(4, S // 10))), 0, 0, 360, 1.0, -1)
        m = cv2.resize(cv2.GaussianBlur(m, (0, 0), r.uniform(3, 15)), (S, S))[:, :, None]
        k = r.uniform(.3, .95)
        f = f * (1 - k * m) + 255 * k * m
    f *= np.array([r.uniform(.85, 1.1), r.uniform(.95, 1.05), r.uniform(.7, 1.1)], np.float32) * (r.uniform(.85, 1.25) if r.random() < .7 else r.uniform(.4, .9))
    if r.random() < .2:
        f = f * r.uniform(.5, .9) + r.uniform(0, 60)
    f = cv2.resize(f, (size, size), interpolation=cv2.INTER_AREA)
    if r.random() < .6:
        f = cv2.GaussianBlur(f, (0, 0), r.uniform(.3, 1.6))
    if r.random() < .08:  # moved
        n = int(r.integers(3, 8))
        k = np.zeros((n, n), np.float32)
        cv2.line(k, (0, int(r.integers(n))), (n - 1, int(r.integers(n))), 1.0)
        f = cv2.filter2D(f, -1, k / max(k.sum(), 1))
    f += r.normal(size=f.shape) * r.uniform(0, 7)
    f = np.clip(f, 0, 255).astype(np.uint8)
    if r.random() < .6:
        _, e = cv2.imencode(".jpg", f, [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(35, 95))])
        f = cv2.imdecode(e, cv2.IMREAD_COLOR)
    return f
