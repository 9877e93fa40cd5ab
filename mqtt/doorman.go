package mqtt

import (
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"jantaku/access"
)

// doorman lets clients in and gives them the rights of their role.
type doorman struct {
	config BrokerConfig
	front  *front
	log    *slog.Logger
}

// Check implements server.Authentication.
func (d *doorman) Check(c server.ClientAuthentication) bool {
	said, from := c.GetOpts(), ""
	if at := c.RemoteAddress(); at != nil {
		from = d.front.whose(at.String())
	}
	if said.Username == "" {
		return d.admit(c, access.Who{Role: d.config.Anonymous, From: from})
	}
	for _, t := range d.config.Tables {
		if t.is(Credential{said.Username, said.Password}) {
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
			switch {
			case who.Role < t.Write || who.Name == "":
			case t.Own:
				write.Allow = append(write.Allow, subject+".*."+t.Kind+".*."+who.Name)
			default:
				write.Allow = append(write.Allow, subject+".*."+t.Kind)
			}
		}
	}
	if len(write.Allow) == 0 {
		write.Deny = []string{">"} // an empty list allows everything
	}
	return &server.Permissions{Publish: write, Subscribe: read}
}
