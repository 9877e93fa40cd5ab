package tournament

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"jantaku/models"
)

// ReadScript reads a prescribed seating: one line for each table, the round first, then the numbers of the players from
// East on, three or four. A line of words is a heading; empty lines and a byte order mark are passed over.
func ReadScript(r io.Reader) (script [][][]int, err error) {
	lines := csv.NewReader(r)
	lines.FieldsPerRecord, lines.TrimLeadingSpace, lines.ReuseRecord = -1, true, true
	for {
		fields, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, models.Refused("tournament-csv", models.Data{"line": 0}, "read the seating: %w", err)
		}
		line, _ := lines.FieldPos(0)
		numbers, err := numbersOf(fields)
		if err != nil && line == 1 {
			continue // a heading
		}
		if err != nil || len(numbers) < 4 || len(numbers) > 5 {
			return nil, models.Refused("tournament-csv", models.Data{"line": line}, "the seating, line %d: want a round and three or four numbers of players", line)
		}
		switch round := numbers[0]; {
		case round == len(script)+1 && round <= most:
			script = append(script, nil)
			fallthrough
		case round > 0 && round == len(script):
			script[round-1] = append(script[round-1], numbers[1:])
		default:
			return nil, models.Refused("tournament-csv", models.Data{"line": line}, "the seating, line %d: round %d does not follow round %d", line, round, len(script))
		}
	}
	return script, nil
}

func numbersOf(fields []string) (numbers []int, err error) {
	for i, field := range fields {
		field = strings.TrimSpace(strings.TrimPrefix(field, "\ufeff"))
		if field == "" && i >= 3 {
			continue // the fourth of a table of three
		}
		n, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("%q is no number", field)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}
