package access

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"

	"jantaku/models"
)

// Asked carries out operations, such as the pipeline.
type Asked interface {
	Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error)
}

// Guard stands before who carries out requests: it lets through what the one who asks may, puts
// the name to it, and writes a line about every one.
type Guard struct {
	Next Asked
	Log  *slog.Logger
	// Trail has the lines of those who may ask, which nobody else can drown; nil for none.
	Trail *slog.Logger
}

// RightError is the refusal of something that somebody may not.
type RightError struct {
	Op   string
	Need Role
}

func (e *RightError) Error() string { return fmt.Sprintf("%s needs the right of a %v", e.Op, e.Need) }

type whoKey struct{}

// With notes who asks.
func With(ctx context.Context, who Who) context.Context {
	return context.WithValue(ctx, whoKey{}, who)
}

// Request implements Asked. The error is an [RightError] when the one who asks may not, who is
// nobody unless [With] has said.
func (g Guard) Request(ctx context.Context, op string, body json.RawMessage) (answer json.RawMessage, err error) {
	who, _ := ctx.Value(whoKey{}).(Who)
	defer func() {
		outcome := "done"
		if err != nil {
			outcome = err.Error()
		}
		line := []any{"op", op, "who", who.Name, "role", who.Role.String(), "via", who.Via, "from", who.From, "outcome", outcome}
		g.Log.Info("asked", line...)
		if g.Trail != nil && who.Role >= Referee {
			g.Trail.Info("asked", line...)
		}
	}()
	need, known := OperationRole(op)
	if !known {
		return nil, fmt.Errorf("%.40q is nothing this program can do", op)
	}
	if who.Role < need {
		return nil, &RightError{op, need}
	}
	return g.Next.Request(models.WithAuthor(ctx, who.Author()), op, body)
}

// IsLocal reports whether what listens at host:port is reached from this machine alone.
func IsLocal(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}
