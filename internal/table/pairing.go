package table

import (
	"path/filepath"
	"slices"
	"time"

	"jantaku/access"
	"jantaku/internal/config"
	"jantaku/internal/setup"
	"jantaku/models"
	"jantaku/scoreboard"
)

// invitations are those of the table of a configuration.
func invitations(c config.Config) access.Invitations {
	return access.Invitations{Folder: filepath.Join(c.Data, "pairing")}
}

// Invite makes a code that pairs one device with a table, and gives the address to be opened on it. It may be
// called beside a daemon that runs.
func Invite(c config.Config, name string) (string, error) {
	if name != "" && !slices.ContainsFunc(c.People, func(one access.Account) bool { return one.Name == name && one.Role >= access.Referee }) {
		return "", models.Refused("pair-nobody", models.Data{"name": name}, "pair a device: %q is not the name of a referee", name)
	}
	code, err := invitations(c).Invite(name, time.Now())
	if err != nil {
		return "", err
	}
	page, err := setup.PageAddress(c.Web.Listen, c.TLS.Mode != config.TLSOff, "pair#"+code)
	return page, err
}

// pairing implements scoreboard.Pairing.
type pairing struct{ config config.Config }

// Invite implements scoreboard.Pairing.
func (p pairing) Invite(name string) (scoreboard.Invitation, error) {
	page, err := Invite(p.config, name)
	if err != nil {
		return scoreboard.Invitation{}, err
	}
	qr, err := setup.QR(page)
	return scoreboard.Invitation{URL: page, QR: qr}, err
}

// Accept implements scoreboard.Pairing.
func (p pairing) Accept(code string) (string, error) {
	return invitations(p.config).Accept(code, time.Now())
}
