package models

import "math"

// Points add, and are turned and stretched, like the arrows from the origin to them.

// Add is the sum of two arrows.
func (p Point) Add(q Point) Point { return Point{X: p.X + q.X, Y: p.Y + q.Y} }

// Sub is the arrow from q to p.
func (p Point) Sub(q Point) Point { return Point{X: p.X - q.X, Y: p.Y - q.Y} }

// Times is the arrow stretched by k.
func (p Point) Times(k float64) Point { return Point{X: p.X * k, Y: p.Y * k} }

// Dot is the product of two arrows: how far one reaches along the other, times the length of that.
func (p Point) Dot(q Point) float64 { return p.X*q.X + p.Y*q.Y }

// Cross is the area, with its sign, between two arrows: positive where q lies a turn from x to y
// beside p.
func (p Point) Cross(q Point) float64 { return p.X*q.Y - p.Y*q.X }

// Length is how long the arrow is.
func (p Point) Length() float64 { return math.Hypot(p.X, p.Y) }

// Unit is an arrow of length one that points the same way; nearly nothing for one that is
// shorter than a billionth.
func (p Point) Unit() Point { return p.Times(1 / max(p.Length(), 1e-9)) }

// Toward is the point a share k of the way from p to q.
func (p Point) Toward(q Point, k float64) Point { return p.Times(1 - k).Add(q.Times(k)) }

// Turned is the point turned about the origin by so many quarters counter-clockwise.
func (p Point) Turned(quarters int) Point {
	for range quarters {
		p = Point{X: -p.Y, Y: p.X}
	}
	return p
}
