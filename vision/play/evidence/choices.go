package evidence

import (
	"container/heap"
	"math"
	"slices"

	"jantaku/models"
)

// Likely gives the likeliest ways of telling the tiles apart, best first, with their probabilities.
func (p *Seen) Likely(slots []int) func(yield func(models.Tiles, float64) bool) {
	variables := make([][]Choice, len(slots))
	for i, s := range slots {
		variables[i] = Choices(&p.Slots[s].Q)
	}
	return func(yield func(models.Tiles, float64) bool) {
		for pick, logp := range Combinations(variables) {
			tiles := make(models.Tiles, len(pick))
			for i, c := range pick {
				tiles[i] = models.Tile(variables[i][c].Value)
			}
			if !yield(tiles, math.Exp(logp)) {
				return
			}
		}
	}
}

// Choice is one value of a variable.
type Choice struct {
	Value int
	Logp  float64
}

// Choices lists the faces that are worth to be weighed, best first.
func Choices(q *Faces) (all []Choice) {
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		if t.IsKind() && q[t] > 1e-7 {
			all = append(all, Choice{int(t), math.Log(q[t])})
		}
	}
	if len(all) == 0 {
		first, _ := Best(q)
		all = append(all, Choice{int(first), 0})
	}
	SortChoices(all)
	return all
}

func SortChoices(all []Choice) {
	slices.SortStableFunc(all, func(a, b Choice) int {
		switch {
		case a.Logp > b.Logp:
			return -1
		case a.Logp < b.Logp:
			return 1
		}
		return 0
	})
}

// pick is one combination: the number of the choice of every variable.
type pick struct {
	at   []int
	last int // the variables before it stay as they are in all that follow
	logp float64
}

type picks []pick

func (p picks) Len() int { return len(p) }

func (p picks) Less(a, b int) bool { return p[a].logp > p[b].logp }

func (p picks) Swap(a, b int) { p[a], p[b] = p[b], p[a] }

func (p *picks) Push(x any) { *p = append(*p, x.(pick)) }

func (p *picks) Pop() any {
	old := *p
	last := old[len(old)-1]
	*p = old[:len(old)-1]
	return last
}

const (
	// worthwhile is how likely a combination is at least that is looked at, of how likely the likeliest is.
	worthwhile = 1e-8
	// ways is how many combinations are looked at: of tiles that nobody could read there are too many.
	ways = 400
)

// Combinations gives the likeliest combinations of independent variables, best first.
// The choices of every variable are sorted.
func Combinations(variables [][]Choice) func(yield func([]int, float64) bool) {
	return func(yield func([]int, float64) bool) {
		first := pick{at: make([]int, len(variables))}
		for _, v := range variables {
			if len(v) == 0 {
				return
			}
			first.logp += v[0].Logp
		}
		queue := picks{first}
		for range ways {
			if len(queue) == 0 {
				return
			}
			top := heap.Pop(&queue).(pick)
			if top.logp < first.logp+math.Log(worthwhile) || !yield(top.at, top.logp) {
				return
			}
			for i := top.last; i < len(variables); i++ {
				if top.at[i]+1 >= len(variables[i]) {
					continue
				}
				next := pick{at: slices.Clone(top.at), last: i, logp: top.logp}
				next.logp += variables[i][next.at[i]+1].Logp - variables[i][next.at[i]].Logp
				next.at[i]++
				heap.Push(&queue, next)
			}
		}
	}
}
