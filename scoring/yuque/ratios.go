package yuque

import (
	"fmt"
	"strings"
)

// ratio is one remaining ratio (剩余数): Of keeps Changes/Groups of its value when one
// of After was counted before it and the two share a group.
//
// Groups is the number of groups Of is made of (涉及组数), Changes the number of changes
// that any hand with After and without Of needs at most to have both (d).
type ratio struct {
	Of              string
	Changes, Groups int
	After           ids
}

// ratios are all pairs that can share a group and be counted in this order. Every
// other pair has the ratio 1. A star stands for all fans that begin so.
//
// Source: r = d/h of the book, worked out over all hands; 清一色 after 数同 is 3/5 by
// decree of the table, and 幺九四刻 after 数同 is capped at 1.
var ratios = []ratio{
	// priority 1
	{"san-feng-ke", 3, 3, ids{"fan-pai-men-feng"}},
	{"fan-pai-men-feng", 1, 1, ids{"san-feng-ke"}},
	{"men-qian-qing", 1, 4, ids{"san-an-ke"}},
	{"men-qian-qing", 2, 4, ids{"shuang-an-ke"}},

	// priority 2
	{"san-tong-shun", 1, 3, ids{"er-ban-gao"}},
	{"san-tong-shun", 2, 3, ids{"xi-xiang-feng"}},
	{"er-ban-gao", 1, 4, ids{"san-tong-shun", "er-xiang-feng", "qing-shuang-long-hui", "shuang-long-hui"}},
	{"er-ban-gao", 2, 4, ids{"xi-xiang-feng"}},
	{"yi-ban-gao", 1, 2, ids{"san-se-tong-shun", "er-xiang-feng", "xi-xiang-feng", "yi-qi-guan-tong", "san-se-guan-tong", "qing-shuang-long-hui", "shuang-long-hui", "san-bu-gao", "san-lian-huan"}},
	{"san-se-tong-shun", 2, 3, ids{"yi-ban-gao"}},
	{"er-xiang-feng", 1, 4, ids{"er-ban-gao", "shuang-long-hui"}},
	{"er-xiang-feng", 2, 4, ids{"yi-ban-gao"}},
	{"xi-xiang-feng", 1, 2, ids{"san-tong-shun", "er-ban-gao", "yi-ban-gao", "yi-qi-guan-tong", "san-se-guan-tong", "shuang-long-hui", "san-bu-gao", "san-lian-huan"}},
	{"shuang-tong-ke", 1, 2, ids{"san-lian-ke", "san-se-lian-ke"}},

	// priority 3
	{"jing-tong", 1, 4, ids{"er-ban-gao", "shuang-long-hui"}},
	{"jing-tong", 2, 4, ids{"yi-ban-gao"}},

	// priority 4
	{"shu-tong", 1, 5, ids{"si-tong-shun", "si-lian-huan"}},
	{"shu-tong", 2, 5, ids{"san-tong-shun", "er-ban-gao", "san-se-tong-shun", "er-xiang-feng", "er-tong-ke", "yi-qi-guan-tong", "qing-shuang-long-hui", "shuang-long-hui", "san-bu-gao", "san-lian-huan", "san-lian-ke", "jing-tong"}},
	{"shu-tong", 3, 5, ids{"yi-ban-gao", "xi-xiang-feng", "shuang-tong-ke"}},
	{"shu-tong", 5, 5, ids{"yao-jiu-si-ke"}},
	{"yao-jiu-san-ke", 0, 3, ids{"xiao-si-xi", "san-feng-ke", "da-san-yuan"}},
	{"yao-jiu-san-ke", 1, 3, ids{"xiao-san-yuan", "san-se-tong-ke"}},
	{"yao-jiu-san-ke", 2, 3, ids{"shuang-tong-ke"}},
	{"yao-jiu-san-ke", 3, 3, ids{"fan-pai-*"}},
	{"yao-jiu-si-ke", 0, 4, ids{"da-si-xi"}},
	{"yao-jiu-si-ke", 1, 4, ids{"san-feng-ke", "da-san-yuan"}},
	{"yao-jiu-si-ke", 2, 4, ids{"san-se-tong-ke", "er-tong-ke", "jing-tong"}},
	{"yao-jiu-si-ke", 3, 4, ids{"shuang-tong-ke"}},
	{"yao-jiu-si-ke", 4, 4, ids{"fan-pai-*", "shu-tong"}},

	// priority 5
	{"qing-dai-yao", 2, 5, ids{"si-tong-shun"}},
	{"qing-dai-yao", 3, 5, ids{"san-tong-shun", "er-ban-gao", "san-se-tong-shun", "er-xiang-feng", "san-se-tong-ke", "er-tong-ke", "jing-tong"}},
	{"qing-dai-yao", 4, 5, ids{"yi-ban-gao", "xi-xiang-feng", "shuang-tong-ke"}},
	{"qing-dai-yao", 5, 5, ids{"yao-jiu-san-ke"}},
	{"hun-dai-yao", 1, 5, ids{"da-si-xi", "xiao-si-xi"}},
	{"hun-dai-yao", 2, 5, ids{"san-feng-ke", "da-san-yuan", "xiao-san-yuan", "si-tong-shun", "yao-jiu-san-ke"}},
	{"hun-dai-yao", 3, 5, ids{"san-tong-shun", "er-ban-gao", "san-se-tong-shun", "er-xiang-feng", "san-se-tong-ke", "er-tong-ke", "jing-tong"}},
	{"hun-dai-yao", 4, 5, ids{"fan-pai-*", "yi-ban-gao", "xi-xiang-feng", "shuang-tong-ke"}},

	// priority 6
	{"zi-yi-se", 1, 5, ids{"da-si-xi", "xiao-si-xi"}},
	{"zi-yi-se", 2, 5, ids{"san-feng-ke", "da-san-yuan", "xiao-san-yuan"}},
	{"qing-yi-se-*", 2, 5, ids{"si-tong-shun", "qing-shuang-long-hui", "si-bu-gao", "si-lian-huan", "si-lian-ke"}},
	{"qing-yi-se-*", 3, 5, ids{"san-tong-shun", "er-ban-gao", "yi-qi-guan-tong", "shuang-long-hui", "san-bu-gao", "san-lian-huan", "san-lian-ke", "shu-tong"}},
	{"qing-yi-se-*", 4, 5, ids{"yi-ban-gao"}},
	{"qing-yi-se-*", 5, 5, ids{"qing-dai-yao", "hun-dai-yao"}},
	{"hun-yi-se-*", 1, 5, ids{"da-si-xi", "xiao-si-xi"}},
	{"hun-yi-se-*", 2, 5, ids{"san-feng-ke", "da-san-yuan", "xiao-san-yuan", "si-tong-shun", "qing-shuang-long-hui", "si-bu-gao", "si-lian-huan", "si-lian-ke"}},
	{"hun-yi-se-*", 3, 5, ids{"san-tong-shun", "er-ban-gao", "yi-qi-guan-tong", "shuang-long-hui", "san-bu-gao", "san-lian-huan", "san-lian-ke"}},
	{"hun-yi-se-*", 4, 5, ids{"fan-pai-*", "yi-ban-gao"}},
	{"hun-yi-se-*", 5, 5, ids{"hun-yao-jiu", "hun-dai-yao", "yao-jiu-san-ke", "yao-jiu-si-ke"}},
	{"qing-yao-jiu", 3, 5, ids{"san-se-tong-ke", "jing-tong"}},
	{"hun-yao-jiu", 1, 5, ids{"da-si-xi", "xiao-si-xi"}},
	{"hun-yao-jiu", 2, 5, ids{"san-feng-ke", "da-san-yuan", "xiao-san-yuan"}},
	{"hun-yao-jiu", 3, 5, ids{"san-se-tong-ke", "er-tong-ke", "jing-tong"}},
	{"hun-yao-jiu", 4, 5, ids{"fan-pai-*", "hun-yi-se-*", "qing-dai-yao", "shuang-tong-ke"}},
}

// compileRatios gives the matrix of ratios in sixtieths, by the row of the fan that is
// counted and the row of the one that was counted before.
func (r *Rules) compileRatios(list []ratio) error {
	for of := range r.left {
		for after := range r.left[of] {
			r.left[of][after] = whole
		}
	}
	for _, entry := range list {
		of, after := r.matching(entry.Of), ids(nil)
		for _, id := range entry.After {
			rows := r.matching(id)
			if len(rows) == 0 || len(of) == 0 {
				return fmt.Errorf("ratio of %q after %q: no such fan", entry.Of, id)
			}
			after = append(after, rows...)
		}
		for _, a := range of {
			for _, b := range after {
				r.left[r.row(a)][r.row(b)] = uint8(whole * entry.Changes / entry.Groups)
			}
		}
	}
	return nil
}

// matching gives the fans that an id names, several when it ends in a star.
func (r *Rules) matching(id string) ids {
	prefix, many := strings.CutSuffix(id, "*")
	var found ids
	for _, f := range r.fans {
		if f.ID == id || many && strings.HasPrefix(f.ID, prefix) {
			found = append(found, f.ID)
		}
	}
	return found
}
