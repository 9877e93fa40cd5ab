package setup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jantaku/access"
	"jantaku/calibration"
	"jantaku/models"
	"jantaku/models/atomicfile"
)

// wanted is what is said as one saves.
type wanted struct {
	// Admin is who may set the table up from now on; with an empty password nobody is made one.
	Admin credentials `json:"admin"`
	// Referees are people who log in by name besides those that there are; one who is there gets the new password.
	Referees []credentials `json:"referees"`
}

// credentials are what somebody logs in with.
type credentials struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

// leastSecret is how long the password of somebody with a name is at least, characters.
const leastSecret = 8

// save writes what was learned and the configuration, and lets the table start anew with it.
func (s *Setup) save(_ context.Context, body json.RawMessage) (any, error) {
	var wish wanted
	if err := json.Unmarshal(body, &wish); err != nil {
		return nil, models.Refused("bad-json", nil, "setup: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return nil, busy()
	}
	if s.config.Wins != "" {
		return nil, models.Refused("setup-other-file", models.Data{"name": s.config.Wins}, "setup: %s is read, which the set-up cannot write", s.config.Wins)
	}
	values := maps.Clone(s.values)
	if err := s.secrets(values, wish); err != nil {
		return nil, err
	}
	w := &writing{}
	if err := s.learnedFiles(w, values); err != nil {
		return nil, errors.Join(err, w.undo())
	}
	if text(s.with(values, "camera.source")) != "" && text(s.with(values, "eye.faces")) == "" {
		return nil, errors.Join(models.Refused("setup-untaught", nil, "setup: a camera is chosen and no tiles are learned"), w.undo())
	}
	before, err := os.ReadFile(s.config.File)
	if errors.Is(err, os.ErrNotExist) || err == nil && s.config.Fresh { // one that is there says nothing
		before, err = []byte(s.config.Annotated), nil
	}
	if err != nil {
		return nil, errors.Join(unsaved(s.config.File, err), w.undo())
	}
	after, err := Rewrite(before, values)
	if err != nil {
		return nil, errors.Join(models.Refused("setup-by-hand", models.Data{"name": s.config.File}, "setup: %s: %w", s.config.File, err), w.undo())
	}
	if err := s.config.Check(s.config.File, after); err != nil {
		if len(models.ReasonsOf(err)) == 0 { // a fault that only the log explains
			err = models.Refused("setup-invalid", nil, "setup: %w", err)
		}
		return nil, errors.Join(err, w.undo())
	}
	listen := text(s.with(values, "web.listen"))
	addresses, err := Addresses(listen, s.config.TLS)
	if err == nil {
		err = w.write(s.config.File, after, 0o640)
	}
	if err != nil {
		return nil, errors.Join(unsaved(s.config.File, err), w.undo())
	}
	if err := w.drop(s.table.file); err != nil { // what was saved is not taken up again by the next set-up
		s.config.Log.Warn("setup", "err", err)
	}
	s.config.Log.Info("configuration written", "file", s.config.File, "keys", slices.Sorted(maps.Keys(values)))
	s.over = true // what is put back when the table does not start is what was there before this one
	s.config.Restart(w.undo)
	return map[string]any{"file": s.config.File, "addresses": addresses, "alone": access.IsLocal(listen)}, nil
}

// with gives a value as it will be.
func (s *Setup) with(values map[string]any, key string) any {
	if v, ok := values[key]; ok {
		return v
	}
	return s.config.Values[key]
}

// secrets puts secrets into the form in which they are kept, and who got a password among the people.
func (s *Setup) secrets(values map[string]any, wish wanted) error {
	if pin, ok := values["web.pin"].(string); ok && pin != "" {
		values["web.pin"] = access.Hash(pin)
	}
	people := slices.Clone(s.config.People)
	add := func(who credentials, role access.Role) error {
		if n := len([]rune(who.Password)); n < leastSecret {
			return models.Refused("setup-short-password", models.Data{"count": leastSecret, "name": who.Name}, "setup: the password of %s has %d characters", who.Name, n)
		}
		one := access.Account{Name: who.Name, Role: role, Password: access.Hash(who.Password)}
		if _, err := access.New([]access.Account{one}, nil); err != nil {
			return models.Refused("setup-person-name", models.Data{"name": who.Name}, "setup: %s: %w", role, err)
		}
		people = slices.DeleteFunc(people, func(p map[string]any) bool { return p["name"] == one.Name })
		people = append(people, map[string]any{"name": one.Name, "role": role.String(), "password": one.Password})
		return nil
	}
	if wish.Admin.Password != "" {
		if err := add(wish.Admin, access.Admin); err != nil {
			return err
		}
	}
	for _, who := range wish.Referees {
		if who.Name == wish.Admin.Name && wish.Admin.Password != "" {
			return models.Refused("setup-two-roles", models.Data{"name": who.Name}, "setup: %s is the admin", who.Name)
		}
		if err := add(who, access.Referee); err != nil {
			return err
		}
	}
	if len(wish.Referees) > 0 || wish.Admin.Password != "" {
		values["people"] = people
	}
	return nil
}

// learnedFiles puts what was measured and learned where the configuration names it.
func (s *Setup) learnedFiles(w *writing, values map[string]any) error {
	if camera := s.table.camera; camera != nil && s.config.HandSize != nil && camera.Fit(s.config.HandSize(text(s.with(values, "match.rules")))) {
		s.table.changed = true
	}
	if s.table.changed && s.table.camera != nil {
		name := filepath.Join(s.config.Data, "camera.json")
		err := w.remember(name)
		if err == nil {
			err = s.table.camera.Save(name)
		}
		if err != nil {
			return unsaved(name, err)
		}
		values["eye.calibration"] = s.relative(name)
	}
	if faces, ok := s.tiles.taught(); ok {
		name := filepath.Join(s.config.Data, "faces.json")
		err := w.remember(name)
		if err == nil {
			err = calibration.SaveFaces(name, faces)
		}
		if err != nil {
			return unsaved(name, err)
		}
		values["eye.faces"] = s.relative(name)
	}
	return s.moveBookmark(w)
}

// moveBookmark keeps the table from taking tiles that were taught for hands. What it has used itself stays used.
func (s *Setup) moveBookmark(w *writing) error {
	dir, last := s.eye.lastUsed()
	if last == "" || s.config.Bookmark == "" {
		return nil
	}
	if used, err := s.config.Bookmark.After(dir); err == nil && used >= last {
		return nil
	}
	err := w.remember(string(s.config.Bookmark))
	if err == nil {
		err = s.config.Bookmark.Keep(dir, last)
	}
	if err != nil {
		return unsaved(string(s.config.Bookmark), err)
	}
	return nil
}

// relative gives a path as the configuration has it: relative to its folder where it lies below.
func (s *Setup) relative(name string) string {
	folder, errFolder := filepath.Abs(filepath.Dir(s.config.File))
	whole, errWhole := filepath.Abs(name)
	if errors.Join(errFolder, errWhole) != nil {
		return name
	}
	if below, err := filepath.Rel(folder, whole); err == nil && !strings.HasPrefix(below, "..") {
		return below
	}
	return whole
}

// writing remembers the files that are written, to put them back.
type writing struct{ files []keptFile }

type keptFile struct {
	name string
	data []byte
	mode os.FileMode
	none bool // there was none
}

// remember keeps a file as it is before it is written.
func (w *writing) remember(name string) error {
	info, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		w.files = append(w.files, keptFile{name: name, none: true})
		return nil
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(name)
	if err == nil {
		w.files = append(w.files, keptFile{name: name, data: data, mode: info.Mode().Perm()})
	}
	return err
}

// write replaces a file, with the rights that it has, or those of mode.
func (w *writing) write(name string, data []byte, mode os.FileMode) error {
	if err := w.remember(name); err != nil {
		return err
	}
	if last := w.files[len(w.files)-1]; !last.none {
		mode = last.mode
	}
	return atomicfile.WriteFile(name, data, mode)
}

// drop removes a file, if there is one.
func (w *writing) drop(name string) error {
	err := w.remember(name)
	if err == nil && !w.files[len(w.files)-1].none {
		err = os.Remove(name)
	}
	return err
}

// undo puts all files back.
func (w *writing) undo() error {
	var errs []error
	for _, f := range slices.Backward(w.files) {
		var err error
		if f.none {
			if err = os.Remove(f.name); errors.Is(err, os.ErrNotExist) {
				err = nil
			}
		} else {
			err = atomicfile.WriteFile(f.name, f.data, f.mode)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("put %s back: %w", f.name, err))
		}
	}
	w.files = nil
	return errors.Join(errs...)
}

// whole makes whole numbers of those that JSON has as fractions.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int(v)
		}
	case []any:
		for i := range v {
			v[i] = whole(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = whole(v[key])
		}
	}
	return v
}
