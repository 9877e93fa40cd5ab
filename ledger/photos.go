package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"jantaku/models"
)

// ErrNoPhoto reports a photograph that was never kept or had to make room.
var ErrNoPhoto = errors.New("ledger: the photograph is not kept any more")

// keepPhotos writes the photographs of a hand and removes the oldest while all
// together are larger than the budget.
func (l *Ledger) keepPhotos(ctx context.Context, seq int64, wins []models.WinRecord) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		if !hasPhotos(wins) {
			return nil
		}
		for _, w := range wins {
			if w.Photo == nil || len(w.Photo.Data) == 0 {
				continue
			}
			if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO photos (sum, event, type, size, data) VALUES (?,?,?,?,?)",
				w.Photo.Sum, seq, w.Photo.Type, len(w.Photo.Data), w.Photo.Data); err != nil {
				return err
			}
		}
		// The running sum from the newest backwards says where the budget ends; what
		// this hand brought always stays.
		_, err := tx.ExecContext(ctx, `DELETE FROM photos WHERE event < ? AND event <= COALESCE((
			SELECT max(event) FROM (SELECT event, sum(size) OVER (ORDER BY event DESC, sum) AS total FROM photos)
			WHERE total > ?), -1)`, seq, l.photoBudget)
		return err
	}
}

// Photo gives a photograph by its checksum. The error wraps ErrNoPhoto when it is gone.
func (l *Ledger) Photo(ctx context.Context, sum string) (models.Photo, error) {
	p := models.Photo{Sum: sum}
	err := l.db.QueryRowContext(ctx, "SELECT type, data FROM photos WHERE sum = ?", sum).Scan(&p.Type, &p.Data)
	if errors.Is(err, sql.ErrNoRows) {
		return p, fmt.Errorf("%w: %s", ErrNoPhoto, sum)
	}
	return p, named(err)
}

func hasPhotos(wins []models.WinRecord) bool {
	for _, w := range wins {
		if w.Photo != nil && len(w.Photo.Data) > 0 {
			return true
		}
	}
	return false
}

// sealPhotos gives every photograph its checksum.
func sealPhotos(h models.HandRecord) models.HandRecord {
	wins := make([]models.WinRecord, len(h.Wins))
	for i, w := range h.Wins {
		if w.Photo != nil && len(w.Photo.Data) > 0 {
			photo, sum := *w.Photo, sha256.Sum256(w.Photo.Data)
			photo.Sum = hex.EncodeToString(sum[:])
			w.Photo = &photo
		}
		wins[i] = w
	}
	h.Wins = wins
	return h
}
