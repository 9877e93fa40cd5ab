package hall

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"jantaku/league/store"
	"jantaku/models"
)

// people shows who changed who is who, and changes it.
func (s *Server) people(ctx context.Context, a asked) (_ shown, err error) {
	if a.Method == http.MethodPost {
		return s.changePeople(ctx, a)
	}
	data := struct {
		Page  head
		Trail []store.PersonChange
	}{Page: s.head(a, s.say(a, "people.trail"))}
	data.Trail, err = s.books(a.lang).PeopleTrail(ctx, listed)
	return shown{name: "people", data: data}, err
}

// changePeople carries out what a form of a player's page asks for, and goes back there.
func (s *Server) changePeople(ctx context.Context, a asked) (shown, error) {
	a.Body = http.MaxBytesReader(a.w, a.Body, mostBody)
	if err := a.ParseForm(); err != nil {
		return shown{}, fmt.Errorf("%w: read the form: %w", store.ErrNone, err)
	}
	deed, form := a.PostForm.Get("do"), a.PostForm
	if err := s.may(a, deed, "player "+form.Get("player")); err != nil {
		return shown{}, err
	}
	player, err := number(form.Get("player"))
	if err != nil {
		return shown{}, err
	}
	by, why := a.who.Name, strings.TrimSpace(form.Get("why"))
	switch deed {
	case "merge":
		var into int64
		if into, err = number(form.Get("other")); err == nil {
			err = s.config.Store.Merge(ctx, player, into, by, why)
		}
	case "split":
		err = s.config.Store.Split(ctx, player, by, why)
	case "remove":
		err = s.config.Store.RemoveName(ctx, player, by, why)
	case "restore":
		err = s.config.Store.RestoreName(ctx, player, by, why)
	default:
		err = models.Refused("tournament-form", nil, "nothing is called %.40q here", deed)
	}
	if len(models.ReasonsOf(err)) > 0 {
		return s.playerPage(ctx, a, player, s.why(a, err))
	}
	if err != nil {
		return shown{}, err
	}
	to := url.Values{"id": {strconv.FormatInt(player, 10)}, "lang": {a.lang}}
	http.Redirect(a.w, a.Request, "player?"+to.Encode(), http.StatusSeeOther)
	return shown{}, nil
}
