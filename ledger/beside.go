package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
)

// besides is what stands beside the events and has to agree with them, as queries that give what does not. SQLite looks at
// its pages alone: a number in a row may be any other for it.
var besides = []struct{ fault, query string }{
	{"hand %s is not where its event is", `SELECT e.seq FROM events e WHERE e.kind = 'hand' AND
		NOT EXISTS (SELECT 1 FROM hands h WHERE h.event = e.seq AND h.id = CASE WHEN json_valid(e.payload) THEN json_extract(e.payload, '$.id') END)`},
	{"hand %s has no event", `SELECT h.id FROM hands h WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.seq = h.event AND e.kind = 'hand')`},
	{"match %s does not begin and end where its events do", `SELECT m.id FROM matches m WHERE
		(m.first, m.last) IS NOT (SELECT min(seq), max(seq) FROM events e WHERE e.match = m.id)`},
	{"match %s is listed under another name or state", `SELECT m.id FROM matches m WHERE json_valid(m.digest) AND
		(m.id, m.finished) IS NOT (json_extract(m.digest, '$.match.id'), json_extract(m.digest, '$.finished'))`},
	{"the picture %s is kept for an event that does not name it", `SELECT p.sum FROM photos p WHERE NOT EXISTS
		(SELECT 1 FROM events e WHERE e.seq = p.event AND instr(e.payload, p.sum))`},
	{"a row of %s belongs to no event", `SELECT DISTINCT "table" FROM pragma_foreign_key_check`},
}

// checkBeside checks what is kept beside the events, and the shape of the file itself. What still has to be told and the
// course of the hand that is on are not compared with anything.
func checkBeside(ctx context.Context, db querier, r *Report) error {
	for _, b := range besides {
		if err := eachText(ctx, db, b.query, func(what string) { r.fault(b.fault, what) }); err != nil {
			return err
		}
	}
	for _, table := range []string{"photos", "evidence"} {
		if err := checkPictures(ctx, db, table, r); err != nil {
			return err
		}
	}
	return checkSchema(ctx, db, r)
}

// checkPictures compares pictures with their checksums.
func checkPictures(ctx context.Context, db querier, table string, r *Report) error {
	rows, err := db.QueryContext(ctx, "SELECT sum, type, size, data FROM "+table)
	if err != nil {
		return named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var sum, kind string
		var size int
		var data []byte
		if err := rows.Scan(&sum, &kind, &size, &data); err != nil {
			return named(err)
		}
		is := sha256.Sum256(data)
		typed := slices.Contains(pictureTypes, kind) || kind == http.DetectContentType(data)
		if sum != hex.EncodeToString(is[:]) || size != len(data) || !typed {
			r.fault("the picture %s of %s does not match its checksum, size or type", sum, table)
		}
	}
	return named(rows.Err())
}

// pictureTypes are those that cameras give; what a camera gave that is no picture stays under the type it was found to have.
var pictureTypes = []string{"image/jpeg", "image/png"}

// checkSchema compares tables, indexes and triggers with those that this version of the file has.
func checkSchema(ctx context.Context, db querier, r *Report) (err error) {
	version, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	fresh, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer fresh.Close()
	fresh.SetMaxOpenConns(1) // each would have a memory of its own
	if err := migrate(ctx, fresh, version); err != nil {
		return err
	}
	const query = "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || COALESCE(sql, '') FROM sqlite_schema"
	want := map[string]bool{}
	if err := eachText(ctx, fresh, query, func(part string) { want[part] = true }); err != nil {
		return err
	}
	if err := eachText(ctx, db, query, func(part string) {
		if !want[part] {
			r.fault("the file has what version %d has not: %.80q", version, part)
		}
		delete(want, part)
	}); err != nil {
		return err
	}
	for part := range want {
		r.fault("the file lacks what version %d has: %.80q", version, part)
	}
	return nil
}

// eachText runs a query of one column.
func eachText(ctx context.Context, db querier, query string, do func(string)) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return named(err)
		}
		do(text)
	}
	return named(rows.Err())
}

// Report says what a replay of the whole journal found.
type Report struct {
	Events  int64 `json:"events"`
	Matches int   `json:"matches"`
	Hands   int   `json:"hands"`
	// Unscored counts wins that the rule book scores differently today than when they
	// were recorded; the recorded score counts. It stays 0 unless scoring was asked for.
	Unscored int `json:"unscored"`
	// Faults say what does not agree, for people; empty when all is well.
	Faults []string `json:"faults"`
}

func (r *Report) fault(format string, args ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
}
