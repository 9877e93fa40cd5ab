package mqtt

import (
	"crypto/subtle"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"jantaku/internal/access"
)

// doorman lets clients in and gives them the rights of their role.
type doorman struct {
	config BrokerConfig
	log    *slog.Logger
	server *server.Server // that it stands at
	guests guestList
}

// Check implements server.Authentication.
func (d *doorman) Check(c server.ClientAuthentication) bool {
	said, from := c.GetOpts(), ""
	if at := c.RemoteAddress(); at != nil {
		from = at.String()
	}
	if said.Username == "" {
		in := d.admit(c, access.Who{Role: d.config.Anonymous, From: from})
		if in {
			here := func(id uint64) bool { return d.server.GetClient(id) != nil }
			d.send(d.guests.come(guest{c.GetID(), hostOf(from), time.Now()}, d.config.Guests, here), "there are too many")
		}
		return in
	}
	for _, t := range d.config.Tables {
		if said.Username == t.User && subtle.ConstantTimeCompare([]byte(said.Password), []byte(t.Password)) == 1 {
			return d.admit(c, access.Who{Name: t.User, Role: access.Table, From: from})
		}
	}
	if d.config.Accounts != nil {
		who, err := d.config.Accounts.Check(from, said.Username, said.Password, time.Now())
		if err == nil {
			return d.admit(c, who)
		}
		d.log.Warn("client refused by the broker", "name", said.Username, "from", from, "err", err)
	}
	return false
}

// look sends away who has been a guest for too long.
func (d *doorman) look(now time.Time) {
	d.send(d.guests.over(now, d.config.Guests), "it was here for long")
}

// send ends connections.
func (d *doorman) send(away []uint64, why string) {
	for _, id := range away {
		if d.server.DisconnectClientByID(id) == nil { // it may just have left
			d.log.Debug("a client without a name is sent away", "why", why)
		}
	}
}

func (d *doorman) admit(c server.ClientAuthentication, who access.Who) bool {
	if who.Role < access.Viewer {
		return false
	}
	c.RegisterUser(&server.User{Username: who.Name, Permissions: permissions(who, d.config.Prefixes)})
	return true
}

// permissions are the rights of the table for somebody at this broker, whose topics are written
// with points. What the broker keeps for itself is nobody's.
func permissions(who access.Who, prefixes []string) *server.Permissions {
	own := []string{"$JS.>", "$SYS.>", "$MQTT.>"}
	if who.Role >= access.Table {
		return &server.Permissions{Publish: &server.SubjectPermission{Deny: own}}
	}
	// The broker delivers messages of QoS 1 to a session through subjects of its own.
	read := &server.SubjectPermission{Allow: []string{"$MQTT.sub.>"}}
	write := &server.SubjectPermission{}
	for _, prefix := range prefixes {
		subject := strings.ReplaceAll(prefix, "/", ".")
		read.Allow = append(read.Allow, subject, subject+".>") // "a/#" is a and all below
		for _, t := range access.Topics() {
			if who.Role < t.Read {
				read.Deny = append(read.Deny, subject+".*."+t.Kind, subject+".*."+t.Kind+".>")
			}
			if who.Role >= t.Write && who.Name != "" && t.Own {
				write.Allow = append(write.Allow, subject+".*."+t.Kind+".*."+who.Name)
			}
		}
	}
	if len(write.Allow) == 0 {
		write.Deny = []string{">"} // an empty list allows everything
	}
	return &server.Permissions{Publish: write, Subscribe: read}
}
